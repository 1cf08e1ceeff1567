"""Puzzles to begin with: each is small, works in every verb, and says in comments what to replace.

cells.py     the answer is a set of cells: numbers count the pieces around them
rooms.py     the same with rooms: their numbers count shaded cells, the others are connected
margins.py   the same with numbers beside the board
values.py    the answer is a number in each cell: a Latin square with given numbers
loop.py      the answer is a loop through cells: it visits all circles
writing.py   `python -m models.puzzles new NAME --answer cells`: the file of a new puzzle, made of one of these
part_list.py `python -m models.puzzles parts` and `codecs`: what there is to go on with
"""
