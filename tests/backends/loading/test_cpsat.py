"""Loading CP-SAT: the bytes, the answers, and the way through the Python layer."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from backends import cpsat
from backends.contract import Limits, Options, Status
from backends.cpsat import BACKEND
from backends.loading import cp_library, cp_proto, cp_rows
from backends.lowering.canonical import canonical_rules
from backends.oracle import BACKEND as ORACLE
from backends.outcomes import Stopwatch
from backends.running import supervisor
from models.neutral import Model, evaluate, objective_value
from models.puzzles.tents import rules
from models.puzzles.tents.record import PUZZLE
from rosetta.foundation.limits import TooLarge
from tests.support.patience import answer_within_limit
from tests.support.strategies import models

LIMITS = Limits(seconds=60.0)
MANY = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), database=None)
WAYS = ("bulk", "rows")


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """Either way of loading."""
    if request.param == "rows":
        monkeypatch.setattr(cp_library, "reason", lambda: "the test says so")
    elif reason := cp_library.reason():
        pytest.skip(reason)
    return request.param


@pytest.fixture
def untried():
    """The library is tried anew in the test, and again after it."""
    cached = (cp_library.reason, cp_library._functions)
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


# ---- bytes -----------------------------------------------------------------------------------------------------


def serialized(model: Model, path: Path) -> bytes:
    """The model filled in row by row, as the library itself writes it."""
    loaded = cp_rows.load(model, canonical_rules(model).blocks)
    assert loaded.model.export_to_file(str(path))
    return path.read_bytes()


def in_bulk(model: Model) -> bytes:
    return bytes(cp_proto.proto_bytes(model, canonical_rules(model).blocks))


def every_form() -> Model:
    """Each kind of constraint, guarded and not, and numbers of every size; no row decides anything by itself."""
    m = Model("every form")
    x = m.bools("x", 300)
    z = m.ints("z", 2, -(2**40), 2**40)
    w = m.ints("w", 1, -3, 200)
    m.any("clauses, long and short", [[*x[:200]], [x[0], -x[1]], [-x[290], x[299]]])
    m.at_most(1, "at most one", [x[:5], -x[5:9], x[200:260]])
    m.exactly(1, "exactly one", [x[10:15], x[250:255]])
    m.between(2, 3, "cardinality", [x[20:30], -x[25:35]])
    m.parity(1, "odd", [x[40:44], -x[130:133]])
    m.parity(0, "even", [-x[50:54], x[130:133]])
    m.linear(-5, 2**39, "linear", [[*z, x[60], -x[61]]], [3, -7, 11, 2**20])
    m.linear(None, 4, "one side", [[w[0], -x[70]]], [2, -5])
    for guard in (int(x[3]), -int(x[280])):
        m.any("guarded", [x[80:83]], when=guard)
        m.any("guarded and empty", [[]], when=guard)
        m.at_most(1, "guarded", [x[90:94]], when=guard)
        m.exactly(1, "guarded", [-x[90:94]], when=guard)
        m.parity(0, "guarded", [x[100:104]], when=guard)
        m.linear(1, 9, "guarded", [[w[0], -x[110]]], [2, 3], when=guard)
    m.minimize("cost", [*x[:3], -x[4], *w], [5, -1, 2**30, 7, -2])
    return m


def test_every_form_gives_the_bytes_of_the_library(tmp_path):
    """And the model has them all: parsed again, each kind of constraint is there."""
    from ortools.sat import cp_model_pb2

    model = every_form()
    assert in_bulk(model) == serialized(model, tmp_path / "model.pb")
    proto = cp_model_pb2.CpModelProto.FromString(in_bulk(model))
    kinds = {(c.WhichOneof("constraint"), bool(c.enforcement_literal)) for c in proto.constraints}
    free = {(kind, False) for kind in cp_proto.FIELDS}
    assert kinds == free | {("bool_or", True), ("bool_xor", True), ("linear", True)}
    assert any(not c.bool_or.literals for c in proto.constraints if c.WhichOneof("constraint") == "bool_or")
    assert proto.objective.offset == 7


@MANY
@given(models())
def test_random_models_give_the_bytes_of_the_library(tmp_path_factory, model):
    path = tmp_path_factory.getbasetemp() / f"random-{os.getpid()}.pb"
    assert in_bulk(model) == serialized(model, path)


def test_models_without_rules_or_variables(tmp_path):
    alone = Model("no rules")
    alone.bools("x", 3)
    for model in (Model("nothing"), alone):
        assert in_bulk(model) == serialized(model, tmp_path / "model.pb")


def test_parts_make_no_difference(monkeypatch, tmp_path):
    """Rows are encoded in slices; also when a row is longer than one."""
    whole = serialized(every_form(), tmp_path / "model.pb")
    for chunk in (1, 3, 50):
        monkeypatch.setattr(cp_proto, "CHUNK", chunk)
        assert in_bulk(every_form()) == whole


def test_a_model_too_large_for_a_message_is_refused_with_its_size(monkeypatch):
    size = len(in_bulk(every_form()))
    monkeypatch.setattr(cp_proto, "LARGEST", size)
    assert len(in_bulk(every_form())) == size
    monkeypatch.setattr(cp_proto, "LARGEST", size - 1)
    with pytest.raises(TooLarge, match=f"{size:,} bytes"):
        in_bulk(every_form())


# ---- answers -----------------------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("objective", [True, False])
def test_both_ways_agree_with_brute_force(way, objective):
    """Status and cost; and the answer is one."""

    @settings(MANY, max_examples=100)
    @given(models(objective=objective))
    def agree(model):
        mine, right = (b.solve(model, LIMITS, Options()) for b in (BACKEND, ORACLE))
        assert mine.conclusion is right.status
        assert mine.objective == right.objective
        if mine.values is not None:
            assert evaluate(model, mine.values) == []
            if model.objective is not None:
                assert mine.objective == objective_value(model, mine.values)

    agree()


def cover(variables: int = 60, rows: int = 150) -> Model:
    """As few as possible that hit every triple: an answer is found at once, the best one is hard to prove."""
    rng = np.random.default_rng(3)
    m = Model("cover")
    x = m.bools("x", variables)
    m.any("hit", np.stack([x[rng.choice(variables, 3, replace=False)] for _ in range(rows)]))
    m.minimize("few", x)
    return m


def board(side: int) -> Model:
    return PUZZLE.formulations["default"](rules.generate((side, side), 1)[0])


def test_both_ways_search_alike(monkeypatch):
    """The same model, the same seed, one worker: the same search, as far as it goes, and the same report of it."""
    if reason := cp_library.reason():
        pytest.skip(reason)
    some = Options(parameters={"max_deterministic_time": "0.3"})
    for model in (board(12), cover()):
        first = BACKEND.solve(model, LIMITS, some)
        with monkeypatch.context() as patched:
            patched.setattr(cp_library, "reason", lambda: "the test says so")
            second = BACKEND.solve(model, LIMITS, some)
        assert first.status is second.status is Status.SATISFIED
        assert first.values.tolist() == second.values.tolist()
        assert (first.objective, first.bound, first.stats) == (second.objective, second.bound, second.stats)
    assert first.stats["branches"] > 0


def test_parameters_pass(way):
    """A search that may do nothing finds nothing; a parameter out of range is an error, not an answer."""
    wishes = {}, {"max_deterministic_time": "1e-9"}, {"linearization_level": "-5"}
    outcomes = [BACKEND.solve(board(12), LIMITS, Options(parameters=chosen)) for chosen in wishes]
    assert [o.status for o in outcomes] == [Status.SATISFIED, Status.UNKNOWN, Status.ERROR]
    assert "MODEL_INVALID" in outcomes[2].note
    with pytest.raises(AttributeError, match="nonsense"):
        BACKEND.solve(board(12), LIMITS, Options(parameters={"nonsense": "3"}))


def test_seeds_and_threads_pass(way):
    for limits in (Limits(seconds=60, seed=2**33 + 5), Limits(seconds=60, threads=2)):
        model = board(8)
        outcome = BACKEND.solve(model, limits, Options())
        assert outcome.status is Status.SATISFIED
        assert evaluate(model, outcome.values) == []


@pytest.mark.sample(1)
def test_at_the_limit_the_best_answer_stays(way):
    model = cover(400, 1100)
    outcome = answer_within_limit(lambda seconds: BACKEND.solve(model, Limits(seconds=seconds), Options()), 1.0)
    assert outcome.status is Status.SATISFIED
    assert evaluate(model, outcome.values) == []
    assert outcome.bound <= outcome.objective == objective_value(model, outcome.values)


def test_reading_counts_against_the_limit(monkeypatch):
    """If it takes all the time there is, none is left to search."""
    if reason := cp_library.reason():
        pytest.skip(reason)
    monkeypatch.setattr(cp_library, "SECONDS_PER_BYTE", LIMITS.seconds)
    assert BACKEND.solve(board(12), LIMITS, Options()).status is Status.UNKNOWN


@pytest.mark.sample(1)
def test_at_the_limit_without_an_answer_nothing_is_claimed(way):
    """A board that no solver here settles; in a process of its own, as for users."""
    outcome = supervisor.solve("cpsat", board(80), Limits(seconds=1.0), Options())
    assert (outcome.status, outcome.note) == (Status.UNKNOWN, "time limit")
    assert outcome.size.rows > 0


def test_what_the_solver_does_not_count_is_loading():
    """A call of 3 s, of which CP-SAT's own clock saw 2; and one whose clock runs ahead of ours."""
    for counted, load in ((2.0, 1.5), (4.0, 0.5)):
        watch = Stopwatch()
        watch.seconds.update(load=0.5, solve=3.0)
        cpsat._book_reading_time(SimpleNamespace(wall_time=counted), watch)
        assert (watch.seconds["load"], watch.seconds["solve"]) == (load, 3.5 - load)


# ---- trying the library ------------------------------------------------------------------------------------------


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the pinned wheel for Linux is known to export it")
def test_the_pinned_library_takes_bytes():
    assert cp_library.reason() is None
    assert BACKEND.loading() == "in bulk, a binary model to libortools"


def test_without_the_function_models_go_through_the_python_layer(untried, monkeypatch):
    monkeypatch.setattr(cp_library, "FUNCTION", "SolveCpModelOtherwise")
    assert "SolveCpModelOtherwise" in cp_library.reason()
    assert BACKEND.loading().startswith("row by row through the Python layer: AttributeError")
    assert BACKEND.probe() is None
    assert BACKEND.solve(board(8), LIMITS, Options()).status is Status.SATISFIED


def test_wrong_answers_are_noticed(untried, monkeypatch):
    """A library that ignores the rules, and returns only zeros."""
    from ortools.sat import cp_model_pb2

    response = cp_model_pb2.CpSolverResponse(status=cp_library.OPTIMAL, solution=[0, 0, 0])
    monkeypatch.setattr(cp_library.LoadedProto, "solve", lambda self: response)
    assert cp_library.reason() == "SolveCpModelWithParameters answers a tiny model wrongly"


@pytest.mark.parametrize("other", ["bool_or", "at_most_one", "exactly_one", "bool_xor"])
@pytest.mark.parametrize("kind", ["bool_or", "at_most_one", "exactly_one", "bool_xor"])
def test_a_kind_of_constraint_read_as_another_is_noticed(kind, other, monkeypatch):
    """What would happen if the format changed; a guard that is not read is noticed too."""
    if reason := cp_library.reason():
        pytest.skip(reason)
    monkeypatch.setitem(cp_proto.FIELDS, kind, cp_proto.FIELDS[other])
    assert cp_library._answers_as_expected() == (kind == other)
    monkeypatch.setattr(cp_proto, "ENFORCEMENT", 999)
    assert not cp_library._answers_as_expected()


def test_bytes_that_the_library_refuses_are_noticed(untried, monkeypatch):
    """It ends the process then: the one that was forked for the trial."""
    monkeypatch.setattr(cp_library, "proto_bytes", lambda *_: bytearray(b"\xff\xff\xff"))
    assert cp_library.reason() == "SolveCpModelWithParameters was ended by SIGABRT on a tiny model"


@pytest.mark.sample(0.125)
def test_a_trial_that_hangs_or_raises_is_noticed(monkeypatch):
    monkeypatch.setattr(cp_library, "TRIAL_SECONDS", 1)
    assert "SIGALRM" in cp_library._run_forked(lambda: time.sleep(60))
    assert "fails" in cp_library._run_forked(lambda: 1 // 0)


def test_the_known_answers_are_right():
    """By brute force, and each is the only one."""
    for model, (status, values, cost) in cp_library._trial_models():
        every = [v[1:].tolist() for v in ORACLE.solutions(model, np.arange(1, model.variables + 1), LIMITS, Options())]
        assert (status == cp_library.OPTIMAL) == (values in every) == bool(every)
        best = ORACLE.solve(model, LIMITS, Options())
        assert (best.objective or 0) == cost
        if every and model.objective is None:
            assert every == [values]
        assert canonical_rules(model).contradiction is None
