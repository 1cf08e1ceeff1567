"""So many numbers of a row are among some values. Where a number is the count, it is the first one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase, choice, integer


def bounded(values: Any, **bounds: Any) -> Callable[[Model, list[Any], str], None]:
    """All numbers are counted."""
    return lambda m, x, by: m.count(RULE, x, values, by=by, **bounds)


def resulting(values: Any) -> Callable[[Model, list[Any], str], None]:
    """The first number is the count of the others."""
    return lambda m, x, by: m.count(RULE, x[1:], values, x[0], by=by)


def among(numbers: tuple[int, ...], *values: int) -> int:
    """How many numbers are among the values."""
    return sum(number in values for number in numbers)


MIXED = (choice(1, 2, 3), integer(1, 2, 3), choice(1, 3))
COUNTED = (integer(0, 1, 2, 3), *MIXED)
CASES = (
    RuleCase("exactly, a known number", MIXED, bounded(3, lo=1, hi=1), lambda v: among(v, 3) == 1),
    RuleCase("a result that is plain", MIXED, bounded(3, result=2), lambda v: among(v, 3) == 2),
    RuleCase("at most", MIXED, bounded([1, 2], hi=1), lambda v: among(v, 1, 2) <= 1),
    RuleCase("at least", MIXED, bounded([1, 2], lo=2), lambda v: among(v, 1, 2) >= 2),
    RuleCase("all are", MIXED, bounded([2, 3, 9], lo=3), lambda v: among(v, 2, 3) == 3),
    RuleCase("between", (integer(0, 1, 2),) * 4, bounded([0, 2], lo=1, hi=3), lambda v: 1 <= among(v, 0, 2) <= 3),
    RuleCase("values that none has", MIXED, bounded([0, 7], hi=2), lambda v: True),
    RuleCase("more than there are", MIXED, bounded(1, lo=4, hi=5), lambda v: False),
    RuleCase("less than none", MIXED, bounded(1, lo=-3, hi=-1), lambda v: False),
    RuleCase("a number counts", COUNTED, resulting([1, 2]), lambda v: v[0] == among(v[1:], 1, 2)),
    RuleCase("a choice counts", (choice(-1, 0, 2, 5), *MIXED), resulting(3), lambda v: v[0] == among(v[1:], 3)),
    RuleCase("an integer with holes counts", (integer(0, 3), *MIXED), resulting(3), lambda v: v[0] == among(v[1:], 3)),
    RuleCase("a Boolean counts", (BOOLEAN, *MIXED), resulting([2, 3]), lambda v: v[0] == among(v[1:], 2, 3)),
    RuleCase("a result that is too small", (integer(-3, -2), *MIXED), resulting(1), lambda v: False),
    RuleCase("a result that is too large", (integer(4, 5), *MIXED), resulting(1), lambda v: False),
    RuleCase("a result beyond the row", (integer(2, 3, 4, 5), *MIXED), resulting(1), lambda v: v[0] == among(v[1:], 1)),
    RuleCase("Booleans", (integer(0, 1, 2), BOOLEAN, BOOLEAN), resulting(0), lambda v: v[0] == among(v[1:], 0)),
    RuleCase(
        "negated literals and constants",
        (BOOLEAN, BOOLEAN, choice(0, 1, 2)),
        lambda m, x, by: m.count(RULE, [-x[0], x[1], x[2], 1, 0], 1, lo=2, hi=3, by=by),
        lambda v: 2 <= among((1 - v[0], v[1], v[2], 1, 0), 1) <= 3,
    ),
    RuleCase(
        "a number twice",
        (integer(0, 1, 2, 3), choice(1, 2, 3), integer(1, 2, 3)),
        lambda m, x, by: m.count(RULE, [x[1], x[2], x[1]], [1, 2], x[0], by=by),
        lambda v: v[0] == among((v[1], v[2], v[1]), 1, 2),
    ),
    RuleCase(
        "a literal and its opposite",
        (BOOLEAN, choice(1, 2)),
        lambda m, x, by: m.count(RULE, [x[0], -x[0], x[1]], 1, lo=2, by=by),
        lambda v: v[1] == 1,
    ),
    RuleCase(
        "the result is among them",
        (integer(0, 1, 2, 3), choice(1, 2), choice(1, 3)),
        lambda m, x, by: m.count(RULE, x, [1, 2], x[0], by=by),
        lambda v: v[0] == among(v, 1, 2),
    ),
    RuleCase("no numbers", (choice(0, 1),), lambda m, x, by: m.count(RULE, [[]], 1, x, by=by), lambda v: v[0] == 0),
    RuleCase(
        "several rows",
        (integer(0, 1, 2), integer(1, 2), *MIXED),
        lambda m, x, by: m.count(RULE, [x[2:4], [], x[3:], [x[4]]], 3, [x[0], 0, x[1], 1], by=by),
        lambda v: v[0] == among(v[2:4], 3) and v[1] == among(v[3:], 3) and v[4] == 3,
    ),
    RuleCase(
        "several rows with bounds",
        MIXED,
        lambda m, x, by: m.count(RULE, [x[:2], x, x[2:]], [2, 3], lo=[1, 0, -1], hi=[2, 2, 1], by=by),
        lambda v: among(v[:2], 2, 3) >= 1 and among(v, 2, 3) <= 2,
    ),
)
SIZED = RuleCase(
    "nine integers of nine values",
    (integer(*range(1, 10)),) * 9,
    resulting([1, 2, 3]),
    lambda v: v[0] == among(v[1:], 1, 2, 3),
)
