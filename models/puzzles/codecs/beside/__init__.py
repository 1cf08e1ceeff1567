"""Codecs of what stands beside a board: clues on all four sides, and lists of numbers at its lines.

    2/3//1/...     SlashClues: above, below, left, right, as Tatham's IDs say them; AroundClues: as pzpr does
    5/3.1//2       SlashLists: of all columns, then of all rows, in Tatham's IDs; OutwardLists: of pzpr

    . 2 . .        FramedRows: files of pzpr, with words around the cells
    1 . . .

    3 1            ListLines("column"): a line for each list
    0
    5 5 4 D        SizeWords: what stands behind the size

Clues of four sides are a tuple (left, top, right, bottom), lists (left, top): tuples of tuples, () for one that is not
told, (0,) for a line without any.

`side_texts` has what stands in texts, `side_lines` what stands in lines, and whole puzzles of both.
"""
