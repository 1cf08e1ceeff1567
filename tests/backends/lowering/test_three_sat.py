"""Clauses of three literals: the same solutions on the old variables, as counted by hand and by brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.lowering.clause_form import FORMS, convert_form
from backends.lowering.clauses import to_clauses
from backends.lowering.three_sat import size, three_sat
from backends.registry import backend_named
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.foundation.limits import TooLarge
from tests.backends.walking.test_walking import flat, random_clauses
from tests.support.every_case import each_seed

ANY, AT_MOST, EXACTLY = FORMS


def clause_lists(clauses: np.ndarray) -> list[list[int]]:
    ends = np.flatnonzero(clauses == 0).tolist()
    return [clauses[a:b].tolist() for a, b in zip([0, *(e + 1 for e in ends)], ends, strict=False)]


def solutions(clauses: list[list[int]], variables: int, count: int) -> set[tuple[bool, ...]]:
    """By a truth table, on the first `count` variables."""
    table = np.array(list(product((False, True), repeat=variables)), bool).reshape(-1, variables)
    holds = np.ones(len(table), bool)
    for clause in clauses:
        holds &= np.any([table[:, abs(x) - 1] == (x > 0) for x in clause] or [np.zeros(len(table), bool)], axis=0)
    return set(map(tuple, table[holds][:, :count].tolist()))


def test_a_long_clause_becomes_a_chain():
    """As Karp prints it, new variables from 8 on; short clauses stay in their places."""
    converted = three_sat(flat([[1, 2], [1, -2, 3, -4, 5, 6], [7, 1, 2], [-3, -4, -5, -6]]), 7)
    chain = [[1, -2, 8], [-8, 3, 9], [-9, -4, 10], [-10, 5, 6]]
    assert clause_lists(converted.clauses) == [[1, 2], *chain, [7, 1, 2], [-3, -4, 11], [-11, -5, -6]]
    assert (converted.rows, converted.variables) == (8, 11)


def test_short_clauses_are_filled_up_where_exactly_three_are_wanted():
    """Once for each pair of signs of the new variables."""
    converted = three_sat(flat([[1], [-1, 2], [1, 2, 3]]), 3, exactly=True)
    ones = [[1, 4, 5], [1, 4, -5], [1, -4, 5], [1, -4, -5]]
    assert clause_lists(converted.clauses) == [*ones, [-1, 2, 6], [-1, 2, -6], [1, 2, 3]]
    assert (converted.rows, converted.variables) == (7, 6)


@pytest.mark.sample(1)
@pytest.mark.parametrize("exactly", [False, True])
@each_seed(25)
def test_the_solutions_are_the_same_on_the_old_variables(seed, exactly):
    """Brute force on random clauses of up to seven literals; the new variables are free to be anything that fits."""
    clauses = random_clauses(seed, 7, 5, 7)
    converted = three_sat(flat(clauses), 7, exactly)
    lengths = {len(clause) for clause in clause_lists(converted.clauses)}
    assert lengths == {3} if exactly else max(lengths) <= 3
    assert len(clause_lists(converted.clauses)) == converted.rows
    if converted.variables <= 17:
        assert solutions(clause_lists(converted.clauses), converted.variables, 7) == solutions(clauses, 7, 7)


@pytest.mark.parametrize("exactly", [False, True])
def test_the_size_is_known_before_anything_is_written(exactly):
    """Literals, zeros not counted; also of the empty formula, and an empty clause stays one."""
    for seed in range(20):
        clauses = flat(random_clauses(seed, 12, 20, 12))
        lengths = np.array([len(clause) for clause in clause_lists(clauses)])
        assert size(lengths, exactly) == np.count_nonzero(three_sat(clauses, 12, exactly).clauses)
    assert three_sat(flat([]), 4, exactly).rows == 0
    assert clause_lists(three_sat(flat([[], [1, 2, 3]]), 3, exactly).clauses) == [[], [1, 2, 3]]


@pytest.mark.parametrize("form", [AT_MOST, EXACTLY])
@pytest.mark.parametrize(("name", "rows", "seed"), [("akari", 5, 0), ("akari", 6, 3), ("tents", 5, 1)])
def test_a_puzzle_has_the_same_answers_in_three_sat(name, rows, seed, form):
    """All of them, by a complete solver, against the other backend's list on the rules as stated."""
    record = puzzle(name)
    p, _ = record.generate((rows, rows), seed)
    model = next(iter(record.formulations.values()))(p)
    project = record.project(p, model)

    def answers(backend, **parameters):
        assignments = backend_named(backend).solutions(model, project, Limits(), Options(parameters=parameters))
        return sorted(tuple(values[project].tolist()) for values in assignments)

    assert answers("cnf", clauses=form) == answers("cpsat")


def test_the_form_is_told_and_its_size_is_refused_beyond_the_budget():
    """Beside the encodings, so that a table shows it; before it is written."""
    model = Model("wide")
    model.any("one of many", model.bools("x", 100))
    cnf, options = to_clauses(model, Limits(), Options()), Options(parameters={"clauses": AT_MOST})
    converted = convert_form(cnf, Limits(), options)
    assert (converted.encodings, converted.rows, converted.variables, converted.literals) == ("clauses=3", 98, 197, 294)
    assert convert_form(cnf, Limits(), Options()) is cnf
    with pytest.raises(TooLarge, match="clauses of three need about 294 literals, the budget is 200"):
        convert_form(cnf, Limits(literals=200), options)
