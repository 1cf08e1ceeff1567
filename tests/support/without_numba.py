"""A plugin for pytest: numba cannot be imported, neither here nor in programs that a test starts.

    python -m pytest -p tests.support.without_numba

Loops then run as the Python they are written in, as they do on a machine for which numba has no wheel. Tests that name
a backend are left out where it has no such loops: for these nothing changes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.compiled_loops import is_without_loops, named_backends

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
