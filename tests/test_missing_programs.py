"""One line for each program that is not installed: how many tests it stands for (`conftest.py` leaves them out)."""

from __future__ import annotations

import pytest

from tests.support.installed import KNOWN, VARIABLE, is_installed, programs_here, pytest_configure
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


def test_what_is_installed_is_asked_once(monkeypatch, tmp_path, pytestconfig):
    """By the process that begins the run; those that it starts are told, whatever is removed or installed then."""
    asked = programs_here()
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("minisat", "glpsol"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    pytest_configure(pytestconfig)
    assert programs_here() == ("minisat", "glpsol")
    (tmp_path / "minisat").unlink()
    (tmp_path / "cadical").symlink_to(tmp_path / "glpsol")
    assert [name for name in KNOWN if is_installed(name)] == ["cadical", "glpsol"]
    assert programs_here() == ("minisat", "glpsol")
    assert "cadical" in missing_programs()
    monkeypatch.setenv(VARIABLE, " ".join(asked))
    assert programs_here() == asked


def test_what_a_user_names_is_there(monkeypatch):
    """So that a run without programs needs no machine without them."""
    monkeypatch.setenv(VARIABLE, "")
    assert programs_here() == ()
    assert set(KNOWN) <= set(missing_programs())
