"""Cells and rows for tests of the store: made without any solver, different for each number."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from rosetta.campaigns.planning.cells import Cell, CellInstance, cell_columns
from rosetta.campaigns.rows.board_proofs import BoardProof


def instance(number: int) -> CellInstance:
    return CellInstance(
        hash=f"{number:032x}", puzzle="tents", text=f"8x8:{number}", what="8", seed=number, options=(("k", "3"),),
        family="8", height=8, width=8, size=64,
    )  # fmt: skip


def cells(count: int, seconds: float = 10.0) -> list[Cell]:
    """So many, on a third as many instances."""
    return [
        Cell(instance(number // 3), ("cnf", "cpsat", "cbc")[number % 3], "1.0", "default", seconds=seconds)
        for number in range(count)
    ]


def row(cell: Cell, attempt: int = 1, **columns: Any) -> dict[str, Any]:
    """What came of the cell: always the same, but for `columns`."""
    return {
        **cell_columns(cell),
        "attempt": attempt, "kind": "sat", "engine": cell.backend, "version": cell.version, "encodings_used": "",
        "status": "satisfied", "ended": "answer", "is_unique": None, "objective": 7, "bound": None,
        **{f"{step}_s": 0.25 for step in ("build", "lower", "load", "solve", "decode", "verify")},
        "total_s": 1.5, "startup_s": 0.1, "wall_s": 2.0, "cpu_s": 1.9, "peak_mb": 40.5, "variables": 64, "rows": 100,
        "literals": 300, "contended": 0, "reliable": 1, "load": 0.5, "host": "h", "worker": "0",
        "started": f"2026-01-01T00:00:{attempt:02}.000+00:00", "note": "", "answer": json.dumps({"tents": [[0, 1]]}),
        "details": '{"stats":{}}',
        "log": "[0.001 s] solving\n",
        **columns,
    }  # fmt: skip


SAID = {"backend": "cnf", "kind": "sat", "formulation": "default", "status": "satisfied"}  # a testimony, in brief


def broken_details(rule: str) -> str:
    """The details of a row whose answer breaks the rule."""
    return json.dumps({"testimony": {**SAID, "answers": [{"broken": [rule]}]}}, separators=(",", ":"))


def proof(cell: Cell, status: str = "proved", **changes: Any) -> BoardProof:
    """What came of an attempt to prove that the board of the cell has no solution."""
    words = f"no solution: {status}"
    known = BoardProof(cell.instance.hash, "answer", "", status, words, "default", 10.0, 8000, host="h", ended="now")
    return replace(known, **changes)


def ids(chosen: Iterable[Cell]) -> list[str]:
    return [cell.id for cell in chosen]


def check_integrity(path: Path) -> None:
    """The file is whole, and so are its references."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
