"""A campaign in three shards, run by the script that is written for it, and merged, is the campaign as a whole."""

from __future__ import annotations

import csv
import os
import subprocess
import sys

import pytest

from tests.support.places import ROOT

CAMPAIGN = """[[instances]]
puzzle = "tents"
what = ["6"]
seeds = [0, 1, 2]

[solvers]
backends = ["cnf", "minicard"]
"""
MEASURED = {"attempt", "peak_mb", "contended", "load", "started", "reliable", "worker"}


@pytest.mark.slow
def test_three_shards_merged_equal_the_whole(tmp_path):
    def rosetta(*words: str) -> None:
        subprocess.run([sys.executable, "-m", "rosetta", "bench", *words], cwd=tmp_path, env=environment, check=True)

    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    (tmp_path / "c.toml").write_text(CAMPAIGN)
    rosetta("script", "c.toml", "--shards", "3", "--for", "shell", "--out", "c.sh")
    subprocess.run(["sh", "c.sh"], cwd=tmp_path, env=environment, check=True)
    rosetta("run", "c.toml", "--store", "whole.db")
    tables = []
    for name in ("c", "whole"):
        rosetta("export", "--store", f"{name}.db", "--csv", f"{name}.csv")
        with (tmp_path / f"{name}.csv").open(newline="") as file:
            rows = csv.DictReader(file)
            tables.append({row["cell"]: _unmeasured(row) for row in rows})
    assert len(tables[1]) == 6
    assert tables[0] == tables[1]


def _unmeasured(row: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in row.items() if not name.endswith("_s") and name not in MEASURED}
