"""The known traps of the libraries, each with the cure: where the trap is gone, the cure may go too."""

from __future__ import annotations

import numpy as np
import pytest

from backends.contract import Limits, Options, Status
from backends.highs import TOLERANCES
from backends.registry import backend_named
from models.neutral import Model, evaluate, objective_value
from tests.backends.test_compliance import case, unused_variables
from tests.support import faulty_solvers

LIMITS = Limits(seconds=60.0)


def test_cbc_is_asked_again_before_infeasible_is_believed():
    """coin-or/pulp#662 and coin-or/Cbc#740: preprocessing declares feasible models infeasible."""
    outcome = backend_named("cbc").solve(faulty_solvers.feasible_but_called_infeasible(), LIMITS, Options())
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 0)


def test_cbc_without_the_second_question_falls_into_the_trap():
    """The model of pulp#662 as reported, straight through PuLP: if it no longer fails, the workaround can go too."""
    import pulp

    p = pulp.LpProblem("my_problem", pulp.LpMinimize)
    x = [p.add_variable(f"x_{i}", 0, 1, pulp.LpInteger) for i in range(3)]
    c = [p.add_variable(f"c_{i}", 0, 1, pulp.LpInteger) for i in range(2)]
    p += c[0] + c[1]
    p += x[0] + c[1] == 1
    p += x[0] + c[0] >= 1
    p += x[1] + c[1] <= 1
    p += c[0] + c[1] <= 1
    p += x[2] == 1
    p += 9000 * x[1] + 7200 * x[2] + 10800 * c[1] >= 16200
    p.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False))
    default = p.status
    p.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False, options=["preprocess off"]))
    assert (default, p.status) == (pulp.LpStatusInfeasible, pulp.LpStatusOptimal)


def test_cbc_does_not_lose_the_optimum_where_a_row_has_two_bounds():
    """4 x + y is least with y alone. `rosetta fuzz` found it: CBC's preprocessing returns x, and calls that optimal."""
    m = Model("two bounds")
    x = m.bools("x", 2)
    m.linear(1, 8, "between", [x], [5, 8])
    m.minimize("cost", x, [4, 1])
    outcome = backend_named("cbc").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.objective, outcome.values[x].tolist()) == (Status.OPTIMAL, 1, [0, 1])


def test_cbc_does_not_lose_the_optimum_where_a_sum_is_bounded_by_two_rows():
    """The model of coin-or/Cbc#293, scaled to integers: 444 is least, and its preprocessing calls 19,712 optimal."""
    m = Model("Cbc-293")
    x = m.ints("x", 2, 0, 5)
    m.linear(None, 128, "upper", [x], [63, 127])
    m.linear(65, None, "lower", [x], [63, 127])
    m.minimize("cost", x, [9856, 444])
    outcome = backend_named("cbc").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.objective, outcome.values[x].tolist()) == (Status.OPTIMAL, 444, [0, 1])


def test_highs_is_asked_again_where_coefficients_are_large():
    """x0 and x1 are a solution. What `rosetta fuzz` found: with presolve, HiGHS says that there is none."""
    m = Model("large coefficients")
    x = m.bools("x", 3)
    m.linear(-4_000_000, -4_000_000, "exact", [x], [-6_000_001, 2_000_001, 1_999_999])
    m.linear(None, -31, "one of two", [x[1:]], [-31, -89])
    outcome = backend_named("highs").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.values[x].tolist()) == (Status.SATISFIED, [1, 1, 0])


def test_highs_with_presolve_alone_is_wrong():
    """The same, straight through scipy: if it no longer fails, the second run can go."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    rows = LinearConstraint(
        np.array([[-6_000_001, 2_000_001, 1_999_999], [0, -31, -89]]), [-4_000_000, -np.inf], [-4_000_000, -31]
    )
    assert milp(np.zeros(3), constraints=rows, integrality=np.ones(3), bounds=Bounds(0, 1)).status == 2


def test_cbc_does_not_take_a_variable_for_whole_that_is_not():
    """What `rosetta fuzz` found: x2 is 1 up to 3e-7, so that the first row says nothing. x2 can only be 0, or x0 1."""
    m = Model("large guard")
    x = m.bools("x", 4)
    m.linear(-2, -2, "guarded", [[x[3], x[0]]], [-7999999, 4999999], when=x[2])
    m.at_most(0, "no x0", [[x[0]]])
    m.linear(None, 1, "x2", [[-x[0], x[2]]], [6, -5], when=-x[1])
    m.any("no x3", [[-x[3]]])
    outcome = backend_named("cbc").solve(m, LIMITS, Options())
    assert outcome.status in (Status.UNKNOWN, Status.SATISFIED)
    assert outcome.values is None or evaluate(m, outcome.values) == []


def nearly_whole() -> Model:
    """No whole numbers keep the row; those near (2, 1) do, up to HiGHS' tolerance. `rosetta fuzz` found it."""
    m = Model("nearly whole")
    z = m.ints("z", 2, -1, 2)
    m.linear(-5_999_999, -5_999_999, "exact", [z], [-4_000_001, 1_999_999])
    m.minimize("cost", z[1:], [-1])
    return m


def test_highs_does_not_take_a_variable_for_whole_that_is_not():
    """It is asked again with a tighter tolerance; that it then finds nothing is no proof with such coefficients."""
    outcome = backend_named("highs").solve(nearly_whole(), LIMITS, Options())
    assert (outcome.status, outcome.values, outcome.note) == (Status.UNKNOWN, None, TOLERANCES.too_coarse)


def test_highs_with_its_usual_tolerance_does():
    """The same, straight through scipy: if it no longer fails, the last run can go."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    rows = LinearConstraint(np.array([[-4_000_001, 1_999_999]]), -5_999_999, -5_999_999)
    answer = milp([0, -1], constraints=rows, integrality=[1, 1], bounds=Bounds(-1, 2), options={"presolve": False})
    assert answer.status == 0
    assert np.round(answer.x) @ [-4_000_001, 1_999_999] != -5_999_999


def test_cbc_without_the_second_run_loses_it():
    """The same, straight through PuLP: if it no longer fails, the second run can go."""
    import pulp

    p = pulp.LpProblem("two_bounds", pulp.LpMinimize)
    x = [p.add_variable(f"x{i}", 0, 1, pulp.LpInteger) for i in range(2)]
    p += 4 * x[0] + x[1]
    p += 5 * x[0] + 8 * x[1] >= 1
    p += 5 * x[0] + 8 * x[1] <= 8
    p.solve(pulp.COIN_CMD(path=pulp.PULP_CBC_CMD.pulp_cbc_path, msg=False))
    assert (p.status, pulp.value(p.objective)) == (pulp.LpStatusOptimal, 4)


def hard_minimum() -> Model:
    """Minimum presses on a 9x9 board of lights: parity rows as integer slacks are hard to prove optimal."""
    m = Model("lights")
    press = m.bools("press", (9, 9))
    r, c = np.indices((9, 9)).reshape(2, -1)
    near = np.abs(r[:, None] - r) + np.abs(c[:, None] - c) <= 1
    m.parity(1, "each light is turned", [press.ravel()[row] for row in near])
    m.minimize("presses", press)
    return m


@pytest.mark.sample(0.125)
def test_an_incumbent_at_the_limit_is_not_called_optimal():
    """PuLP says "Optimal" when time runs out with an incumbent (coin-or/pulp#711); we do not."""
    model = hard_minimum()
    outcome = backend_named("cbc").solve(model, Limits(seconds=1.0), Options())
    assert outcome.status in (Status.SATISFIED, Status.UNKNOWN)
    if outcome.values is not None:
        assert evaluate(model, outcome.values) == []
        assert objective_value(model, outcome.values) == outcome.objective


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["cpsat", "highs"])
def test_a_proved_minimum_is_the_known_one(name):
    """9x9 lights take 25 presses, a published value (CBC needs too long for parity as integer slacks)."""
    outcome = backend_named(name).solve(hard_minimum(), LIMITS, Options())
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 25)


def test_a_variable_in_no_clause_has_a_value():
    """python-sat's get_model leaves it out; the outcome does not."""
    outcome = backend_named("cnf").solve(case(unused_variables), LIMITS, Options())
    assert outcome.values.shape == (5,)
    assert evaluate(case(unused_variables), outcome.values) == []
