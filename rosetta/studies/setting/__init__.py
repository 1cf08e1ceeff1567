"""Setting puzzles: instances with one solution, as hard as asked for, with as few clues as will do.

    plant a solution --> is there a second one? --no--> confirmed by an engine of another kind
                              |         ^
                             yes        |
                              v         |
                      change the board where the two differ

`wishes` says what may be asked for, `making` sets instances one after the other in a child, and one file per puzzle
knows what of a board can be changed: `tents` (for each reading of the tree rule: `tents_rules`), `akari`, `tiling`
(pieces that lie there already: `tiling_given`), `lightsout` (what cannot be had: `lightsout_bounds`). `grading` says
how hard an instance is.
"""
