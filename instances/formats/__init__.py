"""Exchange formats of puzzles: a file each, or a folder if several puzzles share the format.

`contract` finds every module with a record `FORMAT`: adding such a file adds the format. In a folder, `frame` has what
does not depend on the puzzle, and a file named after each puzzle has the rest.
`walks` (texts without blanks) and `rows` (lines of words) have the combinators of which such a file is declared.
"""
