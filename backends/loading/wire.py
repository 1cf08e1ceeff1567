"""Protocol buffers from columns: many messages of one shape, written as bytes by a few numpy passes.

Tags, lengths, and integers are all *varints*: seven bits per byte, lowest first, the top bit set on every byte but the
last; a negative number is its 64-bit two's complement, ten bytes. So, but for strings and floats, a message is a row of
integers, and `rows` messages are a ragged table of them. A message that is made of pieces is a list of such tables,
read side by side:

    row 0    26 6   26 4   10 2   4 7          constraint (field 3), 6 bytes long, holds
    row 1    26 7   26 5   10 3   4 8 9        a bool_or (field 3), which holds literals (field 1), packed
             `--'   `--'   `--'   `---'
             header header header numbers      four columns of the same list

To wrap messages into a field is to put the column (tag, size) in front of the list, and the size is a sum of sizes:
nothing is copied until `encoded` writes everything once.

Reference: Protocol Buffers, "Encoding" (https://protobuf.dev/programming-guides/encoding/).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.int64]
DELIMITED, FIXED64 = 2, 1  # wire types: a length and so many bytes; eight bytes
STEPS = tuple(2 ** (7 * k) for k in range(1, 9))  # from these numbers on, a varint has one byte more


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Row i holds the next `lengths[i]` of the `numbers`; `sizes[i]` is how many bytes they take. Shapes (rows,),
    (total,), (rows,)."""

    lengths: Counts
    numbers: Counts
    sizes: Counts


Messages: TypeAlias = tuple[Column, ...]  # all with the same number of rows


def ragged(lengths: NDArray[np.integer[Any]], numbers: NDArray[np.integer[Any]]) -> Column:
    """Rows of these lengths, one after the other."""
    ends = np.cumsum(lengths)
    running = np.zeros(len(numbers) + 1, np.int64)
    np.cumsum(varint_sizes(numbers), out=running[1:])
    return Column(
        np.asarray(lengths, np.int64), numbers.astype(np.int64, copy=False), running[ends] - running[ends - lengths]
    )


def fixed(*columns: NDArray[np.integer[Any]]) -> Column:
    """Row i holds the i-th number of each column."""
    table = np.stack(columns, axis=1).astype(np.int64, copy=False)
    sizes = varint_sizes(table.ravel()).reshape(table.shape).sum(axis=1, dtype=np.int64)
    return Column(np.full(len(table), len(columns)), table.ravel(), sizes)


def delimited(field: int, *content: Column, unless_empty: bool = False) -> Messages:
    """The content of each row as that field of a larger message: tag, size in bytes, content.

    unless_empty: rows without content do not have the field, as it is for repeated numbers ("packed").
    """
    sizes = sizes_of(content)
    header = fixed(np.full(len(sizes), field << 3 | DELIMITED), sizes)
    if unless_empty and not sizes.all():
        header = _emptied(header, sizes == 0)
    return (header, *content)


def packed(field: int, column: Column) -> Messages:
    """Each row as a repeated field of integers."""
    return delimited(field, column, unless_empty=True)


def double(field: int, value: float) -> bytes:
    """One floating point field; 0 is what a field without a value means, so it is left out."""
    return encoded((fixed(np.array([field << 3 | FIXED64])),)) + struct.pack("<d", value) if value else b""


def sizes_of(messages: Sequence[Column]) -> Counts:
    """Bytes of each row of all columns together."""
    sizes = messages[0].sizes
    for column in messages[1:]:
        sizes = sizes + column.sizes
    return sizes


def encoded(messages: Sequence[Column]) -> bytes:
    """The bytes: row 0 of every column, then row 1 of every column, and so on."""
    return _varints(_side_by_side(messages)).tobytes()


def varint_sizes(numbers: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Bytes of each number as a varint: 1 to 9, and 10 for the negative ones."""
    sizes = np.ones(len(numbers), np.uint8)
    most = int(numbers.max(initial=0))
    for step in STEPS:
        if most < step:
            break
        sizes += numbers >= step
    negative = numbers < 0
    if negative.any():
        sizes[negative] = 10
    return sizes


def _varints(numbers: Counts) -> NDArray[np.uint8]:
    """The numbers as varints, one after the other: a matrix with a number per line, of which the used part is kept."""
    sizes = varint_sizes(numbers)
    width = int(sizes.max(initial=1))
    bits, table = numbers.view(np.uint64), np.empty((len(numbers), width), np.uint8)
    for k in range(width):
        table[:, k] = (bits >> np.uint64(7 * k)).astype(np.uint8) & 0x7F
        if k + 1 < width:
            table[:, k] |= (sizes > k + 1).astype(np.uint8) << 7
    if (sizes == width).all():
        return table.ravel()
    return table[np.arange(width) < sizes[:, None]]


def _side_by_side(messages: Sequence[Column]) -> Counts:
    """All numbers, row by row."""
    if len(messages) == 1:
        return messages[0].numbers
    lengths = np.sum([column.lengths for column in messages], axis=0)
    numbers = np.empty(lengths.sum(), np.int64)
    at = np.cumsum(lengths) - lengths  # where each row of the next column begins
    for column in messages:
        own = np.cumsum(column.lengths) - column.lengths
        numbers[np.repeat(at - own, column.lengths) + np.arange(len(column.numbers))] = column.numbers
        at = at + column.lengths
    return numbers


def _emptied(column: Column, rows: NDArray[np.bool_]) -> Column:
    """The column with nothing in these rows."""
    kept = column.numbers[~np.repeat(rows, column.lengths)]
    return Column(np.where(rows, 0, column.lengths), kept, np.where(rows, 0, column.sizes))
