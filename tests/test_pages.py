"""The pages tell the truth: their commands run, print what is shown, and the code that they quote is the code."""

from __future__ import annotations

import inspect
import re
import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import rosetta as rs
from docs.fill_pages import COLUMNS, Block, Shell, blocks, inline_commands, pages, python_output, with_sources
from docs.fill_pages import run_command_output as output_now
from tests.support.in_a_fork import write_warm_programs
from tests.support.places import ROOT

PAGES = {str(page.relative_to(ROOT)): page for page in pages()}
INSTALLING = (
    "make ",
    "source ",
    "python3 -m venv ",
    "pip install ",
    "apt-get install ",
    "python -m ipykernel install ",
)
SET_UP = (*INSTALLING, "jupyter trust ", "jupyter lab ", "rosetta play ")
"""Commands that install the project, of which the gate runs those of the README, or that open a page in the browser."""
LONG = ("--full", "python -m benchmarks", "python -m tests.", "python docs/", "--time-limit 1500")
"""What takes minutes to hours, or changes the checkout, is not run here; that there is such a module or item is."""
OPTIONAL = ("cpmpy",)
"""Packages that a page may use, and that come with extras only."""
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)")


class WarmShell(Shell):
    """A shell whose `rosetta` and `python -m models` run in forks of a process that has loaded everything."""

    def write_programs(self, folder: Path) -> None:
        write_warm_programs(folder)


def is_set_up(command: str) -> bool:
    """Does it install the project?"""
    return f"{command} ".startswith(SET_UP)


def exit_code_told(block: Block, command: str) -> int:
    """The exit code that the comment behind a command tells, 0 where it tells none."""
    line = next(line for line in block.text.replace("\\\n", " ").splitlines() if command in line)
    told = re.search(r"# .*exit code (\d)", line)
    return int(told[1]) if told else 0


def is_alike(shown: str, now: str) -> bool:
    """Have two outputs nine words in ten in common? Figures change from run to run, and with them which columns of a
    table fit, or are summed up in one line."""
    ours, theirs = (set(re.findall(r"[a-z]{3,}", text)) for text in (shown, now))
    return len(ours & theirs) >= 0.9 * len(ours | theirs)


def lacks_package(source: str) -> bool:
    """Does it import an optional package that is not installed here?"""
    return any(f"import {name}" in source and find_spec(name) is None for name in OPTIONAL)


@cache
def commands_of(name: str) -> frozenset[str]:
    """All commands on a page."""
    text = PAGES[name].read_text("utf-8")
    commands = inline_commands(text) + [command for block in blocks(text) for command in block.commands]
    return frozenset(map(short_form, commands))


def short_form(command: str) -> str:
    """`python -m models.VERB` is `rosetta VERB`."""
    return re.sub(r"^python -m models[. ]", "rosetta ", command)


def is_run_elsewhere(command: str, name: str) -> bool:
    """Does the command, if it writes no file, stand on an earlier page, too?"""
    if re.search(r" > | -o |--html|--latex|--booklet", command):
        return False
    return next(page for page in PAGES if short_form(command) in commands_of(page)) != name


def check_command(shell: Shell, command: str, code: int, name: str, unwritten: set[str]) -> str | None:
    """What is wrong with a command on the page of that name, None if it ends as it should, and None if it needs another
    program, which this machine lacks, or a file that such a one would have written (unwritten)."""
    if is_set_up(command) or any(mark in command for mark in LONG) or is_run_elsewhere(command, name):
        return None
    first = command.split()[0]
    if shutil.which(first) is None and first not in ("rosetta", "python"):
        unwritten |= set(re.findall(r"> (\S+)", command))
        return None
    if unwritten & set(command.split()):
        return None
    completed = shell.run(command)
    if completed.returncode == code:
        return None
    return f"{command}: exit code {completed.returncode}, expected {code}\n{completed.stderr[-2000:]}"


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("name", PAGES)
def test_every_command_on_a_page_runs(name, tmp_path):
    """One after the other, as a reader would type them; `console` blocks print what the page shows."""
    shell, text = WarmShell(tmp_path), PAGES[name].read_text("utf-8")
    wrong: list[str | None] = []
    unwritten: set[str] = set()
    for block in blocks(text):
        if block.kind == "sh":
            wrong += [
                check_command(shell, command, exit_code_told(block, command), name, unwritten)
                for command in block.commands
            ]
        elif block.kind == "console":
            now = output_now(block, shell)
            same = is_alike(block.text, now) if "timed" in block.words else now == block.text
            wrong += [] if same else [f"{block.commands[0]}: the page shows\n{block.text}\nbut it prints\n{now}"]
    shown = {short_form(command) for block in blocks(text) for command in block.commands}
    inline = [command for command in inline_commands(text) if short_form(command) not in shown]
    wrong += [check_command(shell, command, 0, name, unwritten) for command in inline]
    assert [problem for problem in wrong if problem] == []


@pytest.mark.sample(4)
@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_every_piece_of_python_on_a_page_runs(name, monkeypatch, tmp_path):
    """And prints what the page shows; a program for another environment (`#!`) aside. The sources that are quoted are
    those of today."""
    text, names, now = PAGES[name].read_text("utf-8"), {}, ""
    assert with_sources(text) == text, "python docs/fill_pages.py puts in the source of today"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", COLUMNS)
    quoted = [match.end() for match in re.finditer(r"<!-- code: .* -->\n```python\n", text)]
    for block in blocks(text):
        if block.kind == "python" and block.start not in quoted:
            compile(block.text, name, "exec")
            if not block.text.startswith("#!") and not lacks_package(block.text):
                now = python_output(block, names)
        elif block.kind == "output":
            same = is_alike(block.text, now) if "timed" in block.words else now == block.text
            assert same, f"the page shows\n{block.text}\nbut it prints\n{now}"


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_names_is_there(name):
    """The files that it links to, and the modules of the commands that take long."""
    page = PAGES[name]
    text = page.read_text("utf-8")
    assert [link for link in LINK.findall(text) if link and not (page.parent / link).exists()] == []
    commands = inline_commands(text) + [command for block in blocks(text) for command in block.commands]
    modules = [command.split()[2] for command in commands if command.startswith("python -m ")]
    assert [module for module in modules if find_spec(module) is None] == []
    scripts = [command.split()[1] for command in commands if command.startswith("python docs/")]
    assert [script for script in scripts if not (ROOT / script).exists()] == []


def test_every_page_can_be_reached():
    """From the README, by links."""
    reached, open_pages = set(), [ROOT / "README.md"]
    while open_pages:
        page = open_pages.pop()
        if page not in reached:
            reached.add(page)
            links = LINK.findall(page.read_text("utf-8"))
            open_pages += [to for link in links if (to := (page.parent / link).resolve()).suffix == ".md"]
    assert [name for name, page in PAGES.items() if page not in reached] == []


def test_the_readme_is_short():
    """About 600 words of text; its commands and the output that it shows are not counted."""
    text = re.sub(r"```.*?```", "", Path(ROOT / "README.md").read_text("utf-8"), flags=re.S)
    assert len(re.findall(r"[A-Za-z0-9']+", text)) < 700


def test_the_table_of_verbs_has_all_of_them():
    """Those are the methods of a model that take a sentence, and those that declare arrays."""
    methods = {name: inspect.signature(getattr(rs.Model, name)).parameters for name in dir(rs.Model) if name[0] != "_"
               if inspect.isfunction(getattr(rs.Model, name))}  # fmt: skip
    verbs = {name for name, takes in methods.items() if "sentence" in takes or {"name", "shape"} <= set(takes)}
    told = re.findall(r"^\| `m\.(\w+)\(.*?\)` \|", PAGES["docs/modelling.md"].read_text("utf-8"), re.M)
    assert sorted(told) == sorted(verbs)
