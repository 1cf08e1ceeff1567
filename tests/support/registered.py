"""The backends under test: every registered one; and `FACTS`, the one place where tests may need lines for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from zlib import crc32

import pytest

from backends.calling.programs import PROGRAMS
from backends.contract import Options
from backends.registry import backend_named, modules
from backends.running import supervisor
from models.neutral import Form
from rosetta.foundation.libraries import unobtainable_libraries
from rosetta.foundation.optional_engines import absent_backends
from tests.support.installed import programs_here
from tests.support.sampling import sample_seed

# Programs: the first installed one of each kind of file goes through every test, the others through `test_external`.
# Where none is installed, `external` by itself is skipped with the reason.
HERE = [program for program in PROGRAMS if program in programs_here()]
EXTERNAL = [f"external:{program}" for program in HERE]
FIRST = [
    next((f"external:{program}" for program in HERE if PROGRAMS[program].takes == kind), "external")
    for kind in ("dimacs", "opb", "fzn")
]
if "clasp" in HERE:  # it also reads WCNF of the old format, as no other program of the table does
    FIRST.append("external:wcnf-old=clasp")

# Those that only count.
COUNTERS = [name for name in modules() if backend_named(name).counts_only]
ANSWERING = [name for name in modules() if name not in COUNTERS]
ASKED_BY_DEFAULT = [name for name in ANSWERING if name not in absent_backends()]

# Those that take models of any size; one that works around others, around each of them.
SOLVERS = [
    each
    for name in ANSWERING
    if name != "oracle"
    for each in (
        dict.fromkeys(FIRST)
        if name == "external"
        else [f"{name}:{inner}" for inner in backend_named(name).inner] or [name]
    )
]


@dataclass(frozen=True, slots=True)
class Facts:
    """What tests must know of a backend, and its record does not say.

    required: its solver is a dependency of the project, so it must never be skipped
    asked: it is asked about a row that alone cannot hold, and finds it by itself; of most others the lowering does

    Of a backend that is right but slow:
    examples: how many random models it gets at the most, of every kind and about their objective
    one_board_in: of so many generated boards with a known answer it gets one
    unlisted: puzzles of which it need not list all solutions, each with the reason
    without_numba: its parameters where its loops are not compiled"""

    required: bool = False
    asked: bool = False
    examples: tuple[int, int] = (100, 80)
    one_board_in: int = 1
    unlisted: Mapping[str, str] = field(default_factory=dict)
    without_numba: Mapping[str, str] = field(default_factory=dict)


FACTS = {
    "cpsat": Facts(required=True),
    "cnf": Facts(required=True),
    "minicard": Facts(required=True),
    "cryptominisat": Facts(required="pycryptosat" not in unobtainable_libraries()),
    "clingo": Facts(required=True),
    "z3": Facts(required=True),
    "gf2": Facts(required=True, asked=True),
    "exactcover": Facts(required=True),
    "highs": Facts(required=True),
    "scip": Facts(required=True),
    "cbc": Facts(  # a process for each answer
        required=True,
        examples=(60, 40),
        one_board_in=5,
        unlisted={"tiling": "seconds for each of the answers, a process each time"},
    ),
    "propagate": Facts(asked=True),
    "walksat": Facts(without_numba={"flips": "1000", "tries": "2"}),
    **dict.fromkeys((name for name in SOLVERS if name.startswith(("hybrid", "recombine"))), Facts(asked=True)),
    "oracle": Facts(required=True, asked=True),
    **dict.fromkeys(FIRST, Facts(examples=(25, 15))),  # programs take milliseconds to start
    **dict.fromkeys(FIRST[2:], Facts(examples=(12, 8))),  # Gecode takes 40 of them
}
NAMES = {*SOLVERS, *modules()}
INCOMPLETE = {name for name in NAMES if not backend_named(name).complete}
"""They may answer UNKNOWN and refuse a list of solutions, nothing else."""
PARTIAL = {name for name in NAMES if Form.CLAUSE not in backend_named(name).takes}
"""Engines for a few kinds of rows, which refuse most puzzles."""
COMPLETE = [name for name in SOLVERS if name not in INCOMPLETE and name not in PARTIAL]


def facts_of(name: str) -> Facts:
    """Nothing special for most."""
    return FACTS.get(name, Facts())


def options_here(name: str) -> Options:
    """Such that its loops end soon, also where numba is blocked."""
    from backends.passes.propagation_kernel import COMPILED

    return Options(parameters={} if COMPILED else facts_of(name).without_numba)


def inside(name: str) -> str:
    """The backend that this one works around, "" for most: what is inside is tested by itself."""
    return name.partition(":")[2]


def number_of_day() -> int:
    """A number that is another one on another day, for choices that `sampling` does not make."""
    return crc32(sample_seed().encode())


@cache
def has_its_day(name: str) -> bool:
    """Of backends that are the same around different ones (`windows:cnf`, `windows:highs`) there is one a day."""
    group = [each for each in SOLVERS if each.partition(":")[0] == name.partition(":")[0] and each not in FIRST]
    return name not in group or group.index(name) == number_of_day() % len(group)


def by_day(names: Iterable[str]) -> list[object]:
    """The backends as parameters: those whose day it is not are left to `make exhaustive`."""
    return [pytest.param(name, marks=[] if has_its_day(name) else pytest.mark.exhaustive) for name in names]


@cache
def reason(name: str) -> str | None:
    """Why the backend cannot be used here, None if it can; tried in a process of its own, so that nothing is loaded."""
    return supervisor.probe(name if name.startswith("external") else name.partition(":")[0])[0]


def usable(name: str) -> None:
    """Skip the test, with the reason, if the backend's solver is not installed here (`test_compliance` says which
    backends must be)."""
    if reason(name):
        pytest.skip(f"{name}: {reason(name)}")
