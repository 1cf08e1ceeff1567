"""Rescuing what can be read of a damaged store, into a copy that has no fault; the store itself is only read.

Each table is read from its beginning, and where SQLite cannot go on, from its end. Of the rows that it gives, those
are kept whose values are of their columns' kinds (`checking.py`), and which refer to rows that are kept. An attempt
that is lost is made again from its result.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rosetta.campaigns.store.checking import KEYS, KINDS, SINCE, define_functions, sound_condition
from rosetta.campaigns.store.errors import StoreError, check_exists, file_name, translate_errors
from rosetta.campaigns.store.migrations import migrate
from rosetta.campaigns.store.opening import check_file, owned_connection, reading_connection
from rosetta.campaigns.store.schema import VERSION, column_names, quoted, schema_version

WITHOUT_ROWID = ("member", "machine")
OLDEST = SINCE["answer"]  # before, answers were no rows of their own


@dataclass(frozen=True, slots=True)
class Rescued:
    """What was left out. rows: by table, those that could be read but cannot be meant, or refer to rows that are not
    there; cut: tables of which SQLite could not read everything."""

    rows: Mapping[str, int]
    cut: tuple[str, ...]

    def __str__(self) -> str:
        rows = ", ".join(f"{table} {count}" for table, count in self.rows.items() if count)
        parts = [f"rows left out as damaged, by table: {rows}"] if rows else []
        parts += [f"not to be read as a whole: {', '.join(self.cut)}"] if self.cut else []
        return "; ".join(parts)


@contextmanager
def rescued_connection(path: Path) -> Iterator[tuple[sqlite3.Connection, Rescued]]:
    """A copy of the readable rows, of today's schema, and what is not in it. Raises StoreError for a file that is no
    store, or too old."""
    check_exists(path)
    path = Path(os.path.realpath(path))
    check_file(path)
    with translate_errors(path), owned_connection(reading_connection(path, lenient=True)) as source:
        version = schema_version(source)
        if not OLDEST <= version <= VERSION:
            expected = f"expected schema {OLDEST} to {VERSION}, of which damaged files are read, found {version}"
            raise StoreError(f"{file_name(path)}: {expected}")
        with owned_connection(sqlite3.connect("", isolation_level=None)) as copy:
            define_functions(copy)
            migrate(copy)
            copy.execute("BEGIN")
            cut = [table for table in KINDS if not _copy_rows(source, copy, table)]
            dropped = {table: _drop_faults(copy, table) for table in KINDS if table != "result"}
            _remake_attempts(copy)
            dropped["result"] = _drop_faults(copy, "result")
            yield copy, Rescued(dropped, tuple(cut))


def _copy_rows(source: sqlite3.Connection, copy: sqlite3.Connection, table: str) -> bool:
    """Copy the rows that SQLite can give, from the beginning and, where it cannot go on, from the end. Were these all?
    A row that the table does not take is left out."""
    known = column_names(copy, table)
    keys = KEYS[table] if table in WITHOUT_ROWID else ("rowid",)
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{key} {direction}" for key in keys)
        try:
            cursor = source.execute(f"SELECT * FROM {table} ORDER BY {order}")
            there = [name for name, *_ in cursor.description]
            places = [there.index(name) for name in known if name in there]
            names = ", ".join(quoted(there[place]) for place in places)
            query = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({', '.join('?' * len(places))})"
            for row in cursor:
                copy.execute(query, [row[place] for place in places])
            return direction == "ASC"
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            continue  # the page that a row is on, or a text that is no UTF-8
    return table == "proof" and schema_version(source) < SINCE["proof"]


def _remake_attempts(copy: sqlite3.Connection) -> None:
    """Give each result whose attempt could not be read that attempt again. The result says all of it but when its row
    was written, which was at its end: its start and the seconds that it took."""
    copy.execute(f"""INSERT OR IGNORE INTO attempt (cell, attempt, host, worker, started, finished, why)
        SELECT cell, attempt, host, worker, started, coalesce(strftime({_TIME}, started,
        coalesce(wall_s, total_s, 0) || ' seconds'), strftime({_TIME}, 'now')), ended FROM result""")


_TIME = "'%Y-%m-%dT%H:%M:%f+00:00'"


def _drop_faults(copy: sqlite3.Connection, table: str) -> int:
    """Delete the rows that have a fault; how many."""
    return copy.execute(f"DELETE FROM {table} WHERE NOT ({sound_condition(copy, table)})").rowcount
