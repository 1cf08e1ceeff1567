"""The temporary folder of a run, which goes with it; those of dead owners are removed by the next run.

An owner holds a lock on its folder. The kernel releases it when the owner and its child have gone, however they went.
So a folder whose lock can be had is nobody's: no number of a process is compared, which could be another's by now. A
folder that is just being made, and not locked yet, may be taken for dead; so its owner looks whether it is still there.

A warm parent (`running.warm`) holds one such folder for all its life, and lends it to one run after the other: on some
disks it takes 3 ms to remove a folder, and microseconds to see that it is empty.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator

PREFIX = "rosetta-run-"
_lent: str | None = None  # the folder of this process, for one run at a time


@contextlib.contextmanager
def run_folder() -> Iterator[str]:
    """A new folder, locked until the block ends; then it is removed."""
    if _lent is not None:
        os.makedirs(_lent, exist_ok=True)
        try:
            yield _lent
        finally:
            _empty_folder(_lent)
        return
    remove_dead_folders()
    path, lock = make_locked_folder()
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def lend_folder(folder: str) -> None:
    """From now on each run of this process has that folder, which is locked as long as it lives."""
    global _lent
    _lent = folder


def _empty_folder(path: str) -> None:
    with contextlib.suppress(OSError), os.scandir(path) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)


def remove_dead_folders() -> None:
    """Remove this user's folders of runs whose owner is dead."""
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for path in [entry.path for entry in entries if entry.name.startswith(PREFIX)]:
            with contextlib.suppress(OSError):
                _remove_if_dead(path)


def _remove_if_dead(path: str) -> None:
    """Raises OSError where it cannot be opened, or is locked: its owner lives."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if os.fstat(descriptor).st_uid == os.geteuid():
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(descriptor)


def make_locked_folder() -> tuple[str, int | None]:
    """A new folder and the descriptor that holds its lock; None where the file system has no locks."""
    while True:
        path = tempfile.mkdtemp(prefix=PREFIX)
        try:
            lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except FileNotFoundError:  # another run took it for a dead owner's
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.stat(path)
        except (BlockingIOError, FileNotFoundError):
            os.close(lock)
        except OSError:
            os.close(lock)
            return path, None
        else:
            return path, lock
