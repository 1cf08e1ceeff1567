"""Formulas as they are written in plain ASCII, for a terminal; `typeset.html` writes the same ones for a page.

(-x1 or y2)                 (not x1, or y2)        Clause, soft with its weight behind it
exactly 2 of x1, -x2, x3                           Cardinality
an odd number of x1, x2                            Parity
x1 + 2 x2 - 2 z1 <= 3                              LinearSum; a negated literal counts as (1 - x1)
if x4: exactly_one(x1, x2)                         Call, under a guard
minimise x1 + x2 + 3                               Cost
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from report.formulas.records import (
    Call,
    Cardinality,
    Clause,
    Cost,
    Formula,
    LinearSum,
    Parity,
    ShownLiteral,
    Symbol,
    Term,
    VariableName,
)

NOTHING = "no literals"  # a row may have none: a tree without a free neighbour


def formula_text(formula: Formula) -> str:
    """One formula on one line."""
    match formula:
        case Clause(literals, weight):
            price = "" if weight is None else f", else pay {weight}"
            return f"({' or '.join(map(_literal, literals)) or 'false'}{price})"
        case Cardinality(literals, lo, hi, when):
            text = f"{count_phrase(lo, hi)} of {_list(literals) or NOTHING}"
        case Parity(literals, odd, when):
            text = f"an {'odd' if odd else 'even'} number of {_list(literals) or NOTHING}"
        case LinearSum(when=when):
            text = f"{formula.name}{' ' * bool(formula.name)}{bounded_sum(formula, sum_text(formula.terms))}"
        case Call(name, literals, when):
            text = f"{name}({_list(literals)})"
        case Cost(terms, constant):
            return f"{formula.verb} {sum_text(terms, constant)}"
    return text if when is None else f"if {_literal(when)}: {text}"


def symbol_text(symbol: Symbol) -> str:
    """A variable: x1, [x1 >= 2]."""
    name = f"{symbol.letter}{symbol.number}"
    return name if symbol.least is None else f"[{name} >= {symbol.least}]"


def bounds_text(name: VariableName) -> str:
    """The values of an integer: 0 <= z1 <= 2."""
    assert name.bounds is not None
    return f"{name.bounds[0]} <= {symbol_text(name.symbol)} <= {name.bounds[1]}"


def _literal(literal: ShownLiteral) -> str:
    return symbol_text(literal.symbol) if literal.holds else f"-{symbol_text(literal.symbol)}"


def _list(literals: Sequence[ShownLiteral]) -> str:
    return ", ".join(map(_literal, literals))


def count_phrase(lo: int | None, hi: int | None) -> str:
    """How many literals may hold: exactly 2, at most 1, 0 to 3."""
    if lo == hi:
        return f"exactly {lo}"
    if lo is not None and hi is not None:
        return f"{lo} to {hi}"
    return f"at least {lo}" if hi is None else f"at most {hi}"


def sum_text(
    terms: Sequence[Term], constant: float = 0, symbol: Callable[[Symbol], str] = symbol_text, times: str = " "
) -> str:
    """A sum: x1 - 2 x2 + (1 - x3) + 4. symbol: how a variable is written; times: between a coefficient and it."""
    text = ""
    for coef, literal in terms:
        value = symbol(literal.symbol)
        sign = (" - " if coef < 0 else " + ") if text else "-" if coef < 0 else ""
        factor = "" if abs(coef) == 1 else f"{abs(coef)}{times}"
        text += f"{sign}{factor}{value if literal.holds else f'(1 - {value})'}"
    if constant and text:
        return f"{text} {'+' if constant > 0 else '-'} {abs(constant)}"
    return text or str(constant)


def bounded_sum(row: LinearSum, total: str, at_most: str = "<=", at_least: str = ">=") -> str:
    """The sum of a row between its bounds: 1 <= x1 + x2 <= 3. Of a row with a name both stay where they are equal."""
    if row.lo is not None and row.lo == row.hi and not row.name:
        return f"{total} = {row.lo}"
    least = f"{row.lo} {at_most} " if row.lo is not None and row.hi is not None else ""
    most = f" {at_most} {row.hi}" if row.hi is not None else f" {at_least} {row.lo}" if row.lo is not None else ""
    return f"{least}{total}{most}"
