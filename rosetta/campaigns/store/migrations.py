"""From an empty or older file to the schema of today, in one transaction: a kill leaves the one or the other."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping

from rosetta.campaigns.rows.columns import answer_hash
from rosetta.campaigns.store.schema import (
    ANSWERS,
    APPLICATION_ID,
    COLUMNS_OF,
    PROOFS,
    VERSION,
    column_names,
    column_type,
    quoted,
    schema_version,
    tables,
    views,
)

Migration = Callable[[sqlite3.Connection], None]


def _share_answers(connection: sqlite3.Connection) -> None:
    """Version 1 had the text of an answer in each result."""
    connection.execute(ANSWERS)
    connection.create_function("answer_hash", 1, answer_hash, deterministic=True)
    connection.execute(
        "INSERT INTO answer SELECT DISTINCT answer_hash(answer), answer FROM result WHERE answer IS NOT NULL"
    )
    connection.execute("UPDATE result SET answer = answer_hash(answer) WHERE answer IS NOT NULL")


def _add_proofs(connection: sqlite3.Connection) -> None:
    """Version 2 knew no proofs; a program that does not read them would miss what they refute."""
    connection.execute(PROOFS)


MIGRATIONS: Mapping[int, Migration] = {1: _share_answers, 2: _add_proofs}  # from that version to the next


def needs_change(connection: sqlite3.Connection) -> bool:
    """Does the file differ from what `migrate` would leave?"""
    missing = any(_missing_columns(connection, table) for table in COLUMNS_OF)
    return schema_version(connection) != VERSION or missing or not views().items() <= _stored_views(connection).items()


def migrate(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty file; or bring those of an older one up to date. The connection is in autocommit."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = schema_version(connection)
        if version == 0:
            _run_script(connection, tables())
        else:
            for step in range(version, VERSION):
                MIGRATIONS[step](connection)
        for table in COLUMNS_OF:
            for name in _missing_columns(connection, table):
                connection.execute(f"ALTER TABLE {table} ADD COLUMN {quoted(name)} {column_type(name)}")
        _replace_views(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _replace_views(connection: sqlite3.Connection) -> None:
    for name, statement in views().items():
        connection.execute(f"DROP VIEW IF EXISTS {name}")
        connection.execute(statement)


def _run_script(connection: sqlite3.Connection, script: str) -> None:
    """As `executescript`, which would commit first."""
    for statement in script.split(";"):
        connection.execute(statement)


def _missing_columns(connection: sqlite3.Connection, table: str) -> list[str]:
    there = column_names(connection, table)
    return [name for name in COLUMNS_OF[table] if name not in there]


def _stored_views(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'view'"))
