"""A plugin for pytest: numba cannot be imported, neither here nor in programs that a test starts.

    python -m pytest -p tests.support.without_numba

Loops then run as the Python they are written in, as they do on a machine for which numba has no wheel. Tests that name
a backend are left out where it has no such loops: for these nothing changes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

from backends.registry import modules
from docs.floors import files, imported_modules

_blocked = tempfile.TemporaryDirectory(prefix="without-numba-")
BLOCK = 'raise ModuleNotFoundError("numba is blocked for tests")\n'
Path(_blocked.name, "numba.py").write_text(BLOCK)
sys.path.insert(0, _blocked.name)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_blocked.name, os.environ.get("PYTHONPATH"))))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the items of backends without compiled loops."""
    plain = [any(map(is_without_loops, named_backends(item))) for item in items]
    config.hook.pytest_deselected(items=[item for item, left_out in zip(items, plain, strict=True) if left_out])
    items[:] = [item for item, left_out in zip(items, plain, strict=True) if not left_out]


def named_backends(item: pytest.Item) -> list[str]:
    """The backends that an item is parametrized with."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return [value for value in values if isinstance(value, str) and value.partition(":")[0] in modules()]


def is_without_loops(backend: str) -> bool:
    """Whether nothing that the backend imports is compiled, itself and the one that it works around."""
    return not any(kernels_of(name) for name in backend.split(":") if name in modules())


@cache
def kernels_of(backend: str) -> frozenset[str]:
    """The modules of compiled loops that the backend imports, by way of others too. Not by way of the registry, which
    imports all backends, nor of the processes that solves run in."""
    seen, left = set[str](), [modules()[backend]]
    while left:
        module = left.pop()
        if module in seen or module == "backends.registry" or module.startswith("backends.running."):
            continue
        seen.add(module)
        left += imported_modules(module)
    return frozenset(module for module in seen if module in files() and module.endswith("_kernel"))
