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

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, Model, each, group
from models.neutral.wording.phrases import Each
from models.puzzles.boards import describe_cell
from models.puzzles.contract import InputError
from models.puzzles.grid_text import GridText
from models.puzzles.hashi.instance import UNKNOWN, WATER, Hashi
from models.puzzles.hashi.pairs import island_pairs
from models.puzzles.parts.pairs import PairNumbers

BRIDGES = PairNumbers("bridge")
WORDS = {".": WATER, "?": UNKNOWN, **{str(number): number for number in range(1, 17)}}


def model(p: Hashi, by: str = CONNECTIVITY[0]) -> Model:
    """The rules. Decisions: `bridge`, shape (most, pairs): is there a first bridge between these islands, a second?"""
    m, pairs, numbers = Model("hashi"), island_pairs(p), p.numbers
    bridge = m.bools(
        "bridge", (p.most, len(pairs.ends)), says=each("a bridge from {line}", levels=p.most, line=pairs.cells)
    )
    next_one, first = np.stack([-bridge[1:], bridge[:-1]], axis=-1).reshape(-1, 2), bridge[0]
    m.any("there is no second bridge without a first", next_one, of=_pair_words(p))
    at_ends = np.stack([bridge, bridge], axis=-1)
    beside = group(at_ends, by=np.broadcast_to(pairs.ends, at_ends.shape), n=len(numbers))
    island = each("the island {clue} at {cell}", clue=numbers, cell=p.cells != WATER)
    known = numbers != UNKNOWN
    m.exactly(numbers, "an island has as many bridges as its number says", beside, where=known, of=island, clue=True)
    crossing = each("the crossing at {cell}", cell=pairs.crossed_cells)
    m.at_most(1, "bridges do not cross", first[pairs.crossings], of=crossing)
    always = np.zeros(len(numbers), np.int64)
    m.connected("all islands are connected", always, pairs.ends, links=first, by=by)
    return m


def _pair_words(p: Hashi) -> Each:
    """The two islands of each pair, once for each bridge after the first."""
    one, other = (np.tile(end, (p.most - 1, 1)) for end in island_pairs(p).cells.transpose(1, 0, 2))
    return each("the islands {one} and {other}", plural=True, one=one, other=other)


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
