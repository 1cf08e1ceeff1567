"""A state graph as bytes, compressed (gzip). Unpacked, with integers of 8 bytes, the least byte first:

states 1                                a line of text
words, layers                           words of a state; layers
sizes                                   states of each layer, the first layer first
the layers, the last one first:         for each word of a state, then for the items, which have 2 bytes: all first
                                        bytes, all second bytes, .. (so that they become much smaller)
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from backends.count_certificates.state_graph import StateGraph, StateLayer
from backends.count_certificates.state_layout import MOST_WORDS
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import TooLarge

MARK = b"states 1\n"
GZIP = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # as Python writes it without name and time
MOST_LAYERS = 100_000
BYTES_BESIDE = 80  # of a state that is checked, besides its words: table, items, numbers and what makes them


@dataclass(frozen=True, slots=True, eq=False)
class StateFile:
    """What stands before the layers, and the file, from which they can be read once."""

    words: int
    sizes: tuple[int, ...]
    file: BinaryIO

    def read_layers(self) -> Iterator[StateLayer]:
        """The last one first. Raises InputError where the file ends too early, or has more behind them."""
        for size in reversed(self.sizes):
            columns = [_read_planes(self.file, size, "<u8") for _ in range(self.words)]
            yield StateLayer(np.stack(columns, axis=1), _read_planes(self.file, size, "<u2"))
        if _read_some(self.file, 1):
            raise InputError("expected nothing behind the first layer")


def encode_states(graph: StateGraph) -> bytes:
    """The bytes; the same graph is the same bytes."""
    words = graph.layers[0].states.shape[1]
    head = [words, len(graph.layers), *map(len, graph.layers)]
    with BytesIO() as packed:
        with gzip.GzipFile("", "wb", 6, packed, mtime=0) as file:
            file.write(MARK + np.array(head, "<i8").tobytes())
            for layer in reversed(graph.layers):
                for word in range(words):
                    file.write(_planes(layer.states[:, word], "<u8"))
                file.write(_planes(layer.items, "<u2"))
        return packed.getvalue()


def open_states(content: bytes, megabytes: int) -> StateFile:
    """The file, read up to the layers, which are unpacked one by one. Raises InputError for what is no such file,
    TooLarge where two layers may need more memory."""
    if content[: len(GZIP)] != GZIP:
        raise InputError("expected a file of gzip without name and time")
    file = gzip.GzipFile(fileobj=BytesIO(content))
    if _read_some(file, len(MARK)) != MARK:
        raise InputError(f"expected a file that begins with `{MARK.decode().strip()}`")
    words, layers = _read_integers(file, 2)
    if not 1 <= words <= MOST_WORDS or not 1 <= layers <= MOST_LAYERS:
        raise InputError(f"expected 1..{MOST_WORDS} words and 1..{MOST_LAYERS:,} layers, found {words} and {layers}")
    sizes = _read_integers(file, layers)
    if min(sizes) < 1:
        raise InputError("expected a state in each layer")
    largest = sum(sorted(sizes)[-2:])
    if largest * (16 * words + BYTES_BESIDE) > megabytes * 1_000_000:
        raise TooLarge(f"two layers with {largest:,} states need more memory than {megabytes:,} MB")
    return StateFile(words, tuple(sizes), file)  # type: ignore[arg-type]


def _read_integers(file: Any, number: int) -> list[int]:
    values: list[int] = np.frombuffer(_read_bytes(file, 8 * number), "<i8").tolist()
    return values


def _read_bytes(file: Any, number: int) -> bytes:
    content = _read_some(file, number)
    if len(content) < number:
        raise InputError("it ends too early")
    return content


def _read_some(file: Any, number: int) -> bytes:
    """So many bytes, or what is left. Raises InputError where they cannot be unpacked."""
    try:
        content: bytes = file.read(number)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"it cannot be unpacked: {error}") from None
    return content


def _planes(column: NDArray[Any], kind: str) -> bytes:
    """All first bytes, all second bytes, .."""
    values = np.ascontiguousarray(column).astype(kind)
    return values.view(np.uint8).reshape(len(column), values.itemsize).T.tobytes()


def _read_planes(file: Any, size: int, kind: str) -> NDArray[Any]:
    width = np.dtype(kind).itemsize
    planes = np.frombuffer(_read_bytes(file, width * size), np.uint8).reshape(width, size)
    return np.ascontiguousarray(planes.T).view(kind).reshape(size).astype(np.dtype(kind).newbyteorder("="))
