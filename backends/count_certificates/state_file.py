"""A state graph as bytes. Integers have 8 bytes, the least byte first.

states 1                                a line of text
words, items, layers                    words of a state; exact items; layers
order                                   of the items, by their numbers
sizes                                   states of each layer, the first layer first
the layers, the last one first:         for each word of a state, then for the counts: all first bytes, all second
                                        bytes, .. (so that a common program makes them much smaller)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from backends.count_certificates.state_graph import Column, StateGraph, StateLayer
from backends.count_certificates.state_layout import MOST_WORDS

MARK = b"states 1\n"
MOST = 1_000_000_000  # items, layers, states of a layer


@dataclass(frozen=True, slots=True, eq=False)
class StateFile:
    """What stands before the layers, and the file, from which they can be read once."""

    order: Column
    words: int
    sizes: tuple[int, ...]
    file: BinaryIO

    def read_layers(self) -> Iterator[StateLayer]:
        """The last one first. Raises ValueError where the file ends too early, or has more behind them."""
        for size in reversed(self.sizes):
            columns = [_read_planes(self.file, size) for _ in range(self.words + 1)]
            states = np.stack(columns[:-1], axis=1) if size else np.zeros((0, self.words), np.uint64)
            yield StateLayer(states, columns[-1].view(np.int64))
        if self.file.read(1):
            raise ValueError("expected nothing behind the first layer")


def encode_states(graph: StateGraph) -> bytes:
    """The bytes."""
    words = graph.layers[0].states.shape[1]
    head = [words, len(graph.order), len(graph.layers), *graph.order.tolist(), *map(len, graph.layers)]
    parts = [MARK, np.array(head, "<i8").tobytes()]
    for layer in reversed(graph.layers):
        parts += [_planes(layer.states[:, word]) for word in range(words)]
        parts.append(_planes(layer.counts))
    return b"".join(parts)


def open_states(file: BinaryIO) -> StateFile:
    """The file, read up to the layers. Raises ValueError for what is no such file."""
    if file.read(len(MARK)) != MARK:
        raise ValueError(f"expected a file that begins with `{MARK.decode().strip()}`")
    words, items, layers = _read_integers(file, 3)
    if not 1 <= words <= MOST_WORDS or layers < 1:
        raise ValueError(f"expected 1..{MOST_WORDS} words and a layer, found {words} and {layers}")
    order, sizes = _read_integers(file, items), _read_integers(file, layers)
    if not all(0 <= size <= MOST for size in sizes):
        raise ValueError(f"expected layers of up to {MOST:,} states")
    return StateFile(np.array(order, np.int64), words, tuple(sizes), file)


def _read_integers(file: BinaryIO, number: int) -> list[int]:
    if not 0 <= number <= MOST:
        raise ValueError(f"expected up to {MOST:,} integers, found {number:,}")
    values: list[int] = np.frombuffer(_read_bytes(file, 8 * number), "<i8").tolist()
    return values


def _read_bytes(file: BinaryIO, number: int) -> bytes:
    content = file.read(number)
    if len(content) < number:
        raise ValueError("it ends too early")
    return content


def _planes(column: NDArray[np.uint64] | Column) -> bytes:
    """All first bytes, all second bytes, .."""
    return np.ascontiguousarray(column).astype("<u8").view(np.uint8).reshape(len(column), 8).T.tobytes()


def _read_planes(file: BinaryIO, size: int) -> NDArray[np.uint64]:
    planes = np.frombuffer(_read_bytes(file, 8 * size), np.uint8).reshape(8, size)
    return np.ascontiguousarray(planes.T).view("<u8").reshape(size).astype(np.uint64)
