"""What HiGHS says through scipy, code by code: only "infeasible" means that there is no solution."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.optimize

from backends.contract import Limits, Options, Status
from backends.highs import BACKEND, TOLERANCES
from models.neutral import Model, objective_value


def model(least: int = 1) -> Model:
    """One of two, at the cost 5 or 7 when it is negated."""
    m = Model("two")
    x = m.bools("x", 2)
    m.at_least(least, "one", x)
    m.minimize("cost", -x, [5, 7])
    return m


def said(monkeypatch, status: int, message: str, x=None, bound=None):
    """The outcome where scipy answers so."""
    answer = SimpleNamespace(status=status, message=message, x=x, mip_node_count=None, mip_dual_bound=bound)
    monkeypatch.setattr(scipy.optimize, "milp", lambda *_, **__: answer)
    return BACKEND.solve(model(), Limits(), Options())


@pytest.mark.parametrize(
    ("code", "message", "status", "note"),
    [
        (1, "Time limit reached. (HiGHS Status 13: Time limit reached)", Status.UNKNOWN, "time limit"),
        (2, "The problem is infeasible. (HiGHS Status 8: Infeasible)", Status.UNSATISFIABLE, ""),
        (2, "HiGHS Status 2: Model error", Status.ERROR, "HiGHS Status 2: Model error"),
        (3, "The problem is unbounded. (HiGHS Status 10: Unbounded)", Status.ERROR, None),
        (4, "The problem is unbounded or infeasible. (HiGHS Status 9)", Status.ERROR, None),
        (4, "Solver error", Status.ERROR, "Solver error"),
        (0, "Optimization terminated successfully.", Status.ERROR, None),  # and nothing to show
    ],
)
def test_only_infeasible_is_no_solution(monkeypatch, code, message, status, note):
    """Codes 1 to 4 come without an assignment; 2 stands for a model error, too."""
    outcome = said(monkeypatch, code, message)
    assert (outcome.status, outcome.values, outcome.objective) == (status, None, None)
    assert outcome.note == (message if note is None else note)


@pytest.mark.parametrize(("code", "status"), [(0, Status.OPTIMAL), (1, Status.SATISFIED), (4, Status.SATISFIED)])
def test_only_code_zero_is_an_optimum(monkeypatch, code, status):
    """An incumbent is an answer, whatever ended the search. The constant of the cost, 5 + 7, is added to both."""
    outcome = said(monkeypatch, code, "", np.array([1.0, 0.0]), -6.5)
    assert (outcome.status, outcome.values.tolist(), outcome.objective) == (status, [0, 1, 0], 7)
    assert outcome.bound == 12 - 6.5


def test_a_search_to_its_end_proves_both():
    """The optimum with its bound, and that there is none, by HiGHS itself."""
    outcome = BACKEND.solve(model(), Limits(), Options())
    assert (outcome.status, outcome.objective, outcome.bound) == (Status.OPTIMAL, 0, 0.0)
    odd = Model("odd")
    x = odd.bools("x", 3)
    odd.parity([1, 1, 1], "ring", [[x[0], x[1]], [x[1], x[2]], [x[2], x[0]]])
    outcome = BACKEND.solve(odd, Limits(), Options())
    assert (outcome.status, outcome.values) == (Status.UNSATISFIABLE, None)


def test_a_model_without_variables_has_the_empty_answer():
    """HiGHS is not asked; the cost of nothing is 0, and no other is less."""
    m = Model("nothing")
    m.bools("x", 0)
    assert BACKEND.solve(m, Limits(), Options()).status is Status.SATISFIED
    m.minimize("nothing", np.zeros(0, np.int32))
    outcome = BACKEND.solve(m, Limits(), Options())
    assert (outcome.status, outcome.values.tolist(), outcome.objective) == (Status.OPTIMAL, [0], 0)


def lost_optimum(unit: int = 1_000_000) -> Model:
    """Two rows with coefficients of millions, or of as many other units; (0, 1, 1, 1) costs 4."""
    m = Model("lost")
    x = m.bools("x", 4)
    m.linear(-4 * unit, None, "enough", [[x[1], x[2], x[3]]], [1 - 9 * unit, 1 - 2 * unit, 7 * unit + 1])
    m.linear(None, 1 - 2 * unit, "not more", [x], [-unit, 1 - 9 * unit, 1 - 2 * unit, 7 * unit + 1])
    m.minimize("cost", [x[0], x[2]], [9, 4])
    return m


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_an_optimum_that_presolve_loses_is_found_without_it():
    """The plain call of the library stands beside it: when that is right, the second run can go. With coefficients of
    millions it proves nothing; with smaller ones, what two runs agree on is the optimum."""
    rows = np.array([[0, -8999999, -1999999, 7000001], [-1000000, -8999999, -1999999, 7000001]], float)
    plain = scipy.optimize.milp(
        [9, 0, 4, 0],
        integrality=np.ones(4),
        bounds=scipy.optimize.Bounds(0, 1),
        constraints=scipy.optimize.LinearConstraint(rows, [-4000000, -np.inf], [np.inf, -1999999]),
        options={"mip_rel_gap": 0},
    )
    if scipy.__version__ == "1.17.1":
        assert (plain.status, plain.fun) == (0, 9)
    outcome = BACKEND.solve(lost_optimum(), Limits(), Options())
    assert (outcome.status, outcome.objective, outcome.note) == (Status.SATISFIED, 4, TOLERANCES.too_coarse)
    outcome = BACKEND.solve(lost_optimum(100_000), Limits(), Options())
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, 4)


def test_an_optimum_that_nobody_confirms_in_time_is_an_answer(monkeypatch):
    """The second run ends at the limit."""
    milp, calls = scipy.optimize.milp, []

    def once(*arguments, **named):
        calls.append(named)
        if len(calls) == 1:
            return milp(*arguments, **named)
        return SimpleNamespace(status=1, message="Time limit", x=None, mip_node_count=None, mip_dual_bound=None)

    monkeypatch.setattr(scipy.optimize, "milp", once)
    outcome = BACKEND.solve(lost_optimum(100_000), Limits(), Options())
    assert (outcome.status, outcome.bound) == (Status.SATISFIED, None)
    assert "presolve" in outcome.note


def test_what_is_known_is_told_before_highs_starts():
    """The size, for the case that it never returns; and nothing is claimed yet."""
    told = []
    outcome = BACKEND.solve(model(), Limits(), Options(), told.append)
    assert [(each.status, each.values, each.size) for each in told] == [(Status.UNKNOWN, None, outcome.size)]
    assert outcome.size.variables == 2


@pytest.mark.parametrize("second", [[0.4, 1.0], [1.0, 0.0]])
def test_an_answer_that_breaks_rows_when_it_is_rounded_is_none(monkeypatch, second):
    """10,001 x + 4,000 y >= 8,000 holds for x = 0.4 and y = 1, and not for 0 and 1. It is asked once more with tight
    tolerances; if that is no better, nothing is known: neither an answer nor that there is none."""
    m, asked = Model("large coefficients"), []
    x = m.bools("x", 2)
    m.linear(8_000, None, "enough", [x], [10_001, 4_000])
    m.minimize("cost", x, [2, 1])

    def answer(*_, options, **__):
        asked.append(options)
        point = np.array([0.4, 1.0] if len(asked) == 1 else second)
        return SimpleNamespace(status=0, message="", x=point, mip_node_count=None, mip_dual_bound=2.0)

    monkeypatch.setattr(scipy.optimize, "milp", answer)
    outcome = BACKEND.solve(m, Limits(), Options())
    assert [options.get("mip_feasibility_tolerance", 1e-6) < 1e-6 for options in asked] == [False, True]
    if second == [1.0, 0.0]:
        assert (outcome.status, outcome.values.tolist(), outcome.objective) == (Status.OPTIMAL, [0, 1, 0], 2)
    else:
        assert (outcome.status, outcome.values, outcome.objective, outcome.bound) == (Status.UNKNOWN, None, None, None)
        assert outcome.note == TOLERANCES.not_whole


@pytest.mark.parametrize(("largest", "status"), [(999_999, Status.OPTIMAL), (1_000_000, Status.SATISFIED)])
def test_from_a_million_on_an_optimum_is_only_an_answer(largest, status):
    """HiGHS takes 1e-6 for whole, which is 1 in such a row."""
    m = Model("coarse")
    z = m.ints("z", 2, 0, 9)
    m.linear(5 * largest + 3, None, "enough", [z], [largest, largest - 1])
    m.minimize("cost", z, [5, 7])
    outcome = BACKEND.solve(m, Limits(), Options())
    assert (outcome.status, outcome.values[z].tolist(), outcome.objective) == (status, [6, 0], 30)
    assert outcome.note == (TOLERANCES.too_coarse if status is Status.SATISFIED else "")


@pytest.mark.parametrize(("top", "status"), [(9_999, Status.OPTIMAL), (30_000, Status.SATISFIED)])
def test_an_optimum_over_large_variables_is_only_an_answer(top, status):
    """HiGHS makes -269,543 of the larger one, where (19852, 4, 30000) costs
    -269,548, with presolve and without, whatever its tolerances."""
    m = Model("wide")
    z = m.ints("z", 3, 0, top)
    m.linear(78_952 * top // 30_000, 78_952 * top // 30_000, "exact", [z], [7, -3, -2])
    m.minimize("cost", z, [-3, 2, -7])
    outcome = BACKEND.solve(m, Limits(), Options())
    assert (outcome.status, outcome.values is None) == (status, False)
    assert outcome.note == (TOLERANCES.too_wide if status is Status.SATISFIED else "")


def test_large_costs_are_those_of_the_rounded_answer():
    """A value of -0.9999996 costs 4 less than -1 does; taken for HiGHS' claim, that would be a wrong one."""
    m = Model("costs")
    x = m.ints("x", 2, -1, 3)
    m.linear(-(10**8), -4784981, "row", [x], [-2995070, 4784984])
    m.maximize("profit", x, [-9992173, 9018102])
    outcome = BACKEND.solve(m, Limits(), Options())
    assert outcome.values is not None
    assert outcome.objective == objective_value(m, outcome.values)
