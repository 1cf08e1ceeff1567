"""Answers of models whose global rules are stated by another formulation: variables have other numbers there."""

from __future__ import annotations

from itertools import permutations

import pytest

import rosetta as rs

PLACES = 4


def stated_model() -> rs.Model:
    """Numbers that are all different, and variables that are declared after those that the rule needs."""
    m = rs.Model("late")
    x = m.choices("x", PLACES, range(PLACES))
    m.all_different("no two are the same", x, by="intervals")
    early, total = m.bools("early", ()), m.ints("total", (), 1, 2 * PLACES)
    m.iff("the first is 0 or 1", early, [[x[0].is_(0), x[0].is_(1)]])
    m.linear(0, 0, "the total is that of the first two", [[x[0], x[1], total]], [1, 1, -1])
    return m


def expected_answers() -> list:
    """All of them, by hand."""
    orders = permutations(range(PLACES))
    return sorted((list(x), int(x[0] < 2), x[0] + x[1]) for x in orders)


@pytest.mark.parametrize("backend", ["cpsat", "cnf"])
@pytest.mark.parametrize("formulation", ["stated", "values", "pairs", "intervals", "native"])
def test_all_answers_are_told_in_the_author_s_variables(formulation, backend):
    found = rs.solve(stated_model(), backend=backend, formulation=formulation, answers="all")
    assert sorted((each["x"], each["early"], each["total"]) for each in found.answers) == expected_answers()
    assert rs.count(stated_model(), backend=backend, formulation=formulation).count == len(expected_answers())
