"""The direction of imports, and that they form no circle:

algebra <- models.neutral <- models.puzzles, backends <- instances, report <- rosetta.studies <- rosetta.commands
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

from rosetta.commands.verbs import VERBS

ROOT = Path(__file__).resolve().parent.parent

# The floors, from the ground up, and what each may import besides itself. The longest matching prefix of a module
# decides its floor.
LANGUAGE = {"algebra", "models.neutral"}
PUZZLES_AND_SOLVERS = {*LANGUAGE, "models.puzzles", "backends"}
MAY_IMPORT = {
    "algebra": set(),
    "models.neutral": {"algebra"},
    "models.puzzles": LANGUAGE,
    "backends": LANGUAGE,
    "instances": PUZZLES_AND_SOLVERS,
    "report": PUZZLES_AND_SOLVERS,
    "rosetta.studies": {*PUZZLES_AND_SOLVERS, "instances", "report"},
    "rosetta.commands": {*PUZZLES_AND_SOLVERS, "instances", "report", "rosetta.studies", "rosetta"},
    "rosetta": {"rosetta.commands"},  # `python -m rosetta`; the package itself imports nothing of ours
    "models": {"rosetta.commands"},  # the doors: `python -m models.compare` calls upwards, for that is what people type
}
TOML = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYPROJECT, MYPY = TOML["project"], TOML["tool"]["mypy"]
CALLED = {"python-sat": "pysat"}  # distributions that are imported under another name
LIBRARIES = {
    CALLED.get(name, name.replace("-", "_"))
    for wishes in (PYPROJECT["dependencies"], *PYPROJECT.get("optional-dependencies", {}).values())
    for name in (re.match(r"[\w.-]+", wish)[0].lower() for wish in wishes)
}
SOLVERS = LIBRARIES - {"numpy"}
PACKAGES = ("algebra", "models", "backends", "instances", "report", "rosetta")
FILES = sorted(path for folder in PACKAGES for path in (ROOT / folder).rglob("*.py"))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer_of(module: str) -> str | None:
    fitting = [layer for layer in MAY_IMPORT if module == layer or module.startswith(layer + ".")]
    return max(fitting, key=len, default=None)


def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    """The modules a file imports: all of them, or only those imported when the file is."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = ast.walk(tree)
    if top_level_only:
        nodes = (
            node for statement in tree.body if not _type_checking(statement) for node in _outside_functions(statement)
        )
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _outside_functions(node: ast.AST):
    yield node
    if not isinstance(node, ast.FunctionDef):
        for child in ast.iter_child_nodes(node):
            yield from _outside_functions(child)


def _type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_no_import_runs_backwards(path):
    """A file imports only from its own layer and the layers below."""
    layer = layer_of(module_of(path))
    assert layer is not None
    allowed = {layer, *MAY_IMPORT[layer]}
    backwards = {name for name in imports(path) if (other := layer_of(name)) and other not in allowed}
    assert not backwards, f"{module_of(path)} ({layer}) must not import {sorted(backwards)}"


def test_no_imports_form_a_circle():
    """Whoever reads a file needs to read only files below it; imports for types and inside functions count too."""
    modules = {module_of(path) for path in FILES}
    graph = nx.DiGraph(
        (module_of(path), name) for path in FILES for name in _files_imported(path) & modules - {module_of(path)}
    )
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def _files_imported(path: Path) -> set[str]:
    """The modules whose files an import names: `from package import submodule` is of the submodule alone."""
    modules, found = {module_of(file) for file in FILES}, set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (full & modules) | ({str(node.module)} if full - modules else set())
    return found


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_no_solver_is_imported_before_it_is_used(path):
    """Solver libraries are imported inside functions: --help is fast, and each child loads only its own.

    A compiled kernel (`*_kernel.py`) needs numba for its decorators; so kernels are imported inside functions too, or
    by kernels.
    """
    early = imports(path, top_level_only=True)
    allowed = {"numba"} if path.stem.endswith("_kernel") else set()
    assert not {name.split(".")[0] for name in early} & SOLVERS - allowed
    assert allowed or not {name for name in early if name.endswith("_kernel")}


def test_every_library_is_a_declared_one():
    """Whatever is imported, at the top or inside functions, is Python's own, ours, or stands in pyproject.toml."""
    known = {*sys.stdlib_module_names, *LIBRARIES, *PACKAGES}
    foreign = {
        f"{module_of(path)}: {name}" for path in FILES for name in imports(path) if name.split(".")[0] not in known
    }
    assert not foreign, "declare it in pyproject.toml; where its import name differs from its own, add it to CALLED"


def test_all_but_the_tests_is_type_checked():
    """Whatever holds Python here stands in mypy's `files`, strictly, but the tests (and environments, build)."""
    ours = [path for path in ROOT.iterdir() if not path.name.startswith(".") and not (path / "pyvenv.cfg").exists()]
    holding = {path.name for path in ours if path.suffix == ".py" or any(path.rglob("*.py"))}
    assert MYPY["strict"]
    assert holding - {"tests", "build"} == set(MYPY["files"])


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_file_holds_one_idea(path):
    """A file over 300 lines needs a reason in its docstring, beginning with `Long because`."""
    lines = path.read_text("utf-8").count("\n")
    assert lines <= 300 or "Long because" in (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")


@pytest.mark.parametrize("path", FILES, ids=module_of)
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
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "usage" in done.stdout
    assert done.stderr.strip() == "[]"
