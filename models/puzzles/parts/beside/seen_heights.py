"""Heights in cells, and what is seen of them along the lines of a board: those before which none is taller.

    2   3   1   4   2        from the left 3 and 4 are seen, from the right 4 alone: an empty cell hides nothing

The board is a record with `left`, `top`, `right`, `bottom`: how many are seen along each line from there, 0 for none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, each
from models.puzzles.boards import SIDES, lines_from, name_lines
from models.puzzles.parts.answers import Grid


def state_seen(m: Model, height: NDArray[np.int32], board: Any) -> None:
    """As many are seen along each line as the board says. height: literals by row, column, height less 1. Declares
    `seen_left` and so on: by line with a number, place and height, is it there and seen?"""
    for side in SIDES:
        clues = getattr(board, side)
        built = lines_from(side, height)[clues > 0]
        if not len(built):
            continue
        seen = m.bools(f"seen_{side}", built.shape, says=_name_seen(side, height.shape, clues > 0))
        conditions = [[built[i, c, h], *(-built[i, :c, h + 1 :]).ravel()] for i, c, h in np.ndindex(*built.shape)]
        m.iff("what no taller one hides is seen", seen.ravel(), conditions, list(map(len, conditions)))
        counted, of = seen.reshape(len(seen), -1), name_lines(side, clues > 0)
        m.exactly(clues[clues > 0], "a number says how many are seen from there", counted, of=of, clue=True)


def _name_seen(side: str, shape: tuple[int, ...], clued: NDArray[np.bool_]) -> Each:
    """The words of what is seen from a side along the lines with a number. shape: rows, columns, heights."""
    places = np.moveaxis(np.indices(shape[:2]), 0, 2)
    cells = lines_from(side, places)[clued].reshape(-1, 2)
    heights = np.tile(np.arange(1, shape[2] + 1), len(cells))
    return each(f"the {{height}} at {{cell}} seen from the {side}", height=heights, cell=cells.repeat(shape[2], axis=0))


def read_seen(board: Any, answer: Grid) -> Any:
    """The board with the numbers of what is seen of an answer from all sides."""
    lines = {side: lines_from(side, np.array(answer)) for side in SIDES}
    before = {side: np.maximum.accumulate(np.pad(way, ((0, 0), (1, 0))), axis=1)[:, :-1] for side, way in lines.items()}
    return replace(board, **{side: (way > before[side]).sum(axis=1) for side, way in lines.items()})


def seen_faults(board: Any, answer: Grid) -> Iterator[str]:
    """The lines along which others are seen than the board says, as sentences; shares nothing with the rules above."""
    rows, columns = [list(row) for row in answer], [list(column) for column in zip(*answer, strict=True)]
    for line, ways, sides in (("row", rows, ("left", "right")), ("column", columns, ("top", "bottom"))):
        for side, is_back in zip(sides, (False, True), strict=True):
            for i, (way, clue) in enumerate(zip(ways, getattr(board, side).tolist(), strict=True)):
                tallest, seen = 0, 0
                for height in reversed(way) if is_back else way:
                    seen, tallest = seen + (height > tallest), max(height, tallest)
                if clue not in (0, seen):
                    yield f"{line} {i + 1} shows {seen} from the {side}, not {clue}"
