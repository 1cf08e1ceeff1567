"""Clauses, and the solvers behind python-sat: the same solutions whatever the encodings, and python-sat's traps."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends import cnf, cryptominisat, minicard
from backends.contract import Ending, Limits, Options, Status, Unsupported
from backends.encoding_choice import auto
from backends.encoding_choice.catalogue import UnknownEncoding, encoding_names
from backends.lowering.clauses import to_clauses
from models.neutral import Form, Model, evaluate
from rosetta.foundation.libraries import unobtainable_libraries
from rosetta.foundation.limits import TooLarge
from tests.support.strategies import models

LIMITS = Limits(seconds=60)
BACKENDS = [
    backend
    for backend in (cnf.BACKEND, minicard.BACKEND, cryptominisat.BACKEND)
    if backend.library not in unobtainable_libraries()
]
ROWS = (Form.AT_MOST_ONE, Form.EXACTLY_ONE, Form.CARDINALITY, Form.LINEAR, Form.PARITY, Form.INTEGER)
CHOICES = st.fixed_dictionaries({form: st.sampled_from(["auto", *encoding_names(form)]) for form in ROWS})


def everything(model: Model) -> np.ndarray:
    return np.arange(1, model.variables + 1, dtype=np.int32)


def brute_force(model: Model, project: np.ndarray) -> list[tuple[int, ...]]:
    ranges = [range(lo, hi + 1) for lo, hi in zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True)]
    every = (np.array((0, *a)) for a in itertools.product(*ranges))
    return sorted({tuple(a[project].tolist()) for a in every if not evaluate(model, a)})


def found(backend, model: Model, project: np.ndarray, options: Options = Options()) -> list[tuple[int, ...]]:  # noqa: B008
    return sorted(tuple(v[project].tolist()) for v in backend.solutions(model, project, LIMITS, options))


@pytest.mark.sample(0.125)
@given(models(objective=False), CHOICES, st.sampled_from(BACKENDS), st.data())
@settings(max_examples=150)
def test_any_encodings_give_exactly_the_projected_solutions(model: Model, encodings, backend, data) -> None:
    project = everything(model)[data.draw(st.lists(st.booleans(), min_size=model.variables, max_size=model.variables))]
    assert found(backend, model, project, Options(encodings=encodings)) == brute_force(model, project)


@given(models(objective=False), CHOICES, st.sampled_from(BACKENDS))
@settings(max_examples=100)
def test_a_solution_is_one_of_the_model_itself(model: Model, encodings, backend) -> None:
    outcome = backend.solve(model, LIMITS, Options(encodings=encodings))
    if outcome.values is None:
        assert (outcome.conclusion, brute_force(model, everything(model))) == (Status.UNSATISFIABLE, [])
    else:
        assert (outcome.status, evaluate(model, outcome.values)) == (Status.SATISFIED, [])


@given(models(objective=False))
@settings(max_examples=50)
def test_sizes_are_those_of_the_clauses(model: Model) -> None:
    lowered = to_clauses(model, LIMITS, Options())
    lists = list(lowered.clause_lists(at_once=3))
    assert lowered.clauses.dtype == np.int32
    assert (lowered.rows, lowered.literals) == (len(lists), sum(map(len, lists)))
    assert max((abs(x) for clause in lists for x in clause), default=0) <= lowered.variables
    assert list(lowered.clause_lists()) == lists


def three() -> tuple[Model, np.ndarray]:
    m = Model("three")
    x = m.bools("x", 3)
    m.exactly(1, "one of three", x)
    return m, x


@pytest.mark.parametrize("solver", ["cadical195", "glucose42", "minisat22", "kissat404", "lingeling", "maplechrono"])
def test_every_solver_reads_the_same_clauses(solver: str) -> None:
    m, x = three()
    outcome = cnf.BACKEND.solve(m, LIMITS, Options(solver=solver))
    assert outcome.status is Status.SATISFIED
    assert outcome.values[x].sum() == 1
    assert outcome.encoding.startswith("exactly-one=")
    assert (outcome.size.variables, outcome.size.rows) >= (3, 4)
    assert set(outcome.seconds) == {"lower", "load", "solve", "decode"}


def test_variables_in_no_clause_have_a_value_within_their_bounds() -> None:
    m = Model("loose")
    x, z = m.bools("x", 3), m.ints("z", 2, 4, 7)
    m.true("the first holds", x[0])
    outcome = cnf.BACKEND.solve(m, LIMITS, Options())
    assert evaluate(m, outcome.values) == []
    assert outcome.values[x[0]] == 1
    assert (outcome.values[z] >= 4).all()


@pytest.mark.parametrize("backend", BACKENDS)
def test_with_an_empty_clause_nobody_is_asked_and_it_is_said_which_rule(backend) -> None:
    m, x = three()
    m.exactly(1, "each tree owns one tent", [x[:2], []])
    outcome = backend.solve(m, LIMITS, Options())
    assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ending.NOT_ASKED)
    assert outcome.note == "not asked: rule 'each tree owns one tent', row 1: expected 1, but the row reaches at most 0"
    assert found(backend, m, x) == []


def test_contradicting_units_are_unsatisfiable() -> None:
    m, x = three()
    m.true("yes", x[:2])
    assert cnf.BACKEND.solve(m, LIMITS, Options()).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_empty_model_has_one_solution_per_assignment(backend) -> None:
    assert found(backend, Model("nothing"), np.zeros(0, np.int32)) == [()]
    m = Model("free")
    x = m.bools("x", 3)
    assert len(found(backend, m, x)) == 8
    assert found(backend, m, x[:0]) == [()]


def test_blocking_is_on_the_projection_and_sees_integers() -> None:
    m = Model("pairs")
    x, z = m.bools("x", 2), m.ints("z", 2, -1, 2)
    m.linear(0, 0, "equal", z, [1, -1])
    assert found(cnf.BACKEND, m, z) == [(v, v) for v in range(-1, 3)]
    assert found(cnf.BACKEND, m, np.array([int(x[0]), int(z[1])])) == sorted(itertools.product((0, 1), range(-1, 3)))


def test_an_unknown_solver_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Unsupported, match=r"unknown solver 'cadicle'; known: cadical103, cadical153, cadical195, "):
        cnf.BACKEND.solve(three()[0], LIMITS, Options(solver="cadicle"))
    with pytest.raises(Unsupported, match=r"minicard:cadical195 takes no at-most-k rows; known: minicard, gluecard3"):
        minicard.BACKEND.solve(three()[0], LIMITS, Options(solver="cadical195"))


def test_short_solver_names_mean_the_same_engine() -> None:
    assert cnf.BACKEND.engine_of(Options(solver="cd19")) == cnf.BACKEND.engine_of(Options()) == "cadical195"
    assert minicard.BACKEND.engine_of(Options()) == "minicard"


def test_kissat_is_not_asked_twice() -> None:
    with pytest.raises(Unsupported, match="cnf:kissat404 answers once"):
        cnf.BACKEND.solutions(*three(), LIMITS, Options(solver="kissat404"))


def test_an_unknown_encoding_is_refused_even_if_no_row_asks_for_it() -> None:
    with pytest.raises(UnknownEncoding, match="parity=ladder: this encoding does not serve the form"):
        to_clauses(three()[0], LIMITS, Options(encodings={Form.PARITY: "ladder"}))


def test_the_encodings_in_use_are_reported() -> None:
    m, x = three()
    m.parity(1, "odd", x)
    options = Options(encodings={Form.EXACTLY_ONE: "ladder", Form.PARITY: "parity-direct"})
    assert to_clauses(m, LIMITS, options).encodings == "exactly-one=ladder parity=parity-direct"
    native = to_clauses(m, LIMITS, options, native=frozenset({Form.EXACTLY_ONE}))
    assert native.encodings == "exactly-one=native parity=parity-direct"
    rows = native.native
    assert [rows.at_most[r].tolist() for r in range(len(rows.at_most))] == [[1, 2, 3], [-1, -2, -3]]
    assert rows.most.tolist() == [1, 2]
    assert (native.size.rows, native.size.literals) == (4 + 2, 4 * 3 + 2 * 3)  # four clauses of three, and the two rows


def test_what_is_too_large_is_refused_before_it_is_built() -> None:
    m = Model("long")
    m.at_most(1, "row counts", m.bools("x", 10**6))
    with pytest.raises(TooLarge) as refused:
        to_clauses(m, LIMITS, Options(encodings={Form.AT_MOST_ONE: "pairwise"}))
    assert str(refused.value) == (
        "encoding pairwise: rule 'row counts' needs about 1,000,000,000,000 literals, the budget is 100,000,000"
    )


def knapsack(weights: int) -> tuple[Model, np.ndarray]:
    """A sum of many unlike weights, between a third and half of them all."""
    m, random = Model("knapsack"), np.random.default_rng(1)
    x, weight = m.bools("x", weights), random.integers(10**6, 10**9, weights)
    m.linear(int(weight.sum()) // 3, int(weight.sum()) // 2, "the knapsack", x, weight)
    return m, x


def test_many_unlike_weights_are_added_up_in_binary_where_other_ways_are_too_large() -> None:
    m, x = knapsack(50)
    for name in ("totalizer", "bdd"):
        with pytest.raises(TooLarge, match=rf"encoding {name}: rule 'the knapsack' needs about [\d,]{{10,}} literals"):
            to_clauses(m, LIMITS, Options(encodings={Form.LINEAR: name}))
    assert to_clauses(m, LIMITS, Options()).encodings == "linear=adder"
    outcome = cnf.BACKEND.solve(m, LIMITS, Options())
    assert (outcome.status, evaluate(m, outcome.values)) == (Status.SATISFIED, [])
    m.true("nothing of it", -x)
    assert cnf.BACKEND.solve(m, LIMITS, Options()).status is Status.UNSATISFIABLE


def test_few_weights_get_the_totalizer_where_nothing_is_measured(monkeypatch) -> None:
    monkeypatch.setattr(auto, "_search", lambda *cell: {})
    assert to_clauses(knapsack(10)[0], LIMITS, Options()).encodings == "linear=totalizer"


def test_integers_by_value_say_the_same_with_a_variable_for_each() -> None:
    m = Model("integers")
    x, y = m.ints("x", 1, 3, 8), m.ints("y", 2, -1, 1)
    m.linear(8, None, "sum", np.array([x[0], y[0]]), 1)
    order, direct = (to_clauses(m, LIMITS, Options(encodings={Form.INTEGER: name})) for name in ("order", "direct"))
    assert list(order.clause_lists()) == list(to_clauses(m, LIMITS, Options()).clause_lists())
    assert direct.variables - order.variables == 6 + 2 * 3
    assert {*map(frozenset, order.clause_lists())} < {*map(frozenset, direct.clause_lists())}
    project = everything(m)
    for name in ("order", "direct"):
        assert found(cnf.BACKEND, m, project, Options(encodings={Form.INTEGER: name})) == brute_force(m, project)


def test_the_budget_is_for_all_rules_together() -> None:
    m, x = three()
    m.any("more", [x, -x])
    with pytest.raises(TooLarge, match=r"rule 'more' needs about 6 literals on top of 9, the budget is 14"):
        to_clauses(m, replace(LIMITS, literals=14), Options(encodings={Form.EXACTLY_ONE: "pairwise"}))


def test_a_wide_integer_is_refused_with_its_size() -> None:
    m = Model("wide")
    m.ints("z", 1, 0, 10**12)
    with pytest.raises(TooLarge, match=r"the order encoding of the integers needs about 2,000,000,000,000 literals"):
        to_clauses(m, LIMITS, Options())
