"""Atomic writing: a file whole or not at all. A page replaces nothing but a page of ours, a model replaces nothing."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from report.words import LONGEST_NAME, one_line
from rosetta.foundation.errors import Refusal

MARK = '<meta name="generator" content="rosetta">'


class NotWritable(Refusal):
    """The file cannot be written, or holds something else; the message says which and what to do."""


def check_target(name: str) -> None:
    """Raise NotWritable now rather than after the work is done."""
    path = Path(os.path.realpath(name))  # a link stays a link: what it points to is written
    shown = one_line(name, LONGEST_NAME)
    if name == "-":
        raise NotWritable("-: expected the name of a file, not standard output; a file of that name is ./-")
    try:
        if name and _is_stream(name):
            raise NotWritable(f"{shown}: expected the name of a file of its own, found a stream or a device")
        with suppress(FileNotFoundError, NotADirectoryError, ValueError):
            os.stat(path)  # a name that is too long: since Python 3.14 pathlib only says that it is not there
        if not name or path.is_dir() or not path.parent.is_dir():
            raise NotWritable(f"'{shown}': expected the name of a file in an existing folder")
        if path.exists() and not path.is_file():
            raise NotWritable(f"{shown}: not an ordinary file")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise NotWritable(f"{shown}: no permission to write")
        if path.exists() and path.stat().st_size and MARK not in path.read_text("utf-8", errors="replace")[:3000]:
            raise NotWritable(f"{shown}: exists and is not a page that Rosetta wrote; name another file or remove it")
    except OSError as error:
        raise NotWritable(f"{shown}: cannot be written ({error.strerror})") from None


def _is_stream(name: str) -> bool:
    """Is this one of our own streams (/dev/stdout, wherever it leads), or something else that is no ordinary file? A
    page is renamed into place, so who reads the stream would never see it."""
    try:
        about = os.stat(name)
    except (OSError, ValueError):
        return name.startswith(("/dev/", "/proc/"))
    if not (stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)):
        return True
    for descriptor in (0, 1, 2):
        with suppress(OSError):
            if os.path.samestat(about, os.fstat(descriptor)):
                return True
    return False


def check_new(name: str) -> None:
    """As `check_target`, for a file that must not exist yet."""
    if name and os.path.lexists(name):
        raise NotWritable(f"{one_line(name, LONGEST_NAME)}: exists already; name another file or remove it")
    check_target(name)


def save(name: str, text: str) -> None:
    """Write the file by renaming a finished one into place, so that no reader ever sees half of it."""
    check_target(name)
    with _draft(name) as draft:
        Path(draft).write_text(text, "utf-8")
        os.replace(draft, os.path.realpath(name))


def save_merged(name: str, text: str) -> None:
    """Write the file in the same way where the caller has read what it holds, and kept it in the text."""
    if not os.path.exists(name):
        check_target(name)
    elif not os.access(name, os.W_OK):
        raise NotWritable(f"{one_line(name, LONGEST_NAME)}: no permission to write")
    with _draft(name) as draft:
        Path(draft).write_text(text, "utf-8")
        if os.path.exists(name):
            os.chmod(draft, stat.S_IMODE(os.stat(name).st_mode))
        os.replace(draft, os.path.realpath(name))


def save_new(name: str, write: Callable[[BinaryIO], None]) -> None:
    """As `save`, for what `write` puts into a binary file; a file that has appeared meanwhile stays as it is."""
    check_new(name)
    with _draft(name) as draft:
        with open(draft, "wb") as file:
            write(file)
        try:
            os.link(draft, name)  # fails where there is a file; a rename would replace it
        except FileExistsError:
            raise NotWritable(
                f"{one_line(name, LONGEST_NAME)}: exists already; name another file or remove it"
            ) from None
        except OSError:  # no hard links on this file system
            check_new(name)
            os.rename(draft, name)


def counting_file(file: BinaryIO, tell: Callable[[int], None]) -> BinaryIO:
    """The file; after each write, `tell` is called with the number of bytes written so far."""
    return cast("BinaryIO", _CountingFile(file, tell))


class _CountingFile:
    """A binary file as far as writers use it."""

    def __init__(self, file: BinaryIO, tell: Callable[[int], None]) -> None:
        self._file, self._tell, self._size = file, tell, 0

    def write(self, content: bytes) -> int:
        count = self._file.write(content)
        self._size += count
        self._tell(self._size)
        return count

    def writelines(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self.write(line)


@contextmanager
def _draft(name: str) -> Iterator[str]:
    """A file beside the named one, with the permissions of a new one; removed afterwards unless it was renamed."""
    draft = ""
    try:
        handle, draft = tempfile.mkstemp(dir=Path(os.path.realpath(name)).parent, prefix=".rosetta-")
        os.fchmod(handle, 0o666 & ~_umask())
        os.close(handle)
        yield draft
    except OSError as error:
        raise NotWritable(f"{one_line(name, LONGEST_NAME)}: cannot be written ({error.strerror})") from None
    finally:
        with suppress(OSError):
            os.unlink(draft)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
