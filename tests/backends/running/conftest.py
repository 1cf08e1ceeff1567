"""What tests of runs need: a folder that must be empty at the end, limits that wait for the child, a pipe, solvers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from backends.running import run_account
from tests.support import fakes
from tests.support.clocks import LeapingClock
from tests.support.in_a_fork import load_solvers
from tests.support.processes import children, processes


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A folder for temporary files: when the test ends it must be empty, and no process started with it left."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = children()
    yield str(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert processes(str(tmp_path)) == []
    assert children() == before


@pytest.fixture
def over(temporary, monkeypatch):
    """A progress: when the child has come where it sleeps for ever, the time of its limit is over."""
    clock = LeapingClock(lambda: any(Path(temporary).glob(fakes.STAYS)))
    clock.take_place(monkeypatch)
    monkeypatch.setattr(run_account, "POLL_SECONDS", 0.01)
    return clock


@pytest.fixture
def pipe():
    """From which a child reads what its parent writes."""
    ours, theirs = os.pipe()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


@pytest.fixture(scope="module")
def loaded():
    """All solvers, as a process has them that runs many: else each child would load them anew."""
    load_solvers()
