"""Hashiwokakero: join all islands by bridges.

    1---4===2    * bridges run in a row or column from an island to the next one
    . . | . .    * between two islands there are at most two (on some boards: one, three, four)
    2---3 . 1    * an island has as many bridges as its number says; one without a number (?), as many as it likes
    | . | . |    * bridges do not cross
    2---?---3    * all islands are connected

Islands may touch, although published boards have none that do. In the model, two islands that face each other have a
Boolean for their first bridge, one for the second, and so on. Islands are always there, so the graph that is connected
has the islands as its vertices, and as its edges the first bridges.

Reference: Nikoli, where the puzzle is called Hashi o kakero (build bridges).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, Model, group
from models.puzzles.boards import describe_cell, numbered_isometry
from models.puzzles.contract import InputError
from models.puzzles.grid_text import GridText
from models.puzzles.hashi.instance import UNKNOWN, WATER, Answer, Bridge, Hashi
from models.puzzles.hashi.pairs import island_pairs

NUMBERS = "an island has as many bridges as its number says"
CROSSINGS = "bridges do not cross"
WORDS = {".": WATER, "?": UNKNOWN, **{str(number): number for number in range(1, 17)}}


def model(p: Hashi, by: str = CONNECTIVITY[0]) -> Model:
    """The rules. Decisions: `bridge`, shape (most, pairs): is there a first bridge between these islands, a second?"""
    m, pairs, numbers = Model("hashi"), island_pairs(p), p.numbers
    bridge = m.bools("bridge", (p.most, len(pairs.ends)))
    m.any("there is no second bridge without a first", np.stack([-bridge[1:], bridge[:-1]], axis=-1).reshape(-1, 2))
    at_ends = np.stack([bridge, bridge], axis=-1)
    island = np.broadcast_to(pairs.ends, at_ends.shape)
    m.exactly(numbers, NUMBERS, group(at_ends, by=island, n=len(numbers)), where=numbers != UNKNOWN, clue=True)
    m.at_most(1, CROSSINGS, bridge[0][pairs.crossings])
    always = np.zeros(len(numbers), np.int64)
    m.connected("all islands are connected", always, pairs.ends, links=bridge[0], by=by)
    return m


def decode(p: Hashi, m: Model, values: NDArray[np.int64]) -> Answer:
    """The bridges of an assignment (entry x: value of variable x), whatever the formulation."""
    number = (np.asarray(values)[m.arrays["bridge"]] > 0).sum(axis=0)
    built = np.flatnonzero(number)
    ends = island_pairs(p).cells[built].tolist()
    return tuple(sorted((tuple(a), tuple(b), n) for (a, b), n in zip(ends, number[built].tolist(), strict=True)))


def project(p: Hashi, m: Model) -> NDArray[np.int32]:
    """The variables that are the answer."""
    return m.arrays["bridge"].ravel()


# ---- text ------------------------------------------------------------------------------------------------------------


def _read(words: NDArray[np.str_], bridges: int) -> Hashi:
    for r, c in np.argwhere(~np.isin(words, list(WORDS)))[:1]:
        raise InputError(
            f"cell {describe_cell((r, c))}: expected `.` for water, or an island: its number from 1, or `?`, found "
            f"{str(words[r, c])[:40]!r}"
        )
    return Hashi(np.vectorize(WORDS.__getitem__, otypes=[np.int8])(words), bridges)


def cell_words(p: Hashi) -> NDArray[np.str_]:
    """The words of the cells as plain text has them, shape (rows, columns)."""
    names: NDArray[np.str_] = np.array([*map(str, range(17)), "?"])
    names[WATER] = "."
    return names[p.cells]


TEXT = GridText(_read, lambda p: (cell_words(p), p.most), numbers=("bridges",))


def parse(text: str) -> Hashi:
    """The board in a text. Raises InputError."""
    try:
        board: Hashi = TEXT.parse(text)
    except InputError as error:
        raise InputError(f"hashi, plain text: {error}; expected a board such as {EXAMPLE!r}") from None
    return board


EXAMPLE = "1 3 2\n1 . 1"


# ---- answers ---------------------------------------------------------------------------------------------------------


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return {"bridges": [[list(first), list(second), number] for first, second, number in answer]}


def answer_from_json(p: Hashi, document: Mapping[str, Any]) -> Answer:
    """The answer that `answer_json` wrote, sorted, each with its upper or left island first. Raises InputError."""
    bridges = document.get("bridges") if isinstance(document, Mapping) else None
    if not isinstance(bridges, list):
        raise InputError(
            'hashi: expected {"bridges": [[[row, column], [row, column], number], ...]}, found no list "bridges"'
        )
    return tuple(sorted(_read_bridge(i, bridge) for i, bridge in enumerate(bridges)))


def _read_bridge(i: int, bridge: Any) -> Bridge:
    ends, number = (bridge[:2], bridge[2]) if isinstance(bridge, list) and len(bridge) == 3 else ([], None)
    are_cells = all(isinstance(end, list) and len(end) == 2 and all(type(x) is int for x in end) for end in ends)
    if type(number) is not int or not are_cells:
        raise InputError(f"hashi: bridges[{i}]: expected [[row, column], [row, column], number], found {bridge!r}")
    (r, c), (r2, c2) = sorted(ends)
    return (r, c), (r2, c2), number


def bridge_units(answer: Answer) -> frozenset[Any]:
    """Each single bridge by itself: (island, island, 1), (island, island, 2)."""
    return frozenset((first, second, k) for first, second, number in answer for k in range(1, number + 1))


# ---- symmetry --------------------------------------------------------------------------------------------------------


def _mapped(image: Callable[..., Any], answer: Answer) -> Answer:
    """The bridges with their ends moved."""
    return tuple(sorted((*image([first, second]), number) for first, second, number in answer))


def transform(p: Hashi, number: int) -> tuple[Hashi, Callable[[Answer], Answer]]:
    """The board turned and mirrored, and the map of its answers back."""
    image, back = numbered_isometry(p.cells.shape, number)
    return Hashi(image.board(p.cells), p.most), lambda answer: _mapped(back, answer)
