"""The store: cells, and a row for each attempt at one. All writes are idempotent, so that a killed run can resume."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rosetta.studies.campaigns.cells import Cell, cell_from_json

SCHEMA = """
CREATE TABLE IF NOT EXISTS cell (id TEXT PRIMARY KEY, position INTEGER NOT NULL, spec TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS result (
  cell TEXT NOT NULL, attempt INTEGER NOT NULL, row TEXT NOT NULL, PRIMARY KEY (cell, attempt)) WITHOUT ROWID;
"""


class CampaignStore:
    """An open store. One process writes; any number may read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def add_cells(self, cells: Iterable[Cell]) -> None:
        """Add those that are not there yet."""
        with self._connection:
            self._connection.executemany(
                "INSERT OR IGNORE INTO cell VALUES (?, ?, ?)",
                ((cell.id, position, cell.to_json()) for position, cell in enumerate(cells)),
            )

    def pending_cells(self) -> list[Cell]:
        """The cells without a result, in the order of the plan."""
        query = "SELECT spec FROM cell WHERE id NOT IN (SELECT cell FROM result) ORDER BY position"
        return [cell_from_json(spec) for (spec,) in self._connection.execute(query)]

    def record(self, row: dict[str, Any]) -> None:
        """Keep the row of an attempt; a second one of the same attempt changes nothing."""
        with self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO result VALUES (?, ?, ?)", (row["cell"], row["attempt"], json.dumps(row))
            )

    def rows(self) -> Iterator[dict[str, Any]]:
        """The last row of each cell that has one."""
        query = "SELECT row, max(attempt) FROM result GROUP BY cell"
        return (json.loads(row) for row, _ in self._connection.execute(query))

    def count_cells(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM cell").fetchone()[0])


@contextmanager
def open_store(path: Path, read_only: bool = False) -> Iterator[CampaignStore]:
    """The store in that file, which is made if it is not there and may be written."""
    address = f"file:{path}?mode={'ro' if read_only else 'rwc'}"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        if not read_only:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.executescript(SCHEMA)
        yield CampaignStore(connection)
