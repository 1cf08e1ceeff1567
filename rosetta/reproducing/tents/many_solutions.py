"""Methods for solving the Tents puzzle (Hebrew): maps without clues that have many solutions.

    one tree per 4x4 block                  4^(n^2/16)
    and a tree between four of them         2.25^(n^2/64) 4^(n^2/16): 576 on 8x8
    an X of five trees per 6x6 block        24^(n^2/36)

Its numbers are counted, by solvers and by `maps`. A search finds better blocks; where a block is small enough, all maps
are tried, which proves that none is better. Blocks are compared by growth, solutions ^ (1 / cells of the block): a
lower bound on what a large map of blocks gets per cell. The 896 solutions of an 8x8 board do not multiply: it has tents
on its edge, which would touch those of the next block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np

from backends import exactcover
from backends.contract import Limits
from models.puzzles.tents.instance import UNKNOWN, Tents
from models.puzzles.tents.record import PUZZLE
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REPRODUCED, Entry, Figure, Line, Table, Value
from rosetta.foundation.progress import Progress
from rosetta.reproducing.records import Item
from rosetta.reproducing.tents.maps import Cell, MaskBoard, bits, most_solutions, search_map, solutions_of
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.count import count_answers

FOUR = ((1, 1), (1, 5), (5, 1), (5, 5))  # a tree in each of four 4x4 blocks
CROSS = ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3))
MAPS: dict[str, tuple[int, tuple[Cell, ...], int | None]] = {  # side, trees, what the source says
    "one tree, 4x4": (4, FOUR[:1], 4),
    "four blocks of one tree, 8x8": (8, FOUR, 256),
    "and a tree at (3,3)": (8, (*FOUR, (3, 3)), 576),
    "and a tree at (3,4) instead": (8, (*FOUR, (3, 4)), None),
    "trees moved apart, one at (4,3)": (8, ((1, 1), (1, 5), (6, 1), (6, 6), (4, 3)), None),
    "X of five trees, 6x6": (6, CROSS, 24),
    "X of five trees, 5x5": (5, CROSS, None),
}
EXHAUSTIVE_SIDES, SEARCH_SIDES = (1, 2, 3, 4, 5), (6, 7)  # m: all maps on m x m tried; searched
STEPS, MANY_STEPS = 1_500, 40_000
LIMITS = Limits(seconds=30.0)
THEIR_BLOCKS = {"one tree": (4, 4), "an X": (6, 24), "four trees and one": (8, 576)}  # side, solutions


@dataclass(frozen=True, slots=True)
class MapBlock:
    """A map on side - 1 rows and columns, with a free row and column. trees: cell numbers on the map; proved: all maps
    were tried."""

    side: int
    solutions: int
    trees: tuple[int, ...]
    proved: bool


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    exactcover.BACKEND.probe()  # its loops are compiled here once, instead of in every child process
    rows: list[list[Value]] = []
    lines = []
    for name, (side, trees, theirs) in MAPS.items():
        progress(name)
        ours, by_solvers = count_solutions(side, trees)
        inside = has_free_edge(side, trees)
        rows.append([name, theirs, ours, by_solvers, "yes" if inside else "no", growth(ours, side) if inside else None])
        lines.append(count_line(name, theirs, ours, by_solvers))
    yield Table(
        "Solutions of maps without clues",
        ("map", "theirs", "ours", "by solvers", "multiply", "growth"), rows,
        "Rows and columns from 0. Ours by extending sets of tents; by solvers: exact cover. Growth: per cell of "
        "the map. Multiply: no tent in the last row or column, so that copies side by side do not disturb each other.",
    )  # fmt: skip
    yield from lines
    yield from formula_lines()
    yield from block_entries(best_blocks(full, seed, progress), progress)


def count_solutions(side: int, trees: Sequence[Cell]) -> tuple[int, int | None]:
    """The number of solutions of a map, by `maps` and by the project's engines (up to a thousand listed and checked,
    more only counted). None where the limit was hit."""
    question = Question(PUZZLE, clueless_instance(side, trees))
    entrants = [resolve_entrant(question, name, "default") for name in ("exactcover", "cpsat")]
    total = count_answers(question, entrants, LIMITS)
    if total.broken:
        raise ValueError(total.broken[0])
    return len(solutions_of(side, trees)), total.number if total.exact or not total.by_listing else None


def clueless_instance(side: int, trees: Sequence[Cell]) -> Tents:
    """The map as a board of the puzzle."""
    on = np.zeros((side, side), np.bool_)
    on[tuple(np.array(trees).T)] = True
    unknown = np.full(side, UNKNOWN)
    return Tents(on, unknown, unknown)


def has_free_edge(side: int, trees: Sequence[Cell]) -> bool:
    """Does no solution put a tent into the last row or column, and is no tree there?"""
    board = MaskBoard(side)
    edge = sum(1 << board.bit((r, c)) for r in range(side) for c in range(side) if side - 1 in (r, c))
    used = np.bitwise_or.reduce(solutions_of(side, trees))
    return not int(used) & edge and not any(side - 1 in cell for cell in trees)


def growth(solutions: float, side: int) -> float:
    """The factor per cell by which solutions multiply on a large map of such blocks."""
    return round(exp(log(solutions) / side**2), 5)


def count_line(name: str, theirs: int | None, ours: int, by_solvers: int | None) -> Line:
    """A number of the source, or one of ours that it does not have."""
    claim = f"solutions: {name}"
    if by_solvers is None:
        return Line(claim, theirs, ours, OPEN, "The solvers did not count them within the limit.")
    if by_solvers != ours:
        return Line(claim, theirs, ours, CONTRADICTORY, f"The solvers count {by_solvers:,}.")
    reason = "Not among its maps: one of ours." if theirs is None else ""
    return Line(claim, theirs, ours, REPRODUCED if theirs in (None, ours) else CORRECTED, reason)


def formula_lines() -> Iterator[Line]:
    """The formulas that the source derives from its numbers."""
    four, five = (len(solutions_of(8, trees)) for trees in (FOUR, (*FOUR, (3, 3))))
    yield Line("one more tree between four blocks multiplies by", 2.25, five / four,
               REPRODUCED if 4 * five == 9 * four else CORRECTED)  # fmt: skip
    base = len(solutions_of(6, CROSS)) ** (16 / 36)
    yield Line("24^(n^2/36) as a power of n^2/16: the base", 4.1, round(base, 3),
               REPRODUCED if round(base, 1) == 4.1 else CORRECTED)  # fmt: skip


def best_blocks(full: bool, seed: int, progress: Progress) -> list[MapBlock]:
    """The best map on m x m, of all or of those that a search visits; the side of its block is m + 1."""
    blocks = []
    for m in EXHAUSTIVE_SIDES:
        progress(f"all maps on {m} x {m}")
        most, _, trees = most_solutions(m)
        blocks.append(MapBlock(m + 1, most, tuple(bits(trees)), True))
    for m in (*SEARCH_SIDES, 8) if full else SEARCH_SIDES:
        steps = MANY_STEPS if full else STEPS
        best = search_map(m, steps, seed, progress)
        blocks.append(MapBlock(m + 1, len(solutions_of(m, [divmod(tree, m) for tree in best])), tuple(best), False))
    return blocks


def block_entries(blocks: list[MapBlock], progress: Progress) -> Iterator[Entry]:
    """The best blocks, a picture of the best one, and the verdicts on the source's three forms."""
    by_side = dict(THEIR_BLOCKS.values())
    yield Table(
        "Best blocks: solutions of m x m maps, with a free last row and column around them",
        ("block", "theirs", "growth", "ours", "growth", "no better one"),
        [(f"{b.side}x{b.side}", by_side.get(b.side), growth(by_side[b.side], b.side) if b.side in by_side else None,
          b.solutions, growth(b.solutions, b.side), "all maps tried" if b.proved else "not proved") for b in blocks],
        "A large map of such blocks has at least the product of their solutions; tents in the free rows come on top.",
    )  # fmt: skip
    best = max(blocks, key=lambda b: growth(b.solutions, b.side))
    yield Figure(f"{best.solutions:,} solutions on a block of {best.side} x {best.side} (T: tree)", draw_block(best))
    by_solvers = {}
    for b in blocks:
        progress(f"counting the {b.solutions:,} solutions of a block of {b.side} x {b.side}")
        if b.side in by_side or b is best:
            by_solvers[b.side] = count_solutions(b.side - 1, [divmod(tree, b.side - 1) for tree in b.trees])[1]
    for name, (side, _) in THEIR_BLOCKS.items():
        yield source_block_line(name, next(b for b in blocks if b.side == side), by_solvers[side])
    theirs, ours = max(growth(n, side) for side, n in THEIR_BLOCKS.values()), growth(best.solutions, best.side)
    verdict = block_verdict(theirs, ours, best, by_solvers)
    yield Line("growth of the best maps, per cell: at least", theirs, ours, verdict,
               f"{best.solutions:,} on {best.side}x{best.side}; it does not call its maps the best.")  # fmt: skip


def source_block_line(name: str, b: MapBlock, by_solvers: int | None) -> Line:
    """One of its forms against the best block of that size."""
    _, theirs = THEIR_BLOCKS[name]
    reason = "All maps tried: there is no better one." if b.proved else "By search; there may be better ones."
    reason += " It does not call its map the best." if b.solutions > theirs else ""
    claim = f"most solutions of a block of {b.side}x{b.side} ({name}): {'exactly' if b.proved else 'at least'}"
    return Line(claim, theirs, b.solutions, block_verdict(theirs, b.solutions, b, {b.side: by_solvers}), reason)


def block_verdict(theirs: float, ours: float, b: MapBlock, by_solvers: Mapping[int, int | None]) -> str:
    """A better block counts if solvers confirm its number; that none is better, if all maps were tried."""
    if by_solvers[b.side] not in (None, b.solutions):
        return CONTRADICTORY
    if by_solvers[b.side] is None:
        return OPEN
    return CORRECTED if ours > theirs else REPRODUCED if b.proved and ours == theirs else OPEN


def draw_block(b: MapBlock) -> str:
    """The block with its free row and column."""
    on = {divmod(tree, b.side - 1) for tree in b.trees}
    return "\n".join(" ".join("T" if (r, c) in on else "." for c in range(b.side)) for r in range(b.side))


ITEM = Item(
    name="tents-many",
    title="Tents: maps with many solutions",
    source="Methods for solving the Tents puzzle (project report in Hebrew)",
    shows="Its three constructions counted, better ones by search, the best of all small blocks by trying all.",
    run=run,
)
