"""Heights in cells, and what is seen of them along the lines of a board: those before which none is taller.

    2   3   1   4   2        from the left 3 and 4 are seen, from the right 4 alone: an empty cell hides nothing

The board is a record with `left`, `top`, `right`, `bottom`: how many are seen along each line from there, 0 for none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, Rows, each
from models.puzzles.boards import SIDES, lines_from, name_lines
from models.puzzles.parts.answers import Grid


def state_seen(m: Model, height: NDArray[np.int32], board: Any) -> None:
    """As many are seen along each line as the board says. height: literals by row, column, height less 1. Declares
    `seen`: by line with a number, place and height, is it there and seen?"""
    sides = [side for side in SIDES if getattr(board, side).any()]
    if not sides:
        return
    clued = {side: getattr(board, side) > 0 for side in sides}
    built = np.concatenate([lines_from(side, height)[clued[side]] for side in sides])
    words = _name_seen(clued, height.shape)
    seen = m.bools("seen", built.shape, says=words)
    conditions, lengths = _condition_rows(built)
    m.iff("what no taller one hides is seen", seen.ravel(), conditions, lengths, of=words)
    first = 0
    for side in sides:
        clues = getattr(board, side)[clued[side]]
        counted, of = seen[first : first + len(clues)].reshape(len(clues), -1), name_lines(side, clued[side])
        m.exactly(clues, "a number says how many are seen from there", counted, of=of, clue=True)
        first += len(clues)


def _condition_rows(built: NDArray[np.int32]) -> tuple[Rows, NDArray[np.int64]]:
    """Of each line, place and height: it is there, and all that is taller is not before it; and how many literals these
    are."""
    number, (places, most) = np.arange(built[0].size).reshape(built[0].shape), built.shape[1:]
    taller = [number[:place, height + 1 :].ravel() for place in range(places) for height in range(most)]
    template = np.concatenate([np.append(own, others) for own, others in enumerate(taller)])
    lengths = np.array([1 + len(others) for others in taller])
    is_own = np.zeros(len(template), np.bool_)
    is_own[np.cumsum(lengths) - lengths] = True
    literals, every = built.reshape(len(built), -1)[:, template], np.tile(lengths, len(built))
    return Rows(np.append(0, np.cumsum(every)), np.where(is_own, literals, -literals).ravel()), every


def _name_seen(clued: Mapping[str, NDArray[np.bool_]], shape: tuple[int, ...]) -> Each:
    """The words of what is seen along the lines with a number, by side. shape: rows, columns, heights."""
    places = np.moveaxis(np.indices(shape[:2]), 0, 2)
    lines = {side: lines_from(side, places)[chosen].reshape(-1, 2) for side, chosen in clued.items()}
    cells, heights = np.concatenate(list(lines.values())), np.arange(1, shape[2] + 1)
    sides = np.repeat(list(lines), [len(each) * shape[2] for each in lines.values()])
    text, denies = "the {height} at {cell} seen from the {side}", "no {height} at {cell} seen from the {side}"
    return each(
        text, denies=denies, height=np.tile(heights, len(cells)), cell=cells.repeat(shape[2], axis=0), side=sides
    )


def read_seen(board: Any, answer: Grid) -> Any:
    """The board with the numbers of what is seen of an answer from all sides."""
    return replace(board, **count_seen(answer))


def count_seen(answer: Grid) -> dict[str, NDArray[np.int64]]:
    """How many are seen along each line of an answer, by side."""
    lines = {side: lines_from(side, np.array(answer)) for side in SIDES}
    before = {side: np.maximum.accumulate(np.pad(way, ((0, 0), (1, 0))), axis=1)[:, :-1] for side, way in lines.items()}
    return {side: (way > before[side]).sum(axis=1) for side, way in lines.items()}


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
