"""The schema of a store: tables made from the columns of a campaign (`columns.py`), and the views that read them.

    campaign    a plan: the hash of its cells' ids, the text of the campaign file
    run         each `bench run` on it: when, the command, versions
    member      which cells a plan names, in its order
    instance    a board, once
    cell        what is run once; its columns that are not those of its instance, and its specification as JSON
    attempt     each try at a cell: when, by whom, what ended it (NULL: it runs, or was lost)
    result      what came of an attempt; `answer` is a hash
    answer      answers as JSON, each once: of a large board it is megabytes, and most solvers find the same. None is
                left out, as the verdict rests on them
    machine     what a fingerprint in `host` stands for
    proof       what came of each attempt to prove what cells claim of a board (`proofs.board_proofs`)

    latest      a view: a row per cell that has a result, of the attempt that counts, with all columns of both
    planned     a view: the cells of the plan that was run last

Which attempt counts is said once, in `STANDING`: an answer that breaks the rules is never hidden by a later attempt;
then what was measured undisturbed, first where the system could account for all processes, then contended
measurements, then crashes; among equals the one started last.

A column that `columns.py` gains is added to older files when they are opened for writing, and is NULL there. So it
needs no new version: VERSION counts changes that an older program would misread (`migrations.py`).
"""

from __future__ import annotations

import sqlite3

from rosetta.campaigns.rows.board_proofs import PROVED, REFUTED, UNKNOWN
from rosetta.campaigns.rows.columns import CELL_COLUMNS, RESULT_COLUMNS

APPLICATION_ID = 0x526F7365  # "Rose": in the header of the file, by which `file` and we know our own
VERSION = 3
MAGIC = b"SQLite format 3\0"  # how the file begins, as that of any database of SQLite

INSTANCE_COLUMNS = ("puzzle", "what", "board_seed", "board_options", "family", "height", "width", "size")
OWN_COLUMNS = tuple(name for name in CELL_COLUMNS if name not in INSTANCE_COLUMNS)  # of a cell, with `instance`
RESULT_NAMES = ("cell", *RESULT_COLUMNS)
COLUMNS_OF = {"instance": ("instance", *INSTANCE_COLUMNS), "cell": OWN_COLUMNS, "result": RESULT_NAMES}

_INTEGERS = """board_seed height width size threads seed shuffled symmetry unique repeat limit_mb attempt is_unique
variables rows literals contended reliable"""
INTEGERS = frozenset(_INTEGERS.split())
REALS = frozenset(("peak_mb", "load"))
NUMBERS = frozenset(("objective", "bound"))  # whole where they are whole

CONTENDED_STANDING = 3
STANDING = f"""CASE
    WHEN instr(details, '"broken":["') THEN 0
    WHEN ended = 'crash' THEN 4
    WHEN contended = 1 THEN {CONTENDED_STANDING}
    WHEN reliable = 0 THEN 2
    ELSE 1 END"""
COUNTS = f"""result.attempt = (SELECT attempt FROM result AS other WHERE other.cell = result.cell ORDER BY {STANDING}, \
started DESC, attempt DESC LIMIT 1)"""
FINAL_STANDING = 2  # up to this one, a cell need not run again


ANSWERS = "CREATE TABLE answer (hash TEXT PRIMARY KEY, text TEXT NOT NULL)"
PROOFS = """CREATE TABLE proof (
  instance TEXT NOT NULL REFERENCES instance, claim TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL,
  words TEXT NOT NULL, formulation TEXT NOT NULL, limit_s REAL NOT NULL, limit_mb INTEGER NOT NULL,
  details TEXT NOT NULL, testimony TEXT, host TEXT, ended TEXT, PRIMARY KEY (instance, claim, subject))"""
# A refutation is an answer that was checked, so nothing outweighs it; a limit that was not enough outweighs nothing.
_WEIGHT = f"CASE {{0}}.status WHEN '{REFUTED}' THEN 2 WHEN '{PROVED}' THEN 1 ELSE 0 END"
_MORE_TRIED = "excluded.limit_s > proof.limit_s OR excluded.limit_mb > proof.limit_mb"
KEEP_PROOF = f"""INSERT INTO proof VALUES ({", ".join("?" * 12)}) ON CONFLICT DO UPDATE SET
  status = excluded.status, words = excluded.words, formulation = excluded.formulation, limit_s = excluded.limit_s,
  limit_mb = excluded.limit_mb, details = excluded.details, testimony = excluded.testimony, host = excluded.host,
  ended = excluded.ended
WHERE {_WEIGHT.format("excluded")} > {_WEIGHT.format("proof")}
OR (proof.status = '{UNKNOWN}' AND excluded.status = '{UNKNOWN}' AND ({_MORE_TRIED}))"""


def schema_version(connection: sqlite3.Connection) -> int:
    """The number that the file has: VERSION of who wrote it, 0 of a new one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def column_names(connection: sqlite3.Connection, table: str) -> list[str]:
    """The columns that a table has in the file, in their order; none without the table."""
    return [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]


def column_type(name: str) -> str:
    """The SQL type of a column."""
    if name in INTEGERS:
        return "INTEGER"
    if name in REALS or name.endswith("_s"):
        return "REAL"
    return "NUMERIC" if name in NUMBERS else "TEXT"


def quoted(name: str, table: str = "") -> str:
    """A column's name in SQL; some are words of SQL, such as `unique`."""
    return f'{table}."{name}"' if table else f'"{name}"'


def tables() -> str:
    """The statements that make the tables of an empty store."""
    columns = {
        table: ", ".join(f"{quoted(name)} {column_type(name)}" for name in names) for table, names in COLUMNS_OF.items()
    }
    return f"""
CREATE TABLE campaign (
  campaign INTEGER PRIMARY KEY, plan TEXT NOT NULL UNIQUE, created TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE run (
  run INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign, started TEXT NOT NULL, command TEXT NOT NULL,
  provenance TEXT NOT NULL);
CREATE TABLE member (
  campaign INTEGER NOT NULL REFERENCES campaign, position INTEGER NOT NULL, cell TEXT NOT NULL,
  PRIMARY KEY (campaign, position)) WITHOUT ROWID;
CREATE TABLE machine (host TEXT PRIMARY KEY, description TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE instance ({columns["instance"]}, spec TEXT NOT NULL, PRIMARY KEY (instance));
CREATE TABLE cell (
  {columns["cell"]}, spec TEXT NOT NULL, PRIMARY KEY (cell), FOREIGN KEY (instance) REFERENCES instance);
CREATE INDEX cell_by_instance ON cell (instance, cell);
CREATE TABLE attempt (
  cell TEXT NOT NULL REFERENCES cell, attempt INTEGER NOT NULL, host TEXT, worker TEXT, started TEXT, finished TEXT,
  why TEXT, PRIMARY KEY (cell, attempt));
{ANSWERS};
{PROOFS};
CREATE TABLE result ({columns["result"]}, PRIMARY KEY (cell, attempt), FOREIGN KEY (cell) REFERENCES cell);
"""


def select_results(*more: str) -> str:
    """The query of all results, one for each attempt that has one: the columns of both groups, then `more`."""
    tables_of = {name: table for table in ("result", "cell", "instance") for name in COLUMNS_OF[table]}
    expressions = {name: quoted(name, tables_of[name]) for name in (*CELL_COLUMNS, *RESULT_COLUMNS)}
    expressions["answer"] = "kept.text AS answer"
    return f"""SELECT {", ".join([*expressions.values(), *more])}
FROM cell JOIN instance ON instance.instance = cell.instance JOIN result ON result.cell = cell.cell
LEFT JOIN answer AS kept ON kept.hash = result.answer"""


def views() -> dict[str, str]:
    """The statements that make the views, by their names."""
    return {
        "latest": f"CREATE VIEW latest AS {select_results()}\nWHERE {COUNTS}",
        "planned": """CREATE VIEW planned AS SELECT cell, position FROM member
WHERE campaign = (SELECT campaign FROM run ORDER BY run DESC LIMIT 1)""",
    }
