"""Window by window along an order of the variables.

    order        ---------------------------------------------------------------------->
    window       | fixed |  kept           |  looked ahead  |  not looked at yet
    next window  .        fixed            |  kept           |  looked ahead  |

A window is the model restricted to the variables in it (`restriction`): what is before it is fixed, what comes after
it may be anything within its bounds, so that a row that reaches out of the window is relaxed, not forgotten. Of its
solution the first part is kept; the rest makes sure that one can go on. Where one cannot, the search goes back by one
window and looks further ahead, there and from then on. On a board read row by row, whose rows reach over a few lines
only, the cost is linear in the board.

When all windows are solved, every row holds: the last window a row reaches into sees it whole. When that fails,
nothing is proved but for a window with nothing before it, and even that is left to others to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Stopwatch, Values
from backends.passes.ordering import Numbers, Order, breadth_first_order, declaration_order, reverse_cuthill_mckee
from backends.passes.restriction import restrict_model
from models.neutral import Model

LOOKAHEAD_GROWTH = 1.5  # how much longer the look-ahead becomes with a step back
Ask: TypeAlias = Callable[[Model], Values | None]
Ordering: TypeAlias = Callable[[Model], Order]


@dataclass(frozen=True, slots=True)
class WindowSizes:
    """whole: a window of up to so many variables is solved as a whole; ahead: the shortest look-ahead, in variables;
    spans: the look-ahead at first, in mean spans of a row, if that is longer."""

    whole_limit: int = 16_000
    lookahead: int = 1_000
    spans: float = 2.0


@dataclass(slots=True)
class SweepStatistics:
    """How a sweep went: windows that were solved as a whole, steps back, the order of the outermost windows."""

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
        """By windows; where they lead nowhere, at once. Only when asked at once is "no solution" an answer."""
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
        """The first order in which windows are much shorter than the model; None for models not worth the cutting."""
        if model.variables <= self.sizes.whole_limit or not self.is_worthwhile(self.sizes.lookahead, model):
            return None
        with self.watch("lower"):
            made = (order(model) for order in orders)
            return next(
                (order for order in made if self.is_worthwhile(self.first_lookahead(model, order), model)), None
            )

    def first_lookahead(self, model: Model, order: Order) -> int:
        return max(self.sizes.lookahead, round(self.sizes.spans * order.span(model)))

    def kept_length(self, ahead: int) -> int:
        """How much of a window is kept: twice what is looked ahead, or more while that is solved as a whole."""
        return max(2 * ahead, self.sizes.whole_limit - ahead)

    def is_worthwhile(self, ahead: int, model: Model) -> bool:
        """Is a window at most two thirds of the model?"""
        return 3 * (self.kept_length(ahead) + ahead) <= 2 * model.variables

    def sweep(self, model: Model, order: Order) -> tuple[Values | None, bool]:
        """An assignment that keeps every row, from the solutions of windows. Without one: whether it was given up,
        windows having become too long; else a window with nothing before it has no solution."""
        fixing, first, ahead = PartialAssignment(model, order), 0, self.first_lookahead(model, order)
        while first < model.variables:
            kept = first + self.kept_length(ahead)
            last = kept + ahead
            if last >= model.variables:
                kept = last = model.variables
            with self.watch("lower"):
                window, variables = fixing.cut_window(first, last)
            values = self.solve_window(window)
            if values is not None:
                fixing.fix_values(variables, values, kept)
                first = kept
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
    """What is fixed so far. The bounds change as the search goes; everything else stays."""

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

    def fix_values(self, variables: Numbers, values: Values, kept: int) -> None:
        """Fix what a window's solution says of the positions before `kept`."""
        fixed = self.order.positions[variables] < kept
        self.lower[variables[fixed]] = self.upper[variables[fixed]] = values[1:][fixed]

    def unfix_from(self, first: int) -> None:
        """Give all positions from there on their bounds back."""
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
        """The rows that have a variable in first..last - 1, or might: whose ends lie on both sides."""
        begin, end = np.searchsorted(self.first, [first - self.longest, last])
        return self.rows[begin:end][self.last[begin:end] >= first]


def prepare() -> None:
    """Have the kernels compiled, or read from numba's cache, so that no solve pays for it."""
    m = Model("rows with and without coefficients")
    x = m.bools("x", 2)
    m.linear(1, 2, "weighted", x, [1, 2])
    m.at_most(1, "counted", x)
    PartialAssignment(m, breadth_first_order(m)).cut_window(0, 1)


if __name__ == "__main__":  # `make` fills numba's cache
    prepare()
