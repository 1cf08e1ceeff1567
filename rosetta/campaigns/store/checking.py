"""Checking a store before anything is made of it: each value is of its column's kind, and the file is whole.

SQLite takes a text in a column of numbers, and a file whose bytes were changed may still be one that it reads. So when
a store is opened, every value is compared with what its column may hold, references with what they refer to, answers
with their hashes; then SQLite checks its own structure. This takes some 50 microseconds a cell; judging takes 200.

    KINDS      by table and column, what a value may be: a condition in SQL, and the same in words
    faults     the rows that break one of them
"""

from __future__ import annotations

import json
import sqlite3
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from backends.contract import Ending, Status
from rosetta.campaigns.rows.board_proofs import PROVED, REFUTED, UNKNOWN
from rosetta.campaigns.rows.columns import answer_hash
from rosetta.campaigns.store.errors import damage_error
from rosetta.campaigns.store.schema import (
    COLUMNS_OF,
    VERSION,
    column_names,
    column_type,
    quoted,
    schema_version,
)
from rosetta.campaigns.store.testimony_faults import details_fault, testimony_fault
from rosetta.foundation.vocabulary import DEFINITE

LONGEST_VALUE = 60
LARGEST = 1e15  # of what is measured: seconds, megabytes, the load
FLAGS = ("shuffled", "unique", "is_unique", "contended", "reliable")
ENDINGS = tuple(each.value for each in Ending if each is not Ending.NOT_STARTED)
CLAIMS = ("answer", "optimal", "unique")
# Of the columns that `columns.py` lists, those that every row has: a verdict, or a statistic, rests on each.
_NEEDED = """cell instance puzzle what size backend formulation configuration threads seed symmetry unique repeat
limit_s limit_mb attempt status ended"""
NEEDED = frozenset(_NEEDED.split())
KEYS: Mapping[str, tuple[str, ...]] = {
    "campaign": ("campaign",), "run": ("run",), "member": ("campaign", "position"), "machine": ("host",),
    "instance": ("instance",), "cell": ("cell",), "attempt": ("cell", "attempt"), "answer": ("hash",),
    "proof": ("instance", "claim", "subject"), "result": ("cell", "attempt"),
}  # fmt: skip
SINCE = {"answer": 2, "proof": 3}  # tables that came later, and the first version of the schema that has them


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What a column may hold.

    condition: in SQL, true or false of `{}`
    words: what was expected
    describe: what was found, in words, of a row; the value itself where None
    """

    condition: str
    words: str
    describe: Callable[[Mapping[str, Any]], str | None] | None = None

    @property
    def or_nothing(self) -> ValueKind:
        return replace(self, condition=f"({{0}} IS NULL OR {self.condition})", words=f"{self.words}, or nothing")


@dataclass(frozen=True, slots=True)
class ValueFault:
    """A value that cannot be meant. row: the key of its row, in words."""

    table: str
    column: str
    row: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"table {self.table}, {self.row}, column {self.column}: expected {self.expected}, found {self.found}"


def _words(*values: str) -> ValueKind:
    return ValueKind(f"{{0}} IN ({', '.join(map(repr, values))})", f"one of {', '.join(values)}")


def _reference(table: str, column: str) -> ValueKind:
    return ValueKind(f"{{0}} IN (SELECT {column} FROM {table})", f"the {column} of a row of the table {table}")


TEXT = ValueKind("typeof({0}) = 'text'", "a text")
COUNT = ValueKind("(typeof({0}) = 'integer' AND {0} >= 0)", "a whole number from 0 on")
FLAG = ValueKind("{0} IN (0, 1)", "0 or 1")
NUMBER = ValueKind("(typeof({0}) IN ('integer', 'real') AND {0} BETWEEN -1e300 AND 1e300)", "a number")
MEASURED = ValueKind(
    f"(typeof({{0}}) IN ('integer', 'real') AND {{0}} BETWEEN 0 AND {LARGEST})", f"a number from 0 to {LARGEST:g}"
)
# SQLite reads JSON itself, quickly; Python, which also knows infinite numbers, is asked where it does not understand.
OBJECT = """(typeof({0}) = 'text' AND (CASE WHEN json_valid({0}) THEN substr({0}, 1, 1) = '{{'
ELSE is_document(CAST({0} AS BLOB)) END))"""
DOCUMENT = ValueKind(OBJECT, "a JSON object")
TIME = ValueKind(
    "({0} LIKE '____-__-__T__:__:__%+00:00' AND julianday({0}) IS NOT NULL)", "a time such as 2026-01-31T12:00:00+00:00"
)
START = ValueKind("({0} LIKE '____-__-__T%' AND julianday({0}) IS NOT NULL)", TIME.words)
PLAN_TEXT = ValueKind("(typeof({0}) = 'text' AND is_toml(CAST({0} AS BLOB)))", "the text of a campaign file, in TOML")
HASHED = ValueKind(
    f"({OBJECT} AND answer_hash(CAST({{0}} AS BLOB)) = hash)", "an answer, as a JSON object, that has this hash"
)
TIME_TAKEN = ValueKind(
    f"({MEASURED.condition} OR ({{0}} IS NULL AND status NOT IN ({', '.join(map(repr, sorted(DEFINITE)))})))",
    f"{MEASURED.words}, or nothing where there is no answer either",
)
DETAILS = ValueKind(
    f"(({{0}} IS NULL OR {OBJECT}) AND details_fault(CAST({{0}} AS BLOB), status, answer IS NOT NULL) IS NULL)",
    "a JSON object that agrees with the columns",
    lambda row: details_fault(_as_bytes(row["details"]), row["status"], row["answer"] is not None),
)
TESTIMONY = ValueKind(
    f"({OBJECT} AND testimony_fault(CAST({{0}} AS BLOB)) IS NULL)",
    "a JSON object with the testimony of an answer",
    lambda row: testimony_fault(_as_bytes(row["testimony"])),
)
PROVENANCE = ValueKind(
    OBJECT.replace("'{{'", "'{{' AND coalesce(json_type({0}, '$.versions'), 'object') = 'object' "
                   "AND coalesce(json_type({0}, '$.versions.rosetta'), 'text') = 'text'"),
    "a JSON object, its versions texts",
)  # fmt: skip
TRIED = ValueKind(
    f"({COUNT.condition} AND EXISTS (SELECT 1 FROM attempt AS tried WHERE (tried.cell, tried.attempt) = "
    "(result.cell, result.attempt)))", "the cell and number of a row of the table attempt"
)  # fmt: skip
OF_CELL, OF_INSTANCE = _reference("cell", "cell"), _reference("instance", "instance")
OF_CAMPAIGN = _reference("campaign", "campaign")


def _kind_of(name: str) -> ValueKind:
    """What a column of `columns.py` may hold, by its type, where nothing more is known of it."""
    kinds = {"INTEGER": FLAG if name in FLAGS else COUNT, "REAL": MEASURED, "NUMERIC": NUMBER}
    kind = kinds.get(column_type(name), TEXT)
    return kind if name in NEEDED else kind.or_nothing


def _document_of(column: str, field: str) -> ValueKind:
    """A specification: of which row it is, its field says again."""
    condition = f"(CASE WHEN json_valid({{0}}) THEN json_extract({{0}}, '$.{field}') = {quoted(column)} ELSE 1 END)"
    return ValueKind(f"({OBJECT} AND {condition})", f"a JSON object, its {field} as in the column {column}")


KINDS: Mapping[str, Mapping[str, ValueKind]] = {
    "campaign": {"campaign": COUNT, "plan": TEXT, "created": START, "text": PLAN_TEXT},
    "run": {"run": COUNT, "campaign": OF_CAMPAIGN, "started": START, "command": TEXT, "provenance": PROVENANCE},
    "machine": {"host": TEXT, "description": DOCUMENT},
    "instance": {
        **{name: _kind_of(name) for name in COLUMNS_OF["instance"]}, "spec": _document_of("instance", "hash")
    },
    "cell": {
        **{name: _kind_of(name) for name in COLUMNS_OF["cell"]},
        "instance": OF_INSTANCE, "spec": _document_of("backend", "backend"),
    },
    "member": {"campaign": OF_CAMPAIGN, "position": COUNT, "cell": OF_CELL},
    "attempt": {
        "cell": OF_CELL, "attempt": COUNT, "host": TEXT.or_nothing, "worker": TEXT.or_nothing,
        "started": START.or_nothing, "finished": TIME.or_nothing,
        "why": _words(*ENDINGS, "cancelled", "lost").or_nothing,
    },
    "answer": {"hash": TEXT, "text": HASHED},
    "proof": {
        "instance": OF_INSTANCE, "claim": _words(*CLAIMS), "subject": TEXT, "status": _words(PROVED, REFUTED, UNKNOWN),
        "words": TEXT, "formulation": TEXT, "limit_s": MEASURED, "limit_mb": COUNT, "details": DOCUMENT,
        "testimony": TESTIMONY.or_nothing, "host": TEXT.or_nothing, "ended": TEXT.or_nothing,
    },
    "result": {
        **{name: _kind_of(name) for name in COLUMNS_OF["result"]},
        "cell": OF_CELL, "status": _words(*(each.value for each in Status)), "ended": _words(*ENDINGS),
        "answer": _reference("answer", "hash").or_nothing, "details": DETAILS, "attempt": TRIED,
        "total_s": TIME_TAKEN, "started": START.or_nothing,
    },
}  # fmt: skip


def check_content(path: Path, connection: sqlite3.Connection) -> None:
    """Raise StoreError for a store that does not hold what its schema, of whatever version, says. Writes nothing."""
    _check_tables(path, connection)
    fault = next(faults(connection), None)
    if fault is not None:
        raise damage_error(path, str(fault))
    ((found,),) = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if found != "ok":
        raise damage_error(path, f"SQLite says: {found}")


def faults(connection: sqlite3.Connection) -> Iterator[ValueFault]:
    """The values of a store that cannot be meant, the first of each row."""
    for table in KINDS:
        if schema_version(connection) >= SINCE.get(table, 1):
            with _lenient_reading(connection):
                yield from _faults_of(connection, table)


def sound_condition(connection: sqlite3.Connection, table: str) -> str:
    """The condition that a row has no fault."""
    return f"{_first_fault(connection, table)} IS NULL"


def define_functions(connection: sqlite3.Connection) -> None:
    """The functions that the conditions call. They get texts as bytes, since a damaged one may be no UTF-8."""
    connection.create_function("is_document", 1, _is_document, deterministic=True)
    connection.create_function("is_toml", 1, _is_toml, deterministic=True)
    connection.create_function(
        "answer_hash", 1, lambda text: answer_hash(text.decode(errors="replace")), deterministic=True
    )
    connection.create_function("details_fault", 3, details_fault, deterministic=True)
    connection.create_function("testimony_fault", 1, testimony_fault, deterministic=True)


def _faults_of(connection: sqlite3.Connection, table: str) -> Iterator[ValueFault]:
    cursor = connection.execute(f"SELECT * FROM (SELECT {_first_fault(connection, table)} AS fault, * FROM {table}) "
                                "WHERE fault IS NOT NULL")  # fmt: skip
    names = [name for name, *_ in cursor.description]
    for line in cursor:
        row = dict(zip(names, line, strict=True))
        column = row["fault"]
        key = ", ".join(f"{name} {_in_words(row[name])}" for name in KEYS[table])
        kind = _kinds(connection, table)[column]
        found = kind.describe(row) if kind.describe else None
        yield ValueFault(table, column, key, kind.words, found or _in_words(row[column]))


def _first_fault(connection: sqlite3.Connection, table: str) -> str:
    """The name of the first column whose value is not of its kind, NULL if there is none."""
    cases = (
        f"WHEN ({kind.condition.format(quoted(name))}) IS NOT TRUE THEN '{name}'"
        for name, kind in _kinds(connection, table).items()
    )
    return f"CASE {' '.join(cases)} END"


def _kinds(connection: sqlite3.Connection, table: str) -> dict[str, ValueKind]:
    """Of the columns that the file has: older ones have fewer, and in the first version the answers themselves."""
    there = column_names(connection, table)
    kinds = {name: kind for name, kind in KINDS[table].items() if name in there}
    if table == "result" and schema_version(connection) < SINCE["answer"]:
        kinds["answer"] = DOCUMENT.or_nothing
    return kinds


def _check_tables(path: Path, connection: sqlite3.Connection) -> None:
    """The tables of its version, and none that came later; all columns that no version lacks."""
    version = schema_version(connection)
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    known = {table for table in KINDS if SINCE.get(table, 1) <= version}
    if not 1 <= version <= VERSION or there & set(KINDS) != known:
        odd = ", ".join(sorted((there & set(KINDS)) ^ known)) or "none"
        raise damage_error(path, f"expected the tables of schema {version}, found others (different: {odd})")
    for table in known:
        needed = {*KEYS[table], *(KINDS[table].keys() - COLUMNS_OF.get(table, ())), *(NEEDED & KINDS[table].keys())}
        if missing := needed - set(column_names(connection, table)):
            raise damage_error(path, f"table {table}: expected the columns {', '.join(sorted(missing))}, found none")


@contextmanager
def _lenient_reading(connection: sqlite3.Connection) -> Iterator[None]:
    """A text that is no UTF-8 is read with marks in its place, so that it can be told."""
    before = connection.text_factory
    connection.text_factory = lambda content: content.decode(errors="replace")
    try:
        yield
    finally:
        connection.text_factory = before


def _is_document(text: bytes) -> bool:
    """JSON as Python reads it, in which numbers may be infinite, of an object."""
    try:
        return isinstance(json.loads(text.decode()), dict)
    except (ValueError, RecursionError):
        return False


def _is_toml(text: bytes) -> bool:
    try:
        tomllib.loads(text.decode())
    except (ValueError, RecursionError):
        return False
    return True


def _as_bytes(value: Any) -> bytes | None:
    """A text as the functions of a condition get it; None for what is no text."""
    return value.encode() if isinstance(value, str) else None


def _in_words(value: Any) -> str:
    """A value as a message shows it."""
    if value is None:
        return "nothing"
    if isinstance(value, bytes):
        return f"{len(value):,} bytes of binary data"
    words = repr(value)
    return words if len(words) <= LONGEST_VALUE else f"{words[:LONGEST_VALUE]}.."
