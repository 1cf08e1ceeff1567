"""Where a document comes from: the machine, the versions, the limits, and the command that repeats it.

Every document of the command line ends with these four keys; one of `to_json` lacks the command.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from report.comparison.records import Run
    from report.documents.provenance import Provenance

PACKAGES = ("ortools", "clingo", "pulp", "pycryptosat", "python-sat", "scipy", "numpy", "numba", "networkx")


def provenance(
    rosetta: str, limits: Mapping[str, float], runs: Iterable[Run] = (), command: str | None = None
) -> Provenance:
    """The keys. rosetta: our version; limits: by name, as `seconds`, `memory_mb`, `threads`, `budget`; runs: whose
    engines have versions of their own."""
    engines = {run.engine: run.version for run in runs if run.version}
    keys: Provenance = {
        "machine": {"system": platform.platform(), "cores": os.cpu_count()},
        "versions": {"rosetta": rosetta, "python": platform.python_version(), **package_versions(), **engines},
        "limits": dict(limits),
    }
    if command is not None:
        keys["command"] = command
    return keys


@cache
def package_versions() -> dict[str, str]:
    """Of the libraries of solvers that are installed, by their names on PyPI."""
    from importlib.metadata import PackageNotFoundError, version  # 25 ms, for documents alone

    versions = {}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions
