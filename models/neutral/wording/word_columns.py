"""Columns of words: what stands for one name of a phrase (`phrases`), entry by entry: numbers, texts, cells, lines,
vertices of a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.arguments import freeze, integers
from models.neutral.errors import ModelError
from models.neutral.rows import Rows

Name: TypeAlias = "str | int | tuple[Any, ...]"
"""What a vertex of a graph is called: a text, a whole number, or a tuple of such."""
Cell: TypeAlias = tuple[int, ...]
"""Row and column, or layer, row and column, from 0."""
Place: TypeAlias = "Cell | Name"
"""Where something is: a cell, a line as the two points that it joins, or a vertex of a graph by its name."""
LONGEST_NAME = 80  # characters of a vertex in a sentence


def describe_cell(cell: Iterable[int]) -> str:
    """A cell in words, counted from 1: `R3C5` of (2, 4); with its layer first if there are layers."""
    index = tuple(cell)
    return "".join(f"{letter}{int(i) + 1}" for letter, i in zip("LRC"[-len(index) :], index, strict=True))


def describe_vertex(name: Name) -> str:
    """A vertex of a graph in a sentence: 'b', 3, (0,3) for a pair; of a long name the beginning and the end."""
    text = f"({','.join(map(describe_vertex, name))})" if isinstance(name, tuple) else repr(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 19]}...{text[-16:]}"


def describe_place(place: object) -> str:
    """A cell, a line (`R1C1 to R1C2`), or a vertex in words."""
    if not isinstance(place, tuple):
        return str(place)
    if place and isinstance(place[0], tuple):
        return " to ".join(map(describe_cell, place))
    return describe_cell(place)


class Column(Protocol):
    """What stands for one name of a text, entry by entry. size: the number of entries, None for any."""

    @property
    def size(self) -> int | None: ...

    def word(self, entry: int) -> str: ...

    def place(self, entry: int) -> Place | None:
        """The cell or vertex, None if the column has none."""


@dataclass(frozen=True, slots=True, eq=False)
class ValueColumn:
    """Numbers or texts."""

    values: Sequence[Any]

    @property
    def size(self) -> int:
        return len(self.values)

    def word(self, entry: int) -> str:
        return str(self.values[entry])

    def place(self, entry: int) -> None:
        return None


@dataclass(frozen=True, slots=True, eq=False)
class CellColumn:
    """Cells, shape (entries, axes)."""

    cells: NDArray[np.int64]

    @property
    def size(self) -> int:
        return len(self.cells)

    def word(self, entry: int) -> str:
        return describe_cell(self.cells[entry].tolist())

    def place(self, entry: int) -> Cell:
        return tuple(self.cells[entry].tolist())


@dataclass(frozen=True, slots=True, eq=False)
class LineColumn:
    """Lines, shape (entries, 2, 2): the cells, or corners of cells, that they join."""

    ends: NDArray[np.int64]

    @property
    def size(self) -> int:
        return len(self.ends)

    def word(self, entry: int) -> str:
        first, last = self.ends[entry].tolist()
        return f"{describe_cell(first)} to {describe_cell(last)}"

    def place(self, entry: int) -> Place:
        first, last = self.ends[entry].tolist()
        return tuple(first), tuple(last)


@dataclass(frozen=True, eq=False)
class MaskedCells:
    """The true cells of a mask, row by row."""

    mask: NDArray[np.bool_]

    @cached_property
    def size(self) -> int:
        return int(np.count_nonzero(self.mask))

    @cached_property
    def _flat(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.mask)

    def word(self, entry: int) -> str:
        return describe_cell(self.place(entry))

    def place(self, entry: int) -> Cell:
        return tuple(int(i) for i in np.unravel_index(self._flat[entry], self.mask.shape))


@dataclass(frozen=True, slots=True, eq=False)
class VertexColumn:
    """Vertices of a graph.

    names: of each entry's vertex.
    """

    names: Sequence[Name]

    @property
    def size(self) -> int:
        return len(self.names)

    def word(self, entry: int) -> str:
        return describe_vertex(self.names[entry])

    def place(self, entry: int) -> Name:
        return self.names[entry]


@dataclass(frozen=True, slots=True, eq=False)
class CellGroupColumn:
    """Several cells for each entry, such as those that a piece covers.

    cells: of the board, shape (cells, axes).
    rows: a row per entry, of numbers of these cells.
    """

    cells: NDArray[np.int64]
    rows: Rows

    @property
    def size(self) -> int:
        return len(self.rows)

    def word(self, entry: int) -> str:
        return " ".join(map(describe_cell, self.group(entry)))

    def place(self, entry: int) -> None:
        return None

    def group(self, entry: int) -> tuple[Cell, ...]:
        """The cells of an entry."""
        return tuple(map(tuple, self.cells[self.rows[entry]].tolist()))


@dataclass(frozen=True, slots=True, eq=False)
class AlongAxis:
    """What stands along one axis of an array: the same for all its entries that have the same place there.

    axis: its number.
    column: an entry for each place along it.
    shape: of the array; () before it is known.
    """

    axis: int
    column: Column
    shape: tuple[int, ...] = ()

    @property
    def size(self) -> int | None:
        """The entries of the array, if as many stand along its axis as the column has."""
        if len(self.shape) <= self.axis or self.column.size not in (None, self.shape[self.axis]):
            return self.column.size
        return prod(self.shape)

    def word(self, entry: int) -> str:
        return self.column.word(self._place_along(entry))

    def place(self, entry: int) -> Place | None:
        return self.column.place(self._place_along(entry))

    def _place_along(self, entry: int) -> int:
        return int(np.unravel_index(entry, self.shape)[self.axis])


@dataclass(frozen=True, eq=False)
class LateColumn:
    """A column that is made when it is read first."""

    name: str
    make: Callable[[], ArrayLike]

    @cached_property
    def _column(self) -> Column:
        return read_column(self.name, self.make())

    @property
    def size(self) -> None:
        return None

    def word(self, entry: int) -> str:
        return self._column.word(entry)

    def place(self, entry: int) -> Place | None:
        return self._column.place(entry)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the column itself: the function that makes it may be a lambda."""
        return _take_column, (self._column,)


def _take_column(column: Column) -> Column:
    return column


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """The place in an array of that shape, of which these axes are those of a board."""

    shape: tuple[int, ...]
    axes: tuple[int, ...]

    @property
    def size(self) -> int:
        return prod(self.shape)

    def word(self, entry: int) -> str:
        return describe_cell(self.place(entry))

    def place(self, entry: int) -> Cell:
        index = np.unravel_index(entry, self.shape)
        return tuple(int(index[axis]) for axis in self.axes)


@dataclass(frozen=True, slots=True)
class AxisPlace:
    """The place along one axis of an array, counted from 1."""

    shape: tuple[int, ...]
    axis: int

    @property
    def size(self) -> int:
        return prod(self.shape)

    def word(self, entry: int) -> str:
        return str(int(np.unravel_index(entry, self.shape)[self.axis]) + 1)

    def place(self, entry: int) -> None:
        return None


@dataclass(frozen=True, slots=True)
class EntryNumber:
    """The entry itself, counted from 1."""

    @property
    def size(self) -> None:
        return None

    def word(self, entry: int) -> str:
        return str(entry + 1)

    def place(self, entry: int) -> None:
        return None


@dataclass(frozen=True, slots=True)
class LineNumber(EntryNumber):
    """The same, of entries that are the rows, or the columns, of a board. In JSON it is written like numbers that an
    author gave, so that whoever reads it need not know this."""


PLACE_COLUMNS = (CellColumn, LineColumn, MaskedCells, ArrayPlace, VertexColumn)
GivenColumn: TypeAlias = "ArrayLike | Callable[[], ArrayLike] | VertexColumn | CellGroupColumn | AlongAxis"


def vertices(names: Sequence[Name]) -> VertexColumn:
    """A column of vertices of a graph, for `each`: their names are texts, whole numbers, or tuples of such."""
    return VertexColumn(names)


def cell_groups(cells: ArrayLike, rows: Rows | Sequence[Sequence[int]]) -> CellGroupColumn:
    """A column of several cells for each entry, for `each`. cells: shape (cells, axes); rows: a row per entry, of
    numbers of these cells, from 0. Raises ModelError."""
    places = np.asarray(cells)
    try:
        table = rows if isinstance(rows, Rows) else _number_rows(rows)
    except (TypeError, ValueError):
        table = None
    if (
        table is None
        or places.ndim != 2
        or places.dtype.kind not in "iu"
        or (len(table.literals) and not 0 <= table.literals.min() <= table.literals.max() < len(places))
    ):
        raise ModelError(
            "cell_groups: expected cells of shape (n, 2) or (n, 3), and rows of numbers of these, from 0, found cells "
            f"of shape {places.shape} and {rows!r:.60}"
        )
    return CellGroupColumn(freeze(places.astype(np.int64)), table)


def _number_rows(rows: Sequence[Sequence[int]]) -> Rows:
    """Lists of numbers, which may be 0, as rows. Raises TypeError and ValueError."""
    numbers = [number for row in rows for number in row]
    if not all(isinstance(number, int | np.integer) for number in numbers):
        raise TypeError
    return Rows(np.cumsum([0, *map(len, rows)]), np.array(numbers, np.int32))


def along(axis: int, column: GivenColumn) -> AlongAxis:
    """A column, for `each`, with an entry for each place along one axis of an array, not for each variable."""
    return AlongAxis(axis, read_column(f"axis {axis}", column))


def has_places(column: Column, kinds: tuple[type, ...] = PLACE_COLUMNS) -> bool:
    """Does the column say where something is, in one of these kinds of places?"""
    return isinstance(column.column if isinstance(column, AlongAxis) else column, kinds)


def read_column(name: str, column: GivenColumn) -> Column:
    """What is given for a name, checked. Raises ModelError."""
    if isinstance(column, VertexColumn | CellGroupColumn | AlongAxis):
        return column
    if callable(column):
        return LateColumn(name, column)
    values = np.asarray(column)
    if values.dtype == np.bool_ and values.ndim in (2, 3):
        return MaskedCells(values)
    if values.ndim == 1 and (values.dtype.kind in "US" or all(isinstance(value, str) for value in values.tolist())):
        return ValueColumn(tuple(map(str, values.tolist())))
    numbers = integers(values, f"each: {name}")
    if numbers.ndim == 1:
        return ValueColumn(numbers.tolist())
    if numbers.ndim == 2 and numbers.shape[1] in (2, 3):
        return CellColumn(freeze(numbers.astype(np.int64)))
    if numbers.ndim == 3 and numbers.shape[1:] == (2, 2):
        return LineColumn(freeze(numbers.astype(np.int64)))
    raise ModelError(
        f"each: {name}: expected numbers, texts, cells of shape (n, 2) or (n, 3), lines of shape (n, 2, 2), or a mask "
        f"of a board, found "
        f"{values.dtype} of shape {values.shape}"
    )
