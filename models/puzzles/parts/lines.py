"""Answers that are lines on a grid, such as loops.

    GridLines(dots=True)      lines between dots at the corners of cells (Slitherlink)
    GridLines(dots=False)     lines between the centres of cells (Masyu)

An answer is a sorted tuple of lines, each from a point to the one on its right or below it: (((0, 0), (0, 1)), ...);
JSON {"lines": [[[0, 0], [0, 1]], ...]}. In every formulation, the arrays `across` and `down` have a Boolean for each
line, by the point where it begins; of R x C points, their shapes are (R, C - 1) and (R - 1, C).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.boards import Cell, Isometry, describe_cell
from rosetta.foundation.errors import InputError

Line: TypeAlias = tuple[Cell, Cell]
Lines: TypeAlias = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class GridLines:
    """A set of lines.

    dots: are their ends the corners of cells, not the centres?
    piece: what one is called.
    key: of the lines in JSON.
    """

    dots: bool
    piece: str = "line"
    key: str = "lines"

    @property
    def example(self) -> Lines:
        return ((0, 0), (0, 1)), ((0, 0), (1, 0))

    def variables(self, model: Model) -> NDArray[np.int32]:
        return np.concatenate([model.arrays["across"].ravel(), model.arrays["down"].ravel()])

    def decode(self, model: Model, values: NDArray[np.int64]) -> Lines:
        """The lines of an assignment (entry x: value of variable x)."""
        holds = np.asarray(values) == 1
        across, down = (np.argwhere(holds[model.arrays[name]]).tolist() for name in ("across", "down"))
        lines = [((r, c), (r, c + 1)) for r, c in across] + [((r, c), (r + 1, c)) for r, c in down]
        return tuple(sorted(lines))

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        """Which of the variables hold in an answer; what is beside the board is left out."""
        chosen = set(answer)
        across, down = (np.ndindex(*model.arrays[name].shape) for name in ("across", "down"))
        lines = [((r, c), (r, c + 1)) for r, c in across] + [((r, c), (r + 1, c)) for r, c in down]
        return np.array([line in chosen for line in lines], np.bool_)

    def to_json(self, answer: Any) -> dict[str, Any]:
        return {self.key: [[list(point) for point in line] for line in answer]}

    def from_json(self, puzzle: str, document: Mapping[str, Any]) -> Lines:
        """The answer that `to_json` wrote; the two ends of a line may come in either order. Raises InputError."""
        lines = document.get(self.key) if isinstance(document, Mapping) else None
        if not isinstance(lines, list):
            raise InputError(
                f'{puzzle}: expected {{"{self.key}": [[[r, c], [r2, c2]], ...]}}, found no list "{self.key}"'
            )
        for i, line in enumerate(lines):
            if not (_is_pair(line) and all(_is_pair(end) and all(type(x) is int for x in end) for end in line)):
                ends = "dots" if self.dots else "cells"
                raise InputError(
                    f"{puzzle}: {self.key}[{i}]: expected two {ends} [[r, c], [r2, c2]], found {str(line)[:40]}"
                )
        pairs = (sorted((end[0], end[1]) for end in line) for line in lines)
        return tuple(sorted((a, b) for a, b in pairs))

    def pieces(self, answer: Any) -> frozenset[Hashable]:
        return frozenset(answer)

    def turn(self, answer: Any, isometry: Isometry) -> Lines:
        """The image under an isometry of the board."""
        height, width = isometry.shape
        points = replace(isometry, shape=(height + 1, width + 1)) if self.dots else isometry
        turned = (points(line) for line in answer)  # sorted pairs
        return tuple(sorted((a, b) for a, b in turned))

    def check_places(self, shape: tuple[int, int], answer: Any) -> tuple[list[str], Any]:
        height, width = (side + self.dots for side in shape)
        times = Counter(answer)
        beside = [line for line in sorted(times) if not _joins_neighbours(line, height, width)]
        return [
            *(f"the {self.piece} {self._describe(line)} joins no neighbours on the board" for line in beside),
            *(
                f"the {self.piece} {self._describe(line)} is given {n} times"
                for line, n in sorted(times.items())
                if n > 1
            ),
        ], tuple(line for line in sorted(times) if line not in beside)

    def _describe(self, line: Line) -> str:
        a, b = line
        return f"from dot {a} to {b}" if self.dots else f"from {describe_cell(a)} to {describe_cell(b)}"


def _joins_neighbours(line: Line, height: int, width: int) -> bool:
    """Does it run from a point of the board to the one on its right, or below it?"""
    (r, c), end = line
    is_across = 0 <= r < height and 0 <= c < width - 1 and end == (r, c + 1)
    return is_across or (0 <= r < height - 1 and 0 <= c < width and end == (r + 1, c))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2
