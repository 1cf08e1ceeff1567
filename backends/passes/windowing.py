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
from backends.passes.ordering import Numbers, Order, as_stated, breadth_first, reverse_cuthill_mckee
from backends.passes.restriction import part
from models.neutral import Model

FURTHER = 1.5  # how much longer the look-ahead becomes with a step back
Ask: TypeAlias = Callable[[Model], Values | None]
Ordering: TypeAlias = Callable[[Model], Order]


@dataclass(frozen=True, slots=True)
class Sizes:
    """whole: a window of up to so many variables is solved as a whole; ahead: the shortest look-ahead, in variables;
    spans: the look-ahead at first, in mean spans of a row, if that is longer."""

    whole: int = 16_000
    ahead: int = 1_000
    spans: float = 2.0


@dataclass(slots=True)
class Progress:
    """How a sweep went: windows that were solved as a whole, steps back, the order of the outermost windows."""

    windows: int = 0
    back: int = 0
    order: str = ""


@dataclass(frozen=True, slots=True)
class Search:
    """Windows, and windows in windows. ask: a solution of a model, None if it has none; what it raises goes through."""

    ask: Ask
    sizes: Sizes
    watch: Stopwatch
    progress: Progress

    def whole(self, model: Model) -> Values | None:
        """By windows; where they lead nowhere, at once. Only when asked at once is "no solution" an answer."""
        order = self.short_order(model, (as_stated, reverse_cuthill_mckee))
        self.progress.order = "" if order is None else order.name
        values = None if order is None else self.sweep(model, order)[0]
        return self.ask(model) if values is None else values

    def window(self, window: Model) -> Values | None:
        """Large windows by windows across them: a strip of a board is cut into pieces."""
        order = self.short_order(window, (breadth_first,))
        values, stuck = (None, True) if order is None else self.sweep(window, order)
        if values is not None or not stuck:
            return values
        self.progress.windows += 1
        return self.ask(window)

    def short_order(self, model: Model, orders: tuple[Ordering, ...]) -> Order | None:
        """The first order in which windows are much shorter than the model; None for models not worth the cutting."""
        if model.variables <= self.sizes.whole or not self.worthwhile(self.sizes.ahead, model):
            return None
        with self.watch("lower"):
            made = (order(model) for order in orders)
            return next((order for order in made if self.worthwhile(self.first_ahead(model, order), model)), None)

    def first_ahead(self, model: Model, order: Order) -> int:
        return max(self.sizes.ahead, round(self.sizes.spans * order.span(model)))

    def kept(self, ahead: int) -> int:
        """How much of a window is kept: twice what is looked ahead, or more while that is solved as a whole."""
        return max(2 * ahead, self.sizes.whole - ahead)

    def worthwhile(self, ahead: int, model: Model) -> bool:
        """Is a window at most two thirds of the model?"""
        return 3 * (self.kept(ahead) + ahead) <= 2 * model.variables

    def sweep(self, model: Model, order: Order) -> tuple[Values | None, bool]:
        """An assignment that keeps every row, from the solutions of windows. Without one: whether it was given up,
        windows having become too long; else a window with nothing before it has no solution."""
        fixing, first, ahead = Fixing(model, order), 0, self.first_ahead(model, order)
        while first < model.variables:
            kept = first + self.kept(ahead)
            last = kept + ahead
            if last >= model.variables:
                kept = last = model.variables
            with self.watch("lower"):
                window, variables = fixing.cut(first, last)
            values = self.window(window)
            if values is not None:
                fixing.keep(variables, values, kept)
                first = kept
                continue
            self.progress.back += 1
            if first == 0:
                return None, False
            first = max(first - self.kept(ahead), 0)
            ahead = round(FURTHER * ahead)
            if not self.worthwhile(ahead, model):
                return None, True
            fixing.forget(first)
        return fixing.lower, False


class Fixing:
    """What is fixed so far. The bounds change as the search goes; everything else stays."""

    def __init__(self, model: Model, order: Order) -> None:
        self.model, self.order = model, order
        self.lower, self.upper = model.lower.copy(), model.upper.copy()
        self._at = np.argsort(order.positions[1:], kind="stable").astype(np.int32) + 1  # the variable at each position
        self._rows = [_Sorted.by_first(first, last) for first, last in order.rows]

    def cut(self, first: int, last: int) -> tuple[Model, Numbers]:
        """The model on the positions first..last - 1, and the numbers of its variables."""
        variables = np.sort(self._at[first:last])
        chosen = [rows.reaching_into(first, last) for rows in self._rows]
        return part(self.model, variables, self.lower, self.upper, chosen)[0], variables

    def keep(self, variables: Numbers, values: Values, kept: int) -> None:
        """Fix what a window's solution says of the positions before `kept`."""
        fixed = self.order.positions[variables] < kept
        self.lower[variables[fixed]] = self.upper[variables[fixed]] = values[1:][fixed]

    def forget(self, first: int) -> None:
        """Give all positions from there on their bounds back."""
        x = self._at[first:]
        self.lower[x], self.upper[x] = self.model.lower[x], self.model.upper[x]


@dataclass(frozen=True, slots=True, eq=False)
class _Sorted:
    """The rows of a block by their first position. longest: the greatest span among them."""

    rows: NDArray[np.int64]
    first: Numbers
    last: Numbers
    longest: int = field(default=0)

    @staticmethod
    def by_first(first: Numbers, last: Numbers) -> _Sorted:
        rows = np.argsort(first, kind="stable")
        return _Sorted(rows, first[rows], last[rows], int((last - first).max(initial=0)))

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
    Fixing(m, breadth_first(m)).cut(0, 1)


if __name__ == "__main__":  # `make` fills numba's cache
    prepare()
