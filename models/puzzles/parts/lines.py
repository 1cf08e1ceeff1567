"""Answers that are lines on a grid, such as loops.

    GridLines(dots=True)      lines between dots at the corners of cells (Slitherlink)
    GridLines(dots=False)     lines between the centres of cells (Masyu)

An answer is a sorted tuple of lines, each from a point to the one on its right or below it: (((0, 0), (0, 1)), ...);
JSON {"lines": [[[0, 0], [0, 1]], ...]}. In every formulation, the arrays `across` and `down` have a Boolean for each
line, by the point where it begins; of R x C points, their shapes are (R, C - 1) and (R - 1, C). `declare` adds them to
a model, with their words; `point_edges` says which points they join.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, Rows, each, group
from models.neutral.wording.phrases import Each
from models.puzzles.boards import Cell, Isometry, describe_cell, grid_edges
from models.puzzles.scenes.line_layers import neighbour_lines
from models.puzzles.scenes.scene import Between
from rosetta.foundation.errors import InputError

Shape: TypeAlias = tuple[int, int]
Mask: TypeAlias = NDArray[np.bool_]
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

    @property
    def between(self) -> Between:
        """What they join, for scenes."""
        return Between.CORNERS if self.dots else Between.CELLS

    def points(self, shape: Shape) -> Shape:
        """How many rows and columns of points a board of that shape has."""
        return shape[0] + self.dots, shape[1] + self.dots

    def point_edges(self, shape: Shape) -> NDArray[np.int64]:
        """The two points of each line, those across first, as numbers row by row, shape (lines, 2)."""
        return grid_edges(self.points(shape))

    def declare(self, model: Model, shape: Shape) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The variables `across` and `down` of a board of that shape, with their words: `a line above R2C3` between
        dots, `a line from R2C3 to R2C4` between cells."""
        height, width = self.points(shape)
        count = height * (width - 1)
        half = {
            "across": lambda: neighbour_lines(shape, self.between)[:count],
            "down": lambda: neighbour_lines(shape, self.between)[count:],
        }
        across, down = (
            model.bools(name, sides, says=self._line_words(name, sides, half[name]))
            for name, sides in (("across", (height, width - 1)), ("down", (height - 1, width)))
        )
        return across, down

    def declare_loop(
        self, model: Model, shape: Shape, by: str, words: Each | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The variables of `declare`, of which those that hold form a single loop. by: how that is stated (`CYCLES` of
        the neutral language); words: of the points; by default `the cell R2C3`, or those of the dots."""
        across, down = self.declare(model, shape)
        lines, ends = np.concatenate([across.ravel(), down.ravel()]), self.point_edges(shape)
        cells = each("the cell {cell}", cell=np.ones(shape, np.bool_))
        of = words or (dot_words(shape) if self.dots else cells)
        model.single_cycle(f"the {self.piece}s form a single loop", lines, ends, by=by, of=of)
        return across, down

    def _line_words(self, name: str, sides: Shape, ends: Callable[[], NDArray[np.int64]]) -> Each:
        """The words of an array of lines, of that shape."""
        if not self.dots:
            return each(f"a {self.piece} from {{line}}", line=ends)
        return each(
            f"a {self.piece} {{side}} {{beside}}",
            side=lambda: [side for side, _ in _words_beside(name == "down", sides)],
            beside=lambda: [cell for _, cell in _words_beside(name == "down", sides)],
            line=ends,
        )

    def variables(self, model: Model) -> NDArray[np.int32]:
        return np.concatenate([model.arrays["across"].ravel(), model.arrays["down"].ravel()])

    def decode(self, model: Model, values: NDArray[np.int64]) -> Lines:
        """The lines of an assignment (entry x: value of variable x)."""
        holds = np.asarray(values) == 1
        return lines_where(holds[model.arrays["across"]], holds[model.arrays["down"]])

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        """Which of the variables hold in an answer; what is beside the board is left out."""
        height, width = model.arrays["across"].shape
        across, down = line_masks(answer, (height, width + 1))
        return np.concatenate([across.ravel(), down.ravel()])

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
        points = replace(isometry, shape=self.points((height, width)))
        turned = (points(line) for line in answer)  # sorted pairs
        return tuple(sorted((a, b) for a, b in turned))

    def check_places(self, instance: Any, shape: Shape, answer: Any) -> tuple[list[str], Any]:
        height, width = self.points(shape)
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


def line_masks(answer: Iterable[Line], points: Shape) -> tuple[Mask, Mask]:
    """Which lines between so many rows and columns of points an answer has, across and down; others are left out."""
    height, width = points
    across, down = np.zeros((height, width - 1), np.bool_), np.zeros((height - 1, width), np.bool_)
    for line in answer:
        if _joins_neighbours(line, height, width):
            (r, c), (r2, _) = line
            (across if r == r2 else down)[r, c] = True
    return across, down


def lines_where(across: Mask, down: Mask) -> Lines:
    """The answer with these lines."""
    lines = [((r, c), (r, c + 1)) for r, c in np.argwhere(across).tolist()]
    return tuple(sorted(lines + [((r, c), (r + 1, c)) for r, c in np.argwhere(down).tolist()]))


def around_cells(across: NDArray[Any], down: NDArray[Any]) -> NDArray[Any]:
    """What stands above, below, to the left and to the right of each cell, of lines between dots, shape (rows, columns,
    4)."""
    return np.stack([across[:-1], across[1:], down[:, :-1], down[:, 1:]], axis=-1)


def lines_through(across: NDArray[np.int32], down: NDArray[np.int32]) -> tuple[Rows, Rows]:
    """For each point, row by row, the literals of the lines on its left and right, and of those above and below."""
    points = (across.shape[0], down.shape[1])
    ends = np.split(grid_edges(points), [across.size])
    lines = (np.stack([each.ravel(), each.ravel()], axis=-1) for each in (across, down))
    along, upright = (group(each, by=by, n=points[0] * points[1]) for each, by in zip(lines, ends, strict=True))
    return along, upright


def lines_ahead(across: NDArray[np.int32], down: NDArray[np.int32], steps: int = 1) -> NDArray[np.int32]:
    """For each point, row by row, the literals of the lines that lead from it up, down, to the left and to the right,
    so many in a row, 0 where there is none: shape (points, 4, steps)."""
    height, width = across.shape[0], down.shape[1]
    flat, tall = np.pad(across, ((0, 0), (steps, steps))), np.pad(down, ((steps, steps), (0, 0)))
    ways = [
        [line[:height, :width] for line in lines]
        for lines in (
            [tall[steps - 1 - i :] for i in range(steps)],
            [tall[steps + i :] for i in range(steps)],
            [flat[:, steps - 1 - i :] for i in range(steps)],
            [flat[:, steps + i :] for i in range(steps)],
        )
    ]
    return np.array(ways, np.int32).reshape(4, steps, height * width).transpose(2, 0, 1)


def dot_words(shape: Shape) -> Each:
    """The dots of a board of cells of that shape, row by row: `the dot at the upper left of R2C3`."""
    return each(
        "the dot at the {corner} of {beside}",
        corner=lambda: [corner for corner, _ in _corner_words(shape)],
        beside=lambda: [cell for _, cell in _corner_words(shape)],
    )


def _corner_words(shape: Shape) -> list[tuple[str, str]]:
    """Of each dot which corner it is, and of which cell."""
    height, width = shape
    return [
        (
            f"{'lower' if r == height else 'upper'} {'right' if c == width else 'left'}",
            describe_cell((min(r, height - 1), min(c, width - 1))),
        )
        for r, c in np.ndindex(height + 1, width + 1)
    ]


def _words_beside(is_down: bool, sides: Shape) -> list[tuple[str, str]]:
    """Of each line between dots, of an array of that shape, on which side it is of which cell: above or left, of the
    last ones below or right."""
    first, last = ("left of", "right of") if is_down else ("above", "below")
    end = sides[is_down] - 1
    return [
        (first, describe_cell(place))
        if place[is_down] < end
        else (last, describe_cell((place[0] - (not is_down), place[1] - is_down)))
        for place in np.ndindex(*sides)
    ]


def _joins_neighbours(line: Line, height: int, width: int) -> bool:
    """Does it run from a point of the board to the one on its right, or below it?"""
    (r, c), end = line
    is_across = 0 <= r < height and 0 <= c < width - 1 and end == (r, c + 1)
    return is_across or (0 <= r < height - 1 and 0 <= c < width and end == (r + 1, c))


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2
