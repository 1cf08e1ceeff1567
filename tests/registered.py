"""Who is tested: every registered backend, so that a new one needs no line in any test."""

from __future__ import annotations

from functools import cache

import pytest

from backends import running
from backends.registry import modules

SOLVERS = [name for name in modules() if name != "oracle"]  # those that take models of any size


@cache
def reason(name: str) -> str | None:
    """Why the backend cannot be used here, None if it can; tried in a process of its own, so that nothing is loaded."""
    return running.probe(name.partition(":")[0])[0]


def usable(name: str) -> None:
    """Skip the test, with the reason, if the backend's solver is not installed here (`test_compliance` says which
    backends must be)."""
    if reason(name):
        pytest.skip(f"{name}: {reason(name)}")
