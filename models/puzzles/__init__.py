"""The puzzles: a file each in `genres`, or a package, described by the record PUZZLE in its `record.py`.

The files of a package:

    instance    the board, a frozen type          rules     docstring with the rules and a picture; parse and format,
    text        the plain text                              model, decode, project, and what has no file of its own
    generate    random boards                     verify    the rules again, sharing nothing with `model`
    scene       what a board looks like           symmetry  maps of answers
    setting     boards made to order                        formats   boards in exchange formats

What puzzles share stands beside them: `contract` (the record), `registry` (which puzzles there are), `parts` (of which
records are composed), `templates` (puzzles to begin with), `boards` (cells in words and JSON; isometries), `scenes`
(drawings of all kinds), `svg` (frames and signs of pictures), `randomness` (one stream of numbers for all generators),
`parameters`, `special_solver` (solvers for one puzzle), `codecs` (exchange formats), `setting` (boards made to order),
`teaching` (a board solved as a teacher would), `graphs` (for puzzles played on one; matchings). A puzzle never imports
a backend, nor another puzzle.
`python -m models.puzzles NAME` shows a board, with its planted answer; `new NAME` writes the file of a new puzzle;
`parts` and `codecs` list what it can be made of.
"""
