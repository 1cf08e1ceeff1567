"""The scripts of pages as modules: their types, their imports, and the names that they share as one script."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from graphlib import TopologicalSorter

import pytest

from report.play.page import EXPORT, IMPORT, join_modules
from tests.support.browser import run_javascript
from tests.support.places import ROOT
from tests.support.scripts import script_json

FOLDER = ROOT / "report" / "play"
MODULES = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.js"))}
TSC = os.environ.get("TSC") or shutil.which("tsc")
FUNCTION = re.compile(r"^(?:async )?(?:function\*?|class) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r'^import \{([^}]*)\} from "\./(\w+\.js)";$', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def test_there_are_scripts():
    """Else nothing below says anything."""
    assert len(MODULES) > 5


def test_types_are_right():
    """By TypeScript, in its strict mode, of types in comments (report/play/jsconfig.json)."""
    if TSC is None:
        pytest.skip("tsc is not installed (npm install typescript; TSC names the program)")
    process = subprocess.run([TSC, "--project", str(FOLDER / "jsconfig.json")], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout


def test_imports_are_of_the_kind_that_a_page_joins_and_form_no_circle():
    """In one line each, of names that the other module exports, and never back to a module itself."""
    graph: dict[str, set[str]] = {}
    for name, text in MODULES.items():
        rest = EXPORT.sub("", IMPORT.sub("", text))
        assert not re.findall(r"^(?:import|export)\b.*", rest, re.MULTILINE), name
        for names, other in IMPORTED.findall(text):
            graph.setdefault(name, set()).add(other)
            missing = {each.strip() for each in names.split(",")} - set(EXPORTED.findall(MODULES[other]))
            assert not missing, f"{name} imports {missing} from {other}"
    assert set(TopologicalSorter(graph).static_order()) <= set(MODULES)


def test_names_are_unique_over_all_modules_of_a_page(tmp_path):
    """They are one script, in which a second constant of a name is an error, and a second function silently takes the
    place of the first."""
    entries = set(MODULES) - {other for text in MODULES.values() for other in IMPORT.findall(text)} - {"documents.js"}
    pages = {entry: join_modules(entry) for entry in sorted(entries)}
    for entry, script in pages.items():
        names = Counter(FUNCTION.findall(script))
        assert [name for name, times in names.items() if times > 1] == [], entry
    pages["with a name twice"] = "const once = 1;\nfunction once() {}"
    read = "const errorOf = (script) => { try { new Function(script); return ''; } catch (e) { return String(e); } };"
    errors = run_javascript(f"{read}\n//RESULT {script_json(list(pages.values()))}.map(errorOf)", tmp_path)
    assert errors[:-1] == [""] * len(entries)
    assert "once" in errors[-1]


@pytest.mark.parametrize("name", MODULES)
def test_nothing_of_a_page_is_made_of_text(name):
    """No HTML, and no script, comes of strings, in which a board could hide one; a page forbids both, too."""
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", MODULES[name])
