"""What the other tests here rely on: a verb in a fork ends, reads and prints as the program does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support import in_a_fork
from tests.support.in_a_fork import rosetta, write_warm_programs
from tests.support.places import ROOT

RING = "3x3:aaaaa,2,0,2,2,0,2"
LINES = [
    ("convert", "tents", RING, "--to", "puzzlink"),
    ("convert", "tents", "-", "--to", "puzzlink"),
    ("verify", "tents", RING, '{"tents": [[0, 0], [0, 1]]}'),
    ("solve", "tents", "no such board"),
    ("solve", "tents"),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("here", [False, True], ids=["server", "here"])
@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_a_fork_says_what_the_program_says(words, here, monkeypatch):
    """The exit code, stdout and stderr, from stdin or not; forked by the server or by this process."""
    monkeypatch.setattr(in_a_fork, "_forks_here", here)
    command = [sys.executable, "-m", f"models.{words[0]}", *words[1:]]
    program = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, input=RING)
    fork = rosetta(*words, input=RING)
    assert (fork.returncode, fork.stdout, fork.stderr) == (program.returncode, program.stdout, program.stderr)


def run_in_shell(folder, command, **environment):
    """A line of shell whose first programs are the warm ones."""
    write_warm_programs(folder)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    shell = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
    )
    return shell.returncode, shell.stdout, shell.stderr


def test_programs_of_a_shell(tmp_path):
    """Pipes, files of the folder, exit codes and the environment; all other Python is a program of its own."""
    written = f"rosetta convert tents {RING} --to plain > ring.txt"
    read = "python -m models.convert tents - --to plain < ring.txt | cat > again.txt && cmp ring.txt again.txt"
    assert run_in_shell(tmp_path, f"{written}; {read}; rosetta solve nothing 2> refusal.txt; echo $?") == (0, "2\n", "")
    assert (tmp_path / "refusal.txt").read_text().startswith("rosetta: ")
    heights = [
        len(run_in_shell(tmp_path, "rosetta solve --help", COLUMNS=width)[1].splitlines()) for width in ("50", "90")
    ]
    assert heights[0] > heights[1] > 10
    assert run_in_shell(tmp_path, "python -c 'import sys; print(\"rosetta\" in sys.modules); sys.exit(7)'") == (
        7, "False\n", ""
    )  # fmt: skip


def test_what_hangs_is_killed(monkeypatch):
    """The limit of a test is told like that of any program."""
    monkeypatch.setattr(in_a_fork, "SECONDS", 0.3)
    with pytest.raises(subprocess.TimeoutExpired):
        rosetta("solve", "tents", "200", "--backend", "cbc", "--time-limit", "500")


def test_a_fault_is_a_traceback(tmp_path):
    """As of any program: exit code 1, on stderr."""
    with (tmp_path / "streams").open("w+") as file:
        words = ["python", "-m", "rosetta.nowhere"]
        code = in_a_fork.warm_server().run(words, [file.fileno()] * 3)
        file.seek(0)
        text = file.read()
    assert code == 1
    assert text.startswith("Traceback ")
    assert "No module named rosetta.nowhere" in text
