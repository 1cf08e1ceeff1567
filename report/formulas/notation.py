"""Formulas as they are written: in plain ASCII for a terminal, typeset for a page.

(-x1 or y2)                 (not x1, or y2)        Clause, soft with its weight behind it
exactly 2 of x1, -x2, x3                           Cardinality
an odd number of x1, x2                            Parity
x1 + 2 x2 - 2 z1 <= 3                              LinearSum; a negated literal counts as (1 - x1)
if x4: exactly_one(x1, x2)                         Call, under a guard
minimise x1 + x2 + 3                               Cost
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from report.formulas.records import (
    Call,
    Cardinality,
    Clause,
    Cost,
    Formula,
    LinearSum,
    Literal,
    Parity,
    Symbol,
    Term,
    VariableName,
)

NOTHING = "no literals"  # a row may have none: a tree without a free neighbour


@dataclass(frozen=True, slots=True)
class Notation:
    """The signs of one notation. symbol, order_literal: templates for x1 and `x1 >= 2`; guard: for `if x4: ..`."""

    symbol: str
    order_literal: str
    negation: str
    disjunction: str
    less_equal: str
    greater_equal: str
    minus: str
    guard: str
    constraint: str
    literal: str = "{}"
    xor: str = ""  # in words, where there is no sign

    def name(self, symbol: Symbol) -> str:
        """A variable."""
        plain = self.symbol.format(symbol.letter, symbol.number)
        return plain if symbol.least is None else self.order_literal.format(plain, symbol.least)

    def literal_text(self, literal: Literal) -> str:
        """A literal."""
        return self.literal.format(("" if literal.holds else self.negation) + self.name(literal.symbol))

    def formula(self, formula: Formula) -> str:
        """One formula on one line."""
        match formula:
            case Clause(literals, weight):
                text = self.disjunction.join(map(self.literal_text, literals)) or "false"
                return f"({text})" if weight is None else f"({text}, else pay {weight})"
            case Cardinality(literals, lo, hi, when):
                return self._add_guard(f"{_count_phrase(lo, hi)} of {self._literal_list(literals) or NOTHING}", when)
            case Parity(literals, odd, when):
                return self._add_guard(self._parity(literals, odd), when)
            case LinearSum():
                return self._add_guard(self._sum(formula), formula.when)
            case Call(name, literals, when):
                return self._add_guard(f"{self.constraint.format(name)}({self._literal_list(literals)})", when)
            case Cost(terms, constant):
                return f"minimise {self._terms(terms, constant)}"

    def _literal_list(self, literals: Sequence[Literal]) -> str:
        return ", ".join(map(self.literal_text, literals))

    def _add_guard(self, text: str, when: Literal | None) -> str:
        return text if when is None else self.guard.format(self.literal_text(when), text)

    def _parity(self, literals: Sequence[Literal], odd: bool) -> str:
        if self.xor and literals:
            return f"{self.xor.join(map(self.literal_text, literals))} = {int(odd)}"
        return f"an {'odd' if odd else 'even'} number of {self._literal_list(literals) or NOTHING}"

    def _sum(self, row: LinearSum) -> str:
        text = self._terms(row.terms, 0)
        if row.lo is not None and row.lo == row.hi and not row.name:
            text = f"{text} = {self._number(row.lo)}"
        elif row.lo is not None and row.hi is not None:
            text = f"{self._number(row.lo)} {self.less_equal} {text} {self.less_equal} {self._number(row.hi)}"
        elif row.hi is not None:
            text = f"{text} {self.less_equal} {self._number(row.hi)}"
        elif row.lo is not None:
            text = f"{text} {self.greater_equal} {self._number(row.lo)}"
        return f"{self.constraint.format(row.name)} {text}" if row.name else text

    def _terms(self, terms: Sequence[Term], constant: int) -> str:
        text = ""
        for coef, literal in terms:
            value = self.name(literal.symbol)
            value = self.literal.format(value if literal.holds else f"(1 {self.minus} {value})")
            size = "" if abs(coef) == 1 else f"{abs(coef)} "
            text += (f" {self.minus} " if coef < 0 else " + ") if text else (self.minus if coef < 0 else "")
            text += size + value
        if constant and text:
            text += f" {'+' if constant > 0 else self.minus} {abs(constant)}"
        return text or self._number(constant)

    def _number(self, n: int) -> str:
        return str(n) if n >= 0 else f"{self.minus}{-n}"

    def bounds(self, name: VariableName) -> str:
        """The values of an integer: 0 <= z1 <= 2."""
        assert name.bounds is not None
        lo, hi = map(self._number, name.bounds)
        return f"{lo} {self.less_equal} {self.name(name.symbol)} {self.less_equal} {hi}"


def _count_phrase(lo: int | None, hi: int | None) -> str:
    if lo is not None and lo == hi:
        return f"exactly {lo}"
    if lo is not None and hi is not None:
        return f"{lo} to {hi}"
    return f"at most {hi}" if hi is not None else f"at least {lo}"


TEXT = Notation("{}{}", "[{} >= {}]", "-", " or ", "<=", ">=", "-", "if {}: {}", "{}")
TYPESET = Notation(
    symbol="<var>{}<sub>{}</sub></var>",
    order_literal="[{}&nbsp;&ge;&nbsp;{}]",
    negation="&not;",
    disjunction=" &or; ",
    less_equal="&le;",
    greater_equal="&ge;",
    minus="&minus;",
    guard="{} &rArr; {}",
    constraint="<code>{}</code>",
    literal='<span class="literal">{}</span>',
    xor=" &oplus; ",
)
