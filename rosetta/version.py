"""The version, in its own file so that the build reads it without importing anything; the Python that it needs.

This file, `rosetta/__init__.py`, `names.py` and `commands/__init__.py` are read before the version of Python is looked
at, so they keep to what Python 3.8 can read.
"""

from __future__ import annotations

import sys

__version__ = "0.1.0"
OLDEST_PYTHON = (3, 11)


def describe_old_python() -> str:
    """Why this Python will not do, in one sentence; "" if it will."""
    if sys.version_info[:2] >= OLDEST_PYTHON:
        return ""
    needed, found = (".".join(map(str, version)) for version in (OLDEST_PYTHON, sys.version_info[:3]))
    return f"Python {needed} or newer is needed; {sys.executable} is Python {found}"
