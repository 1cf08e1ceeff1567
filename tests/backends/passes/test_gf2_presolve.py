"""Parity rows in other forms: the same solutions, one to one, and the same costs; then through real backends."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from backends.contract import PRESOLVES, Certificate, Limits, Options, Outcome, Status, Unsupported
from backends.oracle import BACKEND as ORACLE
from backends.passes.gf2_presolve import presolve_parity
from backends.registry import backend_named
from backends.running.presolving import presolving_backend
from models.neutral import Kind, Model, evaluate, objective_value, rows_of
from models.neutral.checking import check_block
from rosetta.foundation.limits import TooLarge
from tests.support.fakes import NOT_INSTALLED, fake_backend
from tests.support.strategies import drawn, models

LIMITS, MANY_LITERALS = Limits(seconds=60.0), 10**8


@st.composite
def with_parities(draw) -> Model:
    """A random model of rows of every kind, and some parity rows more, so that variables do merge."""
    model = draw(models())
    every = model.boolean_variables.tolist()
    assume(len(every) >= 2)
    rows = draw(st.lists(st.lists(st.sampled_from(every), min_size=1, max_size=3, unique=True), min_size=1, max_size=4))
    signs = [[draw(st.sampled_from((1, -1))) * x for x in row] for row in rows]
    model.parity(np.array([draw(st.integers(0, 1)) for _ in rows]), "added parities", rows_of(signs))
    return model


def projected(model: Model, project: np.ndarray) -> list[tuple[int, ...]]:
    return sorted(tuple(v[project].tolist()) for v in ORACLE.solutions(model, project, LIMITS, Options()))


@drawn(100, 400, with_parities(), st.sampled_from(PRESOLVES), st.data())
def test_solutions_and_costs_stay(model, form, data):
    """Those of the new model, lifted, are those of the model, on any projection."""
    presolved = presolve_parity(model, form, MANY_LITERALS)
    every = np.arange(1, model.variables + 1, dtype=np.int32)
    project = every[data.draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))]
    expected = projected(model, project)
    if isinstance(presolved, Certificate):
        assert expected == []
        return
    for block in presolved.model.blocks:
        check_block(block, presolved.model)
    lifted = [
        presolved.lift(v) for v in ORACLE.solutions(presolved.model, presolved.projection(project), LIMITS, Options())
    ]
    assert all(evaluate(model, values) == [] for values in lifted)
    assert sorted(tuple(v[project].tolist()) for v in lifted) == expected
    for values in ORACLE.solutions(presolved.model, presolved.projection(every), LIMITS, Options()):
        cost = objective_value(presolved.model, values)
        original_cost = objective_value(model, presolved.lift(values))
        assert (0 if cost is None else cost) + presolved.constant == (0 if original_cost is None else original_cost)


def board(rows: int, columns: int, start: np.ndarray | int = 1) -> Model:
    """Lights Out: each light is toggled by its own press and its neighbours'; all lights of `start` are to go out."""
    model = Model("board")
    press = model.bools("press", (rows, columns))
    padded = np.pad(np.asarray(press), 1)
    near = np.stack([padded[1:-1, 1:-1], padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]], -1)
    lists = [row[row > 0].tolist() for row in near.reshape(-1, 5)]
    model.parity(np.broadcast_to(start, press.shape).ravel(), "each light goes out", rows_of(lists))
    model.minimize("few presses", press)
    return model


def test_a_board_becomes_small():
    """5x5, kernel of dimension 2: three variables besides the fixed ones, or rows of at most three literals."""
    merged, reduced = (presolve_parity(board(5, 5), form, MANY_LITERALS) for form in ("merged", "reduced"))
    assert (merged.dimension, merged.equations, merged.model.variables) == (2, 25, 2**2 - 1)
    (rows,) = reduced.model.blocks
    assert (len(rows), rows.rows.lengths.max()) == (reduced.model.variables - 2, 3)


@pytest.mark.parametrize("form", PRESOLVES)
@pytest.mark.parametrize("name", ["cpsat", "cnf", "highs", "cbc", "minicard", "hybrid:cpsat", "oracle"])
def test_backends_behind_the_elimination(name, form):
    """Known least numbers of presses (Lights Out, all lights on, n x n): 1 4 5 4 15 28, and 44 on a board of 10."""
    least_presses = {1: 1, 2: 4, 3: 5, 4: 4, 5: 15, 6: 28, 9: 25, 10: 44}
    backend = presolving_backend(backend_named(name), form)
    for size, presses in least_presses.items():
        if name == "oracle" and size in (5, 9):
            continue  # too many variables for brute force
        outcome = backend.solve(board(size, size), LIMITS, Options())
        assert (outcome.status, outcome.objective) == (Status.OPTIMAL, presses)
        assert evaluate(board(size, size), outcome.values) == []
        assert objective_value(board(size, size), outcome.values) == presses


@pytest.mark.parametrize("form", PRESOLVES)
def test_rows_that_contradict_each_other_are_shown(form):
    """One light of a 4x4 board in the corner cannot be put out alone: the rows shown sum to 0 = 1."""
    start = np.zeros((4, 4), np.int64)
    start[0, 0] = 1
    model = board(4, 4, start)
    outcome = presolving_backend(backend_named("cpsat"), form).solve(model, LIMITS, Options())
    assert (outcome.status, outcome.engine) == (Status.UNSATISFIABLE, "gf2"), "the elimination, and no solver"
    assert outcome.version, "of the compiler of its loops"
    certificate = outcome.certificate
    (rules,) = model.blocks
    assert not certificate.literals.any()
    assert not certificate.blocks.any()
    counted = np.bincount(np.concatenate([rules.rows.take(np.array([row])).literals for row in certificate.rows]))
    assert not (counted % 2).any()
    assert rules.lo[certificate.rows].sum() % 2 == 1
    assert (
        list(
            presolving_backend(backend_named("cpsat"), form).solutions(
                model, model.boolean_variables, LIMITS, Options()
            )
        )
        == []
    )


@pytest.mark.parametrize("form", PRESOLVES)
@pytest.mark.parametrize("name", ["cnf", "cpsat"])
def test_one_answer_is_asked_for_once(name, form):
    """Without an objective there is nothing to improve, whether the solver could or not."""
    model = board(4, 4)
    model.objective = None
    outcome = presolving_backend(backend_named(name), form).solve(model, LIMITS, Options())
    assert (outcome.status, outcome.objective) == (Status.SATISFIED, None)
    assert evaluate(model, outcome.values) == []


@pytest.mark.parametrize("form", PRESOLVES)
def test_every_solution_is_found_behind_it(form):
    """16 ways to put out a 4x4 board, each of them once."""
    model = board(4, 4)
    model.objective = None
    solutions = list(
        presolving_backend(backend_named("cnf"), form).solutions(model, model.boolean_variables, LIMITS, Options())
    )
    assert len({values.tobytes() for values in solutions}) == len(solutions) == 16
    assert all(evaluate(model, values) == [] for values in solutions)


def test_what_is_missing_is_what_the_backend_misses():
    """The elimination itself needs nothing that is not there."""
    assert presolving_backend(NOT_INSTALLED, "merged").probe() == NOT_INSTALLED.probe()
    assert presolving_backend(ORACLE, "merged").probe() is None


@pytest.mark.parametrize("form", PRESOLVES)
def test_what_a_backend_says_of_the_new_model_is_lifted(form):
    """Cost and bound are those of the model as stated, on interim outcomes too; literals that propagation fixed there
    are none of the model's."""
    model = board(3, 3, np.eye(3, dtype=np.int64))
    constant = presolve_parity(model, form, MANY_LITERALS).constant
    interim: list[Outcome] = []

    def solve(new, limits, options, tell):
        assert 0 < limits.seconds < LIMITS.seconds, "what the elimination left"
        outcome = ORACLE.solve(new, limits, options)
        outcome = replace(outcome, bound=float(outcome.objective), fixed=np.array([1], np.int32), note="and more")
        outcome = replace(outcome, seconds={"lower": 5.0, "solve": 1.0})
        tell(replace(outcome, values=None, objective=None))
        return outcome

    outcome = presolving_backend(fake_backend("says", solve), form).solve(model, LIMITS, Options(), interim.append)
    least = ORACLE.solve(model, LIMITS, Options()).objective
    assert constant == least > 0  # the kernel has dimension 0
    assert (outcome.objective, outcome.bound, outcome.fixed) == (least, least, None)
    assert [(each.values, each.objective, each.bound, each.fixed) for each in interim] == [(None, None, least, None)]
    assert outcome.note.endswith("variables are left by 9 parity rows with a kernel of dimension 0; and more")
    assert outcome.seconds["lower"] > 5.0  # the elimination is a part of it
    assert outcome.seconds["solve"] == 1.0


@pytest.mark.parametrize("form", PRESOLVES)
def test_a_list_gets_what_the_elimination_left_of_the_limit(form):
    model = board(3, 3, np.eye(3, dtype=np.int64))
    given: list[float] = []

    def solutions(new, project, limits, options):
        given.append(limits.seconds)
        yield from ORACLE.solutions(new, project, limits, options)

    lists = presolving_backend(fake_backend("lists", solutions=solutions), form)
    assert len(list(lists.solutions(model, model.boolean_variables, LIMITS, Options()))) == 1
    assert 0 < given[0] < LIMITS.seconds


@pytest.mark.parametrize("form", PRESOLVES)
def test_a_solver_that_knows_no_objective_improves_behind_it(form):
    """Each improvement is told, in the costs of the model as stated."""
    told: list[Outcome] = []
    model = board(5, 5)
    outcome = presolving_backend(backend_named("cnf"), form).solve(model, LIMITS, Options(), told.append)
    costs = [each.objective for each in told]
    assert costs == sorted(costs, reverse=True)
    assert (costs[-1], told[-1].status) == (outcome.objective, outcome.status) == (15, Status.OPTIMAL)
    assert all(objective_value(model, each.values) == each.objective for each in told)


def test_a_model_without_parity_rows_is_refused():
    model = Model("none")
    x = model.bools("x", 3)
    model.exactly(1, "one", x)
    model.parity(1, "guarded", x, when=x[0])
    with pytest.raises(Unsupported, match="merged: the model has no parity rows"):
        presolve_parity(model, "merged", MANY_LITERALS)


def test_guarded_parities_and_counts_are_rewritten():
    """x = y, x = not z: where they meet in a row they add up."""
    model = Model("all the same")
    x, y, z, w = model.bools("x", 4)
    model.parity(np.array([0, 1]), "alike", [[x, y], [x, z]])
    model.exactly(2, "two of four", [x, y, z, w])
    model.parity(1, "odd", [x, y, w], when=z)
    presolved = presolve_parity(model, "merged", MANY_LITERALS)
    assert (presolved.model.variables, presolved.constant) == (2, 0)
    assert [block.kind for block in presolved.model.blocks] == [Kind.PARITY, Kind.LINEAR, Kind.PARITY]
    assert len(projected(model, model.boolean_variables)) == len(
        projected(presolved.model, presolved.model.boolean_variables)
    )


@pytest.mark.parametrize("form", PRESOLVES)
def test_rows_that_would_be_too_long_are_refused_before_they_are_written(form):
    """A kernel that is small packed may be large as literals: 30 random equations of 60 variables leave a kernel of
    about 60 words, and rows of about 15 literals for each variable that is not free."""
    m = Model("random equations")
    x = m.bools("x", 60)
    chosen = np.random.default_rng(5).random((30, 60)) < 0.5
    m.parity(1, "odd", rows_of([x[row].tolist() for row in chosen]))
    presolved = presolve_parity(m, form, MANY_LITERALS)
    literals = sum(len(block.rows.literals) - len(block) for block in presolved.model.blocks)  # less its own variable
    assert literals > 300
    assert presolve_parity(m, form, literals).model.variables == presolved.model.variables
    with pytest.raises(TooLarge, match=f"{literals} literals in rows that add up free variables"):
        presolve_parity(m, form, literals - 1)


@pytest.mark.parametrize("form", PRESOLVES)
def test_a_kernel_beyond_the_budget_is_refused_before_it_is_built(form):
    """One equation of 100 variables: 99 dimensions, in two words for each variable."""
    m = Model("one equation")
    m.parity(1, "odd", m.bools("x", 100))
    assert presolve_parity(m, form, 200).dimension == 99
    with pytest.raises(TooLarge, match="a kernel of 99 dimensions over 100 variables"):
        presolve_parity(m, form, 199)
