"""Substitution of what propagation fixed, and the hybrid backends built on it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import strategies as st

from backends.contract import Limits, Options, Status
from backends.oracle import BACKEND as ORACLE
from backends.passes import restriction, restriction_kernel
from backends.passes.propagation import PropagationStatus, propagate_bounds
from backends.passes.substitution import substitute_fixed
from backends.registry import UnknownBackend, backend_named, split_name
from models.neutral import Model, evaluate, objective_value
from models.neutral.checking import check_block
from tests.support.strategies import drawn, models

LIMITS = Limits(seconds=60.0)


def projections(model: Model, project: np.ndarray) -> list[tuple[int, ...]]:
    return sorted(tuple(v[project].tolist()) for v in ORACLE.solutions(model, project, LIMITS, Options()))


@drawn(200, 800, models(), st.data())
def test_the_projected_solutions_stay(model, data):
    """Those of the smaller model, lifted, are those of the model, on any projection; costs differ by the constant."""
    result = propagate_bounds(model)
    if result.status is PropagationStatus.CONTRADICTION:
        return
    rest = substitute_fixed(model, result.lower, result.upper)
    every = np.arange(1, model.variables + 1, dtype=np.int32)
    project = every[data.draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))]
    lifted = [rest.lift(v) for v in ORACLE.solutions(rest.model, rest.projection(project), LIMITS, Options())]
    assert all(evaluate(model, values) == [] for values in lifted)
    assert sorted(tuple(v[project].tolist()) for v in lifted) == projections(model, project)
    for values in ORACLE.solutions(rest.model, rest.model.boolean_variables, LIMITS, Options()):
        cost = objective_value(rest.model, values)
        assert cost is None or cost + rest.constant == objective_value(model, rest.lift(values))


@drawn(200, 800, models())
def test_what_is_left_is_a_model_like_any_other(model):
    """Every rule is valid; sentences and row numbers are the author's; no remaining row always holds."""
    result = propagate_bounds(model)
    if result.status is PropagationStatus.CONTRADICTION:
        return
    rest = substitute_fixed(model, result.lower, result.upper).model
    row_names = {(block.sentence, number) for block in model.blocks for number in block.number.tolist()}
    for block in rest.blocks:
        check_block(block, rest)
        assert {(block.sentence, number) for number in block.number.tolist()} <= row_names
    assert sum(map(len, rest.blocks)) == sum(int(rows.sum()) for rows in result.open_rows)
    second = propagate_bounds(rest)
    assert (second.lower.tolist(), len(second.derivations)) == (rest.lower.tolist(), 0)


def test_any_bounds_will_do():
    """Within bounds of one's own, not only those that propagation gives."""
    m = Model("board")
    x, z = m.bools("x", 4), m.ints("z", 2, 0, 5)
    m.exactly(2, "two hold", x)
    m.linear(4, None, "enough", [[z[0], z[1], -x[3]]], [1, 2, -1], when=x[1])
    m.minimize("cost", [x[0], -x[2], z[0], z[1]], [5, 7, 1, 1])
    lower, upper = m.lower.copy(), m.upper.copy()
    lower[x[1]] = lower[int(z[0])] = 1
    upper[x[2]], upper[int(z[0])] = 0, 1
    rest = substitute_fixed(m, lower, upper)
    assert rest.constant == 7 + 1
    assert str(rest.model).splitlines()[1:] == [
        "  0 <= z[0] <= 5",
        "rule 'two hold' (cardinality)",
        "  row 0: x[0] + x[1] = 1",
        "rule 'enough' (linear)",
        "  row 0: 2 z[0] - (not x[1]) >= 3",
        "minimise 'cost': 5 x[0] + z[0]",
    ]


# ---- the hybrids -------------------------------------------------------------------------------------------------


def test_a_hybrid_is_a_backend_of_its_own_around_each_other():
    """Kind and engine are those of the inner one; solvers and unknown names are told apart."""
    assert [backend_named(name).kind for name in ("hybrid", "hybrid:cnf", "hybrid:cpsat")] == ["sat", "sat", "cp"]
    assert backend_named("hybrid:cpsat").engine_of(Options()) == "hybrid+cp-sat"
    assert split_name("hybrid:cpsat", Options())[0] == "hybrid:cpsat"
    name, options = split_name("hybrid:cnf:glucose42", Options())
    assert (name, options.solver) == ("hybrid:cnf", "glucose42")
    assert backend_named(name).engine_of(options) == "hybrid+glucose42"
    for wrong in ("hybrid:oracle", "hybrid:", "hybrid:cpsat:fast", "cpsat:cnf"):
        with pytest.raises(UnknownBackend):
            split_name(wrong, Options())


def test_the_inner_engine_gets_what_is_left():
    """Ten of twelve variables are fixed: two remain, and the answer is of all twelve."""
    m = Model("mostly fixed")
    x = m.bools("x", 12)
    m.true("these hold", x[:10])
    m.exactly(11, "eleven hold", x)
    for name in ("hybrid:cnf", "hybrid:cpsat", "hybrid:minicard"):
        backend = backend_named(name)
        outcome = backend.solve(m, LIMITS, Options())
        assert outcome.status is Status.SATISFIED
        assert evaluate(m, outcome.values) == []
        assert (outcome.size.variables, outcome.fixed.tolist()) == (2, x[:10].tolist())
        assert len(list(backend.solutions(m, x, LIMITS, Options()))) == 2


def test_what_an_inner_engine_tells_on_the_way_is_told_of_the_model():
    """An outcome passed on before the end has the model's shape too."""
    m = Model("cost")
    x = m.bools("x", 6)
    m.true("the first holds", x[0])
    m.at_least(3, "three hold", x)
    m.minimize("cost", x, np.arange(1, 7))
    outcomes = []
    outcome = backend_named("hybrid:cpsat").solve(m, LIMITS, Options(), outcomes.append)
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, 1 + 2 + 3, 6.0)
    for intermediate in outcomes:
        assert intermediate.values is None or objective_value(m, intermediate.values) == intermediate.objective


@pytest.mark.skipif(not restriction_kernel.COMPILED, reason="numba is missing: nothing is compiled")
def test_what_is_prepared_is_all_that_is_compiled():
    """Columns that may be written and columns that may not are of different types to numba. Whatever mix comes, of a
    model as stated or of one that was cut before, the loop that `prepare` had compiled takes it, and no solve waits."""
    assert restriction.prepare() is None
    before = len(restriction_kernel.restrict_rows.signatures)
    m = Model("weights, guards, remainders")
    x = m.bools("x", 5)
    m.linear(1, 4, "weighted", x, [1, 2, 3, 1, 1])
    m.any("one of two", x[:2], when=x[4])
    m.parity(1, "odd", x[1:])
    lower, upper = m.lower.copy(), m.upper.copy()
    lower[1] = 1
    once = substitute_fixed(m, lower, upper).model
    substitute_fixed(once, once.lower, once.upper)
    assert len(restriction_kernel.restrict_rows.signatures) == before
