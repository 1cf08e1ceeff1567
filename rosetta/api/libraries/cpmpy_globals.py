"""CPMpy's global constraints and functions in simpler expressions, each exactly the same in every place, also negated.

CPMpy's own decompositions are taken, with these exceptions:

Regular, MDD     a Boolean for each state after each number, defined by those one number earlier; CPMpy's own confuses
                 states that are called 1, 2, 3 with the places of states in a list, and forgets values without a step
Circuit          the place after each number of steps, each defined by the one before; CPMpy's nests them
Element          of constants: a sum over its positions, without a new variable
Power            a sum over the values of its base, without a new variable
products         where both factors have many values: one of them in bits, each of which is multiplied by the other
Division, Modulo of nothing negative by a positive constant: the quotient is the only new variable

What is not defined for some values (`x // 0`, an index out of range) CPMpy makes total before (`no_partial_functions`).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from rosetta.foundation.errors import InputError

Simpler: TypeAlias = tuple[Any, list[Any]]
EXTREMES = ("max", "min", "abs")
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
COMPARE = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
MOST_VALUES = 10_000  # of a number, where each gets literals of its own
MOST_FACTORS = 64  # values of the factor that has fewer, where each gets a variable; of more, each bit does


def simplify(expression: Any) -> Simpler:
    """What a global constraint says (a list of constraints) or a global function is (an expression); and constraints
    that define the new variables in it, for all values of the others. Raises InputError where that gets too large, and
    whatever CPMpy raises."""
    match expression.name:
        case "regular":
            array, _, start, accepting = expression.args
            steps: dict[Any, dict[int, Any]] = {}
            for (state, value), after in expression.trans_dict.items():
                steps.setdefault(state, {})[value] = after
            return _run_automaton(array, steps, start, accepting)
        case "mdd":
            return _run_automaton(expression.args[0], expression.mapping, expression.root_node, None)
        case "circuit":
            return _follow_circuit(expression.args)
        case "element" if _are_constants(expression.args[0]):
            parts, defining = expression.decompose_linear()
            return parts, defining
        case "pow":
            return _sum_powers(*expression.args)
        case "div" | "mod":
            return _divide(expression)
        case "mul" if min(map(_values, expression.args)) > MOST_FACTORS:
            return _multiply(*sorted(expression.args, key=_values))
        case "nvalue":
            _check_size(_values(expression.args), MOST_VALUES, "numbers")
        case "nvalue_except":
            _check_size(_values(expression.args[0]), MOST_VALUES, "numbers")
    parts, defining = expression.decompose()
    return parts, [constraint for constraint in defining if not _is_evident(constraint)]


def unfold_comparison(sign: str, left: Any, right: Any) -> Any | None:
    """`max(x, y) <= z` as `x <= z and y <= z`, `abs(x) >= z` as `x >= z or -x >= z`, and so on: without new variables;
    None for other comparisons."""
    import cpmpy as cp

    if operation_of(left) not in EXTREMES and operation_of(right) in EXTREMES:
        left, right, sign = right, left, MIRRORED.get(sign, sign)
    kind = operation_of(left)
    if kind not in EXTREMES or sign not in MIRRORED:
        return None
    parts = [COMPARE[sign](part, right) for part in ([left.args[0], -left.args[0]] if kind == "abs" else left.args)]
    return cp.all(parts) if (kind == "min") == (sign in (">", ">=")) else cp.any(parts)


def operation_of(expression: Any) -> str:
    """What CPMpy calls the operation; "" for a variable, which may have the name of one, and for a constant."""
    return "" if hasattr(expression, "lb") else str(getattr(expression, "name", ""))


def _run_automaton(
    array: Iterable[Any], steps: Mapping[Any, Mapping[int, Any]], start: Any, accepting: Iterable[Any] | None
) -> Simpler:
    """Is the last state one of those? None: any that a number leads to."""
    import cpmpy as cp

    defining = []
    holds: dict[Any, Any] = {start: cp.BoolVal(True)}
    for number in array:
        ways: dict[Any, list[Any]] = {}
        for state, is_here in holds.items():
            for value, after in steps.get(state, {}).items():
                ways.setdefault(after, []).append(cp.all([is_here, number == value]))
        holds = {state: cp.boolvar() for state in ways}
        defining += [literal == cp.any(ways[state]) for state, literal in holds.items()]
    chosen = holds.values() if accepting is None else (holds[state] for state in set(accepting) if state in holds)
    return [cp.any(list(chosen))], defining


def _follow_circuit(successors: Iterable[Any]) -> Simpler:
    """From place 0 one is back after as many steps as there are places, and was nowhere twice."""
    import cpmpy as cp

    after = list(successors)
    low, high = _bounds([*after, 0, len(after) - 1])
    defining, places = [], [after[0]]
    for _ in after[1:]:
        here, place = places[-1], cp.intvar(low, high)
        defining += [_implies(here == i, place == successor) for i, successor in enumerate(after)]
        if low < 0 or high >= len(after):
            defining.append(_implies((here < 0) | (here >= len(after)), place == low))
        places.append(place)
    inside = [bound for successor in after for bound in (successor >= 0, successor < len(after))]
    return [*inside, cp.AllDifferent(after), places[-1] == 0, cp.AllDifferent(places)], defining


def _implies(condition: Any, other: Any) -> Any:
    """The implication, also of a truth value."""
    import cpmpy as cp

    return cp.BoolVal(condition).implies(other) if isinstance(condition, bool) else condition.implies(other)


def _sum_powers(base: Any, exponent: int) -> Simpler:
    import cpmpy as cp

    if exponent == 0:
        return 1, []
    low, high = _bounds(base)
    _check_size(high - low + 1, MOST_VALUES, "the base of a power")
    return cp.sum([value ** int(exponent) * (base == value) for value in range(low, high + 1) if value]), []


def _multiply(one: Any, other: Any) -> Simpler:
    """One factor in bits: low + bit + 2 bit' + 4 bit'' + ..."""
    import cpmpy as cp

    (low, high), (least, most) = _bounds(one), _bounds(other)
    bits = cp.boolvar(shape=(high - low).bit_length())
    products = cp.intvar(min(0, least), max(0, most), shape=len(bits))
    powers = [2**place for place in range(len(bits))]
    defining = [one == low + cp.sum(powers * bits)]
    for bit, product in zip(bits, products, strict=True):
        defining += [bit.implies(product == other), (~bit).implies(product == 0)]
    return low * other + cp.sum(powers * products), defining


def _divide(expression: Any) -> Simpler:
    """The quotient or the rest; both round towards 0."""
    import cpmpy as cp

    dividend, divisor = expression.args
    (low, high), (least, most) = _bounds(dividend), _bounds(divisor)
    if low < 0 or least < 1 or least != most:
        parts, defining = expression.decompose()
        return parts, [constraint for constraint in defining if not _is_evident(constraint)]
    quotient = cp.intvar(low // least, high // least)
    rest = dividend - least * quotient
    return quotient if expression.name == "div" else rest, [rest >= 0, rest < least]


def _bounds(expressions: Any) -> tuple[int, int]:
    """The least and the greatest value of an expression, or of several."""
    from cpmpy.expressions.utils import get_bounds, is_any_list

    low, high = get_bounds(expressions)
    return (int(min(low)), int(max(high))) if is_any_list(expressions) else (int(low), int(high))


def _values(expressions: Any) -> int:
    low, high = _bounds(expressions)
    return high - low + 1


def _are_constants(array: Iterable[Any]) -> bool:
    return not any(hasattr(entry, "get_bounds") for entry in array)


def _is_evident(constraint: Any) -> bool:
    """A bound that holds for all values, as CPMpy states for the sign of a rest."""
    return getattr(constraint, "name", "") == ">=" and _bounds(constraint.args[0])[0] >= _bounds(constraint.args[1])[1]


def _check_size(found: int, most: int, what: str) -> None:
    """Raises InputError."""
    if found > most:
        raise InputError(
            f"expected at most {most:,} values of {what}, found {found:,}; give the variables closer bounds"
        )
