"""What tests read from the store of a campaign, without the code that they test."""

from __future__ import annotations

import csv
import sqlite3

from tests.support.in_a_fork import rosetta

_MEASURED = """total_s startup_s wall_s cpu_s peak_mb build_s lower_s load_s solve_s decode_s verify_s load started
contended attempt worker host reliable"""
MEASURED = _MEASURED.split()
"""Columns that no second run has again."""


def plan_of(path):
    """The hash of the plan that was made last."""
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT plan FROM campaign ORDER BY campaign DESC").fetchone()[0]


def attempts_of(path):
    """How often each cell was begun, and why each attempt ended."""
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT cell, count(*), group_concat(why) FROM attempt GROUP BY cell").fetchall()


def exported_rows(path, folder):
    """What `bench export` writes of the store, without what is measured."""
    table = folder / f"{path.stem}.csv"
    completed = rosetta("bench", "export", "--store", str(path), "--csv", str(table))
    assert completed.returncode == 0, completed.stderr
    with table.open(newline="") as file:
        return [{name: value for name, value in row.items() if name not in MEASURED} for row in csv.DictReader(file)]
