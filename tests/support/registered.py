"""The backends under test: every registered one, so that a new one needs no line in any test."""

from __future__ import annotations

from functools import cache

import pytest

from backends.registry import backend_named, modules
from backends.running import supervisor
from backends.running.programs import PROGRAMS, installed_programs

# Programs: the first installed one of each kind of file goes through every test, the others through `test_external`.
# Where none is installed, `external` by itself is skipped with the reason.
EXTERNAL = [f"external:{program}" for program in installed_programs()]
FIRST = [
    next((f"external:{name}" for name in installed_programs() if PROGRAMS[name].takes == kind), "external")
    for kind in ("dimacs", "opb")
]

# Those that take models of any size; one that works around others, around each of them.
SOLVERS = [
    each
    for name in modules()
    if name != "oracle"
    for each in (
        dict.fromkeys(FIRST)
        if name == "external"
        else [f"{name}:{inner}" for inner in backend_named(name).inner] or [name]
    )
]

# Engines that may leave a model open, and why. They may answer UNKNOWN and refuse a list of solutions, nothing else.
INCOMPLETE = {
    "propagate": "follows each row by itself and does not search",
    "walksat": "walks among assignments, and never sees that there is no solution",
}

# Engines for some kinds of rows only, and which: most puzzles they refuse.
PARTIAL = {
    "gf2": "parity rows, and rows that say which literals hold",
    "exactcover": "rows that say how many literals hold, and rows that come down to them",
}

COMPLETE = [name for name in SOLVERS if name not in INCOMPLETE and name not in PARTIAL]


def inside(name: str) -> str:
    """The backend that this one works around, "" for most: what is inside is tested by itself."""
    return name.partition(":")[2]


@cache
def reason(name: str) -> str | None:
    """Why the backend cannot be used here, None if it can; tried in a process of its own, so that nothing is loaded."""
    return supervisor.probe(name if name.startswith("external") else name.partition(":")[0])[0]


def usable(name: str) -> None:
    """Skip the test, with the reason, if the backend's solver is not installed here (`test_compliance` says which
    backends must be)."""
    if reason(name):
        pytest.skip(f"{name}: {reason(name)}")
