"""Cases of the largest and of the smallest number, which differ in the oracle alone. The first number is the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase, choice, integer

Extreme = Callable[[Iterable[int]], int]


def extreme_cases(verb: str, extreme: Extreme) -> tuple[RuleCase, ...]:
    """The small ones. verb: of the model; extreme: `max`, or `min`."""

    def stated(**arguments: Any) -> Callable[[Model, list[Any], str], None]:
        return lambda m, x, by: getattr(m, verb)(RULE, x[0], x[1:], by=by, **arguments)

    def arranged(arrange: Callable[[list[Any]], tuple[Any, Any]]) -> Callable[[Model, list[Any], str], None]:
        return lambda m, x, by: getattr(m, verb)(RULE, *arrange(x), by=by)

    def is_first(values: tuple[int, ...]) -> bool:
        return values[0] == extreme(values[1:])

    return (
        RuleCase("choices", (choice(1, 2, 3),) * 3, stated(), is_first),
        RuleCase("integers", (integer(0, 1, 2, 3), integer(-1, 0, 1), integer(1, 2, 3)), stated(), is_first),
        RuleCase("three numbers", (choice(0, 1, 2), choice(0, 1), integer(0, 1, 2), choice(1, 2)), stated(), is_first),
        RuleCase("values with holes", (choice(1, 3, 4), integer(1, 4), choice(2, 3, 4)), stated(), is_first),
        RuleCase("a result with a hole", (integer(1, 3), integer(1, 2, 3), integer(1, 2, 3)), stated(), is_first),
        RuleCase("Booleans", (BOOLEAN,) * 4, stated(), is_first),
        RuleCase("one number", (integer(0, 1, 2), choice(1, 2, 3)), stated(), is_first),
        RuleCase("no result is possible", (choice(5, 6), integer(1, 2), integer(1, 2, 3)), stated(), is_first),
        RuleCase(
            "with something added",
            (integer(0, 1, 2, 3), choice(0, 1, 2), integer(0, 1, 2)),
            stated(plus=[1, -1]),
            lambda v: v[0] == extreme((v[1] + 1, v[2] - 1)),
        ),
        RuleCase(
            "a constant among them",
            (integer(0, 1, 2, 3), choice(1, 2, 3)),
            arranged(lambda x: (x[0], [2, x[1]])),
            lambda v: v[0] == extreme((2, v[1])),
        ),
        RuleCase(
            "a constant result",
            (choice(1, 2, 3), integer(2, 3, 4)),
            arranged(lambda x: (3, x)),
            lambda v: extreme(v) == 3,
        ),
        RuleCase(
            "a negated literal",
            (BOOLEAN, BOOLEAN, integer(0, 1)),
            arranged(lambda x: (-x[0], [x[1], x[2]])),
            lambda v: 1 - v[0] == extreme(v[1:]),
        ),
        RuleCase(
            "a literal and its opposite",
            (integer(0, 1), BOOLEAN),
            arranged(lambda x: (x[0], [x[1], -x[1]])),
            lambda v: v[0] == extreme((v[1], 1 - v[1])),
        ),
        RuleCase(
            "a number twice",
            (choice(1, 2, 3), integer(1, 2, 3), choice(1, 2)),
            arranged(lambda x: (x[0], [x[1], x[2], x[1]])),
            is_first,
        ),
        RuleCase(
            "the result is among them",
            (choice(1, 2, 3), integer(1, 2, 3)),
            arranged(lambda x: (x[0], [x[1], x[0]])),
            lambda v: v[0] == extreme(v),
        ),
        RuleCase(
            "several rows with one result",
            (choice(1, 2, 3), integer(1, 2, 3), choice(2, 3), choice(1, 3)),
            arranged(lambda x: (x[0], [[x[1], x[2]], [x[3]], [x[1], 2, x[3]]])),
            lambda v: v[0] == extreme(v[1:3]) == v[3] == extreme((v[1], 2, v[3])),
        ),
        RuleCase(
            "a result for each row",
            (integer(0, 1, 2), choice(1, 2), integer(0, 1, 2), choice(0, 2)),
            arranged(lambda x: (x[:2], [[x[2], x[3]], [x[3], x[2], 1]])),
            lambda v: v[0] == extreme(v[2:]) and v[1] == extreme((v[2], v[3], 1)),
        ),
    )


def sized_extreme(verb: str, extreme: Extreme) -> RuleCase:
    """A larger one."""
    return RuleCase(
        "nine integers of nine values",
        (integer(*range(1, 10)),) * 9,
        lambda m, x, by: getattr(m, verb)(RULE, x[0], x[1:], by=by),
        lambda v: v[0] == extreme(v[1:]),
    )
