"""What a store refuses, or cannot do: one message each."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from report.words import LONGEST_NAME, one_line
from rosetta.campaigns.store.schema import APPLICATION_ID
from rosetta.foundation.errors import Refusal
from rosetta.foundation.limits import LimitReached

# Result codes of SQLite (sqlite.org/rescode.html); the low byte of an extended code is the primary one.
ERROR, BUSY, READ_ONLY, IO_ERROR, CORRUPT, FULL, CANNOT_OPEN, NOT_A_DATABASE = 1, 5, 8, 10, 11, 13, 14, 26

LONGEST_FAULT = 250  # characters of what is wrong inside a file
PACKED = {  # by kind of compression
    "gzip": "compressed by gzip: unpack it first (gunzip)",
    "bzip2": "compressed by bzip2: unpack it first (bunzip2)",
    "xz": "compressed by xz: unpack it first (unxz)",
    "Zstandard": "compressed by zstd: unpack it first (unzstd)",
}


class StoreError(Refusal):
    """The store cannot be used; the message names the file and says why."""


class StoreFull(LimitReached):
    """Results can be written no more. What was committed is safe; the rest runs again."""


def file_name(path: Path) -> str:
    """The name of a file as messages show it."""
    return one_line(str(path), LONGEST_NAME)


def check_exists(path: Path) -> None:
    """Raise StoreError if there is no such file, or nothing in it, where a store is not to be made."""
    if not os.path.lexists(path):
        raise StoreError(f"{file_name(path)}: no such file; bench run --store creates it")
    with suppress(OSError):
        if os.path.isfile(path) and not os.path.getsize(path):
            raise StoreError(f"{file_name(path)}: an empty file, not a campaign's store; bench run --store creates one")


def describe_foreign_file(header: bytes) -> str:
    """What a file that is no store is, by its first 100 bytes, with what to do; "" where nothing is known."""
    from backends.formats.compressed import compression_of  # and numpy, which most messages do without

    kinds = {
        b"PK\x03\x04": "a zip archive: unpack it first (unzip)",
        b"PAR1": "a Parquet file; bench export --csv of the store writes what is read again",
    }
    if header[68:72] == APPLICATION_ID.to_bytes(4, "big"):
        return (
            "the remains of one, whose first 16 bytes are damaged: put back a copy, or write them into a copy of it "
            "(printf 'SQLite format 3\\0' | dd of=COPY conv=notrunc)"
        )
    packed = PACKED.get(compression_of(header) or "")
    return packed or next((words for magic, words in kinds.items() if header.startswith(magic)), "")


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
    """Raise SQLite's errors about the file as StoreError, or as StoreFull where it cannot be written."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise  # ours: a row that fits no table
    except sqlite3.ProgrammingError:
        raise  # ours: a connection that is closed
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:  # a text that is no UTF-8
            raise damage_error(path, str(error)) from error
        raise _error_of(path, code & 0xFF, str(error)) from error


@contextmanager
def translate_texts(path: Path) -> Iterator[None]:
    """Raise what Python says of a text, or of a message of SQLite, that is no UTF-8, as StoreError."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise damage_error(path, f"expected texts in UTF-8, found {error.object[:40]!r}") from error


def damage_error(path: Path, fault: str) -> StoreError:
    """The refusal of a store that is damaged. fault: where, what was expected and what was found."""
    return StoreError(
        f"{file_name(path)}: is damaged: {one_line(fault, LONGEST_FAULT)}. It stays as it is: put back a copy, or have "
        "what can be read written into a new store (bench merge NEW FILE --readable), and bench run goes on with that"
    )


def _error_of(path: Path, code: int, message: str) -> StoreError | StoreFull:
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
    }
    if code in (CORRUPT, NOT_A_DATABASE, ERROR):
        return damage_error(path, f"SQLite says: {message}")
    return StoreError(f"{name}: {texts.get(code, message)}")
