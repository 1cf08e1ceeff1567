"""The lock of a writer: a second `bench run` on the same store is refused, with the name of the first.

It is a lock of the operating system on a file beside the store (`FILE-lock`), so that the kernel frees it when its
owner dies, however it dies. A POSIX lock belongs to a process: children that are forked while it is held do not keep
it. It is not on the store itself, as closing any handle of that file would drop the locks of SQLite.

On a network file system such a lock holds between machines only if the server offers it; and SQLite's WAL does not
work between machines at all. So a store lies on a disk of the machine that writes it, and other machines are read in
by `bench merge`. Where locks are not offered, opening for writing is refused.
"""

from __future__ import annotations

import fcntl
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from report.words import LONGEST_NAME, one_line
from rosetta.campaigns.store.errors import StoreError, file_name

_OWN: set[Path] = set()  # stores that this process writes: its own locks never stand in its way


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Be the only writer of the store. path: real, without links. Raises StoreError if another one writes it."""
    if path in _OWN:
        raise StoreError(f"{file_name(path)}: is already open for writing in this process")
    lock = path.with_name(f"{path.name}-lock")
    descriptor = _locked_descriptor(path, lock)
    _OWN.add(path)
    owner = os.getpid()
    try:
        yield
    finally:
        if os.getpid() == owner:
            _OWN.discard(path)
            with suppress(OSError):
                os.unlink(lock)  # while it is locked: whoever waits for it notices that it is another file
            os.close(descriptor)


def _locked_descriptor(path: Path, lock: Path) -> int:
    while True:
        try:
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise StoreError(f"{file_name(lock)}: cannot be written ({error.strerror})") from None
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            owner = one_line(os.read(descriptor, 1000).decode(errors="replace"), LONGEST_NAME)
            os.close(descriptor)
            raise StoreError(f"{file_name(path)}: is being written by {owner or 'another process'}") from None
        except OSError as error:
            os.close(descriptor)
            raise StoreError(
                f"{file_name(path)}: this file system does not support locks ({error.strerror}); put it on a local disk"
            ) from None
        if _is_file(descriptor, lock):
            break
        os.close(descriptor)  # its last owner removed it meanwhile
    command = " ".join(Path(word).name if i == 0 else word for i, word in enumerate(sys.argv))
    since = datetime.now(UTC).isoformat(" ", "seconds")
    os.ftruncate(descriptor, 0)
    with suppress(OSError):  # a full disk: then a refused one is not told who it is
        os.pwrite(descriptor, f"process {os.getpid()} on {platform.node()} since {since}: {command}".encode(), 0)
    return descriptor


def _is_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except OSError:
        return False
