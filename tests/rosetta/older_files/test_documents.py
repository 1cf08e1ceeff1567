"""Older documents that are read again: an answer, exported results, a campaign file."""

from __future__ import annotations

import json
import shutil

from rosetta.campaigns.results.frames import frame_from_csv
from rosetta.commands.main import run_verb
from tests.rosetta.older_files.collection import COLLECTION, recorded

DOCUMENTS = COLLECTION / "documents"


def test_an_answer_is_verified(capsys):
    board, answer = "3x3:aaaaa,2,0,2,2,0,2", str(DOCUMENTS / "answer.json")
    assert run_verb("verify", ["tents", board, answer, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["valid"] is True
    assert run_verb("verify", ["tents", "3x3:aaaaa,2,0,2,2,1,2", answer, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["broken"] == ["row 2 has 0 tents, its clue says 1"]


def test_exported_results_are_read():
    """The same results as the shard holds that they were exported from."""
    path = DOCUMENTS / "results.csv"
    frame = frame_from_csv(path)
    rows = sorted((row["board_seed"], row["configuration"], row["result"]) for _, row in frame.iterrows())
    assert rows == sorted(
        (int(line["board_seed"]), line["configuration"], line["result"])
        for line in recorded("results.tsv")
        if line["store"] == "shard-1of2"
    )


def test_a_campaign_file_is_planned(capsys, tmp_path, monkeypatch):
    """Four boards; six solvers, on Lights Out in three formulations each."""
    monkeypatch.chdir(shutil.copytree(COLLECTION / "programs", tmp_path / "programs"))
    assert run_verb("bench", ["run", str(DOCUMENTS / "campaign.toml"), "--dry-run"]) == 0
    assert "36 cells on 4 boards" in capsys.readouterr().out
