"""`import rosetta` anywhere: in a checkout and as installed, beside foreign modules of the same names; and the commands
by which its verbs are reached."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from rosetta.commands.verb_list import VERBS
from rosetta.names import MOVED, PACKAGES
from rosetta.version import __version__
from tests.support.places import ROOT

WHOSE = "import rosetta; from models.neutral import Model; import {0}; print(*(p.__file__ for p in ({0})), sep='\\n')"
COMMANDS = ("python -m models.{}", "python -m models {}", "python -m rosetta {}")


def run(folder: Path, path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in that folder, with the modules of `path` behind those of the folder."""
    environment = {**os.environ, "PYTHONPATH": str(path)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)


@pytest.fixture(params=["a module", "a package"])
def foreign(request, tmp_path):
    """A folder of a user who has modules, or packages, of our names; importing one is an error."""
    folder = tmp_path / "foreign"
    folder.mkdir()
    for name in PACKAGES:
        if request.param == "a package":
            (folder / name).mkdir()
        path = folder / f"{name}.py" if request.param == "a module" else folder / name / "__init__.py"
        path.write_text(f"raise SystemExit('the foreign {name} was imported')\n")
    return folder


@pytest.fixture(params=["checkout", "installed"])
def installation(request, tmp_path):
    """What stands on the path: the checkout, or a folder that holds nothing but `rosetta`, as site-packages does."""
    if request.param == "checkout":
        return ROOT
    site, junk = tmp_path / "site", shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "rosetta", site / "rosetta", ignore=junk)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, site / "rosetta" / name, ignore=junk)
    return site


@pytest.mark.sample(1)
def test_our_packages_are_found_beside_foreign_ones(installation, foreign):
    """Whatever stands in the folder that Python looks into first, the five names are ours."""
    process = run(foreign, installation, "-c", WHOSE.format(", ".join(PACKAGES)))
    inside = installation if installation == ROOT else installation / "rosetta"
    assert process.stdout.split() == [str(inside / name / "__init__.py") for name in PACKAGES], process.stderr


@pytest.mark.sample(1)
def test_a_verb_runs_beside_foreign_packages(installation, foreign):
    """`python -m rosetta`, from the folder of a user; data files are found too."""
    process = run(foreign, installation, "-m", "rosetta", "solve", "tents", "tents/ring", "--backend", "oracle")
    assert (process.returncode, process.stderr) == (0, "")
    assert "A" in process.stdout


def test_a_name_that_is_taken_is_told_with_its_file(tmp_path):
    """Who imports a module of his own before ours reads which file it is and what to do."""
    (tmp_path / "report.py").write_text("")
    process = run(tmp_path, ROOT, "-c", "import report, rosetta")
    assert process.returncode == 1
    last = process.stderr.splitlines()[-1]
    assert last.startswith("ImportError: rosetta needs the import name 'report'")
    assert str(tmp_path / "report.py") in last
    assert last.endswith("give that another name")


def test_where_one_name_is_taken_the_others_are_left_alone(tmp_path):
    """Half of our packages beside somebody else's would be worse than none."""
    (tmp_path / "report.py").write_text("")
    code = "import report, sys\ntry:\n    import rosetta\nexcept ImportError:\n    print('algebra' in sys.modules)"
    assert run(tmp_path, ROOT, "-c", code).stdout == "False\n"


def test_there_is_no_second_copy(installation, tmp_path):
    """`rosetta.backends` would hold other classes than `backends`: it is refused, with the right name."""
    code = "import rosetta\nfrom rosetta.backends.contract import Status"
    last = run(tmp_path, installation, "-c", code).stderr.splitlines()[-1]
    assert last == "ModuleNotFoundError: no 'rosetta.backends': after `import rosetta`, import it as 'backends'"


def test_importing_again_changes_nothing():
    """Our own packages, imported from the checkout before, are no strangers."""
    process = run(
        ROOT, ROOT, "-c", "import models.neutral as before, rosetta, models.neutral as after; print(before is after)"
    )
    assert process.stdout == "True\n", process.stderr


@pytest.mark.sample(10)
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("command", COMMANDS)
def test_usage_names_the_command_that_was_typed(command, verb):
    """Usage line and examples, on every way to a verb."""
    typed = command.format(verb)
    process = run(ROOT, ROOT, *typed.split()[1:], "--help")
    assert process.stdout.startswith(f"usage: {typed} ")
    assert f"\nexamples:\n  {typed}" in process.stdout


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_repeats_a_comparison_names_the_command_that_was_typed(command):
    """The line can be pasted where it was read."""
    typed = command.format("compare")
    process = run(ROOT, ROOT, *typed.split()[1:], "tents", "4", "--backends", "oracle", "--seed", "3")
    assert f"{typed} tents 4 --seed 3 --backends oracle" in process.stdout


@pytest.mark.parametrize("command", ["-m models", "-m rosetta", "-m models.solve"])
@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version(command, flag):
    """One line, from every command."""
    assert run(ROOT, ROOT, *command.split(), flag).stdout == f"rosetta {__version__}\n"


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_has_its_door(verb):
    """`models/VERB.py` hands over and does nothing else."""
    door = (ROOT / "models" / f"{verb}.py").read_text("utf-8")
    assert f'main("{verb}", "python -m models.{verb}")' in door
    assert len(door.splitlines()) <= 6


@pytest.mark.parametrize("old", MOVED)
def test_what_has_moved_is_found_under_its_old_name(old):
    """Packages of others were written for it. It is the same module: an error raised by one name is caught by both."""
    new = import_module(MOVED[old])
    assert import_module(old) is new
    assert (new.__name__, new.__spec__.name) == (MOVED[old], MOVED[old])
