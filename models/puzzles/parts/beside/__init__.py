"""Beside the board: rules about numbers that stand at its lines.

    line_blocks.py       blocks of shaded cells, whose lengths are listed
    seen_heights.py      heights in cells, and how many are seen from each side
    margin_text.py       the plain text of Tents, whose cells may stand without blanks

The plain text of other such boards is `text_of_grids` with `sides`, what they look like `side_words` says of any scene,
and `models.puzzles.boards` knows what sides are.
"""
