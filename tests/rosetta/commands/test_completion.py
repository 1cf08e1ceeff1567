"""Completion as a shell asks for it: bash itself where it is installed, else by the variables that it would set."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from backends.registry import modules
from instances import catalogue
from models.puzzles.registry import names
from rosetta.commands.completion import SHELLS
from rosetta.commands.verb_list import VERBS
from tests.support.places import ROOT

WORDBREAKS = " \t\n\"'><=;|&(:"


def complete(line: str, module: str = "rosetta", start: int = 1) -> list[str]:
    """The words that the program prints for this line; with `python -m`, the program is the third word."""
    environment = {
        **os.environ,
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
        "_ARGCOMPLETE": str(start),
        "_ARGCOMPLETE_SHELL": "bash",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "_ARGCOMPLETE_COMP_WORDBREAKS": WORDBREAKS,
    }
    command = f"{sys.executable} -m {module} 8>&1 9>&2 1>/dev/null"
    completed = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, env=environment)
    assert "Traceback" not in completed.stderr, completed.stderr
    return completed.stdout.split("\013") if completed.stdout else []


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rosetta ", list(VERBS)),
        ("rosetta ex", ["explain"]),
        ("rosetta solve te", ["tents"]),
        ("rosetta solve tents --tr", ["--tree-rule"]),
        ("rosetta solve tents 8 --tree-rule a", ["adjacent"]),
        ("rosetta solve tents 8 --backend wal", ["walksat"]),
        ("rosetta solve tents 8 --backend walksat --noi", ["--noise"]),
        ("rosetta compare tents 8 --backends cpsat,high", ["cpsat,highs"]),
        ("rosetta compare lightsout 5 --backends cnf,sp", ["cnf,spanish"]),
        ("rosetta solve tents 8 --encoding cardinality=tot", ["totalizer"]),
        ("rosetta solve tents 8 --backend hybrid:c", ["cpsat", "cnf"]),
        ("rosetta convert tents 8 --to dim", ["dimacs"]),
        ("rosetta convert tents 8 --to pn", ["png"]),
        ("rosetta generate tents 8 --to dim", []),
        ("rosetta generate tents 8 --to tat", ["tatham"]),
        ("rosetta generate tiling 3x4 --to tat", []),
        ("rosetta generate tents 8 --difficulty h", ["hard"]),
        ("rosetta reproduce tents-b", ["tents-bounds"]),
        ("rosetta completion z", ["zsh"]),
        ("rosetta bench ", ["run", "status", "export"]),
        ("rosetta bench ru", ["run"]),
        ("rosetta bench run te", ["tents"]),
        ("rosetta bench run tents 8 --sym", ["--symmetries"]),
        ("rosetta bench run tents 8 --backends cnf,cps", ["cnf,cpsat"]),
        ("rosetta nosuch t", []),
    ],
)
def test_what_completes_a_line(line, words):
    found = [word.removeprefix("cardinality=") for word in complete(line)]
    assert set(words) <= {word.strip() for word in found}
    assert bool(words) == bool(found)


def test_names_are_those_of_the_registries():
    assert set(complete("rosetta solve ")) >= set(names())
    assert set(complete("rosetta solve tents 8 --backend ")) >= set(modules())
    assert set(complete("rosetta solve akari ")) >= set(catalogue.names("akari"))
    assert "README.md" in {word.strip() for word in complete("rosetta solve akari REA")}


def test_a_module_is_completed_like_the_program():
    """And is marked for the completion of `python -m` that argcomplete has."""
    assert [word.strip() for word in complete("python -m models.solve tents 8 --back", "models.solve", 3)] == [
        "--backend"
    ]
    assert [word.strip() for word in complete("python -m models solv", "models", 3)] == ["solve"]
    for path in [*(ROOT / "models").glob("*.py"), ROOT / "rosetta" / "__main__.py"]:
        assert path.name == "__init__.py" or "PYTHON_ARGCOMPLETE_OK" in path.read_text("utf-8")[:1024], path


@pytest.mark.sample(1)
@pytest.mark.parametrize("shell", SHELLS)
def test_the_lines_for_a_shell_name_the_program(shell):
    command = [sys.executable, "-m", "rosetta", "completion", shell]
    completed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "rosetta" in completed.stdout
    assert "_ARGCOMPLETE" in completed.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes(tmp_path):
    """The lines are evaluated and its function is called, as the tabulator key does it."""
    program = tmp_path / "rosetta"
    program.write_text(f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m rosetta "$@"\n')
    program.chmod(0o755)
    line = "rosetta compare tents 8 --backends cpsat,high"
    script = (
        'eval "$(rosetta completion bash)"; complete -p rosetta; '
        f"COMP_LINE='{line}' COMP_POINT={len(line)} COMP_TYPE=9; _python_argcomplete rosetta; "
        'echo "${COMPREPLY[@]}"'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    bash = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, env=environment)
    assert bash.stderr == ""
    registered, words = bash.stdout.splitlines()
    assert registered.endswith("-F _python_argcomplete rosetta")
    assert words.strip() == "cpsat,highs"


def test_nothing_of_it_is_loaded_at_an_ordinary_start():
    code = (
        "import sys; from rosetta.commands.main import run_verb; sys.argv = ['x'];"
        "run_verb('count', ['tents', '3x3:aaaaa,2,0,2,2,0,2']);"
        "assert not {'argcomplete', 'rosetta.commands.completers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
