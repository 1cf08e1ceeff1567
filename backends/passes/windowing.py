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
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Values
from backends.outcomes import Stopwatch
from backends.passes.ordering import Numbers, Order, breadth_first_order, declaration_order, reverse_cuthill_mckee
from backends.passes.restriction import restrict_model
from models.neutral import Model

LOOKAHEAD_GROWTH = 1.5  # how much longer the look-ahead becomes with a step back
Ask: TypeAlias = Callable[[Model], Values | None]
Ordering: TypeAlias = Callable[[Model], Order]


@dataclass(frozen=True, slots=True)
class WindowSizes:
    """whole_limit: a window of at most that many variables is solved as a whole; lookahead: the shortest look-ahead, in
    variables; spans: the look-ahead at first, in mean spans of a row, if that is longer."""

    whole_limit: int = 16_000
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
    """Windows, and windows in windows. ask: a solution of a model, None if it has none; what it raises goes through."""

    ask: Ask
    sizes: WindowSizes
    watch: Stopwatch
    progress: SweepStatistics

    def solve_whole(self, model: Model) -> Values | None:
        """By windows; if they fail, the whole model at once. Only of the whole model is "no solution" an answer."""
        order = self.find_order(model, (declaration_order, reverse_cuthill_mckee))
        self.progress.order = "" if order is None else order.name
        values = None if order is None else self.sweep(model, order)[0]
        return self.ask(model) if values is None else values

    def solve_window(self, window: Model) -> Values | None:
        """Large windows by windows across them: a strip of a board is cut into pieces."""
        order = self.find_order(window, (breadth_first_order,))
        values, stuck = (None, True) if order is None else self.sweep(window, order)
        if values is not None or not stuck:
            return values
        self.progress.windows += 1
        return self.ask(window)

    def find_order(self, model: Model, orders: tuple[Ordering, ...]) -> Order | None:
        """The first order in which windows are much shorter than the model; None for models not worth cutting."""
        if model.variables <= self.sizes.whole_limit or not self.is_worthwhile(self.sizes.lookahead, model):
            return None
        with self.watch("lower"):
            candidates = (order(model) for order in orders)
            return next(
                (order for order in candidates if self.is_worthwhile(self.first_lookahead(model, order), model)), None
            )

    def first_lookahead(self, model: Model, order: Order) -> int:
        return max(self.sizes.lookahead, round(self.sizes.spans * order.span(model)))

    def kept_length(self, ahead: int) -> int:
        """How much of a window is kept: twice the look-ahead, or more as long as the window is solved as a whole."""
        return max(2 * ahead, self.sizes.whole_limit - ahead)

    def is_worthwhile(self, ahead: int, model: Model) -> bool:
        """Is a window at most two thirds of the model?"""
        return 3 * (self.kept_length(ahead) + ahead) <= 2 * model.variables

    def sweep(self, model: Model, order: Order) -> tuple[Values | None, bool]:
        """An assignment that satisfies every row, from the solutions of windows. If there is none: did the search
        give up because windows became too long? Otherwise a window with nothing before it has no solution."""
        fixing, first, ahead = PartialAssignment(model, order), 0, self.first_lookahead(model, order)
        while first < model.variables:
            kept_end = first + self.kept_length(ahead)
            last = kept_end + ahead
            if last >= model.variables:
                kept_end = last = model.variables
            with self.watch("lower"):
                window, variables = fixing.cut_window(first, last)
            values = self.solve_window(window)
            if values is not None:
                fixing.fix_values(variables, values, kept_end)
                first = kept_end
                continue
            self.progress.steps_back += 1
            if first == 0:
                return None, False
            first = max(first - self.kept_length(ahead), 0)
            ahead = round(LOOKAHEAD_GROWTH * ahead)
            if not self.is_worthwhile(ahead, model):
                return None, True
            fixing.unfix_from(first)
        return fixing.lower, False


class PartialAssignment:
    """The variables fixed so far, as bounds, which change during the search; everything else stays."""

    def __init__(self, model: Model, order: Order) -> None:
        self.model, self.order = model, order
        self.lower, self.upper = model.lower.copy(), model.upper.copy()
        self._at = np.argsort(order.positions[1:], kind="stable").astype(np.int32) + 1  # the variable at each position
        self._rows = [_RowsByPosition.from_extents(first, last) for first, last in order.rows]

    def cut_window(self, first: int, last: int) -> tuple[Model, Numbers]:
        """The model on the positions first..last - 1, and the numbers of its variables."""
        variables = np.sort(self._at[first:last])
        chosen = [rows.reaching_into(first, last) for rows in self._rows]
        return restrict_model(self.model, variables, self.lower, self.upper, chosen)[0], variables

    def fix_values(self, variables: Numbers, values: Values, end: int) -> None:
        """Fix the positions before `end` to their values in a window's solution."""
        fixed = self.order.positions[variables] < end
        self.lower[variables[fixed]] = self.upper[variables[fixed]] = values[1:][fixed]

    def unfix_from(self, first: int) -> None:
        """Give all positions from `first` on their original bounds."""
        x = self._at[first:]
        self.lower[x], self.upper[x] = self.model.lower[x], self.model.upper[x]


@dataclass(frozen=True, slots=True, eq=False)
class _RowsByPosition:
    """The rows of a block by their first position. longest: the greatest span among them."""

    rows: NDArray[np.int64]
    first: Numbers
    last: Numbers
    longest: int = field(default=0)

    @staticmethod
    def from_extents(first: Numbers, last: Numbers) -> _RowsByPosition:
        rows = np.argsort(first, kind="stable")
        return _RowsByPosition(rows, first[rows], last[rows], int((last - first).max(initial=0)))

    def reaching_into(self, first: int, last: int) -> NDArray[np.int64]:
        """The rows that have a variable in first..last - 1, or may have one: those that span the window."""
        begin, end = np.searchsorted(self.first, [first - self.longest, last])
        return self.rows[begin:end][self.last[begin:end] >= first]


def prepare() -> None:
    """Compile the kernels, or read them from disk, so that no solve pays for it."""
    m = Model("rows with and without coefficients")
    x = m.bools("x", 2)
    m.linear(1, 2, "weighted", x, [1, 2])
    m.at_most(1, "counted", x)
    PartialAssignment(m, breadth_first_order(m)).cut_window(0, 1)


if __name__ == "__main__":  # `make` compiles them
    prepare()
