"""Successors form one tour through all places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.neutral import Model
from tests.support.rule_cases.case import BOOLEAN, RULE, RuleCase, choice, integer


def stated(m: Model, x: list[Any], by: str) -> None:
    """One tour through as many places as there are numbers."""
    m.circuit(RULE, x, by=by)


def is_tour(successors: Sequence[int]) -> bool:
    """Walking from the first place, each place is met once before the walk is back."""
    met, place = [], 0
    for _ in successors:
        met.append(place)
        if not 0 <= successors[place] < len(successors):
            return False
        place = successors[place]
    return place == 0 and sorted(met) == list(range(len(successors)))


CASES = (
    RuleCase("three places", (choice(0, 1, 2), integer(0, 1, 2), choice(0, 1, 2)), stated, is_tour),
    RuleCase("four places", (choice(0, 1, 2, 3),) * 4, stated, is_tour),
    RuleCase(
        "five places with few arcs",
        (choice(1, 2), choice(0, 2, 3), choice(3, 4), choice(1, 4), choice(0, 1, 2)),
        stated,
        is_tour,
    ),
    RuleCase(
        "integers", (integer(0, 1, 2, 3), integer(0, 2, 3), integer(0, 1, 3), integer(0, 1, 2, 3)), stated, is_tour
    ),
    RuleCase("what is no place", (integer(-1, 0, 1, 2), choice(-2, 0, 2, 3), integer(0, 1, 5)), stated, is_tour),
    RuleCase("two places", (BOOLEAN, BOOLEAN), stated, is_tour),
    RuleCase("one place", (choice(-1, 0, 1),), stated, is_tour),
    RuleCase("one place that is free of it", (integer(1, 2),), stated, is_tour),
    RuleCase("two tours at best", (choice(1, 2), choice(0, 2), choice(3), choice(2)), stated, is_tour),
    RuleCase(
        "negated literals and constants",
        (BOOLEAN, choice(0, 1, 2)),
        lambda m, x, by: m.circuit(RULE, [x[1], -x[0], 1], by=by),
        lambda v: is_tour((v[1], 1 - v[0], 1)),
    ),
    RuleCase(
        "a number twice",
        (choice(0, 1, 2), integer(0, 1, 2)),
        lambda m, x, by: m.circuit(RULE, [x[0], x[1], x[0]], by=by),
        lambda v: False,
    ),
    RuleCase(
        "several rows, one of them empty",
        (choice(0, 1, 2), integer(0, 1, 2), choice(0, 1), integer(0, 1)),
        lambda m, x, by: m.circuit(RULE, [[x[0], x[1], x[2]], [], [x[3], 0], [0]], by=by),
        lambda v: is_tour(v[:3]) and v[3] == 1,
    ),
)
SIZED = RuleCase("nine places", (choice(*range(9)),) * 9, stated, is_tour)
