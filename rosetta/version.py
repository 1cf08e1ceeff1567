"""The version, in its own file so that the build reads it without importing anything; the Python and the system that
it needs.

This file, `rosetta/__init__.py`, `names.py` and `commands/__init__.py` are read before these are looked at, so they
keep to what Python 3.8 can read, and to what Windows has.
"""

from __future__ import annotations

import os
import sys

__version__ = "0.2.0"
OLDEST_PYTHON = (3, 11)


def describe_hindrance() -> str:
    """Why Rosetta cannot run in this Python, or on this system, in one sentence; "" if it can."""
    if sys.version_info[:2] < OLDEST_PYTHON:
        needed, found = (".".join(map(str, version)) for version in (OLDEST_PYTHON, sys.version_info[:3]))
        return f"Python {needed} or newer is needed; {sys.executable} is Python {found}"
    if hasattr(os, "fork"):  # each solver runs in a fork, which can be killed
        return ""
    if sys.platform == "win32":
        return "Rosetta runs on Linux and macOS; on Windows, install it in WSL, the Linux in Windows (`wsl --install`)"
    return f"Rosetta runs on Linux and macOS, and needs os.fork, which the system {sys.platform} lacks"
