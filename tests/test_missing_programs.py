"""One line for each program that is not installed: how many tests it stands for (`conftest.py` leaves them out)."""

from __future__ import annotations

import pytest

from tests.support.missing_programs import missing_programs, program_needed


@pytest.mark.parametrize("program", missing_programs())
def test_a_program_is_missing(program, tests_left_out):
    """Skipped, with the number of the tests that need it."""
    pytest.skip(f"{program} is not installed: {tests_left_out.get(program, 0)} tests were left out")


def test_a_test_needs_the_program_that_it_is_about():
    """By the name of a backend, or the command; a library of the same name is no program."""
    assert program_needed({"puzzle": "akari", "backend": "external:kissat"}) == "kissat"
    assert program_needed({"command": ("clasp", "-q"), "name": "opb"}) == "clasp"
    assert program_needed({"backend": "external"}).startswith("any solver")
    assert program_needed({"program": "cbc"}) == "cbc"
    assert program_needed({"backend": "cbc", "bound": 3, "words": ("x",)}) is None
