"""What SCIP says through MathOpt, and what becomes of it: its ends at limits, its faults, and the cure of each."""

from __future__ import annotations

import numpy as np
import pytest

from backends.contract import Ending, Limits, Options, Status
from backends.scip import BACKEND, MARGIN, TOLERANCES
from models.neutral import Model, evaluate
from models.neutral.json import from_json
from tests.backends.test_library_traps import hard_minimum
from tests.support.places import ROOT

SEEDS = (0, 1, 4, 5)


def slitherlink() -> Model:
    """A part of a board that has a loop; `rosetta fuzz` found it, and it was shrunk."""
    return from_json((ROOT / "tests" / "data" / "wrong_solvers" / "scip-parity-presolving.json").read_text())


@pytest.mark.parametrize("seed", SEEDS)
def test_no_parities_are_lost(seed):
    """Every seed has an answer."""
    outcome = BACKEND.solve(slitherlink(), Limits(seed=seed), Options())
    assert (outcome.status, evaluate(slitherlink(), outcome.values)) == (Status.SATISFIED, [])


def test_presolving_parities_loses_them():
    """The same with SCIP's own default: if no seed fails, the parameter can go."""
    own = Options(parameters={"constraints/xor/maxprerounds": "-1"})
    said = {BACKEND.solve(slitherlink(), Limits(seed=seed), own).status for seed in SEEDS}
    assert Status.UNSATISFIABLE in said


def wide() -> Model:
    """Coefficients up to 9, sides of a million; (85011, 17363, 911, 90000) is best."""
    m = Model("wide")
    z = m.ints("z", 4, 0, 90_000)
    m.linear(1_156_500, 1_156_500, "exact", [z], [5, 6, -3, 7])
    m.linear(805_603, 805_603, "exact, too", [z], [5, -4, 0, 5])
    m.linear(None, -477_984, "not more", [z], [4, 0, -9, -9])
    m.minimize("cost", z, [-1, 8, -2, -9])
    return m


def test_a_row_with_a_large_side_is_kept_or_nothing_is_said(monkeypatch):
    """SCIP's own answer misses a row by 1. Nothing is claimed where sides are so large."""
    outcome = BACKEND.solve(wide(), Limits(), Options())
    assert outcome.status in (Status.SATISFIED, Status.UNKNOWN)
    assert outcome.values is None or evaluate(wide(), outcome.values) == []
    assert outcome.note in (TOLERANCES.too_coarse, TOLERANCES.not_whole)
    monkeypatch.setattr("backends.scip.ask_with_care", lambda model, program, run, *_: run())
    alone = BACKEND.solve(wide(), Limits(), Options())
    assert alone.status is Status.OPTIMAL
    assert [broken.value for broken in evaluate(wide(), alone.values)] == [1_156_501]


@pytest.mark.parametrize(("largest", "status"), [(199_999, Status.OPTIMAL), (1_000_000, Status.SATISFIED)])
def test_from_a_million_on_an_optimum_is_only_an_answer(largest, status):
    """The side counts, too: five times the coefficient."""
    m = Model("coarse")
    z = m.ints("z", 2, 0, 9)
    m.linear(5 * largest + 3, None, "enough", [z], [largest, largest - 1])
    m.minimize("cost", z, [5, 7])
    outcome = BACKEND.solve(m, Limits(), Options())
    assert (outcome.status, outcome.values[z].tolist(), outcome.objective) == (status, [6, 0], 30)
    assert outcome.note == (TOLERANCES.too_coarse if status is Status.SATISFIED else "")


def test_columns_of_a_row_come_in_any_order():
    """MathOpt refuses rows whose columns do not ascend."""
    m = Model("order")
    x = m.bools("x", 4)
    m.linear(3, None, "enough", [x[[3, 0, 2, 1]], x[[2, 1, 0, 3]]], [[3, -2, 1, 1], [1, 1, -5, 2]])
    assert evaluate(m, BACKEND.solve(m, Limits(), Options()).values) == []


def test_parities_are_solved_modulo_two():
    """Forty equations over forty switches, twenty in each: no search among the 2^40 assignments."""
    m, rng = Model("parities"), np.random.default_rng(1)
    x = m.bools("x", 40)
    m.parity(rng.integers(0, 2, 40), "odd or even", [x[rng.choice(40, 20, replace=False)] for _ in range(40)])
    outcome = BACKEND.solve(m, Limits(), Options())
    assert outcome.status in (Status.SATISFIED, Status.UNSATISFIABLE)
    assert outcome.stats["nodes"] <= 1


@pytest.mark.sample(0.25)
def test_an_incumbent_at_the_limit_is_handed_in():
    """With a bound, in time, and not called optimal."""
    outcome = BACKEND.solve(hard_minimum(), Limits(seconds=1.0), Options())
    assert outcome.status is Status.SATISFIED
    assert evaluate(hard_minimum(), outcome.values) == []
    assert outcome.bound <= 25 <= outcome.objective


@pytest.mark.parametrize(
    ("reason", "limit", "status", "ended"),
    [
        ("NO_SOLUTION_FOUND", "TIME", Status.UNKNOWN, Ending.TIME),
        ("NO_SOLUTION_FOUND", "MEMORY", Status.UNKNOWN, Ending.MEMORY),
        ("NO_SOLUTION_FOUND", "NODE", Status.ERROR, None),
        ("INFEASIBLE", "UNSPECIFIED", Status.UNSATISFIABLE, None),
        ("INFEASIBLE_OR_UNBOUNDED", "UNSPECIFIED", Status.ERROR, None),
        ("NUMERICAL_ERROR", "UNSPECIFIED", Status.ERROR, None),
        ("OPTIMAL", "UNSPECIFIED", Status.ERROR, None),  # and nothing to show
    ],
)
def test_only_infeasible_is_no_solution(monkeypatch, reason, limit, status, ended):
    """Whatever else ends without an answer."""
    from ortools.math_opt import result_pb2
    from ortools.math_opt.core.python import solver

    result = result_pb2.SolveResultProto()
    result.termination.reason = result_pb2.TerminationReasonProto.Value(f"TERMINATION_REASON_{reason}")
    result.termination.limit = result_pb2.LimitProto.Value(f"LIMIT_{limit}")
    monkeypatch.setattr(solver, "solve", lambda *_: result)
    m = Model("one")
    m.at_least(1, "one", m.bools("x", 2))
    outcome = BACKEND.solve(m, Limits(), Options())
    assert (outcome.status, outcome.values, outcome.ended) == (status, None, ended)


def test_scip_gets_its_limits(monkeypatch):
    """Time less the margin, memory, the seed, one thread, no gap; parameters by their types, and those of ours last."""
    from ortools.math_opt.core.python import solver

    given = []
    solve = solver.solve
    monkeypatch.setattr(solver, "solve", lambda *all_of_it: given.append(all_of_it[3]) or solve(*all_of_it))
    m = Model("one")
    m.at_least(1, "one", m.bools("x", 2))
    own = {"presolving/maxrounds": "0", "conflict/enable": "false", "limits/gap": "0.5"}
    BACKEND.solve(m, Limits(seconds=7.0, memory=123, threads=2, seed=5), Options(parameters=own))
    (parameters,) = given
    seconds = parameters.time_limit.seconds + parameters.time_limit.nanos / 1e9
    assert 6.0 < seconds <= 7.0 - MARGIN
    assert (parameters.threads, parameters.random_seed, parameters.relative_gap_tolerance) == (1, 5, 0.0)
    assert parameters.gscip.real_params["limits/memory"] == 123
    assert dict(parameters.gscip.bool_params) == {"misc/catchctrlc": False, "conflict/enable": False}
    assert dict(parameters.gscip.int_params) == {"constraints/xor/maxprerounds": 0, "presolving/maxrounds": 0}
    assert parameters.gscip.real_params["limits/gap"] == 0.5


def test_what_is_known_is_told_before_scip_starts():
    """The size, for the case that it never returns; and nothing is claimed yet."""
    told = []
    m = Model("one")
    m.at_least(1, "one", m.bools("x", 2))
    outcome = BACKEND.solve(m, Limits(), Options(), told.append)
    assert [(each.status, each.values, each.size) for each in told] == [(Status.UNKNOWN, None, outcome.size)]
