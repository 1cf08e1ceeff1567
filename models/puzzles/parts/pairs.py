"""Answers that are pairs of cells, each with a number, such as bridges between islands.

    PairNumbers("bridge")     so many bridges between two cells

An answer is a sorted tuple of pairs with their numbers, from 1 on, the upper or left cell first: (((0, 0), (0, 2), 1),
...); JSON {"bridges": [[[0, 0], [0, 2], 1], ...]}. In every formulation, the array of the answer has the name of its
piece and the shape (largest number, pairs): entry (k, i) says that the number of pair i is larger than k. Its words say
which pairs there may be: `says=each("a bridge from {line}", levels=largest, line=ends)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.boards import Cell, Isometry, describe_cell
from rosetta.foundation.errors import InputError

NumberedPair: TypeAlias = tuple[Cell, Cell, int]
NumberedPairs: TypeAlias = tuple[NumberedPair, ...]


@dataclass(frozen=True, slots=True)
class PairNumbers:
    """A number for some pairs of cells. piece: what is counted, in the singular, the name of its array."""

    piece: str

    @property
    def key(self) -> str:
        return f"{self.piece}s"

    @property
    def example(self) -> NumberedPairs:
        return (((0, 0), (0, 2), 1),)

    def variables(self, model: Model) -> NDArray[np.int32]:
        return model.arrays[self.piece].ravel()

    def decode(self, model: Model, values: NDArray[np.int64]) -> NumberedPairs:
        """The pairs of an assignment (entry x: value of variable x), with what is certain of their numbers."""
        numbers = (np.asarray(values)[model.arrays[self.piece]] == 1).sum(axis=0)
        lines = [(model.says[self.piece].line(pair), int(numbers[pair])) for pair in np.flatnonzero(numbers).tolist()]
        return tuple(sorted((*line, number) for line, number in lines))

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        """Which of the variables hold in an answer; pairs that cannot be are left out."""
        numbers = {(first, second): number for first, second, number in answer}
        levels, pairs = model.arrays[self.piece].shape
        of_pair = np.array([numbers.get(model.says[self.piece].line(pair), 0) for pair in range(pairs)], np.int64)
        return np.asarray((of_pair > np.arange(levels)[:, None]).ravel())

    def to_json(self, answer: Any) -> dict[str, Any]:
        return {self.key: [[list(first), list(second), number] for first, second, number in answer]}

    def from_json(self, puzzle: str, document: Mapping[str, Any]) -> NumberedPairs:
        """The answer that `to_json` wrote; the two cells may come in either order. Raises InputError."""
        pairs = document.get(self.key) if isinstance(document, Mapping) else None
        if not isinstance(pairs, list):
            raise InputError(
                f'{puzzle}: expected {{"{self.key}": [[[row, column], [row, column], number], ...]}}, found no list '
                f'"{self.key}"'
            )
        return tuple(sorted(self._read_pair(puzzle, i, pair) for i, pair in enumerate(pairs)))

    def _read_pair(self, puzzle: str, i: int, pair: Any) -> NumberedPair:
        ends, number = (pair[:2], pair[2]) if isinstance(pair, list) and len(pair) == 3 else ([], None)
        are_cells = all(isinstance(end, list) and len(end) == 2 and all(type(x) is int for x in end) for end in ends)
        if type(number) is not int or not are_cells:
            raise InputError(
                f"{puzzle}: {self.key}[{i}]: expected [[row, column], [row, column], number], found {pair!r}"
            )
        (r, c), (r2, c2) = sorted(ends)
        return (r, c), (r2, c2), number

    def pieces(self, answer: Any) -> frozenset[Hashable]:
        """Each single piece by itself: (cell, cell, 1), (cell, cell, 2)."""
        return frozenset((first, second, k) for first, second, number in answer for k in range(1, number + 1))

    def turn(self, answer: Any, isometry: Isometry) -> NumberedPairs:
        """The image under an isometry of the board."""
        turned = ((*isometry([first, second]), number) for first, second, number in answer)
        return tuple(sorted((first, second, number) for first, second, number in turned))

    def check_places(self, instance: Any, shape: tuple[int, int], answer: Any) -> tuple[list[str], Any]:
        height, width = shape
        times = Counter((first, second) for first, second, _ in answer)
        beside = {line for line in times if not all(0 <= r < height and 0 <= c < width for r, c in line)}
        kept = {(first, second): number for first, second, number in answer if (first, second) not in beside}
        return [
            *(f"{self._describe(*line)} are not on the {height}x{width} board" for line in sorted(beside)),
            *(f"{self._describe(*line)} are given {n} times" for line, n in sorted(times.items()) if n > 1),
        ], tuple((first, second, number) for (first, second), number in sorted(kept.items()))

    def _describe(self, first: Cell, second: Cell) -> str:
        """`the bridges from R1C1 to R1C3`."""
        return f"the {self.piece}s from {describe_cell(first)} to {describe_cell(second)}"
