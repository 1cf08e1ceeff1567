"""Backends whose loops are compiled, on a whole board. The gate runs this a second time, with numba blocked."""

from __future__ import annotations

import json

import pytest

from backends.registry import modules
from tests.support.in_a_fork import rosetta

BACKENDS = ("walksat", "propagate", "hybrid:cnf", "windows:cnf", "exactcover", "gf2")


@pytest.mark.sample(1)
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_board_of_more_than_a_byte_of_literals_is_solved(backend):
    """As Python, the loops work on numpy's numbers, which overflow where compiled ones do not."""
    assert backend.split(":")[0] in modules()
    board = ("lightsout", "12") if backend == "gf2" else ("tents", "8")
    completed = rosetta("solve", *board, "--backend", backend, "--time-limit", "30", "--json")
    assert completed.returncode == 0, completed.stderr
    assert json.loads(completed.stdout)["verdict"] == "correct"


def test_a_file_of_clauses_is_written():
    assert "p cnf" in rosetta("convert", "tents", "8", "--to", "dimacs").stdout


@pytest.mark.sample(0.125)
def test_a_number_of_tilings_is_proved():
    completed = rosetta("count", "tiling", "soma", "--prove", "--time-limit", "100")
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout.startswith("11520\n")
    assert "exactly so many: proved by 534 merged states" in completed.stdout
