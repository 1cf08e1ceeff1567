"""The store: plans, cells, attempts and results in one SQLite file. One process writes; any number may read.

    with open_store(path) as store:
        store.add_cells(cells, command="...")       the plan; what is there already stays
        for cell in store.pending_cells():
            n = store.begin_attempt(cell)
            store.record({**row, "attempt": n})     a second time it changes nothing
            store.commit_if_due()                   in every turn of a loop that waits

Writes are collected for a fifth of a second, or a hundred, and then committed at once: what a kill or a power cut can
lose is the last batch, and those cells run again. Opening for writing marks attempts that never ended as `lost`.

In a forked child the store cannot be used, and is not closed (`opening.py`).
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta.campaigns.planning.cells import Cell, CellInstance, cell_columns, cell_from_spec, instance_from_spec
from rosetta.campaigns.rows.board_proofs import BoardProof
from rosetta.campaigns.rows.columns import CELL_COLUMNS, JUDGED_COLUMNS, LONG_COLUMNS, RESULT_COLUMNS, answer_hash
from rosetta.campaigns.store.errors import (
    StoreError,
    check_identity,
    check_size,
    damage_error,
    describe_error,
    file_identity,
    file_name,
    translate_errors,
    translate_texts,
)
from rosetta.campaigns.store.opening import readable_connection, writable_connection
from rosetta.campaigns.store.schema import (
    COLUMNS_OF,
    COUNTS,
    FINAL_STANDING,
    KEEP_PROOF,
    OWN_COLUMNS,
    RESULT_NAMES,
    STANDING,
    quoted,
    select_results,
)
from rosetta.foundation.errors import InputError

if TYPE_CHECKING:
    from pandas import DataFrame

BATCH_SECONDS, BATCH_WRITES = 0.2, 100
MOST_ATTEMPTS, MOST_CRASHES = 3, 2  # at a cell that is disturbed, or crashes
QUEUED = "queued"  # the worker of an attempt that has none yet
ROW_COLUMNS = (*CELL_COLUMNS, *RESULT_COLUMNS)

# A cell is done when an attempt at it counts for good, or when it has been tried often enough.
MAY_RUN = f"""(SELECT count(*) FROM result WHERE result.cell = planned.cell) < {MOST_ATTEMPTS}
AND (SELECT count(*) FROM result WHERE result.cell = planned.cell AND ended = 'crash') < {MOST_CRASHES}"""
PENDING = f"""SELECT cell.cell, cell.spec, cell.instance FROM planned JOIN cell USING (cell)
WHERE NOT EXISTS (SELECT 1 FROM result WHERE result.cell = planned.cell AND {STANDING} <= ?) AND {MAY_RUN}
ORDER BY planned.position"""


@dataclass(frozen=True, slots=True)
class PlanChange:
    """What a plan did to a store. cells: that it names; new: of these, those that were not there; dropped: cells of
    the plan before it that it does not name; they stay in the store."""

    cells: int
    new: int
    dropped: int


@dataclass(frozen=True, slots=True)
class AttemptedRow:
    """The row of an attempt. counts: it is the one of its cell that `latest` has; planned: the last plan names it."""

    row: dict[str, Any]
    counts: bool
    planned: bool


class CampaignStore:
    """An open store (`open_store`)."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path, self._connection, self._process = path, connection, os.getpid()
        self._writes, self._due = 0, 0.0
        self._file, self._size = file_identity(path), check_size(path, 0)

    def add_cells(
        self, cells: Iterable[Cell], *, command: str = "", text: str = "", provenance: Mapping[str, Any] | None = None
    ) -> PlanChange:
        """Make these cells, in this order, the plan. text: of the campaign file; provenance: of report/provenance.py.
        What is in the store already stays as it is, but for the family of an instance, which a plan may rename."""
        listed = {cell.id: cell for cell in cells}
        with self.transaction() as connection:
            before = {cell for (cell,) in connection.execute("SELECT cell FROM planned")}
            count = connection.execute("SELECT count(*) FROM cell").fetchone()[0]
            instances = {cell.instance.hash: cell for cell in listed.values()}
            insert_rows(connection, "instance", (_instance_values(cell) for cell in instances.values()), _RENAMING)
            insert_rows(connection, "cell", (_cell_values(cell) for cell in listed.values()))
            campaign = add_campaign(connection, list(listed), text)
            connection.execute(
                "INSERT INTO run (campaign, started, command, provenance) VALUES (?, ?, ?, ?)",
                (campaign, utc_now(), command, json.dumps(provenance or {})),
            )
            new = connection.execute("SELECT count(*) FROM cell").fetchone()[0] - count
        return PlanChange(len(listed), new, len(before - listed.keys()))

    def add_machine(self, host: str, description: Mapping[str, Any]) -> None:
        """Keep what the fingerprint of a machine stands for."""
        with self._write() as connection:
            connection.execute("INSERT OR IGNORE INTO machine VALUES (?, ?)", (host, json.dumps(description)))

    def machines(self) -> dict[str, dict[str, Any]]:
        """What the fingerprints of machines stand for."""
        return {host: json.loads(description) for host, description in self.query("SELECT * FROM machine")}

    def pending_cells(self, keep_contended: bool = False) -> list[Cell]:
        """The cells of the plan that have to run, in its order: those without a result, and those that were disturbed
        or crashed, and were not tried often enough. keep_contended: disturbed results will do."""
        instances: dict[str, CellInstance] = {}
        worst = FINAL_STANDING + keep_contended
        return [self._read_cell(cell, spec, board, instances) for cell, spec, board in self.query(PENDING, (worst,))]

    def find_cells(self, prefix: str) -> list[Cell]:
        """The cells, of any plan, whose ids begin so. prefix: hexadecimal digits."""
        query = "SELECT cell, spec, instance FROM cell WHERE cell >= ? AND cell < ? ORDER BY cell"
        found = self.query(query, (prefix, f"{prefix}g"))
        instances: dict[str, CellInstance] = {}
        return [self._read_cell(cell, spec, board, instances) for cell, spec, board in found]

    def begin_attempt(self, cell: Cell, host: str | None = None, worker: str | None = None) -> int:
        """The number of a new attempt at the cell, from 1."""
        with self._write() as connection:
            query = "SELECT coalesce(max(attempt), 0) + 1 FROM attempt WHERE cell = ?"
            number = int(connection.execute(query, (cell.id,)).fetchone()[0])
            values = (cell.id, number, host, worker, utc_now())
            connection.execute(
                "INSERT INTO attempt (cell, attempt, host, worker, started) VALUES (?, ?, ?, ?, ?)", values
            )
        return number

    def note_queued(self, cell: Cell, attempt: int, queued: bool) -> None:
        """Whether the attempt waits for a worker that was busy when it was handed out."""
        with self._write() as connection:
            connection.execute(
                "UPDATE attempt SET worker = ? WHERE cell = ? AND attempt = ? AND finished IS NULL",
                (QUEUED if queued else None, cell.id, attempt),
            )

    def end_attempt(self, cell: Cell, attempt: int, why: str) -> None:
        """The attempt ended without a row. why: cancelled, lost."""
        with self._write() as connection:
            connection.execute(
                "UPDATE attempt SET finished = ?, why = ? WHERE cell = ? AND attempt = ? AND finished IS NULL",
                (utc_now(), why, cell.id, attempt),
            )

    def record(self, row: Mapping[str, Any]) -> None:
        """Keep the row of an attempt; a second one of the same attempt changes nothing. Raises ValueError for a column
        that there is not."""
        if unknown := row.keys() - set(ROW_COLUMNS) - JUDGED_COLUMNS.keys():
            raise ValueError(f"no such columns: {', '.join(sorted(unknown))}")
        answer = row.get("answer")
        shared = {**row, "answer": None if answer is None else answer_hash(answer)}
        with self._write() as connection:
            if answer is not None:
                connection.execute("INSERT OR IGNORE INTO answer VALUES (?, ?)", (shared["answer"], answer))
            insert_rows(connection, "result", [[shared.get(name) for name in RESULT_NAMES]])
            connection.execute(
                "INSERT INTO attempt (cell, attempt, host, worker, started, finished, why) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET host = excluded.host, worker = excluded.worker, started = excluded.started,"
                " finished = excluded.finished, why = excluded.why WHERE finished IS NULL OR why = 'lost'",
                (
                    *(row.get(name) for name in ("cell", "attempt", "host", "worker", "started")),
                    utc_now(),
                    row["ended"],
                ),
            )

    def record_proof(self, proof: BoardProof) -> None:
        """Keep what came of the attempt to prove a claim, on the disk, unless more is known of it already."""
        with self.transaction() as connection:
            connection.execute(KEEP_PROOF, astuple(proof))

    def proofs(self, instance: str | None = None) -> defaultdict[str, list[BoardProof]]:
        """What is known of claims about boards, by the hash of the instance. instance: the hash of the only one."""
        chosen, values = ("", ()) if instance is None else (" WHERE instance = ?", (instance,))
        known: defaultdict[str, list[BoardProof]] = defaultdict(list)
        for line in self.query(f"SELECT * FROM proof{chosen} ORDER BY instance, claim, subject", values):
            known[line[0]].append(BoardProof(*line))
        return known

    def commit_if_due(self) -> None:
        """Commit what has waited for BATCH_SECONDS. Cheap: call it in every turn of a loop that waits."""
        if self._writes and (self._writes >= BATCH_WRITES or time.monotonic() >= self._due):
            self.commit()

    def commit(self) -> None:
        """Commit what was written so far. Raises StoreFull, also if the file is not there any more."""
        self._check_process()
        self._writes = 0
        if self._connection.in_transaction:
            self._size = check_size(self._path, self._size)  # before the commit, which may make the file longer
            with translate_errors(self._path):
                try:
                    self._connection.execute("COMMIT")
                except sqlite3.DatabaseError:
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
                    raise
            check_identity(self._path, self._file)

    def rows(self, every_plan: bool = False) -> Iterator[dict[str, Any]]:
        """A row per cell of the last plan that has a result, without the judged columns; those of an instance stand
        together. every_plan: of all cells."""
        for values in self.query(_rows_query(ROW_COLUMNS, every_plan)):
            yield dict(zip(ROW_COLUMNS, values, strict=True))

    def attempted_rows(self, instance: str | None = None) -> Iterator[AttemptedRow]:
        """The rows of all attempts, those of an instance together, of cells of any plan. instance: the hash of the only
        one."""
        chosen = "" if instance is None else " WHERE cell.instance = ?"
        query = select_results(COUNTS, "cell.cell IN (SELECT cell FROM planned)") + chosen
        values = () if instance is None else (instance,)
        for *columns, counts, planned in self.query(f"{query} ORDER BY cell.instance, cell.cell", values):
            yield AttemptedRow(dict(zip(ROW_COLUMNS, columns, strict=True)), bool(counts), bool(planned))

    def attempts(self, cell: str) -> list[dict[str, Any]]:
        """Every attempt at a cell, with what came of it: `attempt`, `started`, `finished`, `host`, `worker`, `why` (it
        ended: answer, crash, ..., cancelled, lost; None while it runs), `total_s`, `contended`."""
        names = ("attempt", "started", "finished", "host", "worker", "why", "total_s", "contended")
        query = f"""SELECT attempt, {", ".join(f"attempt.{name}" for name in names[1:6])}, total_s, contended
            FROM attempt LEFT JOIN result USING (cell, attempt) WHERE cell = ? ORDER BY attempt"""
        return [dict(zip(names, values, strict=True)) for values in self.query(query, (cell,))]

    def frame(self, every_plan: bool = False) -> DataFrame:
        """The rows as a pandas frame, with all columns but LONG_COLUMNS."""
        import pandas

        chosen = [name for name in ROW_COLUMNS if name not in LONG_COLUMNS]
        lines = list(self.query(_rows_query(chosen, every_plan)))
        return pandas.DataFrame.from_records(lines, columns=chosen, coerce_float=True)

    def count_cells(self, every_plan: bool = False) -> int:
        """Cells of the last plan, or all."""
        return int(next(self.query(f"SELECT count(*) FROM {'cell' if every_plan else 'planned'}"))[0])

    def count_results(self) -> int:
        """Cells of the last plan that have a result."""
        return int(next(self.query("SELECT count(DISTINCT cell) FROM result JOIN planned USING (cell)"))[0])

    def query(self, query: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """What a query finds. The tables and views are those of `schema.py`."""
        self._check_process()
        with translate_errors(self._path), translate_texts(self._path):
            # no `yield from`, which closes the cursor of a reader that stops early, perhaps after the connection
            for line in self._connection.execute(query, values):  # noqa: UP028
                yield line

    @contextmanager
    def translate_faults(self) -> Iterator[None]:
        """Raise what is wrong with a stored testimony (InputError) as StoreError: around whatever judges rows."""
        try:
            yield
        except InputError as error:
            raise damage_error(self._path, str(error)) from error

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """For changes that are made together or not at all; what was written before is committed first."""
        self.commit()
        with self._write(commit=True) as connection:
            yield connection

    def shrink(self) -> None:
        """Give the space of what was deleted back to the disk. Needs as much again while it works."""
        self.commit()
        with translate_errors(self._path):
            self._connection.execute("VACUUM")
        self._size = 0

    def read_instance(self, hash: str) -> CellInstance:
        """The instance with this hash, which a cell of the store has."""
        ((text,),) = self.query("SELECT spec FROM instance WHERE instance = ?", (hash,))
        with self._explain_specification(f"instance {hash}"):
            return instance_from_spec(json.loads(text))

    def read_answer(self, hash: str) -> str:
        """The JSON of the answer with this hash, which a result of the store has."""
        ((text,),) = self.query("SELECT text FROM answer WHERE hash = ?", (hash,))
        return str(text)

    def latest_run(self) -> tuple[str, dict[str, Any]]:
        """The command of the latest run, and its provenance: machine, versions, limits."""
        runs = list(self.query("SELECT command, provenance FROM run ORDER BY run DESC LIMIT 1"))
        return (str(runs[0][0]), json.loads(runs[0][1])) if runs else ("", {})

    def mark_lost_attempts(self) -> None:
        """Mark the attempts that never ended: whoever made them is gone. For the only writer, before it begins any."""
        with self.transaction() as connection:
            connection.execute("UPDATE attempt SET finished = ?, why = 'lost' WHERE finished IS NULL", (utc_now(),))

    @contextmanager
    def _write(self, commit: bool = False) -> Iterator[sqlite3.Connection]:
        """A write of the current batch; commit: ends it now."""
        self._check_process()
        with translate_errors(self._path):
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
                self._due = time.monotonic() + BATCH_SECONDS
            try:
                yield self._connection
            except BaseException:
                if commit and self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        self._writes += 1
        if commit:
            self.commit()
        self.commit_if_due()

    def _read_cell(self, id: str, spec: str, instance: str, instances: dict[str, CellInstance]) -> Cell:
        """The cell; cells of an instance share it, for its text may be long."""
        if instance not in instances:
            instances[instance] = self.read_instance(instance)
        with self._explain_specification(f"cell {id}"):
            cell = cell_from_spec(instances[instance], json.loads(spec))
            if cell.id != id:
                raise ValueError(f"its id would be {cell.id}")
        return cell

    @contextmanager
    def _explain_specification(self, name: str) -> Iterator[None]:
        """Raise StoreError for a specification that is none of today's."""
        try:
            yield
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise StoreError(
                f"{file_name(self._path)}: {name}: its specification cannot be used ({describe_error(error)}): it was "
                "planned by an earlier version of Rosetta, or is damaged. Its results can be read (bench report, bench "
                "export); to run it again, plan it anew: the same bench run with another --store"
            ) from None

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            raise StoreError(f"{file_name(self._path)}: cannot be used in a forked child; open it there")


@contextmanager
def open_store(path: Path, read_only: bool = False) -> Iterator[CampaignStore]:
    """The store in that file, which is made if it is not there and may be written. At the end everything is committed,
    also after an error. Raises StoreError."""
    opening = readable_connection if read_only else writable_connection
    with opening(path) as connection:
        store, owner = CampaignStore(path, connection), os.getpid()
        try:
            if not read_only:
                store.mark_lost_attempts()
            yield store
        finally:
            if os.getpid() == owner:
                store.commit()


_RENAMING = "ON CONFLICT (instance) DO UPDATE SET family = excluded.family WHERE family <> excluded.family"


def insert_rows(
    connection: sqlite3.Connection, table: str, lines: Iterable[Sequence[Any]], conflict: str = "ON CONFLICT DO NOTHING"
) -> None:
    """Insert lines of values: the table's columns, and its specification where it has one."""
    names = [*map(quoted, COLUMNS_OF[table]), *(["spec"] if table != "result" else [])]
    query = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))}) {conflict}"
    connection.executemany(query, (list(map(_storable, line)) for line in lines))


def _storable(value: Any) -> Any:
    """A value as SQLite takes it: whole numbers beyond 64 bits are rounded (exact in `spec`); what is infinite is
    no bound, so NULL."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return float(value) if isinstance(value, int) and value.bit_length() > 63 else value


def _instance_values(cell: Cell) -> list[Any]:
    columns = cell_columns(cell)
    return [*(columns[name] for name in COLUMNS_OF["instance"]), json.dumps(asdict(cell.instance))]


def _cell_values(cell: Cell) -> list[Any]:
    columns = cell_columns(cell)
    return [*(columns[name] for name in OWN_COLUMNS), json.dumps(cell.spec(), sort_keys=True)]


def add_campaign(connection: sqlite3.Connection, cells: Sequence[str], text: str, created: str | None = None) -> int:
    """The number of the campaign with exactly these cells, which is added if it is new. created: now where None."""
    plan = hashlib.sha256("\n".join(sorted(cells)).encode()).hexdigest()
    known = connection.execute("SELECT campaign FROM campaign WHERE plan = ?", (plan,)).fetchone()
    if known:
        return int(known[0])
    query = "INSERT INTO campaign (plan, created, text) VALUES (?, ?, ?) RETURNING campaign"
    ((number,),) = connection.execute(query, (plan, created or utc_now(), text)).fetchall()
    members = ((number, position, cell) for position, cell in enumerate(cells))
    connection.executemany("INSERT INTO member VALUES (?, ?, ?)", members)
    return int(number)


def _rows_query(columns: Sequence[str], every_plan: bool) -> str:
    """The rows come in the order of an index (`cross join` and `+` see to it), so that a million need no sorting."""
    selected = ", ".join(quoted(name, "latest") for name in columns)
    chosen = "" if every_plan else "WHERE +ordered.cell IN (SELECT cell FROM planned)"
    return f"""SELECT {selected} FROM cell AS ordered CROSS JOIN latest ON latest.cell = ordered.cell {chosen}
        ORDER BY ordered.instance, ordered.cell"""


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
