"""The numbers of a row are one of some tuples, or none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase, choice, integer

Tuples = Sequence[tuple[int, ...]]
SUMS = [(a, b, c) for a, b, c in product(range(4), repeat=3) if a + b == c]
BINARY = [(1, 2), (1, 3), (2, 1), (3, 4), (3, 4), (9, 9)]
SCATTERED = [(1, 1, 2), (1, 2, 2), (2, 1, 2), (3, 3, 3), (3, 1, 1), (2, 3, 1)]


def table(tuples: Tuples, allowed: bool = True) -> dict[str, Callable[..., Any]]:
    """One row of all numbers."""
    return {
        "state": lambda m, x, by: m.table(RULE, x, tuples, allowed=allowed, by=by),
        "holds": lambda v: (v in tuples) == allowed,
    }


def shared_rows(m: Model, x: list[Any], by: str) -> None:
    """Rows with numbers in common, and one with a constant."""
    m.table(RULE, [[x[0], x[1]], [x[1], x[2]], [x[2], 4]], BINARY, by=by)


def forbidden_rows(m: Model, x: list[Any], by: str) -> None:
    """The same, forbidden."""
    m.table(RULE, [[x[0], x[1]], [x[1], x[2]], [x[2], 4]], BINARY, allowed=False, by=by)


def each_in(rows: Sequence[tuple[int, ...]], allowed: bool) -> bool:
    return all((row in BINARY) == allowed for row in rows)


ONE_TO_FOUR = choice(1, 2, 3, 4)
CASES = (
    RuleCase("pairs", (ONE_TO_FOUR, ONE_TO_FOUR), **table(BINARY)),
    RuleCase("forbidden pairs", (ONE_TO_FOUR, ONE_TO_FOUR), **table(BINARY, False)),
    RuleCase("sums of integers", (integer(0, 1, 2), integer(1, 2, 3), integer(0, 1, 2, 3)), **table(SUMS)),
    RuleCase("no sums", (integer(0, 1, 2), integer(1, 2, 3), choice(0, 1, 2, 3)), **table(SUMS, False)),
    RuleCase("triples", (choice(1, 2, 3),) * 3, **table(SCATTERED)),
    RuleCase("forbidden triples", (choice(1, 2, 3),) * 3, **table(SCATTERED, False)),
    RuleCase("holes", (integer(1, 3), integer(1, 2, 4), integer(2, 3)), **table(SCATTERED)),
    RuleCase("Booleans", (BOOLEAN,) * 3, **table([(0, 0, 1), (1, 1, 0), (1, 0, 1), (2, 0, 0)])),
    RuleCase("all but one", (choice(1, 2), integer(1, 2)), **table([(1, 1), (1, 2), (2, 1)])),
    RuleCase("all", (choice(1, 2), integer(1, 2)), **table([(1, 1), (1, 2), (2, 1), (2, 2)])),
    RuleCase("all are forbidden", (choice(1, 2), BOOLEAN), **table(list(product((1, 2), (0, 1))), False)),
    RuleCase("none", (choice(1, 2), integer(1, 2)), **table([])),
    RuleCase("none is forbidden", (choice(1, 2), integer(1, 2)), **table([], False)),
    RuleCase("tuples that cannot be", (choice(1, 2), integer(1, 2)), **table([(3, 1), (1, 5)])),
    RuleCase("single numbers", (integer(1, 2, 3, 4),), **table([(2,), (4,), (5,)])),
    RuleCase("single numbers are forbidden", (choice(1, 2, 3, 4),), **table([(2,), (4,), (5,)], False)),
    RuleCase(
        "negated literals",
        (BOOLEAN, choice(1, 2, 3)),
        lambda m, x, by: m.table(RULE, [-x[0], x[1], x[0]], [(0, 1, 1), (1, 2, 0), (1, 3, 1)], by=by),
        lambda v: (1 - v[0], v[1], v[0]) in [(0, 1, 1), (1, 2, 0), (1, 3, 1)],
    ),
    RuleCase(
        "constants, too",
        (choice(1, 2, 3), integer(1, 2, 3)),
        lambda m, x, by: m.table(RULE, [x[0], 1, x[1]], SCATTERED, by=by),
        lambda v: (v[0], 1, v[1]) in SCATTERED,
    ),
    RuleCase(
        "a forbidden row with a constant",
        (choice(1, 2, 3), integer(1, 2, 3)),
        lambda m, x, by: m.table(RULE, [x[0], 1, x[1]], SCATTERED, allowed=False, by=by),
        lambda v: (v[0], 1, v[1]) not in SCATTERED,
    ),
    RuleCase(
        "a number twice",
        (integer(1, 2, 3), choice(1, 2, 3)),
        lambda m, x, by: m.table(RULE, [x[0], x[1], x[0]], SCATTERED, by=by),
        lambda v: (v[0], v[1], v[0]) in SCATTERED,
    ),
    RuleCase(
        "a number twice, forbidden",
        (integer(1, 2, 3), choice(1, 2, 3)),
        lambda m, x, by: m.table(RULE, [x[0], x[1], x[0]], SCATTERED, allowed=False, by=by),
        lambda v: (v[0], v[1], v[0]) not in SCATTERED,
    ),
    RuleCase(
        "an empty row",
        (BOOLEAN,),
        lambda m, x, by: m.table(RULE, [[]], [()], by=by),
        lambda v: True,
    ),
    RuleCase("an empty row and no tuple", (BOOLEAN,), lambda m, x, by: m.table(RULE, [[]], [], by=by), lambda v: False),
    RuleCase(
        "an empty row is forbidden",
        (BOOLEAN,),
        lambda m, x, by: m.table(RULE, [[]], [()], allowed=False, by=by),
        lambda v: False,
    ),
    RuleCase(
        "several rows",
        (ONE_TO_FOUR, integer(1, 2, 3), choice(1, 3)),
        shared_rows,
        lambda v: each_in([v[:2], v[1:], (v[2], 4)], True),
    ),
    RuleCase(
        "several forbidden rows",
        (ONE_TO_FOUR, integer(1, 2, 3), choice(1, 3)),
        forbidden_rows,
        lambda v: each_in([v[:2], v[1:], (v[2], 4)], False),
    ),
)
SIZED = RuleCase(
    "divisors",
    (integer(*range(1, 9)),) * 3,
    **table([(a, b, c) for a, b, c in product(range(1, 9), repeat=3) if a * b == c]),
)
