"""A plugin for pytest: which solver programs there are is asked once for a run, by the process that begins it.

All workers of a run are told through the environment. So they collect the same items, and what is installed or removed
meanwhile changes none of them. `ROSETTA_PROGRAMS="cadical clasp"` says what is there instead, "" that nothing is.
"""

from __future__ import annotations

import os
import shutil

import pytest

from backends.calling.programs import PROGRAMS

VARIABLE = "ROSETTA_PROGRAMS"
# those of `external`, then programs that solve written files in tests
KNOWN = (*PROGRAMS, "glpsol", "cbc", "highs", "scip", "fzn-gecode", "minizinc")


def pytest_configure(config: pytest.Config) -> None:
    """Ask, unless this is a worker, or part of another run."""
    programs_here()


def programs_here() -> tuple[str, ...]:
    """The known programs that were there when the run began."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = " ".join(name for name in KNOWN if is_installed(name))
    return tuple(os.environ[VARIABLE].split())


def is_installed(name: str) -> bool:
    """Whether the program can be called, now."""
    return PROGRAMS[name].probe() is None if name in PROGRAMS else shutil.which(name) is not None
