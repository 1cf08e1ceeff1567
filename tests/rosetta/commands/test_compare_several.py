"""`compare` with several instances: a line each, everything where something is wrong, a summary however it ends."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys

import pytest

from rosetta.commands import comparison_output
from rosetta.commands.main import run_verb
from rosetta.foundation import jit
from rosetta.studies.asking.budgets import Deadline
from tests.support import fakes
from tests.support.places import ROOT

LINE = re.compile(r"\[(\d+)/(\d+)\] (.*?) +(agree|disagree|incomplete) ")


def test_each_instance_has_one_line(capsys):
    """Three boards: three lines, a blank one, and the summary."""
    assert run_verb("compare", ["tents", "5", "--count", "3", "--backends", "cnf,minicard"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [match[3] for match in map(LINE.match, lines[:3])] == ["5 seed 0", "5 seed 1", "5 seed 2"]
    assert lines[3:7] == ["", "3 of 3 instances: 3 agree", "", "3 instances, limit 10 s"]
    assert sum(" 3/3 " in line for line in lines) == 2  # solvers


@pytest.mark.sample(0.125)
def test_a_wrong_answer_is_shown_in_full(fake, capsys):
    """Its table, the rule that it breaks, and its board; of the others a line."""
    name = fake(fakes.SAYS_ALL_ZERO)
    boards = ["tents", "2x2:d,0,0,0,0", "5"]  # the first has no tree, so that nothing is right there
    assert run_verb("compare", [*boards, "--backends", f"{name},cnf"]) == 1
    out = capsys.readouterr().out
    assert f"WRONG: {name}" in out
    assert "breaks" in out
    assert "2 of 2 instances: 1 agree, 1 disagree" in out
    assert out.count("tents 5x5, generated") == 1
    assert "tents 2x2" not in out


@pytest.mark.sample(1)
@pytest.mark.parametrize("flag", ["--draw", "--resources", "-v"])
def test_tables_are_there_if_they_are_asked_for(flag, capsys):
    assert run_verb("compare", ["tents", "5", "6", "--backends", "cnf,minicard", flag]) == 0
    out = capsys.readouterr().out
    assert out.count("agree: 2 engines") == 2
    assert out.count("[2/2]") == 1


@pytest.mark.sample(0.125)
def test_what_the_budget_does_not_reach_is_counted(capsys, monkeypatch):
    """It ends when three of five are done."""
    done, print_one = [], comparison_output.print_comparison
    monkeypatch.setattr(comparison_output, "print_comparison", lambda *about: done.append(print_one(*about)))
    monkeypatch.setattr(Deadline, "seconds_left", lambda self: 45.0 if len(done) < 3 else -1.0)
    code = run_verb("compare", ["tents", "5", "--count", "5", "--backends", "cnf,minicard"])
    captured = capsys.readouterr()
    assert code == 3
    assert len(re.findall(r"^\[", captured.out, re.M)) == 3
    assert "3 of 5 instances: 3 agree" in captured.out
    assert captured.err == "the budget of 45 s ended before 5 and 1 more (--budget)\n"


@pytest.fixture
def _signals_as_before():
    """A verb that was interrupted ignores all signals until its process has ended: here it goes on."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_signals_as_before")
def test_what_is_seen_is_counted_though_an_interrupt_comes_right_after_it(capsys, monkeypatch):
    done, print_one = [], comparison_output.print_comparison

    def print_and_interrupt(*about):
        done.append(print_one(*about))
        if len(done) == 2:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(comparison_output, "print_comparison", print_and_interrupt)
    monkeypatch.setattr(jit, "_interrupt", None)  # else the next loop that is compiled here ends with it
    code = run_verb("compare", ["tents", "5", "--count", "5", "--backends", "cnf,minicard"])
    captured = capsys.readouterr()
    assert code == 130
    assert "2 of 5 instances: 2 agree" in captured.out


def start(*words: str) -> subprocess.Popen[str]:
    """The command in a process of its own, with pipes for both streams."""
    command = [sys.executable, "-m", "rosetta", "compare", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)


def interrupt_after_lines(process: subprocess.Popen[str], number: int) -> tuple[str, str, int]:
    """Ctrl-C once there are so many lines; what it printed in all, and its exit code."""
    head = [process.stdout.readline() for _ in range(number)]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return "".join(head) + out, err, process.returncode


@pytest.mark.sample(0.125)
def test_after_an_interrupt_there_is_the_summary_of_what_was_done(tmp_path):
    """In the terminal, and in the page."""
    page = tmp_path / "page.html"
    words = ("tents", "5", "--count", "5000", "--backends", "cnf,minicard", "--budget", "1000", "--html", str(page))
    out, err, code = interrupt_after_lines(start(*words), 2)
    assert code == 130
    done = len(re.findall(r"^\[", out, re.M))
    assert f"\n{done} of 5000 instances: {done} agree" in out
    assert "\nPAR-2 " in out
    assert done >= 2
    assert err.endswith("rosetta: interrupted\n")
    assert f"Interrupted after {done} of 5000 instances." in page.read_text("utf-8")


@pytest.mark.sample(0.125)
def test_an_interrupt_leaves_json_lines_as_they_are():
    """One document a line, and nothing behind them."""
    process = start("tents", "5", "--count", "5000", "--backends", "cnf,minicard", "--budget", "1000", "--jsonl")
    out, _, code = interrupt_after_lines(process, 2)
    assert code == 130
    assert all(json.loads(line)["instances"] for line in out.splitlines())
