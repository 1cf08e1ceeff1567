"""Writing a page to a file: whole or not at all, and never over something that is not ours."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

MARK = '<meta name="generator" content="rosetta">'


class NotWritable(ValueError):
    """The file cannot be written, or holds something else; the message says which and what to do."""


def check_target(name: str) -> None:
    """Raise NotWritable now rather than after the work is done."""
    path = Path(os.path.realpath(name))  # a link stays a link: what it points to is written
    try:
        if not name or path.is_dir() or not path.parent.is_dir():
            raise NotWritable(f"'{name}': expected the name of a file in an existing folder")
        if path.exists() and not path.is_file():
            raise NotWritable(f"{name}: not an ordinary file")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise NotWritable(f"{name}: no permission to write")
        if path.exists() and path.stat().st_size and MARK not in path.read_text("utf-8", errors="replace")[:3000]:
            raise NotWritable(f"{name}: exists and is not a page of ours; name another file or remove it")
    except OSError as error:
        raise NotWritable(f"{name[:200]}: cannot be written ({error.strerror})") from None


def save(name: str, text: str) -> None:
    """Write the file by renaming a finished one into place, so that no reader ever sees half of it."""
    check_target(name)
    path = Path(os.path.realpath(name))
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".rosetta-")
    except OSError as error:
        raise NotWritable(f"{name}: cannot be written ({error.strerror})") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(draft, 0o666 & ~_umask())
        os.replace(draft, path)
    except BaseException as error:
        os.unlink(draft)
        if isinstance(error, OSError):
            raise NotWritable(f"{name}: cannot be written ({error.strerror})") from None
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
