"""Which backends may share a warm parent, and how the libraries are imported there.

A family is the backends whose libraries share a warm parent. What a fork costs grows with what the parent has loaded,
so a family is a library: a fork takes 2 ms with python-sat and PuLP, 4 ms with scipy, 5 ms with numba or ortools, and
18 ms with all of them in one process, where some would clash besides. Measured by `benchmarks/campaigns/`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from backends.registry import MODULES

# By backend. Those whose libraries are small share one: python-sat, PuLP and pycryptosat take 20 MB together.
LIBRARIES = {
    "cpsat": "ortools", "cnf": "small", "minicard": "small", "cryptominisat": "small", "maxsat": "small",
    "cbc": "small", "oracle": "small", "highs": "scipy",
}  # fmt: skip
KERNELS = "numba"  # all others of ours run loops compiled by numba, and so do those behind a presolve


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
