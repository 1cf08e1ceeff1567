"""The entry of an array at an index is the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase, choice, integer


def is_entry(index: int, array: Sequence[int], result: int) -> bool:
    """Within the array, and that entry."""
    return 0 <= index < len(array) and array[index] == result


def of_constants(*array: int) -> dict[str, Callable[..., Any]]:
    """The numbers are index and result."""
    return {
        "state": lambda m, x, by: m.element(RULE, x[0], array, x[1], by=by),
        "holds": lambda v: is_entry(v[0], array, v[1]),
    }


IN_NUMBERS: dict[str, Callable[..., Any]] = {
    "state": lambda m, x, by: m.element(RULE, x[0], x[2:], x[1], by=by),
    "holds": lambda v: is_entry(v[0], v[2:], v[1]),
}


def several(m: Model, x: list[Any], by: str) -> None:
    """Two indices, one of them twice, and results of which one is a constant, in one array."""
    m.element(RULE, [x[0], x[1], x[1]], [5, x[2], 3], [x[3], 3, x[3]], by=by)


CASES = (
    RuleCase("constants", (choice(0, 1, 2, 3), choice(1, 2, 3, 4)), **of_constants(2, 3, 2, 4)),
    RuleCase("integers", (integer(0, 1, 2, 3), integer(1, 2, 3, 4)), **of_constants(2, 1, 2, 4)),
    RuleCase("an index beyond", (integer(-1, 0, 1, 2, 3), choice(1, 2, 3)), **of_constants(2, 3)),
    RuleCase("an index that is always beyond", (choice(3, 5), choice(1, 2)), **of_constants(1, 2)),
    RuleCase("an empty array", (choice(0, 1), choice(1, 2)), **of_constants()),
    RuleCase("an array of one", (choice(0, 1), integer(1, 2)), **of_constants(2)),
    RuleCase("a result that there is not", (choice(0, 1, 2), choice(7, 9)), **of_constants(1, 2, 8)),
    RuleCase("holes", (integer(0, 2, 3), integer(-1, 1, 4)), **of_constants(4, 9, 0, -1)),
    RuleCase("Booleans", (BOOLEAN, BOOLEAN), **of_constants(1, 0)),
    RuleCase("an array of choices", (choice(0, 1), choice(1, 2, 3), choice(1, 2), choice(2, 3)), **IN_NUMBERS),
    RuleCase(
        "an array of integers", (integer(0, 1, 2), integer(1, 2), integer(0, 1), integer(1, 2), choice(3)), **IN_NUMBERS
    ),
    RuleCase("an array of Booleans", (choice(0, 1, 2), BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN), **IN_NUMBERS),
    RuleCase(
        "negated literals",
        (BOOLEAN, BOOLEAN, choice(0, 1)),
        lambda m, x, by: m.element(RULE, -x[0], [-x[1], x[1], 1], x[2], by=by),
        lambda v: is_entry(1 - v[0], (1 - v[1], v[1], 1), v[2]),
    ),
    RuleCase(
        "the index is an entry",
        (choice(0, 1, 2), choice(0, 1, 2)),
        lambda m, x, by: m.element(RULE, x[0], [x[0], x[1], x[0]], x[1], by=by),
        lambda v: is_entry(v[0], (v[0], v[1], v[0]), v[1]),
    ),
    RuleCase(
        "the index is the result",
        (integer(0, 1, 2, 3),),
        lambda m, x, by: m.element(RULE, x[0], [2, 1, 0, x[0]], x[0], by=by),
        lambda v: is_entry(v[0], (2, 1, 0, v[0]), v[0]),
    ),
    RuleCase(
        "a Boolean is all",
        (BOOLEAN,),
        lambda m, x, by: m.element(RULE, x[0], [-x[0], x[0]], x[0], by=by),
        lambda v: is_entry(v[0], (1 - v[0], v[0]), v[0]),
    ),
    RuleCase(
        "a constant result",
        (choice(0, 1, 2), integer(1, 2, 3), choice(2, 4)),
        lambda m, x, by: m.element(RULE, x[0], [x[1], 2, x[2]], 2, by=by),
        lambda v: is_entry(v[0], (v[1], 2, v[2]), 2),
    ),
    RuleCase(
        "several rows",
        (choice(0, 1), choice(1, 2), integer(3, 4), choice(3, 5)),
        several,
        lambda v: (
            is_entry(v[0], (5, v[2], 3), v[3])
            and is_entry(v[1], (5, v[2], 3), 3)
            and is_entry(v[1], (5, v[2], 3), v[3])
        ),
    ),
    RuleCase(
        "one result of several indices",
        (choice(0, 1, 2), choice(1, 2, 3), choice(2, 3)),
        lambda m, x, by: m.element(RULE, [x[0], x[1]], range(2, 6), x[2], by=by),
        lambda v: is_entry(v[0], range(2, 6), v[2]) and is_entry(v[1], range(2, 6), v[2]),
    ),
)
SIZED = RuleCase(
    "five entries of six values", (integer(*range(5)), *(integer(*range(1, 7)) for _ in range(6))), **IN_NUMBERS
)
