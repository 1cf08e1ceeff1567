"""Protocol buffers from columns: many messages of one shape, written as bytes by a few numpy passes.

Tags, lengths and integers are all *varints*: seven bits per byte, lowest first, the top bit set on every byte but the
last; a negative number is its 64-bit two's complement, ten bytes. Messages made of pieces are a list of columns, each
with the bytes of one piece for all messages, read side by side:

    row 0    1A 06   1A 04   0A 02   04 07       a constraint (field 3) of 6 bytes, which holds
    row 1    1A 07   1A 05   0A 03   04 08 09    a bool_or (field 3), which holds literals (field 1)
             `---'   `---'   `---'   `------'
             header  header  header  numbers     four columns

Wrapping messages into a field puts the column (tag, size) in front, and sizes are sums of sizes: nothing is copied
until `join_messages` writes everything once.

Reference: Protocol Buffers, "Encoding" (https://protobuf.dev/programming-guides/encoding/).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.integer[Any]]
Bytes: TypeAlias = NDArray[np.uint8]
VARINT, FIXED64, DELIMITED = 0, 1, 2  # wire types: a number; eight bytes; a length and that many bytes
STEPS = tuple(2 ** (7 * k) for k in range(1, 9))  # from each of these numbers on, a varint has one byte more
LONGEST = 10  # bytes of a varint


@dataclass(frozen=True, slots=True, eq=False)
class WireColumn:
    """One piece of each message: row i holds the next `sizes[i]` bytes of `data`. Shapes (rows,) and (total,)."""

    sizes: NDArray[np.int64]
    data: Bytes


Messages: TypeAlias = tuple[WireColumn, ...]  # all with the same number of rows


def ragged_column(lengths: NDArray[np.int64], numbers: Ints) -> WireColumn:
    """Row i holds the next `lengths[i]` of the numbers."""
    data, sizes = varints(numbers)
    if isinstance(sizes, int):
        return WireColumn(lengths * sizes, data)
    running = np.zeros(len(numbers) + 1, np.int64)
    np.cumsum(sizes, out=running[1:])
    ends = np.cumsum(lengths)
    return WireColumn(running[ends] - running[ends - lengths], data)


def fixed_column(*columns: Ints | int) -> WireColumn:
    """Row i holds the i-th number of each column; one number serves all rows."""
    table = np.stack(np.broadcast_arrays(*columns), axis=-1)
    data, sizes = varints(table.ravel())
    if isinstance(sizes, int):
        return WireColumn(np.full(len(table), len(columns) * sizes), data)
    return WireColumn(np.add.reduce([sizes[k :: len(columns)] for k in range(len(columns))], dtype=np.int64), data)


def delimited_field(field: int, *content: WireColumn) -> Messages:
    """The content of each row as that field of a larger message: tag, size in bytes, content."""
    return (fixed_column(field << 3 | DELIMITED, sizes_of(content)), *content)


def packed_field(field: int, column: WireColumn) -> Messages:
    """Each row as a repeated field of integers; a row without any does not have the field."""
    header, column = delimited_field(field, column)
    if column.sizes.all():
        return header, column
    filled = column.sizes > 0
    header_bytes = header.data[np.repeat(filled, header.sizes)]
    return WireColumn(np.where(filled, header.sizes, 0), header_bytes), column


def number_field(field: int, numbers: Ints) -> WireColumn:
    """One integer of each row; 0 is the default of a missing field, so it is left out."""
    filled = numbers != 0
    column, sizes = fixed_column(field << 3 | VARINT, numbers[filled]), np.zeros(len(numbers), np.int64)
    sizes[filled] = column.sizes
    return WireColumn(sizes, column.data)


def joined_column(messages: Messages, starts: NDArray[np.int64]) -> WireColumn:
    """Row i holds the messages starts[i]..starts[i + 1], one after the other."""
    running = np.zeros(len(messages[0].sizes) + 1, np.int64)
    np.cumsum(sizes_of(messages), out=running[1:])
    return WireColumn(np.diff(running[starts]), join_messages(messages))


def double_field(field: int, value: float) -> bytes:
    """A floating point field of one message; 0 is the default of a missing field, so it is left out."""
    return bytes([field << 3 | FIXED64]) + struct.pack("<d", value) if value else b""


def sizes_of(messages: Sequence[WireColumn]) -> NDArray[np.int64]:
    """Bytes of each row, all columns together."""
    sizes = messages[0].sizes
    for column in messages[1:]:
        sizes = sizes + column.sizes
    return sizes


def join_messages(messages: Sequence[WireColumn]) -> Bytes:
    """The bytes: row 0 of every column, then row 1 of every column, and so on."""
    largest = max(messages, key=lambda column: len(column.data))
    sizes = sizes_of(messages)
    out = np.empty(int(sizes.sum()), np.uint8)
    free = np.ones(len(out), np.bool_)
    at = np.cumsum(sizes) - sizes  # where each row of the next column begins
    for column in messages:
        if column is not largest:
            before = np.cumsum(column.sizes) - column.sizes
            places = np.repeat(at - before, column.sizes) + np.arange(len(column.data))
            out[places], free[places] = column.data, False
        at = at + column.sizes
    out[free] = largest.data  # it fills the gaps in order: no places are computed for most bytes
    return out


def varints(numbers: Ints) -> tuple[Bytes, int | NDArray[np.uint8]]:
    """The numbers one after the other, and the bytes of each: an int if they all take the same."""
    least, most = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, 0)
    shortest, longest = sorted((_size(least), _size(most)))
    bits = numbers.astype(np.uint32) if longest <= 4 else numbers.astype(np.int64).view(np.uint64)
    table, used = np.empty((len(bits), longest), np.uint8), np.ones((len(bits), longest), np.bool_)
    # column by column: numpy is slow on rows as short as these
    if shortest == longest:
        for k in range(longest):
            table[:, k] = bits >> 7 * k & 0x7F | (0x80 if k + 1 < longest else 0)
        return table.ravel(), longest
    sizes = _sizes(numbers, least, most)
    for k in range(longest):
        used[:, k] = sizes > k
        table[:, k] = bits >> 7 * k & 0x7F
        table[:, k] |= (sizes > k + 1).view(np.uint8) << 7
    return table[used], sizes


def _sizes(numbers: Ints, least: int, most: int) -> NDArray[np.uint8]:
    """Bytes of each number, all of them between these two."""
    sizes = np.full(len(numbers), _size(max(least, 0)), np.uint8)
    for step in STEPS:
        if least < step <= most:
            sizes += numbers >= step
    if least < 0:
        sizes[numbers < 0] = LONGEST
    return sizes


def _size(number: int) -> int:
    """Bytes of one number."""
    return LONGEST if number < 0 else 1 + sum(number >= step for step in STEPS)
