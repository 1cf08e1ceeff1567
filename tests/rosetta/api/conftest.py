"""Solvers are loaded once, in this process: their children need not do it again."""

from __future__ import annotations

import pytest

from tests.support.in_a_fork import load_solvers


@pytest.fixture(scope="session", autouse=True)
def _solvers():
    load_solvers()
