"""What an answer is: which variables it is read from, how it is written, turned, and checked before the rules are.

    CellPieces("star")       a set of cells: ((0, 2), (1, 0)), sorted; JSON {"stars": [[0, 2], [1, 0]]}
    CellNumbers("digit")     a number in each cell: ((1, 2), (2, 1)), by row; JSON {"digits": [[1, 2], [2, 1]]}

In every formulation, the array of an answer has the name of its piece (`star`, `shaded_cell`): a Boolean for each cell,
in the shape of the board, or for some cells, whose words say which (`says=each("a lamp at {cell}", cell=white)`); for
numbers, one for each cell and each number from 1 on, of which one holds, or, where few numbers are possible, a vector
of those, whose words say the cells, and `number=` the numbers. Of a partial assignment an
answer has what is certain: a piece or a number that is not known yet is left out, or 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.boards import Isometry, cells_from_json, cells_to_json, cells_where, describe_cell
from rosetta.foundation.errors import InputError

Shape: TypeAlias = tuple[int, int]
Grid: TypeAlias = tuple[tuple[int, ...], ...]
"""Numbers by row, 0 where none is known."""


class AnswerKind(Protocol):
    """A kind of answer. piece: what one of its parts is called, in the singular."""

    @property
    def piece(self) -> str: ...

    @property
    def key(self) -> str:
        """Its key in JSON."""

    @property
    def example(self) -> Any:
        """An answer to some board, for messages."""

    def variables(self, model: Model) -> NDArray[np.int32]:
        """The variables that are the answer."""

    def decode(self, model: Model, values: NDArray[np.int64]) -> Any:
        """The answer of an assignment (entry x: value of variable x)."""

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        """Which of the variables hold in an answer; what is beside the board is left out."""

    def to_json(self, answer: Any) -> dict[str, Any]: ...

    def from_json(self, puzzle: str, document: Mapping[str, Any]) -> Any:
        """The answer that `to_json` wrote. Raises InputError."""

    def pieces(self, answer: Any) -> frozenset[Hashable]:
        """Its parts."""

    def turn(self, answer: Any, isometry: Isometry) -> Any:
        """Its image."""

    def check_places(self, instance: Any, shape: Shape, answer: Any) -> tuple[list[str], Any]:
        """What is wrong before any rule is asked, as sentences, and what of the answer the rules can be asked about;
        None where they cannot."""


@dataclass(frozen=True, slots=True)
class CellPieces:
    """A set of cells, each with a piece in it.

    piece: in the singular, `star` or `shaded cell`.
    other: what all other cells have in them, in the singular, where that counts as well; "" where these are empty.
    """

    piece: str
    other: str = ""

    @property
    def array(self) -> str:
        """The name of its array."""
        return self.piece.replace(" ", "_")

    @property
    def key(self) -> str:
        return f"{self.array}s"

    @property
    def example(self) -> tuple[tuple[int, int], ...]:
        return (0, 4), (2, 7)

    def variables(self, model: Model) -> NDArray[np.int32]:
        return model.arrays[self.array].ravel()

    def decode(self, model: Model, values: NDArray[np.int64]) -> tuple[tuple[int, int], ...]:
        variables = model.arrays[self.array]
        holds = np.asarray(values)[variables] == 1
        if variables.ndim == 2:
            return cells_where(holds)
        return tuple((r, c) for r, c in sorted(model.says[self.array].cells(np.flatnonzero(holds))))

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        variables, chosen = model.arrays[self.array], set(answer)
        if variables.ndim == 2:
            return np.array([cell in chosen for cell in np.ndindex(*variables.shape)], np.bool_)
        cells = model.says[self.array].cells(np.arange(variables.size))
        return np.array([cell in chosen for cell in cells], np.bool_)

    def to_json(self, answer: Any) -> dict[str, Any]:
        return cells_to_json(self.key, answer)

    def from_json(self, puzzle: str, document: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
        return cells_from_json(puzzle, self.key, document)

    def pieces(self, answer: Any) -> frozenset[Hashable]:
        return frozenset(answer)

    def turn(self, answer: Any, isometry: Isometry) -> tuple[tuple[int, int], ...]:
        return isometry(answer)

    def check_places(self, instance: Any, shape: Shape, answer: Any) -> tuple[list[str], Any]:
        (height, width), times = shape, Counter(answer)
        outside = [cell for cell in sorted(times) if not (0 <= cell[0] < height and 0 <= cell[1] < width)]
        faults = [
            *(f"the {self.piece} at {describe_cell(cell)} is not on the {height}x{width} board" for cell in outside),
            *(
                f"the {self.piece} at {describe_cell(cell)} is given {n} times"
                for cell, n in sorted(times.items())
                if n > 1
            ),
        ]
        return faults, tuple(cell for cell in sorted(times) if cell not in outside)


@dataclass(frozen=True, slots=True)
class CellNumbers:
    """A number in each cell, from 1 on, or in some.

    piece: in the singular, `digit`, the name of its array, of shape (rows, columns, numbers), or a vector.
    alike: do the rules treat all numbers alike, so that they can be exchanged where the board does not tell them apart?
    cells(board): which of its cells have a number, a mask; None where all have one. In an answer, 0 stands in the
        others, and the model states that none of their numbers holds.
    may_lack: may other cells be empty, too, 0 in an answer?
    """

    piece: str
    alike: bool = False
    cells: Callable[[Any], NDArray[np.bool_]] | None = None
    may_lack: bool = False

    @property
    def key(self) -> str:
        return f"{self.piece}s"

    @property
    def example(self) -> Grid:
        return (1, 2), (2, 1)

    def variables(self, model: Model) -> NDArray[np.int32]:
        return model.arrays[self.piece].ravel()

    def decode(self, model: Model, values: NDArray[np.int64]) -> Grid:
        holds = np.asarray(values)[model.arrays[self.piece]] == 1
        if holds.ndim == 3:
            return as_grid(np.where(holds.any(axis=2), holds.argmax(axis=2) + 1, 0))
        cells, numbers = self._entries(model)
        grid = np.zeros(cells.max(axis=0, initial=-1) + 1, np.int64)
        grid[tuple(cells[holds].T)] = numbers[holds]
        return as_grid(grid)

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        array = model.arrays[self.piece]
        cells, most = (self._entries(model)[0], 0) if array.ndim == 1 else (None, array.shape[2])
        height, width = array.shape[:2] if cells is None else cells.max(axis=0, initial=-1) + 1
        numbers = np.zeros((height, width), np.int64)
        for r, row in enumerate(answer[:height]):
            numbers[r, : len(row)] = row[:width]
        if cells is not None:
            return np.asarray(numbers[tuple(cells.T)] == self._entries(model)[1])
        return np.asarray((numbers[:, :, None] == np.arange(1, most + 1)).ravel())

    def _entries(self, model: Model) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The cells and the numbers of a vector of literals, as its words say them."""
        columns: Any = model.says[self.piece].columns
        return columns["cell"].cells, np.array(columns["number"].values, np.int64)

    def to_json(self, answer: Any) -> dict[str, Any]:
        return {self.key: [list(row) for row in answer]}

    def from_json(self, puzzle: str, document: Mapping[str, Any]) -> Grid:
        rows = document.get(self.key) if isinstance(document, Mapping) else None
        if not isinstance(rows, list) or not all(isinstance(row, list | tuple) for row in rows):
            raise InputError(f'{puzzle}: expected {{"{self.key}": [[number, ...], ...]}}, found no rows "{self.key}"')
        for r, row in enumerate(rows):
            if len(row) != len(rows[0]) or not all(type(number) is int for number in row):
                raise InputError(f"{puzzle}: {self.key}[{r}]: expected {len(rows[0])} whole numbers, found {row!r:.60}")
        return tuple(map(tuple, rows))

    def pieces(self, answer: Any) -> frozenset[Hashable]:
        return frozenset((r, c, number) for r, row in enumerate(answer) for c, number in enumerate(row) if number)

    def turn(self, answer: Any, isometry: Isometry) -> Grid:
        return as_grid(isometry.board(np.array(answer)))

    def check_places(self, instance: Any, shape: Shape, answer: Any) -> tuple[list[str], Any]:
        height, width = shape
        if len(answer) != height or any(len(row) != width for row in answer):
            return [f"expected a {self.piece} for each cell of the {height}x{width} board"], None
        numbered = np.ones(shape, np.bool_) if self.cells is None else self.cells(instance)
        wrong = [
            f"{describe_cell((r, c))} has {f'{number} for a' if number < 0 else 'a' if number else 'no'} {self.piece}"
            for r, row in enumerate(answer)
            for c, number in enumerate(row)
            if (number > 0 or (self.may_lack and number == 0) if numbered[r, c] else number == 0) is False
        ]
        return wrong, None if wrong else answer


def as_grid(numbers: NDArray[np.integer[Any]]) -> Grid:
    """Numbers as tuples, row by row, so that answers can be compared and hashed."""
    return tuple(map(tuple, numbers.tolist()))


def pad_grid(grid: Grid, shape: Shape) -> Grid:
    """The grid with zeros in the last rows and columns that it lacks."""
    height, width = shape
    if len(grid) == height and (not grid or len(grid[0]) == width):
        return grid
    rows = (*grid, *[()] * (height - len(grid)))
    return tuple(row + (0,) * (width - len(row)) for row in rows)
