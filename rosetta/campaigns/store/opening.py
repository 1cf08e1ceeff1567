"""Opening a store: what kind of file it is, before anything touches it; for writing or for reading only."""

from __future__ import annotations

import ctypes
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rosetta.campaigns.store.checking import check_content, define_functions
from rosetta.campaigns.store.errors import (
    CANNOT_OPEN,
    READ_ONLY,
    StoreError,
    check_exists,
    describe_foreign_file,
    file_name,
    translate_errors,
    translate_texts,
)
from rosetta.campaigns.store.lock import hold_lock
from rosetta.campaigns.store.migrations import migrate, needs_change
from rosetta.campaigns.store.schema import APPLICATION_ID, MAGIC, VERSION, schema_version

BUSY_SECONDS = 60.0


@contextmanager
def writable_connection(path: Path) -> Iterator[sqlite3.Connection]:
    """The connection of the only writer, in autocommit, with the schema of today. Raises StoreError.

    WAL: others read while it writes. synchronous=FULL: a commit is on the disk before it returns, so a power cut loses
    no commit; NORMAL would lose all since the last checkpoint. The price is one fsync per batch, five a second."""
    path = Path(os.path.realpath(path))
    _check_writable(path)
    with hold_lock(path), translate_errors(path):
        check_file(path)
        with owned_connection(_connect(path, "rwc")) as connection:
            _check_version(path, connection)
            with translate_texts(path):
                if not _is_new(connection):
                    check_content(path, connection)
            if needs_change(connection):
                migrate(connection)  # before WAL: then the header of the file says whose it is
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            yield connection
            _fold_wal(connection)


def check_writable(path: Path) -> None:
    """Raise StoreError where a store could not be opened for writing now. Makes none."""
    path = Path(os.path.realpath(path))
    _check_writable(path)
    with hold_lock(path):
        pass


def _check_writable(path: Path) -> None:
    check_file(path)
    if not os.access(path if path.exists() else path.parent, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise StoreError(f"{file_name(path)}: no permission to write the file or its folder")


def _fold_wal(connection: sqlite3.Connection) -> None:
    """Make the file whole in itself: it can be copied, and read where nothing can be written, and no reader leaves
    files beside it. Where somebody reads just now, it stays as it is, and the next writer does this."""
    connection.execute("PRAGMA busy_timeout = 0")
    with suppress(sqlite3.DatabaseError):
        connection.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def readable_connection(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing, also while another process writes: it sees what was committed when it was
    opened. An older file is read through a copy in
    memory that is brought up to date; one on a read-only medium is read as it lies. Raises StoreError."""
    check_exists(path)
    path = Path(os.path.realpath(path))
    check_file(path)
    if not os.access(path, os.R_OK):
        raise StoreError(f"{file_name(path)}: no permission to read")
    with translate_errors(path), owned_connection(reading_connection(path)) as connection:
        connection.execute("BEGIN")  # whatever is read from now on is of one moment
        _check_version(path, connection)
        with translate_texts(path):
            check_content(path, connection)
        if not needs_change(connection):
            yield connection
            return
        connection.execute("COMMIT")
        with owned_connection(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            connection.backup(copy)
            migrate(copy)
            yield copy


@contextmanager
def owned_connection(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """The connection, closed at the end by the process that opened it, and by no other: what is opened before a fork
    must not be used or closed after it in the child (sqlite.org/howtocorrupt.html, 2.6), not even at its end."""
    owner = os.getpid()
    _OPEN.add(connection)
    try:
        yield connection
    finally:
        if os.getpid() == owner:
            _OPEN.discard(connection)
            connection.close()


def _keep_connections() -> None:
    """In a forked child: no connection of the parent is ever closed."""
    for connection in _OPEN:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


_OPEN: set[sqlite3.Connection] = set()
os.register_at_fork(after_in_child=_keep_connections)


def check_file(path: Path) -> None:
    """Raise StoreError if the file is no store of ours, from its header alone: so it stays as it is."""
    name = file_name(path)
    try:
        if path.is_dir():
            raise StoreError(f"{name}: a folder; expected the file of a campaign's store")
        if not path.exists() or (path.is_file() and not path.stat().st_size):
            if not path.parent.is_dir():
                raise StoreError(f"{name}: expected a file in an existing folder")
            _check_no_remains(path)
            return
        if not path.is_file():
            raise StoreError(f"{name}: not an ordinary file")
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise StoreError(f"{name}: cannot be read ({error.strerror})") from None
    if path.with_name(f"{path.name}-journal").exists():
        return  # new, or a kill while it was made: SQLite will tell
    if not header.startswith(MAGIC) or len(header) < 100:
        foreign = describe_foreign_file(header)
        raise StoreError(f"{name}: not a campaign's store{foreign and f', but {foreign}'}")
    application, version = int.from_bytes(header[68:72], "big"), int.from_bytes(header[60:64], "big")
    if application != APPLICATION_ID:
        raise StoreError(f"{name}: a database of another program, not a campaign's store")
    _check_number(path, version)


def _is_new(connection: sqlite3.Connection) -> bool:
    """Is there nothing in the file yet?"""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return schema_version(connection) == 0 and tables == (0,)


def _check_no_remains(path: Path) -> None:
    """Raise StoreError if the file of a store is gone, or empty, and its last rows lie beside it: SQLite would delete
    them when it makes a new one."""
    wal = path.with_name(f"{path.name}-wal")
    if wal.exists() and wal.stat().st_size:
        raise StoreError(
            f"{file_name(path)}: its last rows are in {wal.name}, and the file itself is gone or empty; put it back, "
            f"or move {wal.name} away to begin a new store"
        )


def _check_version(path: Path, connection: sqlite3.Connection) -> None:
    _check_number(path, schema_version(connection))


def _check_number(path: Path, version: int) -> None:
    if version > VERSION:
        raise StoreError(
            f"{file_name(path)}: written by a newer version of Rosetta (schema {version}, this one knows {VERSION})"
        )


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.as_uri()}?{mode if '=' in mode else f'mode={mode}'}", uri=True)
    connection.isolation_level = None  # transactions are ours
    connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    define_functions(connection)
    return connection


def reading_connection(path: Path, lenient: bool = False) -> sqlite3.Connection:
    """A connection that writes nothing, of whatever is in the file. lenient: also where SQLite cannot read the
    statements that made its tables; then those are there that it can."""
    connection = _connect(path, "ro")
    try:
        with translate_texts(path):
            _begin_reading(connection, lenient)
        return connection
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF not in (CANNOT_OPEN, READ_ONLY):
            raise
    wal = path.with_name(f"{path.name}-wal")
    if wal.exists() and wal.stat().st_size:
        raise StoreError(
            f"{file_name(path)}: some rows are still in {wal.name}, and the folder is read-only; "
            "copy both files to another folder"
        )
    connection = _connect(path, "immutable=1")
    _begin_reading(connection, lenient)
    return connection


def _begin_reading(connection: sqlite3.Connection, lenient: bool) -> None:
    if lenient:
        connection.execute("PRAGMA writable_schema = ON")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
