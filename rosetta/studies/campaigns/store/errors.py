"""What a store refuses, or cannot do: one message each."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from report.words import LONGEST_NAME, one_line

# Result codes of SQLite (sqlite.org/rescode.html); the low byte of an extended code is the primary one.
BUSY, READ_ONLY, IO_ERROR, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE = 5, 8, 10, 11, 13, 14, 26


class StoreError(ValueError):
    """The store cannot be used; the message names the file and says why."""


class StoreFull(StoreError):
    """Results can be written no more. What was committed is safe; the rest runs again."""


def file_name(path: Path) -> str:
    """The name of a file as messages show it."""
    return one_line(str(path), LONGEST_NAME)


def check_exists(path: Path) -> None:
    """Raise StoreError if there is no such file, where one is not to be made."""
    if not os.path.lexists(path):
        raise StoreError(f"{file_name(path)}: no such file; bench run --store creates it")


def file_identity(path: Path) -> tuple[int, int] | None:
    """What tells the file from any other; None if there is none."""
    with suppress(OSError):
        status = os.stat(path)
        return status.st_dev, status.st_ino
    return None


def check_identity(path: Path, identity: tuple[int, int] | None) -> None:
    """Raise StoreFull if the file is not the one that it was: a system goes on writing into one that was deleted, and
    nobody would ever find the results."""
    if file_identity(path) != identity:
        raise StoreFull(
            f"{file_name(path)}: was deleted, moved or replaced while it was written; put it back, else the same "
            "command begins anew"
        )


def check_size(path: Path, least: int) -> int:
    """The bytes of the file. Raise StoreFull if they are fewer than they were: while a store is written it only grows,
    so somebody cut it short, and SQLite would go on as if nothing were missing."""
    with suppress(OSError):
        size = os.stat(path).st_size
        if size < least:
            raise StoreFull(
                f"{file_name(path)}: was cut short while it was written, from {least:,} bytes to {size:,}; results are "
                "lost; put back a copy, or remove the file and begin anew with the same command"
            )
        return size
    return least


def describe_error(error: Exception) -> str:
    """What Python says of a value that it cannot read, in a few words."""
    return one_line(f"no {error}" if isinstance(error, KeyError) else str(error), LONGEST_NAME)


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise SQLite's errors about the file as StoreError."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise  # ours: a row that fits no table
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:
            raise
        raise _error_of(path, code & 0xFF, str(error)) from error


def _error_of(path: Path, code: int, message: str) -> StoreError:
    name = file_name(path)
    safe = "what was saved is safe, the rest runs again with the same command"
    if code == FULL:
        return StoreFull(f"{name}: the disk is full; {safe} once there is room")
    if code == IO_ERROR:
        return StoreFull(f"{name}: cannot be written ({message}); {safe}")
    texts = {
        BUSY: "another program keeps it locked",
        READ_ONLY: "no permission to write",
        CANNOT_OPEN: "cannot be opened",
        CORRUPT: "is damaged; `sqlite3 FILE .recover` may save what is in it",
        NOT_A_DATABASE: "not a campaign's store",
    }
    return StoreError(f"{name}: {texts.get(code, message)}")
