"""Engines that an installation does not bring: what each would add, and how it is had. This file needs no library.

Some stand in the extra `engines`, in the versions that we test with. The others are the user's choice, for their
licences or their size: each is used where it is installed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

EXTRA = "engines"  # of pyproject.toml


@dataclass(frozen=True, slots=True)
class OptionalEngine:
    """An engine that is used where it is installed.

    package: its name on PyPI; module: what is imported of it
    backend: the name of the backend that needs it, or of the solver behind a colon
    adds: what it is, in a phrase
    licence: of the engine itself
    in_extra: the extra brings it"""

    package: str
    module: str
    backend: str
    adds: str
    licence: str
    in_extra: bool = False

    @property
    def is_present(self) -> bool:
        """Is it installed? Nothing is imported for this."""
        return _is_present(self.module)


OPTIONAL_ENGINES = (
    OptionalEngine("z3-solver", "z3", "z3", "satisfiability modulo theories", "MIT", in_extra=True),
    OptionalEngine("pyganak", "pyganak", "ganak", "counts without listing", "MIT", in_extra=True),
    OptionalEngine("exact", "exact", "exact", "pseudo-Boolean solving by cutting planes", "AGPL-3"),
    OptionalEngine("pychoco", "pychoco", "choco", "constraint programming with Choco", "BSD-4"),
    OptionalEngine("pumpkin-solver", "pumpkin_solver", "pumpkin", "lazy clause generation", "MIT or Apache-2"),
    OptionalEngine("gurobipy", "gurobipy", "gurobi", "integer programming", "proprietary; free for small models"),
    OptionalEngine("hermax", "hermax", "hermax", "MaxSAT solvers of the Evaluations", "Apache-2"),
)


def absent_backends() -> frozenset[str]:
    """The backends that are left out wherever none is named, since their engines are not installed."""
    return frozenset(engine.backend for engine in OPTIONAL_ENGINES if not engine.is_present)


def is_optional(package: str) -> bool:
    """Is that package, by its name on PyPI, one of these engines?"""
    return any(engine.package == package for engine in OPTIONAL_ENGINES)


@cache
def _is_present(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
