"""A library that is missing is a sentence with what to type, never a traceback; what does not need it still works.

Programs are started with a `sitecustomize` that hides libraries, which is what Python imports first.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from rosetta.commands.verb_list import VERBS
from rosetta.foundation import libraries
from rosetta.foundation.libraries import (
    LIBRARIES,
    absent_library,
    describe_absence,
    installation_advice,
    missing_libraries,
    unobtainable_libraries,
)
from tests.support.in_a_fork import WarmServer
from tests.support.places import ROOT

RING = "3x3:aaaaa,2,0,2,2,0,2"
ANSWER = '{"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]}'
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
WORDS = {
    "compare": ("tents", RING),
    "solve": ("tents", RING),
    "count": ("tents", RING),
    "generate": ("tents", "6", "--unique"),
    "formulas": ("tents", RING),
    "explain": ("tents", RING),
    "convert": ("tents", RING, "--to", "puzzlink"),
    "verify": ("tents", RING, ANSWER),
    "reproduce": ("akari-example",),
}
ENDS = {  # what rests on one library; a claim that stays open is a 3
    ("pysat", "explain"): 2,
    ("pysat", "generate"): 2,
    ("pysat", "reproduce"): 3,
    ("ortools", "reproduce"): 2,
}


OBTAINABLE = set(LIBRARIES.values()) - unobtainable_libraries().keys()
OF_BACKENDS = ["clingo", "numba", "ortools", "pulp", "pycryptosat", "pysat", "scipy"]
OF_PAGES = sorted(LIBRARIES.keys() - {"numpy", *OF_BACKENDS})


def hide(names, folder):
    """Python finds none of these libraries where the folder is the first of its path."""
    (folder / "sitecustomize.py").write_text(HIDE.format(names=set(names)))


@pytest.fixture
def run(tmp_path):
    """Run a verb where some libraries are hidden: `run(["numpy"], "solve", "tents", "4")`."""

    def start(hidden, *words: str, isolated: bool = False):
        hide(hidden, tmp_path)
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        command = [sys.executable, *(["-S"] if isolated else []), "-m", "models", *words]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment)

    return start


def test_the_table_is_that_of_the_project():
    """Every library that an installation brings, and no other."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {line.partition("==")[0] for line in project["dependencies"]} == set(LIBRARIES.values())
    assert missing_libraries() == []


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb in WORDS])
def test_without_any_library_a_verb_says_what_to_type(run, verb):
    """Two lines, exit code 2: what is missing, for which Python, and the command that installs it."""
    completed = run(LIBRARIES, verb, *WORDS[verb])
    first, second = completed.stderr.splitlines()
    assert (completed.returncode, completed.stdout) == (2, "")
    assert first == f"rosetta: numpy and {len(OBTAINABLE) - 1} other libraries are not installed for {sys.executable}"
    assert "source " in second
    assert "bin/activate" in second


@pytest.mark.sample(2)
@pytest.mark.parametrize("verb", VERBS)
def test_help_needs_no_library(run, verb):
    completed = run(LIBRARIES, verb, "--help", isolated=True)
    assert (completed.returncode, completed.stderr) == (0, "")


def check_every_verb_without(hidden, folder):
    """Every verb works, or says what it lacks."""
    hide(hidden, folder)
    server = WarmServer("little", PYTHONPATH=str(folder))
    try:
        for verb, words in WORDS.items():
            more = ("--backends", "cpsat,cnf,highs,cbc,cryptominisat,gf2") if verb == "compare" else ()
            completed = server.rosetta(verb, *words, *more)
            assert "Traceback" not in completed.stderr, (verb, completed.stderr)
            assert "No module named" not in completed.stdout + completed.stderr, verb
            assert completed.returncode == ENDS.get((hidden[0], verb), 0), (verb, completed.stderr)
            if completed.returncode == 2:
                name = LIBRARIES[hidden[0]]
                assert f"{name} is not installed; pip install {name}\n" in completed.stderr
    finally:
        server.end()


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_what_needs_no_backend_works_without_the_libraries_of_pages(tmp_path):
    """And of pictures, graphs and completion: none of them is there."""
    check_every_verb_without(OF_PAGES, tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("hidden", OF_PAGES)
def test_every_verb_works_without_a_library_of_pages(hidden, tmp_path):
    check_every_verb_without([hidden], tmp_path)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("hidden", OF_BACKENDS)
def test_what_does_not_need_a_backend_works_without_its_library(hidden, tmp_path):
    """All verbs need numpy."""
    check_every_verb_without([hidden], tmp_path)


@pytest.mark.sample(0.125)
def test_a_backend_without_its_library_is_not_run(run):
    """In one line with the reason; the others are compared."""
    completed = run(["ortools"], "compare", "tents", RING, "--backends", "cpsat,cnf,highs")
    assert completed.returncode == 0
    assert "not run  cpsat: ortools is not installed; pip install ortools\n" in completed.stdout
    alone = run(["ortools"], "solve", "tents", RING, "--backend", "cpsat")
    assert "ortools is not installed; pip install ortools" in alone.stdout + alone.stderr
    assert alone.returncode == 2


def test_a_picture_that_cannot_be_made_is_refused(run):
    completed = run(["fpdf"], "convert", "tents", RING, "--to", "pdf")
    assert (completed.returncode, completed.stdout) == (2, "")
    assert completed.stderr.startswith(f"rosetta: fpdf2 is not installed for {sys.executable}\nrosetta: To install")


def test_a_page_that_cannot_be_made_is_refused_before_the_work(run, tmp_path):
    completed = run(["jinja2"], "compare", "tents", RING, "--html", str(tmp_path / "x.html"))
    assert (completed.returncode, completed.stdout) == (2, "")
    assert f"rosetta: jinja2 is not installed for {sys.executable}\n" in completed.stderr


@pytest.mark.parametrize("isolated", [False, True])
def test_doctor_runs_on_the_standard_library_alone(run, isolated):
    """Each library is named, and how to get them; exit code 2: nothing can be used. `-S`: no site-packages."""
    completed = run(LIBRARIES, "doctor", isolated=isolated)
    assert (completed.returncode, completed.stderr) == (2, "")
    listed = {line.split()[0] for line in completed.stdout.splitlines() if line.endswith("MISSING")}
    assert listed == OBTAINABLE
    assert "bin/activate" in completed.stdout
    document = json.loads(run(LIBRARIES, "doctor", "--json", isolated=isolated).stdout)
    assert (sorted(document["missing"]), document["backends"]) == (sorted(OBTAINABLE), [])
    assert list(document["limits"]) == []


@pytest.mark.exhaustive
def test_doctor_tries_what_is_there(run):
    """Exit code 1: a library is missing, the rest works. (`make test` has the doctor where nothing is missing.)"""
    completed = run(["pulp"], "doctor")
    assert completed.returncode == 1
    assert re.search(r"^ *cbc +works +CBC \S+ of ortools", completed.stdout, re.MULTILINE), "it has another one"
    assert "pip install pulp\n" in completed.stdout.split("backends")[0]


def test_the_advice_fits_the_place(monkeypatch, tmp_path):
    """An environment that is not active, `make` in a checkout without one, pip for few libraries and in a wheel."""
    monkeypatch.setattr(libraries, "ROOT", tmp_path)
    monkeypatch.setattr(libraries, "missing_libraries", lambda: ["numpy", "scipy"])
    assert installation_advice() == f"To install what is missing: {sys.executable} -m pip install numpy scipy"
    (tmp_path / "Makefile").touch()
    assert "run `make compare`, then `source .venv/bin/activate`" in installation_advice()
    monkeypatch.setattr(libraries, "missing_libraries", lambda: ["scipy"])
    assert installation_advice() == f"To install what is missing: {sys.executable} -m pip install scipy"
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "installed").touch()
    monkeypatch.chdir(tmp_path)
    assert installation_advice().endswith("everything: source .venv/bin/activate")


def test_an_extra_is_installed_as_the_pages_say(monkeypatch, tmp_path):
    """In the checkout as docs/install.md has it, elsewhere with its path; of a copy, in the versions that it names."""
    monkeypatch.chdir(libraries.ROOT)
    advice = libraries.extra_advice("plots")
    assert advice in (ROOT / "docs" / "install.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    assert libraries.extra_advice("plots") == f'pip install -c {ROOT}/constraints.txt -e "{ROOT}[plots]"'
    monkeypatch.setattr(libraries, "is_checkout", lambda: False)
    wanted = ["numpy==2.0", "altair==6.3.0; extra == 'plots'", 'pandas==3.1.1; extra == "tables"']
    monkeypatch.setattr(metadata, "requires", lambda name: wanted)
    assert libraries.extra_advice("plots") == "pip install altair==6.3.0"


def test_only_a_library_of_ours_is_named():
    """Anything else that cannot be imported is a fault, and stays a traceback."""
    assert absent_library(ModuleNotFoundError("x", name="pysat.solvers")) == "python-sat"
    assert describe_absence(ModuleNotFoundError("x", name="numpy")) == "numpy is not installed; pip install numpy"
    assert absent_library(ModuleNotFoundError("x", name="models.typo")) is None
    assert absent_library(ImportError("cannot import name 'x' from 'numpy'", name="numpy")) is None
    assert absent_library(ModuleNotFoundError("x")) is None


@pytest.mark.parametrize("module", ["models.compare", "models.doctor", "models", "rosetta"])
def test_an_old_python_is_refused_in_one_sentence(module):
    """By the first of our files that every verb imports."""
    code = (
        "import runpy, sys; sys.version_info = (3, 9, 18, 'final', 0); sys.argv = ['x', 'tents', '8']; "
        f"runpy.run_module('{module}', run_name='__main__')"
    )
    completed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert completed.returncode == 2
    assert completed.stderr == f"rosetta: Python 3.11 or newer is needed; {sys.executable} is Python 3.9.18\n"


def test_what_an_old_python_reads_is_what_it_can_read():
    """The files on the way to that sentence, in the grammar of Python 3.8; annotations are not looked at."""
    doors = list((ROOT / "models").glob("*.py"))
    ours = [ROOT / "rosetta" / name for name in ("__init__.py", "__main__.py", "names.py", "version.py")]
    for path in (*doors, *ours, ROOT / "rosetta" / "commands" / "__init__.py"):
        text = path.read_text("utf-8")
        ast.parse(text, str(path), feature_version=(3, 8))
        assert "->" not in text or "from __future__ import annotations" in text, path


def test_the_api_refuses_an_old_python_when_it_is_used():
    code = "import sys; sys.version_info = (3, 9, 18, 'final', 0); import rosetta; rosetta.__version__; rosetta.solve"
    completed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert completed.stderr.splitlines()[-1].startswith("ImportError: Python 3.11 or newer is needed; ")


def test_an_old_python_that_is_here_is_refused():
    """By a real one, if there is any."""
    places = [Path(folder) / "bin" / "python" for folder in Path.home().glob(".pyenv/versions/3.[89]*")]
    if not places:
        pytest.skip("no Python 3.8 or 3.9 here")
    completed = subprocess.run([places[0], "-m", "models.compare"], cwd=ROOT, capture_output=True, text=True)
    assert (completed.returncode, completed.stderr.count("\n")) == (2, 1)
    assert "Python 3.11 or newer is needed" in completed.stderr
