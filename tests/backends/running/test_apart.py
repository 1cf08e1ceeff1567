"""Backends whose library must not be loaded beside another one: they run all the same, or say why they cannot."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import pytest

from backends import registry
from backends.contract import Ending, Limits, Options, Status
from backends.oracle import BACKEND as ORACLE
from backends.registry import backend_named
from backends.running import supervisor, worker
from models.neutral import Model, evaluate
from tests.support.fakes import fake_backend

LIMITS = Limits(seconds=60.0)
BETA = """import os, sys
if "alpha_library" in sys.modules:
    os.abort()
"""
THEIRS = """
import os
from dataclasses import replace
from functools import partial
from backends.contract import probe_module
from backends.oracle import BACKEND as ORACLE
from backends.outcomes import Stopwatch

def solve(model, limits, options, tell=None):
    import beta_library
    with Stopwatch()("solve"):
        if model.name == "hangs":
            open(os.path.join(os.environ["TMPDIR"], "stays"), "w").close()
            while True:
                pass
    return ORACLE.solve(model, limits, options)

CARELESS = replace(ORACLE, name="careless", solve=solve, probe=lambda: probe_module("beta_library"))
BACKEND = replace(CARELESS, name="theirs", apart_from=frozenset({"alpha_library", "gamma_library"}))
"""


@pytest.fixture(autouse=True)
def theirs(tmp_path_factory, monkeypatch):
    """A package with two backends, of which one says that it must be apart; this process has the other library."""
    folder = tmp_path_factory.mktemp("theirs")
    (folder / "beta_library.py").write_text(BETA)
    (folder / "theirs.py").write_text(THEIRS)
    metadata = folder / "theirs-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    points = "theirs = theirs:BACKEND\ncareless = theirs:CARELESS\n"
    (metadata / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\n{points}")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setitem(sys.modules, "alpha_library", ModuleType("alpha_library"))
    for name in ("theirs", "beta_library"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    registry.modules.cache_clear()
    yield
    registry.modules.cache_clear()


def two_of_three(name: str = "three") -> Model:
    model = Model(name)
    model.exactly(2, "two of three", model.bools("x", 3))
    return model


def test_the_libraries_do_clash(temporary):
    """Else these tests could not fail: who does not say so dies."""
    outcome = supervisor.solve("careless", two_of_three(), LIMITS)
    assert (outcome.status, "SIGABRT" in outcome.note) == (Status.ERROR, True), outcome.note


@pytest.mark.parametrize("by", ["name", "record"])
def test_it_runs_in_a_process_without_the_other_library(by, temporary):
    """Solving and listing; engine, times and account are as of any other run."""
    model, who = two_of_three(), "theirs" if by == "name" else backend_named("theirs")
    outcome = supervisor.solve(who, model, LIMITS)
    assert (outcome.status, outcome.note, outcome.engine) == (Status.SATISFIED, "", "theirs")
    assert not evaluate(model, outcome.values)
    assert outcome.loading > 0
    assert outcome.peak_memory > 0
    found = []
    ended = supervisor.solutions(who, model, model.boolean_variables, LIMITS, Options(), found.append)
    assert (ended.complete, len(found)) == (True, 3)
    assert supervisor.probe("theirs") == (None, ORACLE.version())
    assert "beta_library" not in sys.modules


def test_where_the_other_library_is_not_loaded_it_is_a_fork(temporary, monkeypatch):
    """No new interpreter, which takes longer."""
    monkeypatch.delitem(sys.modules, "alpha_library")
    monkeypatch.setattr("os.execv", None)
    assert supervisor.solve("theirs", two_of_three(), LIMITS).status is Status.SATISFIED


def test_limits_hold_and_the_step_at_work_is_known(over):
    """It is killed where it hangs, and its time is booked under what it was at."""
    outcome = supervisor.solve("theirs", two_of_three("hangs"), LIMITS, progress=over)
    assert (outcome.status, outcome.ended, outcome.note) == (Status.UNKNOWN, Ending.TIME, "time limit of 60 s")
    assert max(outcome.seconds, key=outcome.seconds.get) == "solve"


def test_what_cannot_be_handed_over_is_refused_with_the_reason(temporary):
    """A backend that no name leads to, with a function that cannot be pickled."""
    mine = fake_backend("mine", lambda *_: None, apart_from=frozenset({"alpha_library"}))
    outcome = supervisor.solve(mine, two_of_three(), LIMITS)
    assert outcome.status is Status.UNSUPPORTED
    assert "mine must not be loaded beside alpha_library, which this process has loaded, and it" in outcome.note


def test_a_parent_of_many_runs_never_loads_it(monkeypatch):
    """Whatever comes later is forked from it. One that clashes with nothing is loaded; ours are, unless they clash."""
    monkeypatch.delitem(sys.modules, "alpha_library")
    worker.load_named_solvers(("theirs",))
    assert "beta_library" not in sys.modules
    worker.load_named_solvers(("careless",))
    assert "beta_library" in sys.modules


def test_no_probe_loads_it_beside_the_other(monkeypatch):
    """The reason is told, in whatever process."""
    reason = "must not be loaded beside alpha_library, which this process has loaded"
    assert backend_named("theirs").probe() == reason
    assert "beta_library" not in sys.modules
    monkeypatch.delitem(sys.modules, "alpha_library")
    assert backend_named("theirs").probe() is None
    assert backend_named("theirs") is backend_named("theirs")


def test_one_around_another_is_apart_from_what_that_is(monkeypatch):
    """`hybrid:cpsat` loads what `cpsat` does."""
    apart = replace(backend_named("cpsat"), apart_from=frozenset({"alpha_library"}))
    backend_named("theirs")  # loads the module
    monkeypatch.setattr(sys.modules["theirs"], "CPSAT", apart, raising=False)
    monkeypatch.setitem(registry.MODULES, "cpsat", "theirs:CPSAT")
    registry.modules.cache_clear()
    assert backend_named("hybrid:cpsat").libraries_beside == ("alpha_library",)
    assert backend_named("hybrid:cnf").apart_from == frozenset()
