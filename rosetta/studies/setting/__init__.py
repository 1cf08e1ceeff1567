"""Generating puzzles: instances with one solution, of a given difficulty, with a minimal set of clues.

    plant a solution --> is there a second one? --no--> confirmed by an engine of another kind
                              |         ^
                             yes        |
                              v         |
                      change the board where the two differ

`generate` makes instances one after another in a child process. What can be changed on a board knows the puzzle: a
setter of its own stands in its record (`Extras.setter`, `models.puzzles.setting`), with what only it can be asked for.
All other puzzles are set by `redrawing`; `setters` says which it is. `engines` are the solvers that a setter may ask,
many times about similar boards. `targets` reads what a user wants of a board, `uniqueness` has an engine of another
kind confirm that an answer is the only one, `booklet` collects boards for printing.
"""
