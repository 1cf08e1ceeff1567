"""The house: imports run downwards and form no circle, rooms and files have their size, names say what a thing is.

algebra, models.neutral <- models.puzzles, backends <- instances; report <- rosetta.studies <- rosetta.commands
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import networkx as nx
import pytest

from docs.floors import PACKAGES, ROOT, drawing, files, imported_modules, room_of
from rosetta.commands.verbs import VERBS

# What each room may import besides itself, by the rooms of `docs.floors`. A new arrow is a decision: it is made here.
GROUND = {"algebra", "models.neutral"}
BELOW_STUDIES = {*GROUND, "models.puzzles", "backends", "instances", "report"}
MAY_IMPORT = {
    "algebra": set(),
    "models.neutral": set(),
    "rosetta.names": set(),
    "models.puzzles": GROUND,
    "backends": GROUND,
    "instances": {*GROUND, "models.puzzles"},
    "report": set(),  # it shows records, whoever made them
    "rosetta.studies": BELOW_STUDIES,
    "rosetta.commands": {*BELOW_STUDIES, "rosetta.studies", "rosetta.names"},
    "rosetta.api": {*BELOW_STUDIES, "rosetta.studies"},
    "rosetta": {"rosetta.api", "rosetta.commands", "rosetta.names", "models.neutral"},
    "models/*.py": {"rosetta.commands"},
}
TOP = {*PACKAGES, "tests", "benchmarks", "docs"}
# Rooms of entries, one file each, hold as many as there are entries; any other room holds about fifteen.
ENTRIES = {"backends", "backends/encodings", "rosetta/commands"}
MOST_FILES = 17
# Participles, adverbs and pronouns: by themselves they name nothing.
NOT_NAMES = """told asked found shown listed known one again said heard seen given wanted called made taken kept left
done written drawn stated settled wished followed"""
TOML = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYPROJECT, MYPY = TOML["project"], TOML["tool"]["mypy"]
CALLED = {"python-sat": "pysat"}  # distributions that are imported under another name
LIBRARIES = {
    CALLED.get(name, name.replace("-", "_"))
    for wishes in (PYPROJECT["dependencies"], *PYPROJECT.get("optional-dependencies", {}).values())
    for name in (re.match(r"[\w.-]+", wish)[0].lower() for wish in wishes)
}
SOLVERS = LIBRARIES - {"numpy"}
MODULES = sorted(files())
FILES = [files()[module] for module in MODULES]


def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    """The modules a file imports, anybody's: all of them, or only those imported when the file is."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = ast.walk(tree)
    if top_level_only:
        nodes = (
            node for statement in tree.body if not _type_checking(statement) for node in _outside_functions(statement)
        )
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _outside_functions(node: ast.AST):
    yield node
    if not isinstance(node, ast.FunctionDef):
        for child in ast.iter_child_nodes(node):
            yield from _outside_functions(child)


def _type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@pytest.mark.parametrize("module", MODULES)
def test_no_import_runs_backwards(module):
    """A file imports only from its own room and the rooms below."""
    room = room_of(module)
    backwards = {other for other in imported_modules(module) if room_of(other) not in {room, *MAY_IMPORT[room]}}
    assert not backwards, f"{module} ({room}) must not import {sorted(backwards)}"


def test_no_imports_form_a_circle():
    """Whoever reads a file needs to read only files below it; imports for types and inside functions count too."""
    graph = nx.DiGraph((module, other) for module in MODULES for other in imported_modules(module))
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def test_the_floors_are_drawn_as_they_are():
    """ARCHITECTURE.md shows the drawing that `python docs/floors.py` makes of the imports."""
    is_current = drawing() in (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert is_current, "the drawing in ARCHITECTURE.md is stale: run `python docs/floors.py` and look at what changed"


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_what_a_page_names_is_there(page):
    """Every file and folder that a page names in backticks exists; NAME and its like stand for any."""
    spans = re.findall(r"`([\w.]+/[\w./]*)`", (ROOT / page).read_text("utf-8"))
    patterns = {re.sub(r"\b[A-Z]+\b", "*", span) for span in spans if span.split("/")[0] in TOP}
    assert patterns
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern.rstrip("/")))] == []


def test_a_room_holds_about_fifteen_files():
    """More than that is two rooms, or a room of entries."""
    folders = {path.parent for path in FILES}
    sizes = {str(folder.relative_to(ROOT)): sum(path.parent == folder for path in FILES) for folder in folders}
    crowded = {folder: size for folder, size in sizes.items() if size > MOST_FILES + 1}  # `__init__` is no idea
    assert set(crowded) == {folder for folder in crowded if folder in ENTRIES}


def test_names_say_what_a_thing_is():
    """A function is a verb and a noun, or the noun it returns; a class is a noun, and no two classes share a name."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    classes: dict[str, str] = {}
    for module, path in files().items():
        assert module.rpartition(".")[2] not in NOT_NAMES.split(), path
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (*functions, ast.ClassDef)):
                assert node.name.strip("_").lower() not in NOT_NAMES.split(), f"{path}:{node.lineno}: {node.name}"
            if isinstance(node, ast.ClassDef):
                assert node.name not in classes, f"{node.name}: {classes[node.name]} and {module}"
                classes[node.name] = module


@pytest.mark.parametrize("path", FILES, ids=MODULES)
def test_no_solver_is_imported_before_it_is_used(path):
    """Solver libraries are imported inside functions: --help is fast, and each child loads only its own.

    A compiled kernel (`*_kernel.py`) needs numba for its decorators; so kernels are imported inside functions too, or
    by kernels.
    """
    early = imports(path, top_level_only=True)
    allowed = {"numba"} if path.stem.endswith("_kernel") else set()
    assert not {name.split(".")[0] for name in early} & SOLVERS - allowed
    assert allowed or not {name for name in early & files().keys() if name.endswith("_kernel")}


def test_every_library_is_a_declared_one():
    """Whatever is imported, at the top or inside functions, is Python's own, ours, or stands in pyproject.toml."""
    declared = {*sys.stdlib_module_names, *LIBRARIES, *PACKAGES}
    imported = {(module, name) for module, path in files().items() for name in imports(path)}
    foreign = {f"{module}: {name}" for module, name in imported if name.split(".")[0] not in declared}
    assert not foreign, "declare it in pyproject.toml; where its import name differs from its own, add it to CALLED"


def test_all_but_the_tests_is_type_checked():
    """Whatever holds Python here stands in mypy's `files`, strictly, but the tests (and environments, build)."""
    ours = [path for path in ROOT.iterdir() if not path.name.startswith(".") and not (path / "pyvenv.cfg").exists()]
    holding = {path.name for path in ours if path.suffix == ".py" or any(path.rglob("*.py"))}
    assert MYPY["strict"]
    assert holding - {"tests", "build"} == set(MYPY["files"])


@pytest.mark.parametrize("path", FILES, ids=MODULES)
def test_a_file_holds_one_idea(path):
    """At most 450 lines: one idea, whole; a fragment of an idea is no file, and two ideas are two files."""
    assert path.read_text("utf-8").count("\n") <= 450


@pytest.mark.parametrize("path", FILES, ids=MODULES)
def test_every_file_says_what_it_is(path):
    """A file opens with a docstring."""
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


def test_a_model_is_at_most_fifteen_statements():
    """The rules read like the rules: no puzzle's `model` has more than 15 statements."""
    for path in (ROOT / "models" / "puzzles").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "model":
                statements = sum(isinstance(n, ast.stmt) for n in ast.walk(node)) - 1
                docstring = ast.get_docstring(node) is not None
                assert statements - docstring <= 15, f"{path.name}: {statements - docstring} statements"


@pytest.mark.parametrize("verb", VERBS)
def test_help_loads_nothing_heavy(verb):
    """--help works without numpy or any other library having been imported."""
    code = (
        f"import sys; sys.argv = ['x', '--help']\n"
        f"from rosetta.commands.main import run_verb\n"
        f"try: run_verb('{verb}')\n"
        f"except SystemExit as end: assert not end.code\n"
        f"print(sorted({LIBRARIES!r} & set(sys.modules)), file=sys.stderr)"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "usage" in process.stdout
    assert process.stderr.strip() == "[]"
