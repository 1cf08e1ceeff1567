"""Hashiwokakero in words: what a variable says, which row of a rule it is, and where these are on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from models.neutral import Model
from models.puzzles import defaults
from models.puzzles.boards import Cell, describe_cell
from models.puzzles.hashi.instance import UNKNOWN, Hashi
from models.puzzles.hashi.pairs import island_pairs
from models.puzzles.hashi.rules import CROSSINGS, NUMBERS, cell_words

COUNTS = ("no", "one", "two", "three", "four")


def name_of(p: Hashi, m: Model, literal: int) -> str:
    """`a bridge from R1C1 to R1C4`, `two bridges from ..`, `no bridge from ..`, `at most one bridge from ..`."""
    variable = _variable(m, literal)
    if variable is None:
        return defaults.name_of(p, m, literal)
    beside, pair = variable
    if literal > 0:
        several = "a bridge" if beside == 0 else f"{COUNTS[beside + 1]} bridges"
    else:
        several = "no bridge" if beside == 0 else f"at most {COUNTS[beside]} bridge{'s' if beside > 1 else ''}"
    return f"{several} from {_describe_pair(p, pair)}"


def name_together(p: Hashi, m: Model, literals: Sequence[int]) -> list[str] | None:
    """What several literals say of each pair: `two bridges from R1C1 to R1C4`, `one bridge from ..`; None if no two of
    them are of the same pair."""
    bounds: dict[int, tuple[int, int]] = {}  # least and most number of bridges, by pair
    for literal in literals:
        variable = _variable(m, literal)
        if variable is None:
            return None
        beside, pair = variable
        least, most = bounds.get(pair, (0, p.most))
        bounds[pair] = (max(least, beside + 1), most) if literal > 0 else (least, min(most, beside))
    if len(bounds) == len(literals):
        return None
    return [f"{_describe_number(p, *bounds[pair])} from {_describe_pair(p, pair)}" for pair in bounds]


def _describe_number(p: Hashi, least: int, most: int) -> str:
    """`two bridges` of (2, 2), `a bridge` of (1, 2) if there are at most two, `at most one bridge` of (0, 1)."""
    if least == 0:
        return "no bridge" if most == 0 else f"at most {COUNTS[most]} bridge{'s' if most > 1 else ''}"
    if least == 1:
        return "one bridge" if most == 1 < p.most else "a bridge"
    several = f"{COUNTS[least]} bridges"
    return several if most in (least, p.most) else f"{several} or {COUNTS[most]}"


def cells_of(p: Hashi, m: Model, literal: int) -> frozenset[Cell]:
    """The water under a bridge; of islands that touch, these."""
    variable = _variable(m, literal)
    return frozenset() if variable is None else frozenset(pair_cells(p, variable[1]))


def pair_cells(p: Hashi, pair: int) -> list[Cell]:
    """The cells between two islands that face each other; if there are none, the two."""
    first, second = island_pairs(p).cells[pair].tolist()
    return cells_between(first, second) or [(first[0], first[1]), (second[0], second[1])]


def cells_between(first: Iterable[int], second: Iterable[int]) -> list[Cell]:
    """The cells of a line between these two, the first of which is to the left or above."""
    (r, c), (r2, c2) = first, second
    return [(r, at) for at in range(c + 1, c2)] if r == r2 else [(at, c) for at in range(r + 1, r2)]


def row_name(p: Hashi, m: Model, sentence: str, number: int) -> str:
    """`the island 3 at R2C5`, `the crossing at R2C3`, `the islands R1C2 and R1C4`."""
    if sentence == NUMBERS:
        r, c = p.islands[number].tolist()
        return f"the island {cell_words(p)[r, c]} at {describe_cell((r, c))}".replace(" ? ", " ")
    if sentence == CROSSINGS:
        return f"the crossing at {describe_cell(*row_cells(p, m, sentence, number))}"
    pairs = len(island_pairs(p).ends)
    if sentence == "there is no second bridge without a first":
        return f"the islands {_describe_pair(p, number % pairs).replace(' to ', ' and ')}"
    return f"row {number}"


def row_cells(p: Hashi, m: Model, sentence: str, number: int) -> frozenset[Cell]:
    """The island, or the cell where two bridges would cross."""
    if sentence == NUMBERS:
        r, c = p.islands[number].tolist()
        return frozenset({(r, c)})
    if sentence == CROSSINGS:
        across, down = island_pairs(p).crossings[number].tolist()
        return frozenset(pair_cells(p, across)) & frozenset(pair_cells(p, down))
    return frozenset()


def without_clue(p: Hashi) -> Iterable[Hashi]:
    """The board without the number of one island, for each that has one."""
    for r, c in np.argwhere(p.cells > 0).tolist():
        cells = p.cells.copy()
        cells[r, c] = UNKNOWN
        yield Hashi(cells, p.most)


def _variable(m: Model, literal: int) -> tuple[int, int] | None:
    """How many bridges lie beside it already, and the pair; None if the variable is none of a bridge."""
    name, _, place = m.name_of(abs(literal)).rstrip("]").partition("[")
    if name != "bridge":
        return None
    beside, pair = map(int, place.split(","))
    return beside, pair


def _describe_pair(p: Hashi, pair: int) -> str:
    first, second = island_pairs(p).cells[pair].tolist()
    return f"{describe_cell(first)} to {describe_cell(second)}"
