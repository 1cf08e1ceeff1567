"""All numbers of a row are different, but for some values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase, choice, integer


def are_different(values: Sequence[int], free: Collection[int] = ()) -> bool:
    """No two are equal, unless they are free."""
    return all(a != b or a in free for a, b in combinations(values, 2))


def stated(**arguments: Any) -> Callable[[Model, list[Any], str], None]:
    """One row of all numbers."""
    return lambda m, x, by: m.all_different(RULE, x, by=by, **arguments)


def mixed_rows(m: Model, x: list[Any], by: str) -> None:
    """Rows with numbers in common, an empty one, and one of a single number."""
    m.all_different(RULE, [[x[0], x[1]], [], [x[2]], [x[1], x[2], 2]], by=by)


CASES = (
    RuleCase("as many values as numbers", (choice(1, 2, 3),) * 3, stated(), are_different),
    RuleCase("more numbers than values", (choice(1, 2),) * 3, stated(), are_different),
    RuleCase("more values than numbers", (choice(1, 2, 3, 4),) * 3, stated(), are_different),
    RuleCase("two numbers take two values", (choice(2, 3), choice(2, 3), choice(1, 2, 3, 4)), stated(), are_different),
    RuleCase("integers", (integer(0, 1, 2), integer(1, 2, 3), integer(-1, 0, 1)), stated(), are_different),
    RuleCase("integers that fill an interval", (integer(1, 2, 3, 4),) * 4, stated(), are_different),
    RuleCase("integers with holes", (integer(1, 3, 4), integer(1, 4), integer(1, 2, 3, 4)), stated(), are_different),
    RuleCase("Booleans", (BOOLEAN, BOOLEAN), stated(), are_different),
    RuleCase(
        "a negated literal",
        (BOOLEAN, BOOLEAN, choice(0, 1, 2)),
        lambda m, x, by: m.all_different(RULE, [-x[0], x[1], x[2]], by=by),
        lambda v: are_different((1 - v[0], v[1], v[2])),
    ),
    RuleCase(
        "constants, too",
        (choice(1, 2, 3), integer(2, 3, 4)),
        lambda m, x, by: m.all_different(RULE, [2, x[0], 7, x[1]], by=by),
        lambda v: are_different((2, 7, *v)),
    ),
    RuleCase(
        "two equal constants",
        (choice(1, 2),),
        lambda m, x, by: m.all_different(RULE, [5, x[0], 5], by=by),
        lambda v: False,
    ),
    RuleCase(
        "a number twice",
        (choice(1, 2, 3), choice(1, 2, 3)),
        lambda m, x, by: m.all_different(RULE, [x[0], x[1], x[0]], by=by),
        lambda v: False,
    ),
    RuleCase(
        "a number twice, at another height",
        (integer(0, 1, 2), choice(0, 1, 2)),
        lambda m, x, by: m.all_different(RULE, [x[0], x[0], x[1]], plus=[0, 1, 0], by=by),
        lambda v: are_different((v[0], v[0] + 1, v[1])),
    ),
    RuleCase(
        "a literal and its opposite",
        (BOOLEAN, choice(0, 2)),
        lambda m, x, by: m.all_different(RULE, [x[0], -x[0], x[1]], by=by),
        lambda v: are_different((v[0], 1 - v[0], v[1])),
    ),
    RuleCase("a value is free", (choice(0, 1, 2),) * 3, stated(excluding=0), lambda v: are_different(v, {0})),
    RuleCase(
        "a value within is free",
        (integer(1, 2, 3), integer(1, 2, 3), choice(1, 2, 3, 4)),
        stated(excluding=[2, 9]),
        lambda v: are_different(v, {2}),
    ),
    RuleCase(
        "a free constant stands twice",
        (choice(0, 1), integer(0, 1)),
        lambda m, x, by: m.all_different(RULE, [0, x[0], 0, x[1]], excluding=0, by=by),
        lambda v: are_different((0, 0, *v), {0}),
    ),
    RuleCase(
        "on a diagonal",
        (choice(0, 1, 2),) * 3,
        stated(plus=[0, 1, 2]),
        lambda v: are_different((v[0], v[1] + 1, v[2] + 2)),
    ),
    RuleCase("an empty row", (choice(1, 2),), lambda m, x, by: m.all_different(RULE, [[]], by=by), lambda v: True),
    RuleCase("a row of one", (integer(1, 2),), stated(), lambda v: True),
    RuleCase(
        "several rows",
        (choice(1, 2, 3), integer(1, 2, 3), choice(2, 3)),
        mixed_rows,
        lambda v: v[0] != v[1] and are_different((v[1], v[2], 2)),
    ),
)
SIZED = RuleCase("nine integers of nine values", (integer(*range(1, 10)),) * 9, stated(), are_different)
