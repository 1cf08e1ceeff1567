"""Window search: a large local model solved window by window along an order of the variables.

    order        ---------------------------------------------------------------------->
    window       | fixed |  kept           |  look-ahead    |  not looked at yet
    next window  .        fixed            |  kept           |  look-ahead    |

A window is the model restricted to the variables in it (`restriction`): what is before it is fixed, what comes after
it may be anything within its bounds, so that a row that reaches out of the window is relaxed, not dropped. The first
part of its solution is kept; the rest makes it likely that the search can go on. Where it cannot, it steps back by one
window and lengthens the look-ahead, there and from then on. On a board read row by row, whose rows reach over a few
lines only, the cost is linear in the board. Several processes take a part of the order each, with gaps between them
that are filled at the end.

When all windows are solved, every row holds, since the last window a row reaches into contains it whole. Large windows
are cut again, across. A failure proves nothing, except for a window with nothing before it; "no solution" is only
reported if the inner backend says so of the whole model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

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

GAP_WIDENINGS = 4  # of a gap between two parts, before the parts are given up
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
    """Windows, and windows in windows. ask: a solution of a region, None if it has none; what it raises goes on.
    share_out: what some calls return that may run at the same time, in processes of their own."""

    ask: Ask
    sizes: WindowSizes
    watch: Stopwatch
    progress: SweepStatistics
    share_out: Callable[[Sequence[Callable[[], Any]]], list[Any]] = lambda calls: [call() for call in calls]

    def solve_model(self, model: Model, processes: int = 1) -> Values | None:
        """A solution by windows; None where there is no order for them, or where they fail, which proves nothing."""
        fixing, order = PartialAssignment(model), self.find_model_order(model)
        self.progress.order = "" if order is None else order.name
        if order is None:
            return None
        if processes > 1 and self.sweep_in_parts(fixing, order, processes):
            return fixing.lower
        return fixing.lower if self.sweep(fixing, order)[0] else None

    def sweep_in_parts(self, fixing: PartialAssignment, order: Order, parts: int) -> bool:
        """Parts of the order at the same time, as if nothing was on the other side of the gaps between them; then the
        gaps, between fixed sides, wider where they have no solution. False, and nothing fixed, where that fails."""
        size, ahead = len(order.variables), self.first_lookahead(order)
        ends = [(size * part // parts - ahead, size * part // parts + ahead) for part in range(1, parts)]
        begins, stops = [0, *(end for _, end in ends)], [*(begin for begin, _ in ends), size]
        if min(stop - begin for begin, stop in zip(begins, stops, strict=True)) < self.kept_length(ahead):
            return False

        def sweep_part(begin: int, stop: int) -> NDArray[np.int8] | None:
            done = self.sweep(fixing, order, begin, stop)[0]
            return fixing.lower[order.variables[begin:stop]].astype(np.int8) if done else None

        calls = [partial(sweep_part, begin, stop) for begin, stop in zip(begins, stops, strict=True)]
        values = self.share_out(calls)
        for begin, stop, part in zip(begins, stops, values, strict=True):
            if part is None:
                fixing.unfix(order.variables)
                return False
            fixing.fix(order.variables[begin:stop], np.concatenate([[0], part]))
        if all(self._close_gap(fixing, order, begin, stop, ahead) for begin, stop in ends):
            return True
        fixing.unfix(order.variables)
        return False

    def _close_gap(self, fixing: PartialAssignment, order: Order, begin: int, stop: int, ahead: int) -> bool:
        for _ in range(GAP_WIDENINGS):
            if self.solve_region(fixing, order.cut(begin, stop)):
                return True
            self.progress.steps_back += 1
            begin, stop = max(begin - ahead, 0), min(stop + ahead, len(order.variables))
            fixing.unfix(order.variables[begin:stop])
        return False

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

    def sweep(
        self, fixing: PartialAssignment, order: Order, begin: int = 0, stop: int | None = None
    ) -> tuple[bool, bool]:
        """Fix the places begin..stop - 1 to a solution of their region, from those of windows: whether that was done.
        If not, none is fixed; and did the search give up because windows became too long? Otherwise a window with
        nothing before it has no solution. Windows look ahead beyond `stop`, unless it is the end, which is meant by
        None."""
        stop = len(order.variables) if stop is None else stop
        first, ahead = begin, self.first_lookahead(order)
        while first < stop:
            kept_end = first + self.kept_length(ahead)
            last = kept_end + ahead
            if last >= stop:
                kept_end, last = stop, min(stop + ahead, len(order.variables))
            with self.watch("lower"):
                window = order.cut(first, last)
            if self.solve_region(fixing, window):
                fixing.unfix(order.variables[kept_end:last])
                first = kept_end
                continue
            self.progress.steps_back += 1
            stuck = first > begin
            first = max(first - self.kept_length(ahead), begin)
            ahead = round(LOOKAHEAD_GROWTH * ahead)
            if not (stuck and self.is_short(ahead, stop - begin)):
                fixing.unfix(order.variables[begin:stop])
                return False, stuck
            fixing.unfix(order.variables[first:stop])
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
