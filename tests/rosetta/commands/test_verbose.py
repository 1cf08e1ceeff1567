"""`-v`: each step on a line of stderr, and nothing of it where it is not asked for."""

from __future__ import annotations

import io
import json
import logging
import re

import pytest

from report.step_log import ERASE_LINE, LOGGER, print_steps
from rosetta.commands.verb_list import VERBS
from rosetta.commands.verbs import main as run_verbs
from tests.support.in_a_fork import rosetta

RING = "3x3:aaaaa,2,0,2,2,0,2"
LINE = re.compile(r"\[ *\d+\.\d\d s\] (.*)")


def steps(*words: str) -> list[str]:
    """The lines of stderr without their times."""
    completed = rosetta(*words)
    assert completed.returncode == 0, completed.stderr
    return [LINE.fullmatch(line)[1] for line in completed.stderr.splitlines()]


def test_the_steps_of_a_solve_in_their_order():
    lines = steps("solve", "tents", RING, "--backend", "cnf", "-v")
    assert lines[0] == f"tents {RING}: Tatham ID"
    assert lines[1].startswith("formulation default: the model is written in ")
    assert re.fullmatch(r"cnf: process \d+ is started to solve; limits 10 s, 8000 MB; profile tuned", lines[2])
    words = ["the solver is loaded", "lowering", "loading the model into the solver", "solving", "decoding"]
    assert [line.strip() for line in lines[3:8]] == words
    assert lines[8].startswith("cnf: satisfied; lower ")
    assert "; encodings " in lines[8]


def test_details_are_told_twice_as_loudly():
    assert not any("from disk" in line for line in steps("solve", "lightsout", "3", "--backend", "gf2", "-v"))
    lines = steps("solve", "lightsout", "3", "--backend", "gf2", "-vv", "--unique")
    assert any("its model is at hand" in line or "from disk" in line for line in lines)


def test_without_it_nothing_is_said_and_the_document_is_the_same():
    """`command` repeats the result, so it need not be loud."""
    quiet, loud = (rosetta("count", "tents", RING, "--json", *more) for more in ((), ("-v",)))
    assert quiet.stderr == ""
    assert json.loads(quiet.stdout)["command"] == json.loads(loud.stdout)["command"]


def test_it_may_stand_before_the_verb(monkeypatch):
    called = []
    monkeypatch.setattr("sys.argv", ["rosetta", "-v", "count", "tents", "4"])
    monkeypatch.setattr("rosetta.commands.main.main", lambda *arguments: called.append(arguments))
    with pytest.raises(SystemExit):
        run_verbs("rosetta")
    assert called == [("count", "rosetta count", ["tents", "4", "-v"])]
    assert "count" in VERBS


def test_a_line_erases_the_progress_line_and_is_one_line(monkeypatch):
    logger = logging.getLogger(LOGGER)
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logger, "level", logging.WARNING)
    monkeypatch.setattr(logger, "propagate", True)
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr("sys.stderr", terminal)
    print_steps()
    logger.info("  a\x1b[2J\nname")
    logger.debug("a detail")
    written = terminal.getvalue()
    assert written.startswith(ERASE_LINE)
    assert LINE.fullmatch(written.removeprefix(ERASE_LINE).rstrip("\n"))[1] == "  a [2J name"
