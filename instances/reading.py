"""Files and standard input as text: bounded in length; what is not text is refused with a clear message."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable
from pathlib import Path

from rosetta.foundation.errors import InputError

MOST_BYTES = 50_000_000


def exists(name: str) -> bool:
    """Is there a file of that name? False for a name that no file can have."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):
        return False


def text_of_file(name: str) -> str:
    """The text of a file (or a pipe). Raises InputError."""
    return decode_text(bytes_of_file(name), f"file {name}")


def text_of_stdin() -> str:
    """The text on standard input. Raises InputError."""
    return decode_text(bytes_of_stdin(), "standard input")


def bytes_of_file(name: str) -> bytes:
    """The content of a file (or a pipe). Raises InputError."""
    path = Path(name)
    if path.is_dir():
        raise InputError(f"file {name}: expected a file, found a folder")
    try:
        with path.open("rb") as file:
            return _check_length(file.read(MOST_BYTES + 1), f"file {name}")
    except OSError as error:
        raise InputError(f"file {name}: cannot be read ({error.strerror})") from None


def bytes_of_stdin(read: Callable[[], bytes] | None = None) -> bytes:
    """The content of standard input, or what `read` returns in its place. Raises InputError."""
    return _check_length((read or _stdin)(), "standard input", "; a solver's file may be larger: save it and name it")


def _stdin() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise InputError("standard input is closed")
    return bytes(stream.read(MOST_BYTES + 1))


def _check_length(content: bytes, where: str, advice: str = "") -> bytes:
    if len(content) > MOST_BYTES:
        raise InputError(f"{where}: expected at most {MOST_BYTES:,} bytes, found more{advice}")
    return content


def decode_text(content: bytes, where: str) -> str:
    """These bytes as text. UTF-16 is recognised by its byte order mark, which Windows writes. where: for the message.
    Raises InputError."""
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError as error:
        expected = "UTF-16, as the byte order mark says" if marked else "UTF-8 (or UTF-16 with a byte order mark)"
        bad_byte = f"byte {content[error.start]} at {error.start}"
        raise InputError(f"{where}: expected text in {expected}, found {bad_byte}") from None
