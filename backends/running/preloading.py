"""Loading solvers in a warm parent, before it forks: what each child would import is there already.

A family is the backends whose libraries share a warm parent. What a fork costs grows with what the parent has loaded,
so a family is a library: a fork takes 2 ms with python-sat and PuLP, 4 ms with scipy, 5 ms with numba or ortools, and
18 ms with all of them in one process, where some would clash besides. Measured by `benchmarks/campaigns/`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from backends.contract import Backend, Options
from backends.profiles import table
from backends.registry import MODULES, split_name
from backends.running.processes import one_thread
from backends.running.worker import complete_backend

# By backend. Those whose libraries are small share one: python-sat, PuLP and pycryptosat take 20 MB together.
LIBRARIES = {
    "cpsat": "ortools", "cnf": "small", "minicard": "small", "cryptominisat": "small", "maxsat": "small",
    "cbc": "small", "oracle": "small", "highs": "scipy",
}  # fmt: skip
KERNELS = "numba"  # all others of ours run loops compiled by numba, and so do those behind a presolve
_loaded: set[tuple[str, str | None, str | None]] = set()  # by `load_solver`: name, solver, presolve


def family_of(name: str, presolved: bool = False) -> str:
    """The family of a backend by its full name, or of a puzzle's own solver: its libraries with `+` between. A backend
    of another package is a family by itself."""
    outer, _, inner = name.partition(":")
    libraries = {LIBRARIES.get(outer, KERNELS if outer in MODULES else outer)}
    if inner.partition(":")[0] in MODULES:
        libraries.add(family_of(inner))
    if presolved:
        libraries.add(KERNELS)
    if len(libraries) > 1:
        libraries.discard("small")
    return "+".join(sorted(libraries))


def load_named_solvers(names: tuple[str, ...]) -> None:
    """`load_solver` for these backends, by their full names; others than the registry's are loaded when they run."""
    for name in names:
        with suppress(Exception):
            load_solver(split_name(name, Options()))


def load_solver(arguments: tuple[Any, ...]) -> None:
    """Import in this process what a job with these arguments would import in its child. Only once for each solver; what
    fails will fail again in the child, and is told there."""
    who = arguments[0] if arguments else None
    options = next((each for each in arguments if isinstance(each, Options)), Options())
    if not isinstance(who, str | Backend):
        return
    key = (who if isinstance(who, str) else who.full_name or who.name, options.solver, options.presolve)
    if key in _loaded:
        return
    _loaded.add(key)
    with suppress(Exception), without_arrow(), one_thread():
        backend = complete_backend(who, options)
        if backend.probe() is None:
            backend.version()
            backend.engine_of(options)
            table()
    gc.collect()
    gc.freeze()  # what lives now lives as long as this process: no later collection need look at it


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
