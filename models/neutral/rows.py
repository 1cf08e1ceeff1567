"""Rows of literals as one table in compressed sparse row form (CSR).

Row i of a table holds `literals[starts[i]:starts[i + 1]]`. A million rows are two arrays, not a million lists:
everything in this project treats rows as columns. The functions below turn arrays in the shape of a board into the
tables that rules are stated on: runs, neighbourhoods, windows, groups with one owner.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import as_literals, exact_integers, freeze, frozen_copy, integers
from models.neutral.errors import MOST, ModelError

Ints: TypeAlias = "NDArray[np.integer[Any]] | Sequence[Any]"
RowsLike: TypeAlias = "Rows | Ints | int"
Number = TypeVar("Number", bound=np.integer[Any])
PIECE = 1 << 18  # literals processed at a time: in the cache, and in memory that is reused


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A table of rows: `starts` has shape (rows + 1,), `literals` shape (total length,).

    Both are read-only; arrays that the caller might still change are copied.
    """

    starts: NDArray[np.int64]
    literals: NDArray[np.int32]

    def __post_init__(self) -> None:
        starts, literals = (
            frozen_copy(integers(self.starts, "rows: starts"), np.int64),
            as_literals(self.literals, "rows"),
        )
        if starts.ndim != 1 or literals.ndim != 1 or len(starts) == 0 or (starts[1:] < starts[:-1]).any():
            raise ModelError("rows: starts and literals must be vectors, and starts must ascend from 0")
        if starts[0] != 0 or starts[-1] != len(literals):
            raise ModelError(
                f"rows: starts must go from 0 to the number of literals, {len(literals)}; "
                f"found {starts[0]}..{starts[-1]}"
            )
        object.__setattr__(self, "starts", starts)
        object.__setattr__(self, "literals", literals)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, row: int) -> NDArray[np.int32]:
        """The literals of one row; -1 is the last row."""
        row = range(len(self))[operator.index(row)]
        return self.literals[self.starts[row] : self.starts[row + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of literals per row, shape (rows,)."""
        return self.starts[1:] - self.starts[:-1]  # as np.diff, which takes longer on few rows

    @property
    def owners(self) -> NDArray[np.int64]:
        """For each literal the number of its row, shape (total length,)."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def sums(self, per_literal: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Sum of one number per literal, row by row. Empty rows sum to 0 (np.add.reduceat would not)."""
        running = np.zeros(len(per_literal) + 1, np.int64)
        np.cumsum(per_literal, out=running[1:])
        return running[self.starts[1:]] - running[self.starts[:-1]]

    def take(self, chosen: NDArray[np.integer[Any]] | NDArray[np.bool_]) -> Rows:
        """The chosen rows (numbers or a mask), in that order."""
        if chosen.dtype == np.bool_ and len(chosen) == len(self) and chosen.all():
            return self
        picks = np.arange(len(self))[chosen]
        starts = np.zeros(len(picks) + 1, np.int64)
        np.cumsum(self.lengths[picks], out=starts[1:])
        literals = np.empty(starts[-1], np.int32)
        for first, last in row_pieces(starts):
            literals[starts[first] : starts[last]] = self.literals[self.positions(picks[first:last])]
        return Rows(freeze(starts), freeze(literals))

    def positions(self, chosen: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """The indices in `literals` of the chosen rows' literals, row by row."""
        return concatenated_ranges(self.starts[:-1][chosen], self.lengths[chosen])


def literal_values(values: NDArray[Number], literals: NDArray[np.int32]) -> NDArray[Number]:
    """The value of each literal: values[x] for x, 1 - values[x] for -x."""
    at: NDArray[Number] = np.asarray(values[np.abs(literals)])  # also of one literal
    np.subtract(1, at, out=at, where=literals < 0)
    return at


def rename_literals(literals: NDArray[np.int32], names: NDArray[np.int32]) -> NDArray[np.int32]:
    """The literals in their new names. names: by variable number, the literal it becomes."""
    new: NDArray[np.int32] = np.sign(literals) * names[np.abs(literals)]
    return new


def concatenated_ranges(first: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """first, first + 1, ... for each length, one range after the other."""
    ranges: NDArray[np.int64] = np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
    ranges += np.arange(len(ranges))
    return ranges


def distinct_pairs(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of the pairs of two columns, each pair once, in ascending order of the pairs."""
    order = np.lexsort((second, first))
    one, other = first[order], second[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    return order[is_new]


def segment_indices(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, ..., n - 1 for each length n, one after the other."""
    return concatenated_ranges(np.zeros(len(lengths), np.int64), lengths)


def row_pieces(starts: NDArray[np.int64], piece: int = PIECE) -> Iterator[tuple[int, int]]:
    """Ranges of rows (first, last + 1) with about so many literals each, in order."""
    cuts = np.searchsorted(starts, np.arange(piece, max(starts[-1], 1), piece)).tolist()
    return pairwise([0, *cuts, len(starts) - 1])


def rows_from_lengths(lengths: NDArray[Any], literals: NDArray[Any]) -> Rows:
    """The table whose rows have these lengths and, one after the other, these literals."""
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    return Rows(freeze(starts), literals)


def rows_of(table: RowsLike) -> Rows:
    """A table from literals, arrays or lists.

    One literal or a vector is one row; a matrix is one row per line; a list whose entries are vectors or lists
    is one row per entry; a `Rows` is itself. `[[]]` is one empty row, `np.zeros((0, 0))` no row at all; a
    plain `[]` could mean either and is refused, as is an array of more than two dimensions (reshape it).
    """
    if isinstance(table, Rows):
        return table
    if isinstance(table, Sequence) and not isinstance(table, str):
        if len(table) == 0:
            raise ModelError("rows: `[]` is ambiguous: no row, or one empty row; write np.zeros((0, 0)) or [[]]")
        entries = [integers(entry, "rows") for entry in table]
        dimensions = sorted({entry.ndim for entry in entries})
        if dimensions == [1]:
            return rows_from_lengths(np.array([len(entry) for entry in entries]), np.concatenate(entries))
        if dimensions != [0]:
            raise ModelError(
                f"rows: a list holds literals, or one vector per row; found {_describe_dimensions(dimensions)}"
            )
    array = np.atleast_1d(integers(table, "rows"))
    if array.ndim > 2:
        raise ModelError(f"rows: expected a vector or a matrix, found shape {array.shape}; reshape it")
    height = len(array) if array.ndim == 2 else 1
    return rows_from_lengths(np.full(height, array.shape[-1]), array.ravel())


def shape_of_rows(table: RowsLike) -> tuple[int, ...]:
    """The shape of one number per literal: that of a matrix, else a vector, row by row."""
    if isinstance(table, np.ndarray):
        return table.shape
    rows = rows_of(table)
    widths = set() if isinstance(table, Rows) else set(rows.lengths.tolist())
    return (len(rows), *widths) if len(widths) == 1 else (len(rows.literals),)


def group(literals: Ints, by: Ints, n: int | None = None) -> Rows:
    """Rows of literals by owner: row i holds the literals whose `by` is i, in their order.

    Parameters
    ----------
    literals : array of int
        Literals in any shape.
    by : array of int
        The row of each, from 0, in the same shape.
    n : int, optional
        How many rows; by default up to the largest owner. An owner without a literal gets an empty row.

    Returns
    -------
    Rows
        For the verbs of `Model`.

    Raises
    ------
    ValueError
        If the shapes differ, or an owner is not below `n`.

    Examples
    --------
    >>> import numpy as np, rosetta as rs
    >>> queen = rs.Model("queens").bools("queen", (2, 3))
    >>> r, c = np.indices(queen.shape)
    >>> [row.tolist() for row in rs.group(queen, by=r + c)]  # the rising diagonals
    [[1], [2, 4], [3, 5], [6]]
    """
    items, owners = integers(literals, "group: literals"), integers(by, "group: by")
    if items.shape != owners.shape:
        raise ModelError(f"group: literals of shape {items.shape}, but `by` of shape {owners.shape}")
    least, most = (int(owners.min()), int(owners.max())) if owners.size else (0, -1)
    if least < 0:
        remedy = f"add {-least} to all of them, for rows are numbered from 0"
        raise ModelError(f"group: owners in `by` must not be negative, found {least}..{most}; {remedy}")
    n = most + 1 if n is None else int(exact_integers(n, "group: n"))
    if n > MOST or n < 0:
        raise ModelError(f"group: expected 0..{MOST} rows, found {n}")
    if most >= n:
        raise ModelError(f"group: owners in `by` must be 0..{n - 1}, found {least}..{most}")
    order = np.argsort(owners.ravel(), kind="stable")
    return rows_from_lengths(np.bincount(owners.ravel().astype(np.int64), minlength=n), freeze(items.ravel()[order]))


def prepend(first: Ints | int, table: RowsLike) -> Rows:
    """Each row with one literal of its own in front.

    Parameters
    ----------
    first : array of int
        One literal per row, in any shape, read row by row.
    table : rows
        A matrix, a list of rows, or what `group`, `windows` and `union` return.

    Returns
    -------
    Rows

    Raises
    ------
    ValueError
        If there is not one literal per row.

    Examples
    --------
    >>> import rosetta as rs
    >>> [row.tolist() for row in rs.prepend([-1, -2], [[3, 4], [5]])]
    [[-1, 3, 4], [-2, 5]]
    """
    rest, heads = rows_of(table), as_literals(first, "prepend").ravel()
    if len(heads) != len(rest):
        raise ModelError(f"prepend: expected one literal per row, found {len(heads)} for {len(rest)} rows")
    starts = rest.starts + np.arange(len(rest) + 1)
    joined, is_rest = np.empty(starts[-1], np.int32), np.ones(starts[-1], np.bool_)
    joined[starts[:-1]], is_rest[starts[:-1]] = heads, False
    joined[is_rest] = rest.literals
    return Rows(freeze(starts), freeze(joined))


def windows(board: Ints, shape: tuple[int, int]) -> Rows:
    """Every placement of a window on a board, one row each, from left to right and from top to bottom.

    Parameters
    ----------
    board : array of int
        A matrix of literals; 0 marks a cell without a variable, which is left out of the windows it lies in.
    shape : tuple of int
        The window, (height, width). One that is larger than the board is cut to the board: on a 1 x n board the 2 x 2
        windows are the n - 1 pairs of neighbours, so any two cells that touch share a window on every board.

    Returns
    -------
    Rows

    Raises
    ------
    ValueError
        If the board is not a matrix, or the shape not two sides of at least 1.

    Examples
    --------
    >>> import rosetta as rs
    >>> tent = rs.Model("tents").bools("tent", (2, 3))
    >>> [row.tolist() for row in rs.windows(tent, (2, 2))]
    [[1, 2, 4, 5], [2, 3, 5, 6]]
    """
    cells = integers(board, "windows")
    if cells.ndim != 2:
        raise ModelError(f"windows: expected a matrix, found shape {cells.shape}")
    try:
        height, width = map(operator.index, shape)
    except (TypeError, ValueError):
        raise ModelError(f"windows: expected a height and a width, found {shape!r}") from None
    if height < 1 or width < 1:
        raise ModelError(f"windows: expected a height and a width of at least 1, found {shape!r}")
    if cells.size == 0:
        return rows_of(np.zeros((0, 0), np.int32))
    height, width = min(height, cells.shape[0]), min(width, cells.shape[1])
    placed = np.lib.stride_tricks.sliding_window_view(cells, (height, width)).reshape(-1, height * width)
    filled = placed != 0
    return rows_from_lengths(filled.sum(axis=1), placed.ravel() if filled.all() else placed[filled])


def union(left: RowsLike, right: RowsLike, at: tuple[Ints, Ints] | None = None) -> Rows:
    """Two tables joined row by row: row i has the literals of both rows i, each once, by ascending variable.

    Parameters
    ----------
    left, right : rows
        As many rows each. If one row has x and the other -x, both stay, and a verb will refuse the row.
    at : two arrays of int, optional
        Row i joins row `at[0][i]` of `left` and row `at[1][i]` of `right`, which may have any number of rows: a row
        that is needed often need not be there often.

    Returns
    -------
    Rows

    Raises
    ------
    ValueError
        If they do not have the same number of rows, or `at` names a row that is not there.

    Examples
    --------
    >>> import rosetta as rs
    >>> [row.tolist() for row in rs.union([[1, 2], [4]], [[2, 3], [4]])]
    [[1, 2, 3], [4]]
    >>> [row.tolist() for row in rs.union([[1, 2]], [[3], [4]], at=([0, 0], [0, 1]))]
    [[1, 2, 3], [1, 2, 4]]
    """
    a, b = rows_of(left), rows_of(right)
    if at is None and len(a) != len(b):
        raise ModelError(f"union: expected as many rows on both sides, found {len(a)} and {len(b)}")
    of_a, of_b = (None, None) if at is None else _row_numbers(at, a, b)
    lengths = (a.lengths if of_a is None else a.lengths[of_a]) + (b.lengths if of_b is None else b.lengths[of_b])
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    literals, end = np.empty(starts[-1], np.int32), 0
    for first, last in row_pieces(starts):
        here = slice(first, last)
        lengths[here], joined = _join_parts(*_row_slice(a, of_a, here), *_row_slice(b, of_b, here))
        literals[end : end + len(joined)] = joined
        end += len(joined)
    literals.resize(end, refcheck=False)
    return rows_from_lengths(lengths, freeze(literals))


def _row_numbers(at: tuple[Ints, Ints], left: Rows, right: Rows) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The two arrays of row numbers, checked."""
    first, second = (exact_integers(numbers, "union: at").ravel() for numbers in at)
    if len(first) != len(second):
        raise ModelError(f"union: expected as many row numbers for both sides, found {len(first)} and {len(second)}")
    for numbers, table in ((first, left), (second, right)):
        if len(numbers) and not 0 <= numbers.min() <= numbers.max() < len(table):
            raise ModelError(f"union: expected row numbers 0..{len(table) - 1}, found {numbers.min()}..{numbers.max()}")
    return first, second


def _row_slice(
    rows: Rows, chosen: NDArray[np.int64] | None, here: slice
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Lengths and literals of a range of the chosen rows."""
    if chosen is None:
        starts = rows.starts[here.start : here.stop + 1]
        return np.diff(starts), rows.literals[starts[0] : starts[-1]]
    first = rows.starts[chosen[here]]
    lengths = rows.starts[chosen[here] + 1] - first
    return lengths, rows.literals[concatenated_ranges(first, lengths)]


def _join_parts(
    left_lengths: NDArray[np.int64],
    left: NDArray[np.int32],
    right_lengths: NDArray[np.int64],
    right: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Lengths and literals of the union of some rows."""
    # One number encodes row, variable and sign: sorting it is much faster than sorting by three keys. Both tables
    # come sorted by row and mostly within rows, on which the stable sort is fast.
    items, height = np.concatenate([left, right]), len(left_lengths)
    keys = np.repeat(np.tile(np.arange(height) << 32, 2), np.concatenate([left_lengths, right_lengths]))
    are_signed = bool(items.min(initial=1) < 0)
    low = (np.abs(items) if are_signed else items).view(np.uint32)
    if are_signed:
        low <<= 1
        low |= items > 0
    keys |= low
    keys.sort(kind="stable")
    same = np.flatnonzero(keys[1:] == keys[:-1])
    twice = np.bincount(keys[same] >> 32, minlength=height)
    fresh = np.ones(len(keys), np.bool_)
    fresh[same] = False
    low = keys.astype(np.uint32)[fresh]  # the lower half
    literals = low.view(np.int32)
    if are_signed:
        negated = (low & 1) == 0
        low >>= 1
        np.negative(literals, out=literals, where=negated)
    return left_lengths + right_lengths - twice, literals


def _describe_dimensions(dimensions: list[int]) -> str:
    names = {0: "single numbers", 1: "vectors", 2: "matrices"}
    return " and ".join(names.get(n, f"arrays of {n} dimensions") for n in dimensions)
