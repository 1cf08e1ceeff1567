"""Older proof archives: checked by today's code, each shows what was written down when it was made."""

from __future__ import annotations

import json
import shlex

import pytest

from rosetta.commands.main import run_verb
from tests.rosetta.older_files.collection import COLLECTION, recorded

PROOFS = COLLECTION / "proofs"
RECORDED = recorded("proofs.tsv")


def test_every_archive_is_recorded():
    assert {line["file"] for line in RECORDED} == {path.stem for path in PROOFS.glob("*.zip")}


@pytest.mark.parametrize("line", RECORDED, ids=lambda line: line["file"])
def test_it_still_proves_its_claims(line, capsys, monkeypatch):
    monkeypatch.chdir(PROOFS)  # the archive about a file names it
    words = [line["puzzle"], *shlex.split(line["board"]), "--proof", f"{line['file']}.zip", "--json"]
    assert run_verb("verify", words) == 0
    document = json.loads(capsys.readouterr().out)
    assert [(proof["claim"], proof["status"]) for proof in document["proofs"]] == [
        (claim, "proved") for claim in line["claims"].split()
    ]
    assert (document["valid"], document["broken"]) == (True, [])
    assert {name: document[name] for name in ("count", "distinct") if name in document} == {
        name: line[name] for name in ("count", "distinct") if line[name]
    }


def test_it_proves_nothing_of_another_board(capsys):
    """The board has another clue: the archive is refused, and the message names the board that it is about."""
    archive = str(PROOFS / "unique.zip")
    assert run_verb("verify", ["tents", "3x3:aaaaa,2,0,2,2,1,2", "--proof", archive]) in (1, 2)
    printed = capsys.readouterr()
    assert "3x3:aaaaa,2,0,2,2,0,2" in printed.out + printed.err
