"""Random rules under conditions, and a judge of them in plain Python that knows nothing of rows that are added."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from models.neutral import Model
from models.neutral.blocks import Kind

BOOLEANS = (1, 2, 3, 4, 5)
NUMBERS = (6, 7)
BOUNDS = {6: (0, 2), 7: (-1, 1)}
SIZES = ("at_most", "at_least", "exactly")
SUMS = ("linear", "upper", "lower")
VERBS = ("any", "true", *SIZES, "between", "parity", *SUMS, "iff", "iff_count")


@dataclass(frozen=True)
class Rule:
    """One call of a verb: what it says of row r under values by variable number, and how it is stated."""

    verb: str
    rows: list[list[int]]
    coefs: list[list[int]]
    lo: list[int]
    hi: list[int]
    heads: list[int]
    guards: list[list[int]]  # columns
    holds: list[int] | None
    soft: list[int] | None
    where: list[bool]

    def row_holds(self, r: int, values: tuple[int, ...]) -> bool:
        """Does row r hold, whatever its conditions?"""
        row, lo, hi = self.rows[r], self.lo[r], self.hi[r]
        number = sum(truth(values, literal) for literal in row)
        match self.verb:
            case "any" | "true":
                return number >= 1
            case "at_most":
                return number <= hi
            case "at_least":
                return number >= lo
            case "exactly":
                return number == lo
            case "between":
                return lo <= number <= hi
            case "parity":
                return number % 2 == lo % 2
            case "iff":
                return truth(values, self.heads[r]) == (number >= 1)
            case "iff_count":
                return truth(values, self.heads[r]) == (lo <= number <= hi)
        total = sum(
            coef * (values[x] if x in NUMBERS else truth(values, x)) for x, coef in zip(row, self.coefs[r], strict=True)
        )
        return (self.verb == "upper" or lo <= total) and (self.verb == "lower" or total <= hi)

    def state(self, m: Model) -> None:
        """The rule in the model's own verbs."""
        scope: dict[str, Any] = {} if all(self.where) else {"where": self.where}
        if self.guards:
            columns = tuple(column if len(set(column)) > 1 else column[0] for column in self.guards)
            scope["when"] = columns if len(columns) > 1 else columns[0]
        for name, column in (("holds", self.holds), ("soft", self.soft)):
            if column is not None:
                scope[name] = column if len(set(column)) > 1 else column[0]
        match self.verb:
            case "any":
                m.any("s", self.rows, **scope)
            case "true":
                m.true("s", [row[0] for row in self.rows], **scope)
            case "at_most":
                m.at_most(self.hi, "s", self.rows, **scope)
            case "at_least":
                m.at_least(self.lo, "s", self.rows, **scope)
            case "exactly":
                m.exactly(self.lo, "s", self.rows, **scope)
            case "between":
                m.between(self.lo, self.hi, "s", self.rows, **scope)
            case "parity":
                m.parity([lo % 2 for lo in self.lo], "s", self.rows, **scope)
            case "iff":
                m.iff("s", self.heads, self.rows, **scope)
            case "iff_count":
                m.iff("s", self.heads, self.rows, self.lo, self.hi, **scope)
            case _:
                lo, hi = None if self.verb == "upper" else self.lo, None if self.verb == "lower" else self.hi
                m.linear(lo, hi, "s", self.rows, [coef for row in self.coefs for coef in row], **scope)

    def judge(self, values: tuple[int, ...]) -> int | None:
        """What the broken rows cost; None where the rule does not allow the assignment."""
        cost = 0
        for r, counts in enumerate(self.where):
            truth_of_row = self.row_holds(r, values)
            if not counts:
                continue
            if self.holds is not None:
                if truth(values, self.holds[r]) != truth_of_row:
                    return None
            elif all(truth(values, column[r]) for column in self.guards) and not truth_of_row:
                if self.soft is None:
                    return None
                cost += self.soft[r]
        return cost


def truth(values: tuple[int, ...], literal: int) -> bool:
    return values[abs(literal)] == (1 if literal > 0 else 0)


def signed(variables: tuple[int, ...]) -> Any:
    """Some of the variables, each once, with a sign."""
    some = st.permutations(variables).flatmap(lambda order: st.integers(0, len(order)).map(lambda n: order[:n]))
    return some.flatmap(lambda row: st.tuples(*(st.sampled_from((x, -x)) for x in row)).map(list))


LITERALS = st.sampled_from([sign * x for x in BOOLEANS for sign in (1, -1)])


@st.composite
def rules(draw: Callable[..., Any], plain: bool = False) -> Rule:
    """A random rule of one or two rows."""
    verb, height = draw(st.sampled_from(VERBS)), draw(st.integers(1, 2))
    conditions = "none" if plain else draw(st.sampled_from(("holds", "when", "soft", "soft when", "none")))
    holds = draw(column(height)) if conditions == "holds" else None
    mine = {abs(literal) for literal in holds or ()}
    free = tuple(x for x in BOOLEANS if x not in mine)
    rows = draw(st.lists(signed(free), min_size=height, max_size=height))
    if verb == "true":
        rows = [[draw(st.sampled_from(free))] for _ in rows]
    heads = [draw(st.sampled_from([s * x for x in free for s in (1, -1)])) for _ in rows]
    if verb.startswith("iff"):
        rows = [[x for x in row if abs(x) != abs(head)] for row, head in zip(rows, heads, strict=True)]
    if verb in SUMS:
        numbers = draw(st.lists(st.lists(st.sampled_from(NUMBERS), unique=True), min_size=height, max_size=height))
        rows = [row[:3] + more for row, more in zip(rows, numbers, strict=True)]
    lo = [draw(st.integers(-2, 6)) for _ in rows]
    hi = [low + draw(st.integers(0, 4)) for low in lo]
    coefs = [[draw(st.integers(-3, 3)) for _ in row] for row in rows]
    guards = [draw(column(height)) for _ in range(draw(st.integers(1, 3)))] if "when" in conditions else []
    soft = [draw(st.integers(1, 9)) for _ in rows] if "soft" in conditions else None
    where = draw(st.one_of(st.just([True] * height), st.lists(st.booleans(), min_size=height, max_size=height)))
    return Rule(verb, rows, coefs, lo, hi, heads, guards, holds, soft, where)


def column(height: int) -> Any:
    """One literal for all rows, or one for each."""
    return st.one_of(LITERALS.map(lambda x: [x] * height), st.lists(LITERALS, min_size=height, max_size=height))


def blank_model() -> Model:
    """The author's variables."""
    m = Model("random")
    m.bools("x", len(BOOLEANS))
    m.ints("n", len(NUMBERS), [BOUNDS[n][0] for n in NUMBERS], [BOUNDS[n][1] for n in NUMBERS])
    return m


def assignments() -> Iterator[tuple[int, ...]]:
    """Of the author's variables, entry 0 unused."""
    numbers = (range(BOUNDS[n][0], BOUNDS[n][1] + 1) for n in NUMBERS)
    return product((0,), *((0, 1) for _ in BOOLEANS), *numbers)


def completions(m: Model) -> dict[tuple[int, ...], list[np.ndarray[Any, Any]]]:
    """The solutions of the model, by the values of the author's variables: every assignment is tried."""
    added = m.variables - len(BOOLEANS) - len(NUMBERS)
    own = np.array(list(assignments()))
    bits = (np.arange(1 << added)[:, None] >> np.arange(added)) & 1
    table = np.hstack([np.repeat(own, len(bits), axis=0), np.tile(bits, (len(own), 1))])
    good = np.ones(len(table), np.bool_)
    for block in m.blocks:
        for r in range(len(block)):
            literals = block.rows[r]
            at = np.where(literals > 0, table[:, np.abs(literals)], 1 - table[:, np.abs(literals)])
            begin, end = block.rows.starts[r : r + 2]
            sums = (at * (1 if block.coefs is None else block.coefs[begin:end])).sum(axis=1)
            sums = sums % 2 if block.kind is Kind.PARITY else sums
            holds = (block.lo[r] <= sums) & (sums <= block.hi[r])
            if block.when is not None:
                guard = int(block.when[r])
                holds |= table[:, abs(guard)] == (0 if guard > 0 else 1)
            good &= holds
    found: dict[tuple[int, ...], list[np.ndarray[Any, Any]]] = {}
    for values in table[good]:
        found.setdefault(tuple(values[: own.shape[1]].tolist()), []).append(values)
    return found
