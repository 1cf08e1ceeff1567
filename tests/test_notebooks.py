"""The notebooks in docs/notebooks run, their claims hold, and what is stored in them is what they say today."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest

from docs.execute_notebooks import FOLDER, PICTURE, VARIES, executed, notebooks, printed
from rosetta.names import PACKAGES
from tests.support.places import ROOT

NAMES = [
    "an_honest_comparison",
    "counting_tilings",
    "lights_out_is_linear_algebra",
    "one_puzzle_three_lowerings",
    "why_is_this_puzzle_hard",
]


def stored(name):
    """The notebook as it lies there."""
    return nbformat.read(notebooks()[name], as_version=4)


def test_they_are_all_there():
    """And nothing else lies beside them but the page that says how to open them, with the title of each."""
    assert sorted(notebooks()) == NAMES
    files = {f"{name}.ipynb" for name in NAMES}
    assert {path.name for path in FOLDER.iterdir() if not path.name.startswith((".", "__"))} == {*files, "README.md"}
    page = (FOLDER / "README.md").read_text("utf-8")
    titles = {f"{name}.ipynb": stored(name).cells[0].source.partition("\n")[0].removeprefix("# ") for name in NAMES}
    assert all(f"[{title}]({file})" in page for file, title in titles.items())


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", NAMES)
def test_it_runs_and_says_what_is_stored(name):
    """An assertion that fails is a cell that fails; `python docs/execute_notebooks.py` stores new outputs."""
    assert printed(executed(notebooks()[name])) == printed(stored(name))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_stored(name):
    """A title, exercises, claims, pictures; every cell was run, in order, without a word of the machine that ran it."""
    notebook = stored(name)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert text.startswith("# ")
    assert "## Exercises" in text
    assert "**Question" in text
    assert "**Sources.**" in text
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert sum("assert " in cell.source for cell in code) >= 4
    assert any(PICTURE in output.get("data", {}) for cell in code for output in cell.outputs)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert {tag for cell in notebook.cells for tag in cell.metadata.get("tags", [])} <= {VARIES}
    shown = nbformat.writes(notebook).replace("http://www.w3.org/", "")
    for private in (str(ROOT), str(Path.home()) + "/", "/tmp/", "/home/", "http", "Traceback"):
        assert private not in shown, private


@pytest.mark.parametrize("name", NAMES)
def test_only_the_public_api(name):
    """Of ours only `import rosetta as rs`; no private attribute of anything."""
    tree = ast.parse("\n".join(cell.source for cell in stored(name).cells if cell.cell_type == "code"))
    plain = [alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert ("rosetta", "rs") in [(alias.name, alias.asname) for alias in plain]
    others = {each.partition(".")[0] for each in (*(alias.name for alias in plain), *modules)} - {"rosetta"}
    assert not others & set(PACKAGES)
    assert not any(each.startswith("rosetta") for each in modules)
    assert not [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")]
