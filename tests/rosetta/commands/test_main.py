"""The command line as scripts see it: exit codes, messages, JSON, signals.

The real program runs where its start, its streams, signals or what it leaves behind are the point, and once for each
way of being refused by each verb; the other lines run in a fork of this process (`in_a_fork`).
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from backends.registry import modules
from backends.running import supervisor
from models.puzzles.registry import describe_names, puzzle
from rosetta.commands.main import main, run_verb
from rosetta.verbs.compare import CompareRequest, exit_code_of
from tests.support import in_a_fork
from tests.support.places import ROOT
from tests.support.processes import processes
from tests.support.registered import ASKED_BY_DEFAULT, COMPLETE, PARTIAL, SOLVERS, reason, usable
from tests.support.report_samples import CPSAT, comparison

RING = "3x3:aaaaa,2,0,2,2,0,2"
UNIQUE = "4x4:cbaea,1,1,0,2,0,2,0,2"


def rosetta(verb: str, *arguments: str, **more):
    """Run a verb as a user does; the result has returncode, stdout, stderr."""
    command = [sys.executable, "-m", f"models.{verb}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, **more)


@pytest.mark.parametrize("arguments", [("solve", "--backend"), ("count", "--backend"), ("compare", "--backends")])
def test_an_unknown_backend_is_refused_at_once(arguments, monkeypatch, capsys):
    """With the names that there are, and without a look at which of them are installed: that takes seconds."""
    monkeypatch.setattr(supervisor, "probe", lambda *_: pytest.fail("a backend was probed"))
    verb, option = arguments
    assert run_verb(verb, ["lightsout", "4", option, "typo"]) == 2
    known = f"unknown backend 'typo'; known: {', '.join(modules())}; of lightsout alone: polynomial, spanish"
    assert known in capsys.readouterr().err


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_compare_a_small_board():
    """Exit 0, a table with every backend, the drawn board, its ID and the command that repeats it."""
    completed = rosetta("compare", "tents", "6")
    assert completed.returncode == 0, completed.stderr
    for word in (*ASKED_BY_DEFAULT, "agree", "6x6:", "python -m models.compare tents 6"):
        assert word in completed.stdout
    assert "\x1b[" not in completed.stdout + completed.stderr


@pytest.mark.sample(0.125)
def test_compare_json_is_one_document_and_nothing_else():
    """stdout is the document of the contract; the runs' answers are the same tents."""
    default = "--backends", "cpsat,cbc", "--profile", "default"
    completed = rosetta("compare", "tents", "5x7", "--seed", "3", *default, "--json", "--unique")
    document = json.loads(completed.stdout)
    assert (completed.returncode, completed.stderr, document["schema"], document["puzzle"]) == (0, "", 1, "tents")
    (instance,) = document["instances"]
    assert (instance["size"], instance["seed"]) == ([5, 7], 3)
    assert [run["backend"] for run in instance["runs"]] == ["cpsat", "cbc"]
    assert all(
        list(run["seconds"]) == ["build", "lower", "load", "solve", "decode", "verify"] for run in instance["runs"]
    )
    assert instance["runs"][0]["unique"] == instance["runs"][1]["unique"]


def test_the_repeated_command_gives_the_same_instance():
    """What is printed as the command that repeats it, does."""
    first = in_a_fork.rosetta(
        "compare", "tents", "6", "--count", "2", "--seed", "5", "--backends", "cpsat,cnf", "--json"
    )
    second = json.loads(first.stdout)["instances"][1]
    repeated = in_a_fork.rosetta("compare", "tents", "6", "--seed", "6", "--backends", "cpsat,cnf", "--json")
    assert json.loads(repeated.stdout)["instances"][0]["id"] == second["id"]


def test_a_range_of_sizes():
    """10..14 becomes five sizes, each an instance of its own."""
    completed = in_a_fork.rosetta("compare", "tents", "4..8", "--backends", "cpsat,cnf", "--json")
    assert [instance["size"][0] for instance in json.loads(completed.stdout)["instances"]] == [4, 5, 6, 7, 8]


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_formulations_and_encodings_are_compared():
    """Every formulation, every encoding: all verified, all the same answer where it is unique."""
    default = "--backends", "cpsat,highs,cnf", "--profile", "default"
    completed = in_a_fork.rosetta("compare", "tents", UNIQUE, "--formulation", "all", *default, "--json", "--unique")
    runs = json.loads(completed.stdout)["instances"][0]["runs"]
    assert {run["formulation"] for run in runs} == set(puzzle("tents").formulations)
    assert len(runs) == 3 * len(puzzle("tents").formulations)
    assert {(run["verdict"], run["unique"], json.dumps(run["answer"])) for run in runs} == {
        ("correct", True, '{"tents": [[1, 1], [1, 3], [3, 0], [3, 3]]}')
    }
    completed = in_a_fork.rosetta("compare", "tents", UNIQUE, "--encoding", "all", "--backends", "cnf", "--json")
    runs = json.loads(completed.stdout)["instances"][0]["runs"]
    assert len(runs) > 8
    assert {run["verdict"] for run in runs} == {"correct"}


def test_every_encoding_is_compared_once():
    """ "At most one of two" is a clause, of which all encodings are the same clauses: none of them runs for it."""
    arguments = "3", "--colours", "3", "--encoding", "all", "--backends", "cnf", "--profile", "default", "--json"
    runs = json.loads(in_a_fork.rosetta("compare", "lightsout", *arguments).stdout)["instances"][0]["runs"]
    encodings = [run["encoding"] for run in runs]
    assert sorted(encodings) == sorted(set(encodings))
    assert {"linear=adder", "linear=bdd", "linear=totalizer"} <= set(encodings)
    assert {run["status"] for run in runs} == {"optimal"}
    assert len({run["objective"] for run in runs}) == 1


def test_count_of_the_ring_is_one():
    """Two pairings, one set of tents."""
    completed = rosetta("count", "tents", RING)
    assert (completed.returncode, completed.stdout.splitlines()[0]) == (0, "1")


@pytest.mark.sample(3, each="rule")
@pytest.mark.parametrize(("rule", "count"), [("matching", "1"), ("adjacent", "2")])
@pytest.mark.parametrize("backend", COMPLETE)
def test_count_tells_the_tree_rules_apart(backend, rule, count):
    """The smallest board on which the readings differ, counted on every backend."""
    usable(backend)
    completed = in_a_fork.rosetta("count", "tents", UNIQUE, "--tree-rule", rule, "--backend", backend, "--json")
    document = json.loads(completed.stdout)
    assert (document["count"], document["exact"], document["backend"]) == (count, True, backend)


def test_solve_and_verify_fit_together(tmp_path):
    """The answer of `solve --json` is accepted by `verify`, and a changed one is not: exit 1, the rules in words."""
    solved = in_a_fork.rosetta("solve", "tents", "8", "--json")
    answer = tmp_path / "answer.json"
    answer.write_text(solved.stdout)
    completed = in_a_fork.rosetta("verify", "tents", "8", str(answer))
    assert (completed.returncode, completed.stdout.splitlines()[-1]) == (0, "keeps all rules")
    assert completed.stderr == ""
    document = json.loads(solved.stdout)
    document["answer"]["tents"].pop()
    answer.write_text(json.dumps({**document, "colour": "green"}))
    completed = in_a_fork.rosetta("verify", "tents", "8", str(answer))
    assert completed.returncode == 1
    assert "row" in completed.stdout
    assert f"note: {answer}: nothing was made of 'colour'" in completed.stderr


def test_an_answer_to_another_board_is_named():
    """A document of `solve` says which board it is about; where that is another one, no broken rule is a surprise."""
    document = json.dumps({"puzzle": "tents", "id": UNIQUE, "answer": {"tents": [[0, 0]]}})
    completed = in_a_fork.rosetta("verify", "tents", RING, document)
    assert completed.returncode == 1
    assert completed.stderr == f"note: ANSWER: an answer to '{UNIQUE}', checked against {RING}\n"
    assert in_a_fork.rosetta("verify", "tents", UNIQUE, document).stderr == ""


def test_a_proved_no_is_exit_0():
    """A board without a solution is an answer too."""
    completed = in_a_fork.rosetta("solve", "tents", "4x4:bgd_,0,1,0,2,2,0,1,0")
    assert completed.returncode == 0
    assert "unsatisfiable" in completed.stdout


def test_a_limit_without_an_answer_is_exit_3():
    """Nobody solves 100x100 from the generator in so short a time, on any machine."""
    completed = in_a_fork.rosetta("compare", "tents", "100", "--time-limit", "0.2", "--backends", "cnf,cpsat", "--json")
    assert completed.returncode == 3
    instance = json.loads(completed.stdout)["instances"][0]
    assert (instance["verdict"], {run["status"] for run in instance["runs"]}) == ("incomplete", {"unknown"})


BAD = [
    (("compare", "tents", "0"), "size"),
    (("compare", "tents", "-5"), ""),
    (("compare", "tents", "1000000"), "1,000,000,000,000 cells need"),
    (("compare", "tents", "99999999999999999999"), ""),
    (("compare", "tents", "8x8:ea_dd"), "64 of the board"),
    (("compare", "tents", "4x4:cbaea,9,1,0,2,0,2,0,2"), "9"),
    (("compare", "tents", "4x4:cbaea,1,1,0"), ""),
    (("compare", "tents", "no-such-thing"), "no-such-thing"),
    (("compare", "tents", ""), ""),
    (("compare", "tens", "8"), "unknown puzzle 'tens'; did you mean 'tents'?"),
    (("compare", "parquet", "8"), f"known: {describe_names()}"),
    (("compare", "tents", "8", "--backends", "cpsat,baron"), f"known: {', '.join(modules())}"),
    (("compare", "tents", "8", "--backends", ","), "--backends"),
    (("compare", "tents", "8", "--encoding", "cardinality=magic"), "sequential-counter"),
    (("compare", "tents", "8", "--encoding", "magic"), "FORM=NAME"),
    (("compare", "tents", "8", "--formulation", "magic"), "source-ilp"),
    (("compare", "tents", "8", "--tree-rule", "magic"), "unique-matching"),
    (("compare", "tents", "8", "--time-limit", "0"), "--time-limit"),
    (("compare", "tents", "8", "--time-limit", "nan"), "--time-limit"),
    (("compare", "tents", "8", "--threads", "0"), "--threads"),
    (("compare", "tents", "9..3"), "9..3"),
    (("compare", "tents", RING, "--count", "3"), "--count"),
    (("compare", "tents", "8", "--html", "/no/such/folder/x.html"), "/no/such/folder"),
    (("compare", "tents", "8", "--html", "README.md"), "README.md"),
    (("solve", "tents", "8", "--backend", "cnf:magic"), "magic"),
    (("solve", "tents", "30", "--backend", "oracle"), "oracle"),
    (("solve", "tents", "8", "--formulation", "source-ilp", "--tree-rule", "adjacent"), "source-ilp"),
    (("solve", "tents", "8", "--formulation", "merged"), "merged: the model has no parity rows"),
    (("solve", "lightsout", "4", "--backend", "polynomial", "--all"), "polynomial cannot list answers"),
    (
        ("compare", "lightsout", "4", "--backends", "polynomial", "--formulation", "merged"),
        "for the rules as they are written",
    ),
    (("verify", "tents", RING, "{"), "JSON"),
    (("verify", "tents", RING, "[]"), ""),
    (("verify", "tents", RING, '{"tents": "x"}'), ""),
    (("verify", "tents", RING, '{"tents": [], "tents": [[0, 0]]}'), "ANSWER: twice in one object: 'tents'"),
    (("verify", "tents", RING, '{"answer": {"tents": [[0, 0]]}, "id": 1, "id": 2}'), "twice in one object: 'id'"),
    (("verify", "tents", RING, '{"tents": [], "lamps": []}'), "only 'tents' in an answer, found 'lamps'"),
    (("verify", "tents", RING, '{"puzzle": "akari", "answer": {"lamps": []}}'), "one of 'akari'"),
    (("verify", "tiling", "6x10", '{"pieces": [{"piece": "I", "cells": [[0, 0]], "turn": 1}]}'), "'turn'"),
    (("verify", "tents", "-", "-"), "stdin"),
]


@pytest.mark.sample(10)
@pytest.mark.parametrize(
    ("arguments", "tells"), BAD, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_bad_input_is_exit_2_and_one_clear_message(arguments, tells):
    """No traceback, nothing on stdout, the culprit named; for the first of each verb by the real program."""
    first = next(line for line, _ in BAD if line[0] == arguments[0])
    completed = rosetta(*arguments, stdin=subprocess.DEVNULL) if arguments == first else in_a_fork.rosetta(*arguments)
    assert completed.returncode == 2, completed.stdout + completed.stderr
    assert completed.stdout == ""
    assert "Traceback" not in completed.stderr
    assert tells in completed.stderr


def test_a_budget_that_ends_before_the_last_instance_is_a_limit():
    """Not the success of those that had their turn."""
    had_its_turn = comparison("incomplete", CPSAT)
    assert exit_code_of([had_its_turn], 1, CompareRequest()) == 0
    assert exit_code_of([had_its_turn], 2, CompareRequest()) == 3


@pytest.mark.sample(0.125)
def test_a_lowering_that_would_not_fit_is_refused_with_its_size():
    """The source's own encoding at 200x200 would take hundreds of millions of literals."""
    completed = in_a_fork.rosetta("solve", "tents", "200", "--formulation", "source-cnf", "--backend", "cnf")
    assert completed.returncode == 2
    assert "literals" in completed.stderr
    assert "the budget is 100,000,000" in completed.stderr


def test_stdin_is_read_for_a_dash():
    """`-` reads any format."""
    completed = rosetta("solve", "tents", "-", "--json", input=RING)
    assert json.loads(completed.stdout)["answer"] == {"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]}


def test_a_page_is_written_whole_and_only_over_our_own(tmp_path):
    """--html writes a page, replaces a page, and refuses anything else."""
    page = tmp_path / "page.html"
    for _ in range(2):
        assert (
            in_a_fork.rosetta("compare", "tents", "5", "--backends", "cpsat,cnf", "--html", str(page)).returncode == 0
        )
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    page.write_text("my thesis")
    assert in_a_fork.rosetta("compare", "tents", "5", "--backends", "cpsat", "--html", str(page)).returncode == 2
    assert page.read_text() == "my thesis"


@pytest.mark.sample(1)
@pytest.mark.parametrize("verb", ["solve", "explain"])
def test_names_that_stdout_cannot_say_are_escaped(tmp_path, verb):
    """Vertices with accents on a terminal that knows ASCII alone: an answer, not exit code 1 and a traceback."""
    (tmp_path / "g.edgelist").write_text("caf\xe9 b\nb \u65e5\u672c\n", "utf-8")
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    completed = rosetta(verb, "lightsout", str(tmp_path / "g.edgelist"), env=ascii_only)
    assert completed.returncode == 0, completed.stderr
    assert "caf\\xe9" in completed.stdout


def test_a_closed_pipe_is_no_traceback():
    """`| head -1` ends quietly."""
    command = f"{sys.executable} -m models.compare tents 8 --backends cpsat,cnf | head -1"
    completed = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert len(completed.stdout.splitlines()) == 1
    assert "Traceback" not in completed.stderr
    assert "BrokenPipe" not in completed.stderr


def worked_by_descendants(pid: int) -> float:
    """Seconds of processor time that the process's children and theirs have used: how far a solve has come."""
    stats = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                stats[int(entry.name)] = (entry / "stat").read_text().rpartition(")")[2].split()
    family = {pid}
    while more := {child for child, fields in stats.items() if int(fields[1]) in family} - family:
        family |= more
    ticks = sum(int(stats[child][11]) + int(stats[child][12]) for child in family - {pid})  # utime, stime
    return ticks / os.sysconf("SC_CLK_TCK")


def heeds_ctrl_c() -> None:
    """What a shell runs in the background ignores Ctrl-C, and so would the program: the tests may run so."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# Whoever solves, the parent heeds the signal and kills the child's session, so each backend needs one of the two, in
# turn; a library that holds the interpreter and one that starts a program get both.
INTERRUPTED = [
    (name, number)
    for turn, name in enumerate(name for name in SOLVERS if name not in PARTIAL)
    for which, number in enumerate((signal.SIGINT, signal.SIGTERM))
    if turn % 2 == which or name in ("cnf", "cbc")
]


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize(("backend", "number"), INTERRUPTED)
def test_signals_leave_no_child_and_no_file(tmp_path, backend, number):
    """Ctrl-C ends with 130, SIGTERM with 143; nothing is left, whoever was solving."""
    usable(backend)
    command = [sys.executable, "-m", "models.solve", "tents", "100", "--backend", backend, "--time-limit", "60"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    how = {"cwd": ROOT, "env": environment, "text": True, "start_new_session": True, "preexec_fn": heeds_ctrl_c}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how) as program:
        while program.poll() is None and worked_by_descendants(program.pid) < 1.0:
            time.sleep(0.02)
        if program.poll() is not None:
            pytest.skip(f"{backend} solves the largest board we try before it can be interrupted")
        program.send_signal(number)
        _, stderr = program.communicate(timeout=120)
    assert program.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
    assert "Traceback" not in stderr
    assert list(tmp_path.iterdir()) == []
    assert processes(str(tmp_path)) == []


@pytest.mark.sample(0.125)
def test_a_killed_program_leaves_no_cbc(tmp_path):
    """Even SIGKILL, which nobody can handle, does not leave CBC running."""
    command = [sys.executable, "-m", "models.solve", "tents", "100", "--backend", "cbc", "--time-limit", "60"]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}) as program:
        deadline = time.monotonic() + 120
        while not processes(f"{tmp_path}/rosetta-") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert processes(f"{tmp_path}/rosetta-")
        program.kill()
    deadline = time.monotonic() + 60
    while processes(f"{tmp_path}/rosetta-") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes(f"{tmp_path}/rosetta-") == []


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_doctor_tells_versions_and_what_works():
    """Every backend is tried; those whose library is not installed do not work, and say why. Programs come and go."""
    completed = in_a_fork.rosetta("doctor", "--json")
    document = json.loads(completed.stdout)
    assert completed.returncode == 0
    works = {entry["backend"]: entry["works"] for entry in document["backends"]}
    assert list(works) == list(modules())
    libraries = works.keys() - {"external"}
    assert {name: works[name] for name in libraries} == {name: not reason(name) for name in libraries}
    assert all(entry["works"] == bool(entry["version"]) == (not entry["reason"]) for entry in document["backends"])
    assert document["limits"]["seconds"] == 10.0
    assert document["command"].endswith("doctor --json")
    assert document["machine"].keys() >= {"system", "cores"}
    assert "rosetta" in document["versions"]
    assert document["loops"]["folder"] in document["loops"]["tried"]
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {extra: set(versions) for extra, versions in document["extras"].items()} == {
        extra: {word.partition("==")[0] for word in words} for extra, words in required.items() if extra != "test"
    }


@pytest.mark.sample(0.125)
def test_one_command_for_all_verbs():
    """`python -m models VERB` is `python -m models.VERB`; without a verb the verbs are listed."""
    run = [sys.executable, "-m", "models"]
    completed = subprocess.run([*run, "count", "tents", RING], cwd=ROOT, capture_output=True, text=True)
    assert (completed.returncode, completed.stdout.splitlines()[0]) == (0, "1")
    completed = subprocess.run([*run, "cook"], cwd=ROOT, capture_output=True, text=True)
    assert (completed.returncode, completed.stdout) == (2, "")
    assert "known: compare, solve" in completed.stderr


def test_a_board_counted_by_theory_is_named_like_any_other():
    """The ID of a board that is too large to be made is the one it would have, in rows x columns."""
    documents = [json.loads(in_a_fork.rosetta("count", "lightsout", size, "--json").stdout) for size in ("3000", "30")]
    assert [document["id"] for document in documents] == ["3000x3000", "30x30"]


def test_the_end_does_not_wait_for_a_collection(monkeypatch):
    """What is there when a verb has ended is left to the operating system."""
    monkeypatch.setattr("rosetta.commands.main.run_verb", lambda verb, argv, command: 3)
    gc.unfreeze()
    try:
        with pytest.raises(SystemExit, match="3"):
            main("solve", [])
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
