"""A plugin for pytest: numba cannot be imported, neither here nor in programs that a test starts.

    python -m pytest -p tests.support.without_numba

Loops then run as the Python they are written in, as they do on a machine for which numba has no wheel.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

_blocked = tempfile.TemporaryDirectory(prefix="without-numba-")
BLOCK = 'raise ModuleNotFoundError("numba is blocked for tests")\n'
Path(_blocked.name, "numba.py").write_text(BLOCK)
sys.path.insert(0, _blocked.name)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (_blocked.name, os.environ.get("PYTHONPATH"))))
