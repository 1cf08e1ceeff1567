"""Which backends may share a warm parent, and how the libraries are imported there.

A family is the backends whose libraries share a warm parent. What a fork costs grows with what the parent has loaded,
so a family is a library: a fork takes 2 ms with python-sat and PuLP, 4 ms with scipy, 5 ms with numba or ortools, and
18 ms with all of them in one process, where some would clash besides. Measured by `benchmarks/campaigns/`.

What a solve loads after it has begun counts as its time, and its child takes it along when it ends. Of the loops that
load long formulas in bulk, with numba under them, that is half a second each time. So a child says that it had to load
them, or did without (`note_late_library`), and who hands out the runs asks for a family that has them, for runs like
this one; the short ones stay where forks are quick.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from backends.registry import MODULES

# By backend. Those whose libraries are small share one: python-sat, clingo and pycryptosat take 20 MB together.
LIBRARIES = {
    "cpsat": "ortools", "cnf": "small", "minicard": "small", "cryptominisat": "small", "maxsat": "small",
    "clingo": "small", "oracle": "small", "highs": "scipy", "scip": "ortools", "cbc": "ortools",
    "z3": "z3", "exact": "exact", "gurobi": "gurobi", "choco": "choco", "pumpkin": "pumpkin", "hermax": "hermax",
}  # fmt: skip
KERNELS = "numba"  # all others of ours run loops compiled by numba, and so do those behind a presolve
BULK = "bulk"  # python-sat with the compiled loops that load it, and so numba
LOADER = "backends.loading.python_sat"
SHARED = frozenset({"small", "ortools", KERNELS, BULK})  # can be loaded in any process: they clash with nothing
_keeps_solvers = False
_late: set[str] = set()  # since `take_late_libraries`


def family_of(name: str, presolved: bool = False, late: Collection[str] = ()) -> str:
    """The family of a backend by its full name, or of a puzzle's own solver: its libraries with `+` between. A backend
    of another package is a family by itself. late: what its children were found to load late."""
    outer, _, inner = name.partition(":")
    libraries = {LIBRARIES.get(outer, KERNELS if outer in MODULES else outer)}
    if inner.partition(":")[0] in MODULES:
        libraries.add(family_of(inner))
    if presolved:
        libraries.add(KERNELS)
    libraries.update(late)
    if len(libraries) > 1:
        libraries.discard("small")
    if BULK in libraries:
        libraries.discard(KERNELS)
    return "+".join(sorted(libraries))


def keep_solvers() -> None:
    """From now on this process loads solvers before it forks: for many short runs, each of which would load its own,
    a quarter of a second for numba. A solver whose library may clash with another one is still loaded in the child."""
    global _keeps_solvers
    _keeps_solvers = True


def keeps_solvers() -> bool:
    """Will many runs come?"""
    return _keeps_solvers


def is_shared(name: str, presolved: bool = False) -> bool:
    """May the libraries of a backend, by its full name, be loaded in a process that chose no family?"""
    return set(family_of(name, presolved).split("+")) <= SHARED


def load_family(family: str) -> None:
    """For a warm parent: what a family has that no `probe` of a backend loads."""
    if BULK in family.split("+"):
        from backends.loading.python_sat import load_bulk_loops

        load_bulk_loops()


def useful_libraries() -> frozenset[str]:
    """Those that this process has, or could have used, and that are worth a family for runs like its own."""
    if LOADER not in sys.modules:
        return frozenset()
    from backends.loading.python_sat import needs_loops

    return frozenset({BULK} if needs_loops() else ())


def note_late_library(library: str) -> None:
    """In the process that forks: a child had to load it, or did without."""
    _late.add(library)


def take_late_libraries() -> tuple[str, ...]:
    """What children had to load, or did without, since this was last asked."""
    late = tuple(sorted(_late))
    _late.clear()
    return late


@contextmanager
def without_arrow() -> Iterator[None]:
    """Let pandas, which ortools imports, do without pyarrow: its allocator starts a thread, and its 35 MB would make
    every fork slower by a quarter."""
    loaded = "pyarrow" in sys.modules
    if not loaded:
        sys.modules["pyarrow"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if not loaded:
            del sys.modules["pyarrow"]
