"""Methods for solving the Tents puzzle (Hebrew): how many trees an n x n map can have.

A map is a set of pairs, each a tree and its tent beside it; tents do not touch. It is *maximal* if no pair can be
added; the source's generator ends with such a map. A pair (tent on t, tree on r) can be added unless

    t holds a tree, or a tent stands on t or touches it; or r holds a tree (a tent on r touches t anyway)

    lower bound   (4n^2 - 4n) / 37: there are 4n^2 - 4n pairs, and one of them spoils at most 37. Both counted here
    upper bound   n^2/4 for even n, (n-1)^2/4 for odd n. For odd n more trees fit: tents on the ((n+1)/2)^2 cells with
                  even coordinates (from 0) and, for n >= 3, trees between them. No more fit: that many 2x2 windows
                  cover the board, with at most one tent each
    exact         the least and the largest number as optimisation problems. The least is proved by a refutation of what
                  is lower; the largest by the 2x2 windows, since refutations of more grow fast: 46,758 lemmas for
                  n = 6, and none within 20 s for n = 7
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits
from models.neutral import Model, group, prepend, windows
from models.puzzles.tents.instance import Tents
from models.puzzles.tents.rules import verify
from report.reproduction.records import (
    CONTRADICTORY,
    CORRECTED,
    OPEN,
    REFUTED,
    REPRODUCED,
    Entry,
    Line,
    Table,
    comparison_line,
)
from rosetta.foundation.progress import Progress
from rosetta.reproducing.optimum import Optimum, optimum
from rosetta.reproducing.records import Item

QUICK, FULL = range(2, 8), range(2, 11)
ENGINES = ("cpsat", "cnf")
MAX_SPOILT = 37
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TreeBounds:
    """The least and the largest number of trees of maximal n x n maps; `most_trees` has the negated number."""

    n: int
    fewest_trees: Optimum
    most_trees: Optimum

    @property
    def most(self) -> int | None:
        """The trees of the best map that was found."""
        return None if self.most_trees.upper_bound is None else -self.most_trees.upper_bound


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    sides = FULL if full else QUICK
    yield pairs_line()
    yield spoilt_pairs_line()
    long, short = (Limits(seconds=seconds) for seconds in ((120.0, 20.0) if full else (10.0, 5.0)))
    bounds = []
    for n in sides:
        spoils, squares = ceil(4 * n * (n - 1) / MAX_SPOILT), -(((n + 1) // 2) ** 2)
        least = optimum(
            maximal_map_model(n, 1), ENGINES, long, f"fewest trees, n = {n}", progress, spoils, "spoilt pairs",
            proof_seconds=long.seconds,
        )  # fmt: skip
        most = optimum(
            maximal_map_model(n, -1), ENGINES[1:], short, f"most trees, n = {n}", progress, squares, "2x2 windows"
        )
        bounds.append(TreeBounds(n, least, most))
    yield Table(
        "Trees of maximal n x n maps",
        ("n", "lower bound", "fewest", "proved by", "upper bound", "most", "proved by", "share of trees %"),
        [(b.n, round(4 * b.n * (b.n - 1) / MAX_SPOILT, 2), b.fewest_trees.value_text,
          b.fewest_trees.witness_text, source_upper_bound(b.n), largest_text(b), b.most_trees.witness_text,
          shares_text(b)) for b in bounds],
        "The bounds are the source's. A number as `4 to 5`: the limit left that much open. "
        "Lemmas: those of a checked proof that none has fewer.",
    )  # fmt: skip
    yield from upper_bound_lines(bounds)
    yield lower_bound_line(bounds)
    yield corners_line()


def pairs(n: int) -> tuple[Ints, Ints]:
    """Every pair of a tent cell and a tree cell beside it, both ways round."""
    cell = np.arange(n * n).reshape(n, n)
    first = np.concatenate([cell[:, :-1].ravel(), cell[:-1].ravel()])
    second = np.concatenate([cell[:, 1:].ravel(), cell[1:].ravel()])
    return np.concatenate([first, second]), np.concatenate([second, first])


def maximal_map_model(n: int, sign: int) -> Model:
    """Maximal maps, with as few (sign 1) or as many (-1) trees as possible."""
    m, (tent_at, tree_at) = Model("maximal maps"), pairs(n)
    tent, tree, pair = m.bools("tent", (n, n)), m.bools("tree", (n, n)), m.bools("pair", len(tent_at))
    m.exactly(1, "a tent has a tree of its own", prepend(-tent.ravel(), group(pair, by=tent_at, n=n * n)))
    m.exactly(1, "a tree has a tent of its own", prepend(-tree.ravel(), group(pair, by=tree_at, n=n * n)))
    m.at_most(1, "tents do not touch, even diagonally", windows(tent, (2, 2)))
    framed = np.zeros((n + 2, n + 2), np.int32)
    framed[1:-1, 1:-1] = tent
    around = np.stack([framed[r : r + n, c : c + n].ravel() for r in range(3) for c in range(3)], axis=1)
    rows = [
        [*filter(None, around[t].tolist()), int(tree.flat[t]), int(tree.flat[r])]
        for t, r in zip(tent_at.tolist(), tree_at.tolist(), strict=True)
    ]
    m.any("no pair can be added", rows)
    m.minimize("trees", tree.ravel(), sign)
    return m


def pairs_line() -> Line:
    """The number of pairs, 4(n-2)^2 + 3*4(n-2) + 2*4, counted."""
    sides = range(2, 31)
    wrong = [n for n in sides if not len(pairs(n)[0]) == 4 * n * n - 4 * n == 4 * (n - 2) ** 2 + 12 * (n - 2) + 8]
    return Line("pairs of a tree and a tent on n x n", "4n^2 - 4n", f"the same, n = 2..{sides[-1]}",
                REFUTED if wrong else REPRODUCED)  # fmt: skip


def spoilt_pairs_line() -> Line:
    """How many pairs one pair spoils, including itself: the maximum over all pairs of a board."""
    n = 9
    tent_at, tree_at = pairs(n)
    row, col = np.divmod(tent_at, n)
    most = 0
    for tent, tree in zip(tent_at, tree_at, strict=True):
        near = np.maximum(abs(row - tent // n), abs(col - tent % n)) <= 1
        most = max(most, int((near | (tent_at == tree) | (tree_at == tree) | (tree_at == tent)).sum()))
    return comparison_line("pairs that one pair spoils, at most", MAX_SPOILT, most, "All pairs of a 9 x 9 board tried.")


def source_upper_bound(n: int) -> int:
    """The source's upper bound."""
    return n * n // 4 if n % 2 == 0 else (n - 1) ** 2 // 4


def largest_text(b: TreeBounds) -> str:
    """The largest number of trees, or its bounds; the optimum is its negative."""
    top = "?" if b.most is None else b.most
    return str(top) if b.most_trees.proofs else f"{top} to {-b.most_trees.lower_bound}"


def shares_text(b: TreeBounds) -> str:
    """The fewest to the most trees, in percent of the cells."""
    ends = (b.fewest_trees.upper_bound, b.most)
    return " to ".join("?" if end is None else f"{100 * end / b.n**2:.3g}" for end in ends)


def upper_bound_lines(bounds: list[TreeBounds]) -> Iterator[Line]:
    """n^2/4 and (n-1)^2/4 against the proved numbers."""
    for parity, formula in ((0, "n^2 / 4"), (1, "(n - 1)^2 / 4")):
        of = [b for b in bounds if b.n % 2 == parity]
        values = [b.most for b in of]
        ours = ", ".join(f"n = {b.n}: {largest_text(b)}" for b in of)
        claim = f"most trees, n {'odd' if parity else 'even'}"
        faults = [fault for b in of for fault in b.most_trees.faults]
        if faults:
            yield Line(claim, formula, ours, CONTRADICTORY, faults[0])
        elif not all(b.most_trees.is_settled for b in of):
            yield Line(claim, formula, ours, OPEN, "The limit left a number to one engine or none.")
        elif values == [source_upper_bound(b.n) for b in of]:
            yield Line(claim, formula, ours, REPRODUCED)
        else:
            right = values == [((b.n + 1) // 2) ** 2 for b in of]
            reason = "It is ((n + 1) / 2)^2 for odd n >= 3: tents on the cells with even coordinates. " if right else ""
            yield Line(claim, formula, ours, CORRECTED, reason + "No more fit: 2x2 windows that cover the board.")


def lower_bound_line(bounds: list[TreeBounds]) -> Line:
    """(4n^2 - 4n) / 37 as a lower bound, and for which n it is reached."""
    claim, formula = "fewest trees of a maximal map: at least", "(4n^2 - 4n) / 37"
    ours = ", ".join(f"n = {b.n}: {b.fewest_trees.value_text}" for b in bounds)
    faults = [fault for b in bounds for fault in b.fewest_trees.faults]
    if faults:
        return Line(claim, formula, ours, CONTRADICTORY, faults[0])
    reachable = {b: ceil(4 * b.n * (b.n - 1) / MAX_SPOILT) for b in bounds}
    if any(b.fewest_trees.upper_bound is not None and b.fewest_trees.upper_bound < reachable[b] for b in bounds):
        return Line(claim, formula, ours, REFUTED, "A maximal map with fewer trees is shown.")
    unproved = [b.n for b in bounds if not b.fewest_trees.is_settled]
    if len(unproved) == len(bounds):
        return Line(claim, formula, ours, OPEN, f"Not settled for n in {unproved}.")
    reached = [b.n for b in bounds if b.fewest_trees.upper_bound == reachable[b]]
    reason = f"No map has fewer, and the bound is reached for n in {reached}."
    reason += f" The least number itself is not settled for n in {unproved}." if unproved else " Exact numbers."
    return Line(claim, formula, ours, REPRODUCED, reason, proof=fewest_proof_sentence(bounds))


def fewest_proof_sentence(bounds: list[TreeBounds]) -> str:
    """For which n it is proved that no map has fewer, and who else says so of the others."""
    proved = [b.n for b in bounds if b.fewest_trees.proof_size]
    others = [b.n for b in bounds if b.fewest_trees.is_settled and b.n not in proved]
    sentence = f"Proved, and the proofs checked, for n in {proved}." if proved else ""
    return sentence + (f" Not proved in that way for n in {others}." if proved and others else "")


def corners_line() -> Line:
    """The smallest odd board: tents in the corners, trees in the middle of the edges; no rule is broken."""
    trees = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.bool_)
    p = Tents(trees, [2, 0, 2], [2, 0, 2])
    broken = verify(p, ((0, 0), (0, 2), (2, 0), (2, 2)))
    return Line("trees on 3 x 3, at most", source_upper_bound(3), int(trees.sum()), CONTRADICTORY if broken else
    CORRECTED,
                "; ".join(broken) or "Tents in the corners, trees on the edges: no rule is broken.")  # fmt: skip


ITEM = Item(
    name="tents-bounds",
    title="Tents: how few and how many trees a map can have",
    source="Methods for solving the Tents puzzle (project report in Hebrew)",
    shows="Exact least and largest numbers of trees of maximal maps, with proofs, and its two bounds.",
    run=run,
)
