"""Files of solvers that may be compressed: gzip, bzip2, xz and Zstandard, known by their first bytes.

model.cnf.gz     ->  the bytes of model.cnf, unpacked piece by piece

What is unpacked has a limit, which memory decides: a twelfth of what is available, since reading takes up to ten times
the space of the file, and `MOST_UNPACKED` in any case. A packed file whose text holds a NUL byte is refused at the
first one, so that gigabytes of zeros cost nothing.
"""

from __future__ import annotations

import bz2
import importlib
import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, cast

from backends.formats.contract import FileError
from backends.formats.text.scanning import error_at
from rosetta.foundation.free_memory import free_bytes

MOST_UNPACKED = 4_000_000_000  # bytes
MEMORY_SHARE = 12
PIECE = 1 << 20
MOST_DICTIONARY = 1 << 29  # bytes that an xz file may ask its reader to hold
MAGIC = {
    "gzip": b"\x1f\x8b",
    "bzip2": b"BZh",
    "xz": b"\xfd7zXZ\0",
    "Zstandard": b"\x28\xb5\x2f\xfd",
}


def read_file(name: str, most: int | None = None) -> bytes:
    """The content of a file, unpacked. most: bytes, None for what memory allows. Raises FileError, and OSError."""
    with Path(name).open("rb") as file:
        return unpack_stream(file, most)


def unpack(content: bytes, most: int | None = None) -> bytes:
    """The content unpacked, or itself where it is not compressed. Raises FileError."""
    return unpack_stream(BytesIO(content), most) if compression_of(content) else content


def unpack_stream(file: BinaryIO, most: int | None = None) -> bytes:
    """What a stream holds, unpacked where it is compressed; a pipe will do. Raises FileError."""
    limit = most_bytes() if most is None else most
    start = file.read(8)
    kind = compression_of(start)
    pieces, size = [], 0
    try:
        for piece in _unpacked_pieces(kind, _Rest(start, file)):
            pieces.append(piece)
            size += len(piece)
            if size > limit:
                unpacked = ", unpacked" if kind else ""
                raise FileError(
                    f"expected at most {limit:,} bytes{unpacked}, as much as memory allows here; found more"
                )
            if kind and b"\0" in piece:
                content = b"".join(pieces)
                raise error_at(content, content.index(b"\0"), f"text, unpacked from {kind}")
    except (OSError, EOFError, zlib.error, lzma.LZMAError, MemoryError) as error:
        if not kind:
            raise
        raise FileError(f"expected a whole file packed by {kind}; unpacking it fails: {error}") from None
    return b"".join(pieces)


def unpacked_beginning(file: BinaryIO, most: int) -> bytes:
    """The first bytes of what a stream holds, unpacked; fewer where it is cut off or damaged."""
    start = file.read(8)
    beginning = b""
    with suppress(OSError, EOFError, zlib.error, lzma.LZMAError, MemoryError, FileError):
        for piece in _unpacked_pieces(compression_of(start), _Rest(start, file)):
            beginning += piece
            if len(beginning) >= most:
                break
    return beginning[:most]


def compression_of(start: bytes) -> str | None:
    """How a file that begins with these bytes is compressed, None if it is not."""
    return next((kind for kind, magic in MAGIC.items() if start.startswith(magic)), None)


def most_bytes() -> int:
    """How many bytes the content of a file may have, with the memory that is available now."""
    return min(MOST_UNPACKED, free_bytes() // MEMORY_SHARE)


class _Rest:
    """A stream some bytes of which were read already."""

    def __init__(self, start: bytes, file: BinaryIO) -> None:
        self._start, self._file = start, file

    def read(self, size: int = -1) -> bytes:
        if not self._start:
            return self._file.read(size)
        size = len(self._start) if size < 0 else size
        piece, self._start = self._start[:size], self._start[size:]
        return piece


def _unpacked_pieces(kind: str | None, file: _Rest) -> Iterator[bytes]:
    """The content of a stream, in pieces of bounded size."""
    match kind:
        case None:
            while piece := file.read(PIECE):
                yield piece
        case "gzip":
            import gzip

            with gzip.GzipFile(mode="rb", fileobj=cast(BinaryIO, file)) as unpacked:
                while piece := unpacked.read(PIECE):
                    yield piece
        case "bzip2":
            yield from _decoded_pieces(bz2.BZ2Decompressor, file)
        case "xz":
            yield from _decoded_pieces(lambda: lzma.LZMADecompressor(memlimit=MOST_DICTIONARY), file)
        case _:
            yield from _zstandard_pieces(file)


def _decoded_pieces(decoder_from: Callable[[], Any], file: _Rest) -> Iterator[bytes]:
    """What decoders with the interface of `bz2.BZ2Decompressor` make of a stream, which may be several one by one."""
    decoder = decoder_from()
    while True:
        waiting = b""
        if decoder.eof:
            waiting = decoder.unused_data or file.read(PIECE)
            if not waiting.strip(b"\0"):
                return
            decoder = decoder_from()
        elif decoder.needs_input:
            waiting = file.read(PIECE)
            if not waiting:
                raise EOFError("it ends too early")
        yield decoder.decompress(waiting, PIECE)


def _zstandard_pieces(file: _Rest) -> Iterator[bytes]:
    """By Python itself from 3.14 on, else by the package zstandard. Raises FileError if there is neither."""
    for module in ("compression.zstd", "zstandard"):
        try:
            zstd = importlib.import_module(module)
        except ImportError:
            continue
        if module == "zstandard":
            decoder = zstd.ZstdDecompressor(max_window_size=MOST_DICTIONARY)
            try:
                with decoder.stream_reader(file, read_across_frames=True) as unpacked:
                    while piece := unpacked.read(PIECE):
                        yield piece
            except zstd.ZstdError as error:
                raise EOFError(str(error)) from None
            return
        try:
            yield from _decoded_pieces(zstd.ZstdDecompressor, file)
        except zstd.ZstdError as error:
            raise EOFError(str(error)) from None
        return
    raise FileError(
        "packed by Zstandard, which needs Python 3.14 or the package zstandard; or unpack it with `zstd -d`"
    )
