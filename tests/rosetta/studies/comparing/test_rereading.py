"""The file as other programs read it: the same optimum as brute force finds for the statement, and a difference where
one of the two readings is not the statement's."""

from __future__ import annotations

import json
import random
import re
import sys

import pytest

from backends.contract import Limits
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from report.comparison.records import Run
from rosetta.commands.main import run_verb
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.rereading import TOLERANCE, reread_file
from tests.backends.formats.test_converted_objectives import converted
from tests.support.in_a_fork import rosetta
from tests.support.installed import programs_here
from tests.support.stated_programs import random_program

LP = "max\n obj: 0.25 x + 1.5 y + 3.75\nst\n a: 2 x + 2 y <= 7\nbounds\n x <= 5\n y <= 5\ngenerals\n x y\nend\n"
IGNORED = "max\n obj: x\nst\n c: 2 x <= 3\nbounds\n x <= 5\ngen\n x\nend\n"  # CBC 2.10 takes `gen` for a variable


def readings(path, status: str, objective: float | None = None):
    """Of the file at the path, where the backends have this to say of it."""
    resolved = resolve("model", path)
    run = Run("cpsat", "cp-sat", "1", "stated", status, "correct", objective=objective)
    found = reread_file(Question(puzzle("model"), resolved.instance), [run], Limits(10), lambda *_: None)
    return {reading.reader: reading for reading in found}


@pytest.mark.parametrize("name", ["lp", "mps"])
@pytest.mark.parametrize("count", [6, pytest.param(100, marks=pytest.mark.exhaustive)])
def test_programs_read_the_statement(name, count, tmp_path):
    """Right numbers are the same, also where a program counts the constant otherwise; a number beside it differs."""
    stream, same = random.Random(f"reread {name} {count}"), 0
    for number in range(count):
        stated = random_program(stream)
        text = stated.lp().encode()
        path = tmp_path / f"model{number}.{name}"
        path.write_bytes(text if name == "lp" else converted(text, "lp", "mps"))
        best = stated.best()
        status, objective = ("unsatisfiable", None) if best is None else ("optimal", float(best))
        found = readings(path, status, objective)
        assert {reading.verdict for reading in found.values()} <= {"same", "none"}, (found, path.read_text())
        same += found["cbc"].verdict == "same"
        beside = 7.0 if objective is None else objective + 2 * TOLERANCE * max(1.0, abs(objective))
        assert readings(path, "optimal", beside)["cbc"].verdict == "differs", path.read_text()
    assert same == count


def test_a_constant_is_counted_once_whoever_reads_it(tmp_path):
    """CBC drops it where an LP file minimises, which is told and is no difference."""
    path = tmp_path / "model.lp"
    path.write_text(LP.replace("max", "min").replace("<= 7", ">= 7"))
    assert readings(path, "optimal", 4.75)["cbc"].verdict == "same"
    assert readings(path, "optimal", 4.75)["cbc"].note == "it says 1, without the constant of the objective"
    assert readings(path, "optimal", 1.0)["cbc"].note == ""
    assert readings(path, "optimal", 8.5)["cbc"].verdict == "differs"


@pytest.mark.skipif("glpsol" not in programs_here(), reason="no program 'glpsol' on the PATH")
def test_glpsol_has_the_other_sign_for_a_constant_in_mps(tmp_path):
    path = tmp_path / "model.mps"
    path.write_text(
        "NAME t FREE\nROWS\n N obj\n G c\nCOLUMNS\n x obj 1 c 1\nRHS\n R obj -3 c 2\nBOUNDS\n BV B x\nENDATA\n"
    )
    assert {reading.verdict for reading in readings(path, "unsatisfiable").values()} == {"same", "none"}
    path.write_text(path.read_text().replace("c 2", "c 1"))
    found = readings(path, "optimal", 4.0)
    assert (found["cbc"].verdict, found["cbc"].note) == ("same", "")
    told = "it says -2, with the negation of the constant of the objective"
    assert (found["glpsol"].verdict, found["glpsol"].note) == ("same", told)


def test_no_solution_and_a_solution_contradict_each_other(tmp_path):
    path = tmp_path / "model.lp"
    path.write_text(LP)
    assert readings(path, "unsatisfiable")["cbc"].verdict == "differs"
    assert readings(path, "unknown")["cbc"].verdict == "none"
    assert readings(path, "satisfied", 3.75)["cbc"].verdict == "none"  # a worse one may be all that was found
    assert readings(path, "satisfied", 9.0)["cbc"].verdict == "differs"  # a better one is not there


def test_it_is_told_who_reads_what(tmp_path):
    """Exit code 1, the words, and the keys of the document."""
    (tmp_path / "same.lp").write_text(LP)
    (tmp_path / "other.lp").write_text(IGNORED)
    files = (str(tmp_path / "same.lp"), str(tmp_path / "other.lp"))
    done = rosetta("compare", *files, "--reread", "--backends", "cpsat,highs", "-v")
    assert done.returncode == 1
    assert "the model that was compared: optimal 8.25" in done.stdout
    assert re.search(r"disagree .*READ OTHERWISE by cbc\n", done.stdout)
    assert (
        "disagree: cbc reads the file and says optimal 1.5, the model that was compared has optimal 1;" in done.stdout
    )
    page = tmp_path / "page.html"
    words = ("--reread", "--backends", "cpsat,highs", "--json", "--html", str(page))
    done = rosetta("compare", str(tmp_path / "other.lp"), *words)
    assert re.search(r"The file as others read it.*cbc [\d.]+: optimal 1.5, DIFFERS", page.read_text(), re.DOTALL)
    (instance,) = json.loads(done.stdout)["instances"]
    assert (done.returncode, instance["verdict"]) == (1, "disagree")
    said = {each["reader"]: each for each in instance["reread"]}
    keys = ["reader", "version", "status", "objective", "verdict", "note", "seconds"]
    assert list(said["cbc"]) == keys
    assert (said["cbc"]["status"], said["cbc"]["objective"], said["cbc"]["verdict"]) == ("optimal", 1.5, "differs")
    assert all(each["note"] for each in said.values() if each["status"] == "unsupported")


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        (("tents", "4"), "--reread: expected a solver's file, such as model.lp"),
        (("{}",), "--reread: no program that is known here reads model as JSON by itself"),
    ],
)
def test_what_no_other_program_reads_is_refused(what, reason, tmp_path, capsys):
    path = tmp_path / "model.model.json"
    path.write_bytes(converted(LP.encode(), "lp", "json"))
    assert run_verb("compare", [word.format(path) for word in what] + ["--reread", "--backends", "cpsat"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(("seconds", "status", "note"), [(0.3, "unknown", "time limit of 0.3 s"), (20, "optimal", "")])
def test_a_program_gets_the_bytes_of_the_file_and_no_more_than_its_time(seconds, status, note, tmp_path, monkeypatch):
    """A program called `highs` writes down what it gets, waits, and answers as HiGHS does."""
    script = tmp_path / "highs"
    script.write_text(
        f"#!{sys.executable}\nimport sys, time, shutil\nif sys.argv[1] == '--version': sys.exit()\n"
        f"shutil.copy(sys.argv[-1], {str(tmp_path / 'seen')!r})\ntime.sleep({1 if seconds < 1 else 0})\n"
        "open(sys.argv[2], 'w').write('Model status\\nOptimal\\n\\nObjective 8.25\\n')\n"
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    path = tmp_path / "model.lp"
    path.write_bytes(b"\\ as it is \xff\r\n" + LP.encode())
    resolved = resolve("model", path)
    run = Run("cpsat", "cp-sat", "1", "stated", "optimal", "correct", objective=8.25)
    found = reread_file(Question(puzzle("model"), resolved.instance), [run], Limits(seconds), lambda *_: None)
    (reading,) = (reading for reading in found if reading.reader == "highs")
    assert (reading.status, reading.note) == (status, note)
    assert (tmp_path / "seen").read_bytes() == path.read_bytes()
