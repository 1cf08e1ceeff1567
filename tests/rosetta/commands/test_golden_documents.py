"""The JSON documents of the verbs, as they are kept in tests/golden/documents: to the letter, the order of keys too.

What varies is masked (`tests.support.masked_documents`). Python's `to_json` is held against the same files.
"""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

import rosetta as rs
from tests.rosetta.older_files.collection import COLLECTION, unpacked_store
from tests.support.document_cases import CASES, FILES, DocumentCase
from tests.support.in_a_fork import rosetta
from tests.support.masked_documents import FOLDER, masked_document
from tests.support.places import GOLDEN

PLAIN = {dict, list, str, int, float, bool, type(None)}  # no words of an enumeration, numbers of numpy, tuples
ASKED = [name for name, case in CASES.items() if case.ask]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    for name in ("unique", "tiling_count"):
        shutil.copy(COLLECTION / "proofs" / f"{name}.zip", tmp_path)
    shutil.copy(COLLECTION / "documents" / "results.csv", tmp_path)
    for name in ("campaign", "refuted", "shard-1of2"):
        unpacked_store(name, tmp_path)
    return tmp_path


def print_documents(case: DocumentCase, folder: Path) -> dict[str, Any]:
    """What the command line prints for a case, masked, with its exit code and how they are laid out."""
    if case.first:
        first = rosetta(*_words(case.first, folder))
        assert first.returncode == 0, first.stderr
    completed = rosetta(*_words(case.line, folder))
    assert "Traceback" not in completed.stderr, completed.stderr
    layouts, documents = read_documents(completed.stdout)
    masked = [masked_document(document, not case.is_stored, str(folder)) for document in documents]
    line = f"rosetta {case.line}".replace("{folder}", FOLDER)
    return {"line": line, "exit": completed.returncode, "layouts": layouts, "documents": masked}


def _words(line: str, folder: Path) -> list[str]:
    return shlex.split(line.replace("{folder}", str(folder)))


def read_documents(text: str) -> tuple[list[str], list[Any]]:
    """The documents of a text, and how each is laid out: on a line, over many lines, or on many that are joined."""
    documents = [json.loads(text)] if text.startswith("{\n") else list(map(json.loads, text.splitlines()))
    texts = [text.removesuffix("\n")] if text.startswith("{\n") else text.splitlines()
    assert text == "".join(f"{each}\n" for each in texts)
    return list(map(_layout, documents, texts)), documents


def _layout(document: Any, text: str) -> str:
    indented = json.dumps(document, indent=1)
    joined = " ".join(line.strip() for line in indented.split("\n"))
    return {json.dumps(document): "line", indented: "indented", joined: "joined"}[text]


def kinds_within(value: Any) -> set[type]:
    """The classes of a value and of all that it holds."""
    held = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return {type(value)}.union(*map(kinds_within, held))


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", CASES)
def test_a_verb_prints_its_golden_documents(name, folder, golden):
    printed = print_documents(CASES[name], folder)
    golden(f"documents/{name}.json", json.dumps(printed, indent=1) + "\n")


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", ASKED)
def test_python_has_the_documents_of_the_command_line(name, folder):
    """All but the command, of which there is none; and with nothing in it but what JSON has."""
    kept = json.loads((GOLDEN / "documents" / f"{name}.json").read_text("utf-8"))
    (document,) = kept["documents"]
    document.pop("command", None)
    record = CASES[name].ask(rs, folder)
    asked = record if isinstance(record, dict) else record.to_json()
    assert kinds_within(asked) <= PLAIN
    masked = masked_document(json.loads(json.dumps(asked)), folder=str(folder))
    assert json.dumps(masked, indent=1) == json.dumps(document, indent=1)


def test_every_golden_document_has_a_case():
    assert {path.stem for path in (GOLDEN / "documents").iterdir()} == set(CASES)
