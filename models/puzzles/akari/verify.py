"""The checker of Akari answers: the rules again, by plain scans of the board, sharing nothing with the model.

Every broken rule is one sentence about cells, counted from 1 (`R3C5`). The board is scanned once per direction,
so that an answer of a million lamps is checked as fast as it is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from models.puzzles.boards import describe_cell

Cell: TypeAlias = tuple[int, int]


def broken_rules(board: Sequence[Sequence[int]], lamps: Iterable[Cell], white: int, bare: int) -> list[str]:
    """What is wrong with these lamps; [] if nothing is. A cell that is neither white nor bare is its clue."""
    height, width = len(board), len(board[0])
    placed = Counter((int(r), int(c)) for r, c in lamps)
    off_board = [cell for cell in sorted(placed) if not (0 <= cell[0] < height and 0 <= cell[1] < width)]
    on_board = set(placed) - set(off_board)
    on_wall = {(r, c) for r, c in on_board if board[r][c] != white}
    return [
        *(f"the lamp at {describe_cell(cell)} is not on the {height}x{width} board" for cell in off_board),
        *(
            f"the lamp at {describe_cell(cell)} is given {times} times"
            for cell, times in sorted(placed.items())
            if times > 1
        ),
        *(f"the lamp at {describe_cell(cell)} stands on a wall" for cell in sorted(on_wall)),
        *_light_faults(board, on_board - on_wall, white),
        *_count_faults(board, on_board - on_wall, white, bare),
    ]


def _light_faults(board: Sequence[Sequence[int]], lamps: set[Cell], white: int) -> Iterable[str]:
    """Lamps that see each other, and white cells that no lamp sees. Cells are numbered row by row here."""
    height, width = len(board), len(board[0])
    walls = [cell != white for row in board for cell in row]
    lamp, light = bytearray(len(walls)), bytearray(len(walls))
    for r, c in lamps:
        lamp[r * width + c] = 1
    lines = [range(r * width, (r + 1) * width) for r in range(height)]
    lines += [range(c, height * width, width) for c in range(width)]
    for line in lines:
        for way in (line, line[::-1]):
            last = -1  # the last lamp since the last wall
            for cell in way:
                if walls[cell]:
                    last = -1
                elif lamp[cell]:
                    if last >= 0 and way is line:
                        first, second = (describe_cell(divmod(lamp, width)) for lamp in (last, cell))
                        yield f"the lamps at {first} and {second} see each other"
                    last = cell
                if last >= 0:
                    light[cell] = 1
    for cell, wall in enumerate(walls):
        if not (wall or light[cell]):
            yield f"no lamp lights the cell at {describe_cell(divmod(cell, width))}"


def _count_faults(board: Sequence[Sequence[int]], lamps: set[Cell], white: int, bare: int) -> Iterable[str]:
    for r, row in enumerate(board):
        for c, clue in enumerate(row):
            if clue not in (white, bare):
                count = sum(cell in lamps for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)))
                if count != clue:
                    words = f"{count} lamp{'s' * (count != 1)}"
                    yield f"the wall at {describe_cell((r, c))} touches {words}, its number says {clue}"
