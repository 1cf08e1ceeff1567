"""Window search: a large local model solved window by window along an order of the variables.

    order        ---------------------------------------------------------------------->
    window       | fixed |  kept           |  look-ahead    |  not looked at yet
    next window  .        fixed            |  kept           |  look-ahead    |

A window is the model restricted to the variables in it (`restriction`): what is before it is fixed, what comes after
it may be anything within its bounds, so that a row that reaches out of the window is relaxed, not dropped. The first
part of its solution is kept; the rest makes it likely that the search can go on. Where it cannot, it steps back by one
window and lengthens the look-ahead, there and from then on. On a board read row by row, whose rows reach over a few
lines only, the cost is linear in the board.

When all windows are solved, every row holds, since the last window a row reaches into contains it whole. Large windows
are cut again, across. A failure proves nothing, except for a window with nothing before it; "no solution" is only
reported if the inner backend says so of the whole model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, assert_never

import numpy as np

from backends.contract import Values
from backends.outcomes import Stopwatch
from backends.passes.ordering import (
    Numbers,
    Order,
    Region,
    breadth_first_order,
    declaration_order,
    reverse_cuthill_mckee,
    whole_region,
)
from backends.passes.restriction import kind_code, restrict_model
from models.neutral import Block, Kind, Model

LOOKAHEAD_GROWTH = 1.5  # how much longer the look-ahead becomes with a step back


class PartialAssignment:
    """The variables fixed so far, as bounds, which change during the search; the model stays. number: zeros, by
    variable, for whoever numbers those of a region, and then clears it: small regions cost nothing of the others."""

    def __init__(self, model: Model) -> None:
        self.model, self.lower, self.upper = model, model.lower.copy(), model.upper.copy()
        self.number = np.zeros(model.variables + 1, np.int32)

    def restrict(self, region: Region) -> Model:
        """The region as a model: rows that reach out of it are relaxed."""
        rows = [each.astype(np.int64) for each in region.rows]
        return restrict_model(self.model, region.variables, self.lower, self.upper, rows, self.number)[0]

    def plain_rows(self, region: Region) -> PlainRows | None:
        """The region's rows as clauses and at-most rows; None where one of them cannot hold."""
        from backends.passes import windowing_kernel as kernel
        from backends.passes.restriction_kernel import CLAUSE

        self.number[region.variables] = np.arange(1, len(region.variables) + 1)
        parts = [
            kernel.plain_rows(
                kind_code(block.kind) == CLAUSE,
                *(block.rows.starts, block.rows.literals, block.lo, block.hi),
                *(rows, self.lower, self.upper, self.number),
            )
            for block, rows in zip(self.model.blocks, region.rows, strict=True)
        ]
        self.number[region.variables] = 0
        clauses, counts, at_most, most = zip(*parts, strict=True)
        if kernel.IMPOSSIBLE in counts:
            return None
        return PlainRows(
            len(region.variables), np.concatenate(clauses), sum(counts), np.concatenate(at_most), np.concatenate(most)
        )

    def fix(self, variables: Numbers, values: Values) -> None:
        """Fix the variables of a region to the values of a solution (of which entry 0 is unused)."""
        self.lower[variables] = self.upper[variables] = values[1:]

    def unfix(self, variables: Numbers) -> None:
        """Give these variables their original bounds."""
        self.lower[variables], self.upper[variables] = self.model.lower[variables], self.model.upper[variables]


@dataclass(frozen=True, slots=True, eq=False)
class PlainRows:
    """A window as a solver with at-most rows takes it. clauses: a 0 after each, `rows` of them; at_most: literals of
    rows, a 0 after each; most: how many of them may hold, shape (at-most rows,)."""

    variables: int
    clauses: Numbers
    rows: int
    at_most: Numbers
    most: Numbers


def has_plain_rows(model: Model) -> bool:
    """Are there rows, and is each a clause or a count of Booleans, without a guard?"""
    return bool(model.blocks) and not model.integer.any() and all(map(_is_plain, model.blocks))


def _is_plain(block: Block) -> bool:
    match block.kind:
        case Kind.CLAUSE | Kind.CARDINALITY:
            return block.when is None
        case Kind.LINEAR | Kind.PARITY:
            return False
        case _:
            assert_never(block.kind)


Ask: TypeAlias = Callable[[PartialAssignment, Region], Values | None]


@dataclass(frozen=True, slots=True)
class WindowSizes:
    """whole_limit: a window of at most that many variables is solved as a whole; lookahead: the shortest look-ahead, in
    variables; spans: the look-ahead at first, in mean spans of a row, if that is longer.

    The solver's work per variable falls with the size of a window, since a conflict costs it a part of all that it has
    decided: Akari 500x500, seconds of solving with windows of 16,000: 0.33, of 8,000: 0.15, of 4,000: 0.13; but what is
    looked at twice grows, and the total is least at 6,000 to 8,000.
    """

    whole_limit: int = 8_000
    lookahead: int = 1_000
    spans: float = 2.0


@dataclass(slots=True)
class SweepStatistics:
    """Statistics of a sweep: windows solved as a whole, steps back, the order of the outermost windows."""

    windows: int = 0
    steps_back: int = 0
    order: str = ""


@dataclass(frozen=True, slots=True)
class WindowSearch:
    """Windows, and windows in windows. ask: a solution of a region, None if it has none; what it raises goes on."""

    ask: Ask
    sizes: WindowSizes
    watch: Stopwatch
    progress: SweepStatistics

    def solve_model(self, model: Model) -> Values | None:
        """A solution by windows; None where there is no order for them, or where they fail, which proves nothing."""
        fixing, order = PartialAssignment(model), self.find_model_order(model)
        self.progress.order = "" if order is None else order.name
        return fixing.lower if order is not None and self.sweep(fixing, order)[0] else None

    def solve_region(self, fixing: PartialAssignment, region: Region) -> bool:
        """Large windows by windows across them: a strip of a board is cut into pieces. True once it is fixed to a
        solution; else nothing of it is fixed."""
        order = self.find_region_order(fixing, region)
        if order is not None:
            done, stuck = self.sweep(fixing, order)
            if done or not stuck:
                return done
        self.progress.windows += 1
        values = self.ask(fixing, region)
        if values is not None:
            fixing.fix(region.variables, values)
        return values is not None

    def find_model_order(self, model: Model) -> Order | None:
        """The first order in which windows are much shorter than the model; None for models not worth cutting."""
        if not self.is_large(model.variables):
            return None
        with self.watch("lower"):
            candidates = (order(model) for order in (declaration_order, reverse_cuthill_mckee))
            return next((order for order in candidates if self.is_worth_cutting(order)), None)

    def find_region_order(self, fixing: PartialAssignment, region: Region) -> Order | None:
        """The same of a window."""
        if not self.is_large(len(region.variables)):
            return None
        with self.watch("lower"):
            order = breadth_first_order(fixing.model, region, fixing.number)
        return order if self.is_worth_cutting(order) else None

    def is_large(self, variables: int) -> bool:
        return variables > self.sizes.whole_limit and self.is_short(self.sizes.lookahead, variables)

    def is_worth_cutting(self, order: Order) -> bool:
        return self.is_short(self.first_lookahead(order), len(order.variables))

    def first_lookahead(self, order: Order) -> int:
        return max(self.sizes.lookahead, round(self.sizes.spans * order.span))

    def kept_length(self, ahead: int) -> int:
        """How much of a window is kept: twice the look-ahead, or more as long as the window is solved as a whole."""
        return max(2 * ahead, self.sizes.whole_limit - ahead)

    def is_short(self, ahead: int, variables: int) -> bool:
        """Is a window at most two thirds of so many variables?"""
        return 3 * (self.kept_length(ahead) + ahead) <= 2 * variables

    def sweep(self, fixing: PartialAssignment, order: Order) -> tuple[bool, bool]:
        """Fix all variables of the order to a solution of their region, from those of windows: whether that was done.
        If not, none is fixed; and did the search give up because windows became too long? Otherwise a window with
        nothing before it has no solution."""
        first, ahead, size = 0, self.first_lookahead(order), len(order.variables)
        while first < size:
            kept_end = first + self.kept_length(ahead)
            last = kept_end + ahead
            if last >= size:
                kept_end = last = size
            with self.watch("lower"):
                window = order.cut(first, last)
            if self.solve_region(fixing, window):
                fixing.unfix(order.variables[kept_end:last])
                first = kept_end
                continue
            self.progress.steps_back += 1
            stuck = first > 0
            first = max(first - self.kept_length(ahead), 0)
            ahead = round(LOOKAHEAD_GROWTH * ahead)
            if not (stuck and self.is_short(ahead, size)):
                fixing.unfix(order.variables)
                return False, stuck
            fixing.unfix(order.variables[first:])
        return True, False


def prepare() -> None:
    """Compile the kernels, or read them from disk, so that no solve pays for it."""
    m = Model("rows with and without coefficients")
    x = m.bools("x", 2)
    m.at_most(1, "counted", x)
    fixing, order = PartialAssignment(m), breadth_first_order(m, whole_region(m))
    fixing.plain_rows(order.cut(0, 1))
    m.linear(1, 2, "weighted", x, [1, 2])
    PartialAssignment(m).restrict(breadth_first_order(m, whole_region(m)).cut(0, 1))


if __name__ == "__main__":  # `make` compiles them
    prepare()
