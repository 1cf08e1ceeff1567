"""Exchange formats of puzzles: a file each; `graphs` has those of graphs.

`contract` finds every module with a record `FORMAT`: adding such a file adds the format. A format that several puzzles
share takes a text apart, and leaves what it says of a board to what the puzzle declares, by the combinators of
`models/puzzles/codecs/`: `declarations` finds that, and `signature_table` keeps by what texts are told.
"""
