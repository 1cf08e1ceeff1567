"""Generating puzzles: instances with one solution, of a given difficulty, with a minimal set of clues.

    plant a solution --> is there a second one? --no--> confirmed by an engine of another kind
                              |         ^
                             yes        |
                              v         |
                      change the board where the two differ

`targets` says what can be asked of an instance. `generate` makes instances one after another in a child process. One
file per puzzle knows what can be changed on a board: `tents` (`tents_rules`: each reading of the tree rule, by
forbidding rings of ties), `akari`, `tiling` (`tiling_givens`: some pieces lie on the board already), `lightsout`
(`lightsout_bounds`: what no instance can have). All other puzzles are set by `redrawing`. Shared: `clues` (minimal
clues), `symmetry` (of walls), `uniqueness` (confirmation by an engine of
another kind). A solver is asked many times about similar boards: `backends/reasons/incremental.py`.
"""
