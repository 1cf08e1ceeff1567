"""What the setters of puzzles share. A setter makes boards with one solution, or with another property that its puzzle
knows; it lies with the puzzle (`models/puzzles/NAME/setting.py`) and stands in the puzzle's record (`Extras.setter`).

    setter      the record of a setter, and the attempt that it gets: size, seed, targets, engines
    targets     what can be asked of a board, and what a setter hands back
    engines     what a setter may ask of solvers: a protocol, since a puzzle imports no backend
    clues       a minimal set of clues, by deletion        symmetry    cells that belong together on a symmetric board

`rosetta/studies/setting/` calls the setters, hands them the engines, and confirms what they set.
"""
