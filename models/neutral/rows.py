"""Rows of literals as one table in compressed sparse row form (CSR).

Row i of a table holds `literals[starts[i]:starts[i + 1]]`. A million rows are two arrays, not a million lists:
everything in this project that handles rows handles them as columns. The functions below turn arrays in the
shape of a board into the tables that rules speak of: runs, neighbourhoods, windows, groups with one owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral.door import ModelError

Ints: TypeAlias = NDArray[np.integer[Any]]
RowsLike: TypeAlias = "Rows | Ints | Sequence[Any] | int"


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A table of rows: `starts` has shape (rows + 1,), `literals` shape (total length,), both read-only."""

    starts: NDArray[np.int64]
    literals: NDArray[np.int32]

    def __post_init__(self) -> None:
        self.starts.setflags(write=False)
        self.literals.setflags(write=False)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, row: int) -> NDArray[np.int32]:
        return self.literals[self.starts[row] : self.starts[row + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of literals per row, shape (rows,)."""
        return np.diff(self.starts)

    @property
    def owners(self) -> NDArray[np.int64]:
        """For each literal the number of its row, shape (total length,)."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def sums(self, per_literal: Ints) -> NDArray[np.int64]:
        """Sum of one number per literal, row by row. Empty rows sum to 0 (np.add.reduceat would not)."""
        running = np.zeros(len(per_literal) + 1, np.int64)
        np.cumsum(per_literal, out=running[1:])
        return running[self.starts[1:]] - running[self.starts[:-1]]

    def take(self, chosen: Ints | NDArray[np.bool_]) -> Rows:
        """The chosen rows (numbers or a mask), in that order."""
        picks = np.arange(len(self))[chosen]
        return from_lengths(self.lengths[picks], self.literals[self.positions(picks)])

    def positions(self, chosen: Ints) -> NDArray[np.int64]:
        """Where in `literals` the literals of the chosen rows stand, row after row."""
        lengths = self.lengths[chosen]
        before = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if len(lengths) else lengths
        offsets: NDArray[np.int64] = np.repeat(self.starts[:-1][chosen] - before, lengths)
        return offsets + np.arange(len(offsets))


def from_lengths(lengths: Ints, literals: Ints) -> Rows:
    """The table whose rows have these lengths and, one after the other, these literals."""
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    return Rows(starts, _as_literals(literals))


def rows_of(table: RowsLike) -> Rows:
    """A table from what puzzle code has at hand.

    One literal or a vector is one row; a matrix is one row per line; a list whose entries are vectors or lists
    is one row per entry; a `Rows` is itself. `[[]]` is one empty row, `np.zeros((0, 0))` no row at all; a
    plain `[]` could mean either and is refused, as is an array of more than two dimensions (reshape it).
    """
    if isinstance(table, Rows):
        return table
    if not isinstance(table, np.ndarray) and isinstance(table, Sequence):
        if len(table) == 0:
            raise ModelError("rows: `[]` may mean no row or one empty row; write np.zeros((0, 0)) or [[]]")
        if not all(np.ndim(entry) == 0 for entry in table):
            entries = [np.asarray(entry) for entry in table]
            if any(entry.ndim != 1 for entry in entries):
                raise ModelError("rows: a list of rows must hold vectors; found an entry of another shape")
            return from_lengths(np.array([len(entry) for entry in entries]), np.concatenate(entries))
    array = np.atleast_1d(np.asarray(table))
    if array.ndim > 2:
        raise ModelError(f"rows: expected a vector or a matrix, found shape {array.shape}; reshape it")
    height = len(array) if array.ndim == 2 else 1
    return from_lengths(np.full(height, array.shape[-1]), array.ravel())


def group(literals: Ints, by: Ints, n: int | None = None) -> Rows:
    """Row i holds the literals whose `by` is i; there are `n` rows (default: up to the largest owner).

    `literals` and `by` have the same shape. The order within a row is the order given. Owners without a
    literal get an empty row: give `n` when the last owners may be such.
    """
    owners = np.asarray(by).ravel()
    items = np.asarray(literals).ravel()
    if len(owners) != len(items):
        raise ModelError(f"group: {len(items)} literals, but {len(owners)} owners in `by`")
    n = (int(owners.max()) + 1 if len(owners) else 0) if n is None else n
    if len(owners) and not 0 <= owners.min() <= owners.max() < n:
        raise ModelError(f"group: owners in `by` must be 0..{n - 1}, found {owners.min()}..{owners.max()}")
    order = np.argsort(owners, kind="stable")
    return from_lengths(np.bincount(owners, minlength=n), items[order])


def prepend(first: Ints, table: RowsLike) -> Rows:
    """Each row with one literal put in front of it: `first` (any shape, read row-major) has one per row."""
    rest, heads = rows_of(table), np.asarray(first).ravel()
    if len(heads) != len(rest):
        raise ModelError(f"prepend: {len(heads)} literals for {len(rest)} rows")
    return from_lengths(rest.lengths + 1, np.insert(rest.literals, rest.starts[:-1], heads))


def windows(board: Ints, shape: tuple[int, int]) -> Rows:
    """Every placement of a window on a board (a matrix of literals), one row each, row-major.

    A window larger than the board is cut to the board: on a 1 x n board the 2 x 2 windows are the n - 1 pairs
    of neighbours. That keeps "any two cells that touch share a window" true on every board.
    """
    board = np.asarray(board)
    if board.ndim != 2:
        raise ModelError(f"windows: expected a matrix, found shape {board.shape}")
    height, width = min(shape[0], board.shape[0]), min(shape[1], board.shape[1])
    if board.size == 0 or height < 1 or width < 1:
        return from_lengths(np.zeros(0, np.int64), np.zeros(0, np.int32))
    placed = np.lib.stride_tricks.sliding_window_view(board, (height, width))
    return rows_of(placed.reshape(-1, height * width))


def union(left: RowsLike, right: RowsLike) -> Rows:
    """Row i is the union of both rows i, each literal once, in ascending order of variable."""
    a, b = rows_of(left), rows_of(right)
    if len(a) != len(b):
        raise ModelError(f"union: {len(a)} rows and {len(b)} rows")
    owners = np.concatenate([a.owners, b.owners])
    literals = np.concatenate([a.literals, b.literals])
    order = np.lexsort((literals, np.abs(literals), owners))
    owners, literals = owners[order], literals[order]
    fresh = np.ones(len(owners), np.bool_)
    fresh[1:] = (owners[1:] != owners[:-1]) | (literals[1:] != literals[:-1])
    return from_lengths(np.bincount(owners[fresh], minlength=len(a)), literals[fresh])


def _as_literals(values: Ints) -> NDArray[np.int32]:
    """Literals as int32; a float, a Boolean or a number beyond 32 bits is refused, not rounded."""
    array = np.asarray(values)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise ModelError(f"rows: literals are signed integers, found {array.dtype} values such as {array.flat[0]}")
    literals: NDArray[np.int32] = array.astype(np.int32)  # a copy: the caller's array stays writable
    if array.dtype.itemsize > 4 and not np.array_equal(literals, array):
        raise ModelError("rows: a literal beyond 32 bits")
    return literals
