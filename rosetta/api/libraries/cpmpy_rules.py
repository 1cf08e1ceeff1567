"""Global constraints of CPMpy for which the neutral language has a rule, so that its formulations can be compared.

Only constraints of the model itself: what stands inside of others is taken apart (`cpmpy_globals`).

    AllDifferent(x, y + 1)      m.all_different("..", [[x, y]], plus=[0, 1])
    max(x, y) == 2 * z          m.maximum("..", r, [[x, y]], plus=[0, 0])       r: a new integer; a row says r = 2 z
    Count([x, y, z], 3) <= 2    m.count("..", [[x, y, z]], [3], hi=2)

A variable that stands twice in a row is left to `cpmpy_globals`, too; so are numbers with very many values, each of
which would get literals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Protocol, TypeAlias

from models.neutral import Model
from models.neutral.literals import SingleLiteral
from rosetta.api.libraries.cpmpy_globals import operation_of
from rosetta.api.libraries.defined_literals import DefinedLiterals, Sum

Number: TypeAlias = SingleLiteral | int  # a variable of the model, or a constant
Arguments: TypeAlias = Mapping[str, Any]
MOST_PAIRED = 1000  # values in all, of numbers that differ; beyond it, rows for each pair, if these are fewer
MOST_VALUES = 10_000  # of all numbers of another rule
ROWS = {
    "rows",
    "plus",
    "successors",
    "left",
    "right",
    "result",
    "index",
}  # lists with an entry for each row, or for each of its numbers
MOST_TUPLES, STAR = 10_000, "*"
MIRRORED = {"==": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, slots=True)
class StatedGlobal:
    """verb: of `Model`; rule: its sentence; place: how many rows were stated before; arguments: by name."""

    verb: str
    rule: str
    place: int
    arguments: Arguments

    def joined(self, other: StatedGlobal) -> StatedGlobal | None:
        """Both as one rule with several rows; None where they are no rows of one."""
        own, more = dict(self.arguments), other.arguments
        shared = own.keys() - ROWS
        if (self.verb, self.rule, own.keys()) != (other.verb, other.rule, more.keys()) or self.verb == "element":
            return None
        if any(own[name] != more[name] for name in shared):
            return None
        return replace(self, arguments={name: own[name] + more[name] if name in ROWS else own[name] for name in own})

    def state(self, model: Model, sentence: str) -> None:
        """State it, by its default formulation."""
        getattr(model, self.verb)(sentence, **self.arguments)


class SumReader(Protocol):
    """What turns expressions into sums (`cpmpy_rows.Translation`)."""

    made: DefinedLiterals

    def sum(self, expression: Any) -> Sum: ...


Reading: TypeAlias = Callable[[SumReader, Any], Arguments | None]


def find_rule(constraint: Any) -> tuple[str, Reading] | None:
    """The verb that states it, and what finds its arguments, or None where they do not suit it; None where there is no
    verb."""
    match operation_of(constraint):
        case "alldifferent" | "alldifferent_except_0" | "alldifferent_except_n":
            return "all_different", _all_different
        case "circuit":
            return "circuit", _circuit
        case "lex_less" | "lex_lesseq":
            return "lexicographic", _lexicographic
        case "table" | "negative_table" | "short_table":
            return "table", _table
        case "regular" | "mdd":
            return "regular", _regular
        case "==" | "<=" | ">=" | "<" | ">":
            return _find_function(constraint)
    return None


def _find_function(comparison: Any) -> tuple[str, Reading] | None:
    """The same of a comparison with a function."""
    functions = {operation_of(side) for side in comparison.args}
    if functions & {"count", "among"}:
        return "count", _count
    if comparison.name != "==":
        return None
    if "element" in functions:
        return "element", _element
    if "max" in functions:
        return "maximum", _extreme("max")
    return ("minimum", _extreme("min")) if "min" in functions else None


def _all_different(reader: SumReader, constraint: Any) -> Arguments | None:
    is_excepting = constraint.name != "alldifferent"
    numbers, excluding = constraint.args if is_excepting else (constraint.args, [])
    if not _are_constants(excluding):
        return None
    row, plus = _read_shifted(reader, numbers)
    if not _suits(reader, row, max(MOST_PAIRED, 2 * len(row) ** 2)):
        return None
    return {"rows": [row], "plus": plus, "excluding": [int(value) for value in excluding]}


def _circuit(reader: SumReader, constraint: Any) -> Arguments | None:
    row = _read_numbers(reader, constraint.args)
    return {"successors": [row]} if _suits(reader, row) else None


def _lexicographic(reader: SumReader, constraint: Any) -> Arguments | None:
    left, right = (_read_numbers(reader, side) for side in constraint.args)
    if not _suits(reader, left + right) or not _suits(reader, left) or not _suits(reader, right):
        return None
    return {"left": [left], "right": [right], "strict": constraint.name == "lex_less"}


def _table(reader: SumReader, constraint: Any) -> Arguments | None:
    """A star of a short table stands for all values of its number."""
    expressions, given = constraint.args
    row, tuples = _read_numbers(reader, expressions), given.tolist()
    if not _suits(reader, row) or not tuples:
        return None
    if constraint.name == "short_table":
        spans = [_values_of(reader, number) for number in row]
        ways = [math.prod(len(spans[i]) for i, value in enumerate(line) if value == STAR) for line in tuples]
        if sum(ways) > MOST_TUPLES:
            return None
        tuples = [
            list(values)
            for line in tuples
            for values in product(*(spans[i] if value == STAR else [int(value)] for i, value in enumerate(line)))
        ]
    return {"rows": [row], "tuples": tuples, "allowed": constraint.name != "negative_table"}


def _regular(reader: SumReader, constraint: Any) -> Arguments | None:
    """States are numbered. All paths of a diagram (MDD) that are long enough end where they should."""
    row = _read_numbers(reader, constraint.args[0])
    if constraint.name == "mdd":
        steps = [(state, value, after) for state, ways in constraint.mapping.items() for value, after in ways.items()]
        start, accepting = constraint.root_node, [after for _, _, after in steps]
    else:
        steps = [(state, value, after) for (state, value), after in constraint.trans_dict.items()]
        _, _, start, accepting = constraint.args
    if not _suits(reader, row) or not accepting:
        return None
    names = [start, *accepting, *(name for state, _, after in steps for name in (state, after))]
    number = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return {
        "rows": [row],
        "transitions": {(number[state], int(value)): number[after] for state, value, after in steps},
        "start": number[start],
        "accept": sorted({number[name] for name in accepting}),
    }


def _element(reader: SumReader, comparison: Any) -> Arguments | None:
    _, function, other = _function_first(comparison, {"element"})
    array, index = _read_numbers(reader, function.args[0]), _read_number(reader, function.args[1])
    result = _read_number(reader, other)
    if _suits(reader, [*array, index, result]):
        return {"index": [index], "array": array, "result": [result]}
    return None


def _extreme(name: str) -> Reading:
    def read(reader: SumReader, comparison: Any) -> Arguments | None:
        _, function, other = _function_first(comparison, {name})
        row, plus = _read_shifted(reader, function.args)
        result = _read_number(reader, other)
        if not _suits(reader, row) or not _suits(reader, [*row, result]):
            return None
        return {"result": [result], "rows": [row], "plus": plus}

    return read


def _count(reader: SumReader, comparison: Any) -> Arguments | None:
    sign, function, other = _function_first(comparison, {"count", "among"})
    numbers, counted = function.args
    values = [counted] if operation_of(function) == "count" else list(counted)
    total = reader.sum(other)
    if not _are_constants(values) or (total.coefs and sign != "=="):
        return None
    row = _read_numbers(reader, numbers)
    bounds: dict[str, Any] = {"result": [_read_number(reader, other)]}
    if sign != "==":
        strict = int(sign in ("<", ">"))
        bounds = {"hi": total.constant - strict} if sign in ("<", "<=") else {"lo": total.constant + strict}
    if not _suits(reader, row) or not _suits(reader, [*row, *bounds.get("result", [])]):
        return None
    return {"rows": [row], "values": [int(value) for value in values], **bounds}


def _function_first(comparison: Any, names: set[str]) -> tuple[str, Any, Any]:
    """The comparison with a function of such a name on its left: sign, left, right."""
    left, right = comparison.args
    if operation_of(left) in names:
        return comparison.name, left, right
    return MIRRORED[comparison.name], right, left


def _are_constants(values: Iterable[Any]) -> bool:
    return not any(hasattr(value, "get_bounds") for value in values)


def _suits(reader: SumReader, numbers: Sequence[Number], most: int = MOST_VALUES) -> bool:
    """Whether no variable stands twice, any does once, and they have not too many values in all."""
    variables = [abs(int(number)) for number in numbers if isinstance(number, SingleLiteral)]
    bounds = [reader.made.bounds[variable - 1] for variable in variables]
    return len(variables) == len(set(variables)) > 0 and sum(high - low + 1 for low, high in bounds) <= most


def _values_of(reader: SumReader, number: Number) -> list[int]:
    if not isinstance(number, SingleLiteral):
        return [number]
    low, high = reader.made.bounds[abs(int(number)) - 1]
    return list(range(low, high + 1))


def _read_shifted(reader: SumReader, expressions: Iterable[Any]) -> tuple[list[Number], list[int]]:
    """Numbers, and what is added to each."""
    row: list[Number] = []
    plus = []
    for expression in expressions:
        total = reader.sum(expression)
        is_shifted = list(total.coefs.values()) == [1]
        row.append(SingleLiteral(next(iter(total.coefs))) if is_shifted else _read_number(reader, expression))
        plus.append(total.constant if is_shifted else 0)
    return row, plus


def _read_numbers(reader: SumReader, expressions: Iterable[Any]) -> list[Number]:
    return [_read_number(reader, expression) for expression in expressions]


def _read_number(reader: SumReader, expression: Any) -> Number:
    """The variable, literal or constant that the expression is; else a new integer, and the row that ties it."""
    total, made = reader.sum(expression), reader.made
    if not total.coefs:
        return total.constant
    (variable, coef), *others = total.coefs.items()
    if not others and (coef, total.constant) == (1, 0):
        return SingleLiteral(variable)
    if not others and (coef, total.constant) == (-1, 1) and made.bounds[variable - 1] == (0, 1):
        return SingleLiteral(-variable)
    new = made.declare(str(expression), made.reach(total))
    made.linear(total.plus(Sum({new: 1}), -1), 0, 0, None)
    return SingleLiteral(new)
