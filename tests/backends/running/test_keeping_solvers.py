"""Solvers that are loaded once in a process that runs many, and those that are not."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

SCRIPT = """
import json, sys
import rosetta
from backends.contract import Limits
from backends.running import preloading, supervisor
from models.neutral import Model

m = Model("one of two")
m.exactly(1, "one", m.bools("x", 2))
if {keeps}:
    preloading.keep_solvers()
outcomes = [supervisor.solve(name, m, Limits(30)) for name in ("cnf", "cpsat", "highs", "cnf", "cpsat")]
loaded = [library for library in ("pysat", "ortools", "scipy.optimize") if library in sys.modules]
print(json.dumps([[outcome.status.value for outcome in outcomes], loaded]))
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("keeps", "libraries"), [(True, ["pysat", "ortools"]), (False, [])], ids=["many runs", "a few runs"]
)
def test_a_process_loads_solvers_only_where_many_runs_will_come(keeps, libraries):
    """And none that may clash: scipy's HiGHS stays in its child. The answers are the same. What is loaded here is not
    loaded again in a child, which is a fork."""
    script = [sys.executable, "-c", SCRIPT.replace("{keeps}", str(keeps))]
    statuses, loaded = json.loads(subprocess.run(script, capture_output=True, text=True, check=True).stdout)
    assert statuses == ["satisfied"] * 5
    assert loaded == libraries
