"""Regions that follow from their sizes, kept by cuts: these forbid what they are made of, and no answer."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.connectivity.region_cuts import prepare_cuts
from backends.connectivity.region_rows import find_region_rows
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model, evaluate
from models.puzzles.boards import grid_edges
from models.puzzles.parts.areas import wrong_areas

SHAPE = (2, 3)
LIMITS = Limits(seconds=60)


def state_board(by="lazy"):
    m = Model("sizes")
    size = m.choices("size", SHAPE, range(1, 7))
    m.regions("equal sizes that touch are a region", None, grid_edges(SHAPE), size, by=by)
    return m


def assignments():
    for numbers in product(range(1, 7), repeat=6):
        yield np.array(numbers)


def as_values(m, numbers):
    values = np.zeros(m.variables + 1, np.int64)
    values[m.arrays["size"].reshape(6, 6)[np.arange(6), numbers - 1]] = 1
    return values


ANSWERS = [numbers for numbers in assignments() if not wrong_areas(numbers.reshape(SHAPE))]


@pytest.mark.parametrize("ordered", [False, True])
def test_cuts_forbid_what_they_are_made_of_and_no_answer(ordered):
    m = state_board()
    twin, (cuts,) = prepare_cuts(m, ordered)
    backend = cutting_backend(backend_named("cnf"))
    base = twin.copy()
    base.global_rules = []

    def complete(numbers):
        """With the values of further variables."""
        fixed = base.copy()
        fixed.true("these", m.arrays["size"].reshape(6, 6)[np.arange(6), numbers - 1])
        return backend.solve(fixed, LIMITS, Options()).values

    answers = [complete(numbers) for numbers in ANSWERS[:: 1 if not ordered else 7]]
    tried = 0
    for numbers in (np.array(each) for each in list(product((1, 2, 3, 5), repeat=6))[::97]):
        if not wrong_areas(numbers.reshape(SHAPE)):
            continue
        tried += 1
        values = complete(numbers)
        found = list(cuts.broken_cuts(values))
        assert found
        for clause in found:
            assert not holds(clause, values)
            assert all(holds(clause, answer) for answer in answers)
    assert tried > 20


def holds(clause, values):
    return any((values[abs(x)] == 1) == (x > 0) for x in clause)


@pytest.mark.parametrize("by", ["lazy", "leaders", "flow", "native"])
def test_every_formulation_has_the_same_answers(by):
    """Those that trying finds."""
    m = state_board(by)
    sizes = np.asarray(m.arrays["size"])
    backend = cutting_backend(backend_named("cnf"))
    found = {
        tuple((np.asarray(values)[sizes.reshape(6, 6)] == 1).argmax(axis=1) + 1)
        for values in backend.solutions(m, sizes.ravel().astype(np.int32), LIMITS, Options())
    }
    assert found == {tuple(numbers) for numbers in ANSWERS}
    assert len(ANSWERS) > 10


def test_the_judge_knows_wrong_sizes():
    m = state_board()
    assert not any(evaluate(m, as_values(m, numbers)) for numbers in ANSWERS)
    assert evaluate(m, as_values(m, np.array([1, 1, 2, 3, 3, 3])))


def test_rows_for_people_follow_from_the_rule_and_say_all():
    """With one answer they leave one."""
    m = state_board()
    size = m.arrays["size"].reshape(6, 6)
    m.true("given", size[[0, 5], [1, 3]])  # a 2 at the upper left, a 4 at the lower right
    answers = [numbers for numbers in ANSWERS if numbers[0] == 2 and numbers[5] == 4]
    rows = find_region_rows(m, size.ravel().astype(np.int32), LIMITS)
    assert rows
    for row in rows:
        assert all(holds(row.clause, as_values(m, numbers)) for numbers in answers)
    plain = m.copy()
    plain.global_rules = []
    plain.any("rows", [np.array(row.clause, np.int32) for row in rows])
    found = list(backend_named("cnf").solutions(plain, size.ravel().astype(np.int32), LIMITS, Options()))
    common = {(i, size[i, k]) for i in range(6) for k in range(6) if all(n[i] == k + 1 for n in answers)}
    assert answers
    assert len(found) >= len(answers)
    assert all(values[x] == 1 for values in found for _, x in common)
