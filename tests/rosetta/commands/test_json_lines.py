"""`--jsonl`: a document per line and instance as it is done; Ctrl-C leaves whole lines."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from tests.rosetta.commands.test_every_verb import check_provenance
from tests.rosetta.commands.test_main import heeds_ctrl_c
from tests.support.in_a_fork import rosetta
from tests.support.places import ROOT

RING = "3x3:aaaaa,2,0,2,2,0,2"
ANSWER = '{"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]}'
BLOCKED = """
import signal, time
from rosetta.commands.json_lines import print_line
signal.signal(signal.SIGINT, signal.default_int_handler)
print_line('{\\n "long": "' + 1000000 * 'a' + '"\\n}')
time.sleep(60)
"""


def lines(*words: str, code: int = 0) -> list[dict]:
    """The documents that the command prints."""
    completed = rosetta(*words, "--jsonl")
    assert completed.returncode == code, completed.stderr
    return [json.loads(line) for line in completed.stdout.splitlines()]


def test_each_line_is_the_document_of_its_instance():
    """That of --json for this one alone, with the command that repeats it."""
    first, second = lines("generate", "tents", "5", "--count", "2", "--seed", "3")
    assert [each["seed"] for document in (first, second) for each in document["instances"]] == [3, 4]
    check_provenance(second, "generate")
    assert second["command"].endswith("generate tents 5 --seed 4 --jsonl")
    alone = json.loads(rosetta("generate", "tents", "5", "--seed", "4", "--json").stdout)
    assert alone["instances"] == second["instances"]


@pytest.mark.sample(0.125)
def test_what_is_missing_has_a_line_too():
    """Why, by its seed; and so has what was not begun when the budget ended."""
    (failed,) = lines("generate", "tents", "2", "--difficulty", "hard", "--time-limit", "1", code=3)
    assert (failed["instances"], failed["verdict"]) == ([], "none")
    assert failed["missing"][0]["seed"] == 0
    late = lines("generate", "tents", "60", "--count", "50", "--budget", "0.001", code=3)
    assert len(late) == 50
    assert late[-1]["missing"] == [{"seed": 49, "note": "budget"}]
    cut = lines("compare", "tents", "5", "6", "--count", "2", "--backends", "cpsat", "--budget", "0.001", code=3)
    assert [len(document["instances"]) for document in cut] == [1, 0, 0, 0]
    assert cut[-1]["missing"] == [{"what": "6", "seed": 1, "note": "budget"}]


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "tents", RING),
        ("count", "tents", RING),
        ("explain", "tents", RING),
        ("verify", "tents", RING, ANSWER),
        ("compare", "tents", RING, "--backends", "cpsat,cnf"),
    ],
    ids=lambda words: words[0],
)
def test_verbs_of_one_instance_print_one_line(words):
    (document,) = lines(*words)
    assert document["schema"] == 1
    check_provenance(document, words[0])
    assert "--jsonl" in document["command"].split()


@pytest.mark.sample(1)
@pytest.mark.parametrize("verb", ["solve", "count", "explain", "compare"])
def test_several_instances_are_several_lines(verb):
    """One that cannot be read has its line too, in its place; the exit code says that something was wrong."""
    more = ("--backends", "cpsat,cnf") if verb == "compare" else ()
    first, missing, last = lines(verb, "tents", RING, "3x3:aaaa", "4x4:cbaea,1,1,0,2,0,2,0,2", *more, code=2)
    assert (missing["instances"], missing["missing"][0]["what"]) == ([], "3x3:aaaa")
    about = [document["instances"][0]["id"] if verb == "compare" else document["id"] for document in (first, last)]
    assert about == [RING, "4x4:cbaea,1,1,0,2,0,2,0,2"]
    check_provenance(last, verb)
    assert "4x4:cbaea,1,1,0,2,0,2,0,2" in last["command"]
    assert RING not in last["command"]


def test_both_forms_at_once_are_refused():
    assert rosetta("solve", "tents", RING, "--json", "--jsonl").returncode == 2


def test_a_line_is_whole_though_its_reader_is_slow():
    """Ctrl-C while the pipe is full: the line is written to its end, then the program ends."""
    how = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "preexec_fn": heeds_ctrl_c}
    with subprocess.Popen([sys.executable, "-c", BLOCKED], **how) as program:
        begun = program.stdout.read(1)
        program.send_signal(signal.SIGINT)
        time.sleep(0.3)
        assert program.poll() is None
        rest = program.stdout.read()
        program.wait(120)
    assert program.returncode != 0
    assert len(json.loads(begun + rest)["long"]) == 1_000_000
    assert rest.endswith(b"\n")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "words",
    [
        ("generate", "tents", "6", "--count", "100000", "--budget", "100"),
        ("compare", "tents", "6", "--count", "100000", "--backends", "cnf,highs", "--budget", "100"),
    ],
    ids=lambda words: words[0],
)
def test_ctrl_c_leaves_the_lines_so_far(words):
    command = [sys.executable, "-m", "models", *words, "--jsonl"]
    how = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": heeds_ctrl_c}
    with subprocess.Popen(command, bufsize=0, **how) as program:  # `communicate` ignores what a buffer holds
        first = program.stdout.readline()
        program.send_signal(signal.SIGINT)
        rest, stderr = program.communicate(timeout=120)
    assert (program.returncode, stderr) == (130, b"rosetta: interrupted\n")
    documents = [json.loads(line) for line in (first + rest).splitlines()]
    assert [document["instances"][0]["seed"] for document in documents] == list(range(len(documents)))
    assert (first + rest).endswith(b"\n")
