"""Merging: the stores of shards, or of machines, become one. Doing it again changes nothing.

Cells, instances and answers have ids that are the same everywhere. An attempt is the same if its cell, host, worker
and start are; of a cell that ran twice both attempts are kept, and the view `latest` decides. Attempts without a result
(lost, cancelled) are left out. Of two proofs of a claim the one that settles it is kept. The plan of the merged store
is all that the last plans of its parts name; if these are shards of one plan, it is that plan, by its hash.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from rosetta.campaigns.store.errors import StoreError, file_name
from rosetta.campaigns.store.opening import readable_connection
from rosetta.campaigns.store.rescue import rescued_connection
from rosetta.campaigns.store.schema import COLUMNS_OF, KEEP_PROOF, RESULT_NAMES, quoted
from rosetta.campaigns.store.store import CampaignStore, add_campaign, insert_rows, utc_now

PLANNED = "SELECT cell FROM planned ORDER BY position"
COUNTING = "SELECT count(*) FROM latest"


@dataclass(frozen=True, slots=True)
class MergedPart:
    """What came of a store. cells: of its last plan; new: results that were not there; known: those that were;
    versions: of Rosetta, of its runs; damage: what was left out of it, in words."""

    name: str
    cells: int
    new: int
    known: int
    versions: tuple[str, ...]
    damage: str = ""


def merge_stores(
    target: CampaignStore, parts: Sequence[Path], command: str = "", readable: bool = False
) -> list[MergedPart]:
    """Put what the parts hold into the target, all of it or nothing. readable: what can be read of them, where they are
    damaged. Raises StoreError."""
    merged = []
    with target.transaction() as connection:
        cells = [cell for (cell,) in connection.execute(PLANNED)]
        for path in parts:
            with _part_connection(path, readable) as (source, damage):
                merged.append(replace(_merge_part(connection, source, str(path)), damage=damage))
                cells += [cell for (cell,) in source.execute(PLANNED)]
        (text,) = connection.execute("SELECT coalesce(min(text), '') FROM campaign WHERE text <> ''").fetchone()
        campaign = add_campaign(connection, list(dict.fromkeys(cells)), text)
        last = connection.execute("SELECT campaign FROM run ORDER BY run DESC LIMIT 1").fetchone()
        if last != (campaign,):
            values = (campaign, utc_now(), command, "{}")
            connection.execute("INSERT INTO run (campaign, started, command, provenance) VALUES (?, ?, ?, ?)", values)
    return merged


@contextmanager
def _part_connection(path: Path, readable: bool) -> Iterator[tuple[sqlite3.Connection, str]]:
    """A connection to a part, and what is not in it because it is damaged."""
    if readable:
        with rescued_connection(path) as (connection, rescued):
            yield connection, str(rescued)
    else:
        with readable_connection(path) as connection:
            yield connection, ""


def check_parts(target: Path, parts: Sequence[Path], readable: bool = False) -> None:
    """Raise StoreError for a part that is no store, or is the target, before anything is made. readable: as in
    `merge_stores`."""
    for path in parts:
        with _part_connection(path, readable) as (source, _), closing(source.execute(COUNTING)) as rows:
            rows.fetchone()
        if target.exists() and target.samefile(path):
            raise StoreError(f"{file_name(path)}: cannot be merged into itself")


def _merge_part(target: sqlite3.Connection, source: sqlite3.Connection, name: str) -> MergedPart:
    for table in ("instance", "cell"):
        names = ", ".join(map(quoted, COLUMNS_OF[table]))
        insert_rows(target, table, source.execute(f"SELECT {names}, spec FROM {table}"))
    for table, width in (("machine", 2), ("answer", 2)):
        values = ", ".join("?" * width)
        target.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({values})", source.execute(f"SELECT * FROM {table}"))
    target.executemany(KEEP_PROOF, source.execute("SELECT * FROM proof"))
    _merge_plans(target, source)
    new, known = _merge_results(target, source)
    (cells,) = source.execute("SELECT count(*) FROM planned").fetchone()
    return MergedPart(name, cells, new, known, _suite_versions(source))


def _merge_plans(target: sqlite3.Connection, source: sqlite3.Connection) -> None:
    """The plans and their runs, each once."""
    for campaign, created, text in source.execute("SELECT campaign, created, text FROM campaign ORDER BY campaign"):
        query = "SELECT cell FROM member WHERE campaign = ? ORDER BY position"
        number = add_campaign(target, [cell for (cell,) in source.execute(query, (campaign,))], text, created)
        query = "SELECT ?, started, command, provenance FROM run WHERE campaign = ? ORDER BY run"
        for values in source.execute(query, (number, campaign)):
            known = "SELECT 1 FROM run WHERE campaign = ? AND started = ? AND command = ?"
            if target.execute(known, values[:3]).fetchone() is None:
                target.execute("INSERT INTO run (campaign, started, command, provenance) VALUES (?, ?, ?, ?)", values)


def _merge_results(target: sqlite3.Connection, source: sqlite3.Connection) -> tuple[int, int]:
    """How many results were new, and how many were there."""
    there: defaultdict[str, dict[tuple[str, ...], int]] = defaultdict(dict)
    for cell, number, *identity in target.execute("SELECT cell, attempt, host, worker, started FROM result"):
        there[cell][tuple(identity)] = number
    highest = dict(target.execute("SELECT cell, max(attempt) FROM attempt GROUP BY cell"))
    names = ", ".join(quoted(name, "result") for name in RESULT_NAMES)
    place = {name: RESULT_NAMES.index(name) for name in ("cell", "attempt", "host", "worker", "started", "ended")}
    new = known = 0
    rows = source.execute(
        f"SELECT finished, {names} FROM result JOIN attempt USING (cell, attempt) ORDER BY cell, attempt"
    )
    for finished, *row in rows:
        cell, host, worker, started = (row[place[name]] for name in ("cell", "host", "worker", "started"))
        if (host, worker, started) in there[cell]:
            known += 1
            continue
        new += 1
        row[place["attempt"]] = highest[cell] = there[cell][host, worker, started] = highest.get(cell, 0) + 1
        insert_rows(target, "result", [row])
        target.execute(
            "INSERT INTO attempt (cell, attempt, host, worker, started, finished, why) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (cell, row[place["attempt"]], host, worker, started, finished, row[place["ended"]]),
        )
    return new, known


def _suite_versions(source: sqlite3.Connection) -> tuple[str, ...]:
    versions = set()
    for (text,) in source.execute("SELECT provenance FROM run"):
        version = json.loads(text).get("versions", {}).get("rosetta")
        versions |= {version} if version else set()
    return tuple(sorted(versions))
