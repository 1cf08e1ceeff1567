"""Literals that stand for sums, conjunctions and parities, each defined both ways by rows.

t >= if x + 2 y >= 3        t: x + 2 y >= 3,  not t: x + 2 y <= 2        two guarded rows
t = a and b                 t or not a or not b,  not t or a,  not t or b
t = a xor b                 the parity of a, b and t is even

The variables that were there before determine every literal, so that the answers stay as many as they were. What
means the same has one literal. (Tseitin 1968: On the complexity of derivation in propositional calculus)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from models.neutral import Kind
from report.words import one_line

Truth: TypeAlias = int | bool  # a literal, or a constant; True is no literal, although it equals 1
Bounds: TypeAlias = tuple[int, int]

LONGEST_NAME, MOST_TERMS = 60, 4  # of the name of a literal: characters, terms of a sum
DEFINITIONS = "what the parts of constraints mean"


@dataclass(frozen=True, slots=True)
class StatedRow:
    """A row for a verb of the model. terms: coefficient by literal; lo, hi: None where a side is open; for PARITY both
    are 0 or 1. when: its guard, None without one."""

    kind: Kind
    rule: str
    terms: dict[int, int]
    lo: int | None = 1
    hi: int | None = None
    when: int | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """coefs: by variable, none of them 0."""

    coefs: dict[int, int]
    constant: int = 0

    def plus(self, other: Sum, times: int = 1) -> Sum:
        """self + times * other."""
        coefs = dict(self.coefs)
        for x, coef in other.coefs.items():
            coefs[x] = coefs.get(x, 0) + times * coef
        return Sum({x: coef for x, coef in coefs.items() if coef}, self.constant + times * other.constant)


@dataclass(slots=True)
class DefinedLiterals:
    """The rows so far, and the variables, which are numbered from 1.

    names, bounds: of all variables; rule: the sentence of the rule at work, which rows get but definitions."""

    names: list[str]
    bounds: list[Bounds]
    rule: str = ""
    rows: list[StatedRow] = field(default_factory=list)
    _known: dict[Hashable, int] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def equals(self, total: Sum, value: int) -> Truth:
        words = f"{self._describe_sum(sorted(total.coefs.items()))} = {value - total.constant}"
        return self.all_of([self.at_least(total, value), negate(self.at_least(total, value + 1))], words)

    def at_least(self, total: Sum, bound: int) -> Truth:
        """True exactly if the sum is at least the bound. `-s >= k` is `not s >= 1 - k`, so the first coefficient can
        be made positive, and a sum and its negation share their literals."""
        least = bound - total.constant
        low, high = self.reach(Sum(total.coefs))
        if least <= low or least > high:
            return least <= low
        divisor = math.gcd(*total.coefs.values())
        terms = sorted((x, coef // divisor) for x, coef in total.coefs.items())
        least = -(-least // divisor)
        if terms[0][1] < 0:
            return negate(self.at_least(Sum({x: -coef for x, coef in terms}), 1 - least))
        if len(terms) == 1 and self.bounds[terms[0][0] - 1] == (0, 1):
            return terms[0][0]
        coefs = dict(terms)

        def define(literal: int) -> None:
            self._define(Kind.LINEAR, coefs, least, None, literal)
            self._define(Kind.LINEAR, coefs, None, least - 1, -literal)

        return self._literal((*terms, least), f"{self._describe_sum(terms)} >= {least}", define)

    def all_of(self, literals: Iterable[Truth], words: str = "") -> Truth:
        """True exactly if all of them are. words: what that means, where it is known."""
        parts = list(literals)
        chosen = sorted({literal for literal in parts if not isinstance(literal, bool)})
        if any(literal is False for literal in parts) or any(-literal in chosen for literal in chosen):
            return False
        if len(chosen) < 2:
            return chosen[0] if chosen else True

        def define(literal: int) -> None:
            self._define(Kind.CLAUSE, dict.fromkeys([literal, *(-part for part in chosen)], 1))
            for part in chosen:
                self._define(Kind.CLAUSE, {-literal: 1, part: 1})

        return self._literal(("all", *chosen), words or " and ".join(map(self._name_of, chosen)), define)

    def odd_of(self, literals: Iterable[Truth]) -> Truth:
        """True exactly if an odd number of them is."""
        chosen, is_odd = _cancel_pairs(literals)
        if len(chosen) < 2:
            return negate(chosen[0]) if chosen and is_odd else chosen[0] if chosen else is_odd

        def define(literal: int) -> None:
            self._define(Kind.PARITY, dict.fromkeys([*chosen, literal], 1), 0, 0)

        literal = self._literal(("odd", *chosen), " xor ".join(map(self._name_of, chosen)), define)
        return -literal if is_odd else literal

    def _literal(self, meaning: Hashable, name: str, define: Callable[[int], None]) -> int:
        """The literal of that meaning, declared and defined if it is new."""
        if meaning not in self._known:
            self._known[meaning] = self.declare(name, (0, 1))
            define(self._known[meaning])
        return self._known[meaning]

    def declare(self, words: str, bounds: Bounds) -> int:
        """The number of a new variable. words: what it stands for, by which it is called."""
        self._used = self._used or set(self.names)
        stem = name = f"({one_line(words, LONGEST_NAME)})"
        while name in self._used:
            name = f"{stem} {len(self.names) + 1}"
        self._used.add(name)
        self.names.append(name)
        self.bounds.append(bounds)
        return len(self.names)

    def _name_of(self, literal: int) -> str:
        return self.names[literal - 1] if literal > 0 else f"not {self.names[-literal - 1]}"

    def _describe_sum(self, terms: Sequence[tuple[int, int]]) -> str:
        if len(terms) > MOST_TERMS:
            return f"a sum of {len(terms)} terms {len(self.names) + 1}"
        words = (
            f"{'-' if coef < 0 else '+'} {'' if abs(coef) == 1 else f'{abs(coef)} '}{self.names[x - 1]}"
            for x, coef in terms
        )
        return " ".join(words).removeprefix("+ ")

    def number_of(self, literals: Iterable[Truth]) -> Sum:
        """How many of them hold."""
        coefs: dict[int, int] = {}
        constant = 0
        for literal in literals:
            if isinstance(literal, bool):
                constant += literal
                continue
            coefs[abs(literal)] = coefs.get(abs(literal), 0) + (1 if literal > 0 else -1)
            constant += literal < 0
        return Sum({x: coef for x, coef in coefs.items() if coef}, constant)

    def reach(self, total: Sum) -> Bounds:
        ends = [sorted((coef * self.bounds[x - 1][0], coef * self.bounds[x - 1][1])) for x, coef in total.coefs.items()]
        return total.constant + sum(low for low, _ in ends), total.constant + sum(high for _, high in ends)

    def closed_bounds(self, row: StatedRow) -> Bounds:
        """The bounds of a linear row; an open side has what the sum can reach, and never contradicts the other."""
        low, high = self.reach(Sum(row.terms))
        lo, hi = (low if row.lo is None else row.lo), (high if row.hi is None else row.hi)
        return (min(lo, hi) if row.lo is None else lo), (max(lo, hi) if row.hi is None else hi)

    def clause(self, literals: Iterable[Truth], when: int | None) -> None:
        parts = [*literals, *([] if when is None else [-when])]
        chosen = dict.fromkeys((literal for literal in parts if not isinstance(literal, bool)), 1)
        if not any(literal is True for literal in parts) and not any(-literal in chosen for literal in chosen):
            self.rows.append(StatedRow(Kind.CLAUSE, self.rule, chosen))

    def linear(self, total: Sum, lo: int | None, hi: int | None, when: int | None) -> None:
        """lo <= total <= hi; rows without terms are decided here."""
        low, high = (None if bound is None else bound - total.constant for bound in (lo, hi))
        if total.coefs:
            self.rows.append(StatedRow(Kind.LINEAR, self.rule, total.coefs, low, high, when))
        elif (low is not None and low > 0) or (high is not None and high < 0):
            self.clause([], when)

    def parity(self, literals: Iterable[Truth], is_odd: bool, when: int | None) -> None:
        chosen, flipped = _cancel_pairs(literals)
        rest = int(is_odd != flipped)
        if chosen:
            self.rows.append(StatedRow(Kind.PARITY, self.rule, dict.fromkeys(chosen, 1), rest, rest, when))
        elif rest:
            self.clause([], when)

    def _define(
        self, kind: Kind, terms: dict[int, int], lo: int | None = 1, hi: int | None = None, when: int | None = None
    ) -> None:
        self.rows.append(StatedRow(kind, DEFINITIONS, terms, lo, hi, when))


def _cancel_pairs(literals: Iterable[Truth]) -> tuple[list[int], bool]:
    """The variables that stand an odd number of times, ascending, and whether the constants and negations are odd."""
    chosen: set[int] = set()
    is_odd = False
    for literal in literals:
        if isinstance(literal, bool):
            is_odd ^= literal
            continue
        chosen ^= {abs(literal)}
        is_odd ^= literal < 0
    return sorted(chosen), is_odd


def negate(literal: Truth) -> Truth:
    return not literal if isinstance(literal, bool) else -literal
