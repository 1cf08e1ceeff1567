"""Compiled loops replaced by the Python they are written in, which is all there is where numba is missing."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

import pytest


def use_plain_loops(monkeypatch: pytest.MonkeyPatch, kernels: Iterable[ModuleType]) -> None:
    """Replace the compiled functions of these modules."""
    for module in kernels:
        for name, function in list(vars(module).items()):
            if hasattr(function, "py_func"):
                monkeypatch.setattr(module, name, function.py_func)
