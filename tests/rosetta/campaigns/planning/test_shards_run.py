"""A campaign in three shards, run by the script that is written for it, and merged, is the campaign as a whole."""

from __future__ import annotations

import csv
import os
import subprocess
import sys

import pytest

from rosetta.commands.main import run_verb
from tests.support.places import ROOT

CAMPAIGN = """[[instances]]
puzzle = "tents"
what = ["6"]
seeds = [0, 1, 2]

[solvers]
backends = ["cnf", "minicard"]
"""
MEASURED = {"attempt", "peak_mb", "contended", "load", "started", "reliable", "worker"}


@pytest.mark.sample(0.125)
@pytest.mark.slow
def test_three_shards_merged_equal_the_whole(tmp_path, monkeypatch):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.toml").write_text(CAMPAIGN)
    words = ("script", "c.toml", "--shards", "3", "--for", "shell", "--out", "c.sh")
    subprocess.run([sys.executable, "-m", "rosetta", "bench", *words], env=environment, check=True)
    subprocess.run(["sh", "c.sh"], env=environment, check=True)
    assert run_verb("bench", ["run", "c.toml", "--store", "whole.db"]) == 0
    tables = []
    for name in ("c", "whole"):
        assert run_verb("bench", ["export", "--store", f"{name}.db", "--csv", f"{name}.csv"]) == 0
        with (tmp_path / f"{name}.csv").open(newline="") as file:
            rows = csv.DictReader(file)
            tables.append({row["cell"]: _unmeasured(row) for row in rows})
    assert len(tables[1]) == 6
    assert tables[0] == tables[1]


def _unmeasured(row: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in row.items() if not name.endswith("_s") and name not in MEASURED}
