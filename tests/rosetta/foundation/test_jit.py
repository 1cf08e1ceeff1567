"""When numba is loaded, and that it is whole afterwards."""

import subprocess
import sys

import pytest

from rosetta.foundation import jit


@pytest.mark.parametrize(
    ("loaded", "saved", "worth"),
    [
        (False, 0.1, False),
        (False, 0.5, True),
        (True, 0.0, True),  # it costs nothing any more
    ],
)
def test_numba_is_loaded_where_it_saves_more_than_that_takes(monkeypatch, loaded, saved, worth):
    if loaded:
        monkeypatch.setitem(sys.modules, "numba", jit)
    else:
        monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert jit.is_worth_loading(saved) is worth


WHOLE = """
import sys
from rosetta.foundation.jit import load_compiler
load_compiler()
assert "scipy.linalg" not in sys.modules
import scipy.linalg  # no longer hidden
import numba, numpy
covariance = numba.njit(lambda table: numpy.cov(table).sum())
assert numpy.isclose(covariance(numpy.eye(2)), numpy.cov(numpy.eye(2)).sum())
"""


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_loops_of_others_may_still_call_what_needs_scipy():
    """numba loads without scipy's linear algebra, and must know that it is there."""
    pytest.importorskip("numba")
    subprocess.run([sys.executable, "-c", WHOLE], check=True, timeout=100)


INTERPRETED = """
import sys
from rosetta.foundation import jit
{before}
jit.interpret_loops()
loop = jit.jit(lambda x: x + 1)
assert loop(1) == 2
assert jit.is_compiled(loop) is {compiled}, jit.compiler_version()
"""


@pytest.mark.parametrize(("before", "compiled"), [("jit.expect_one_run()", False), ("", True)])
def test_loops_are_run_as_python_in_a_process_of_one_run_alone(before, compiled):
    pytest.importorskip("numba")
    code = INTERPRETED.format(before=before, compiled=compiled)
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)
