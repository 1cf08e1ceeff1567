"""A row of numbers comes before another, or is the same. The first half of the numbers is the left side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, CaseNumber, RuleCase, choice, integer


def halves(strict: bool = False) -> Callable[[Model, list[Any], str], None]:
    """The first half, and the second."""
    return lambda m, x, by: m.lexicographic(RULE, x[: len(x) // 2], x[len(x) // 2 :], strict, by=by)


def is_before(v: tuple[int, ...]) -> bool:
    """In the order of tuples, which is that of dictionaries."""
    return v[: len(v) // 2] < v[len(v) // 2 :]


def is_not_after(v: tuple[int, ...]) -> bool:
    """The same, or before."""
    return v[: len(v) // 2] <= v[len(v) // 2 :]


SIDES: dict[str, tuple[CaseNumber, ...]] = {
    "choices": (choice(1, 2, 3),) * 4,
    "integers": (integer(0, 1, 2), integer(-1, 0, 1), integer(-1, 0), integer(0, 1, 2)),
    "values with holes": (choice(1, 4), integer(1, 3, 4), integer(2, 4), choice(0, 3)),
    "Booleans": (BOOLEAN,) * 6,
    "three of each": (choice(1, 2), integer(1, 2, 3), choice(1, 2), integer(1, 2), choice(2, 3), choice(1, 2)),
    "one of each": (integer(1, 2, 3), choice(2, 3, 4)),
    "the left side is greater": (choice(3, 4), choice(1, 2), integer(1, 2), choice(1, 2)),
    "equal, or after": (choice(2, 3), choice(3, 4), integer(1, 2), choice(1, 3)),
}
CASES = (
    *(RuleCase(name, sides, halves(), is_not_after) for name, sides in SIDES.items()),
    *(RuleCase(f"{name}, strictly", sides, halves(strict=True), is_before) for name, sides in SIDES.items()),
    RuleCase(
        "a negated literal and a constant",
        (BOOLEAN, choice(0, 1, 2), BOOLEAN),
        lambda m, x, by: m.lexicographic(RULE, [-x[0], x[1]], [x[2], 1], by=by),
        lambda v: (1 - v[0], v[1]) <= (v[2], 1),
    ),
    RuleCase(
        "a number on both sides",
        (choice(1, 2, 3), integer(1, 2), choice(1, 2)),
        lambda m, x, by: m.lexicographic(RULE, [x[0], x[1], x[2]], [x[0], x[2], x[0]], by=by),
        lambda v: (v[1], v[2]) <= (v[2], v[0]),
    ),
    RuleCase(
        "turned round",
        (choice(1, 2, 3), integer(1, 2, 3), choice(1, 2)),
        lambda m, x, by: m.lexicographic(RULE, x, x[::-1], True, by=by),
        lambda v: v < v[::-1],
    ),
    RuleCase(
        "a literal and its opposite",
        (BOOLEAN, BOOLEAN, choice(0, 1)),
        lambda m, x, by: m.lexicographic(RULE, [x[0], x[1]], [-x[0], x[2]], by=by),
        lambda v: (v[0], v[1]) <= (1 - v[0], v[2]),
    ),
    RuleCase(
        "several rows, one of them empty",
        (choice(1, 2, 3), integer(1, 2, 3), choice(2, 3), integer(1, 2)),
        lambda m, x, by: m.lexicographic(RULE, [[x[0], x[1]], [], [x[3]]], [[x[2], x[3]], [], [x[1]]], by=by),
        lambda v: (v[0], v[1]) <= (v[2], v[3]) and v[3] <= v[1],
    ),
    RuleCase(
        "an empty row, strictly",
        (choice(1, 2), integer(1, 2, 3)),
        lambda m, x, by: m.lexicographic(RULE, [[x[0]], []], [[x[1]], []], True, by=by),
        lambda v: False,
    ),
)
SIZED = RuleCase("ten integers of nine values", (integer(*range(1, 10)),) * 10, halves(), is_not_after)
