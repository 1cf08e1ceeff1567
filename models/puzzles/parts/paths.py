"""Paths between equal numbers: in models, random ones that cover a board, and boards with fewer answers.

    1-. 3-.      Lines between neighbours are offered in random order. One is drawn where it joins the ends of two paths
    |     |      that touch nowhere else, so that no path could take a short cut. A cell that is left alone joins a
    . 2-. .      path beside it: at its end, or in its middle, where the path is cut in two. Of several such boards, one
    |   | |      with few paths is taken.
    .-1 2 3

Models state paths by the number of each cell (`declare_paths`, `join_on_paths`), or by walks (`state_walks`).

A path that is cut in two has one answer less, or more: where its two parts are joined again, each answer of the new
board is one of the old board. So a board comes to have one answer, at the latest when each path has two cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, along, each, group
from models.puzzles.boards import Cell, Literals, Numbers, describe_cell, grid_edges, list_neighbours
from models.puzzles.grid_text import GridText
from models.puzzles.parts.broken_rules import find_line_ends
from models.puzzles.parts.clues import Planting
from models.puzzles.parts.lines import GridLines, Line, Lines
from models.puzzles.randomness import Stream
from models.puzzles.regions import number_regions
from rosetta.foundation.errors import InputError

DRAWN = 8  # boards, of which the one with the fewest paths is taken


def draw_paths(shape: tuple[int, int], stream: Stream) -> Lines:
    """Random paths of two or more cells that cover a board of that shape. Raises InputError for a single cell."""
    if shape[0] * shape[1] < 2:
        raise InputError("expected 2 or more cells for a path, found 1")
    drawn = [_PathDrawing(shape, stream).draw() for _ in range(DRAWN)]
    return max(drawn, key=len)


def declare_paths(model: Model, numbers: Numbers) -> tuple[Literals, NDArray[np.bool_]]:
    """The variables `path`, shape (cells, numbers), with their words: is a cell, row by row, on the path of a number,
    of those on the board in ascending order? And a mask of those of cells with that number."""
    names, cells = np.unique(numbers[numbers > 0]), np.indices(numbers.shape).reshape(2, -1).T
    says = each(
        "{cell} on the path of {number}",
        denies="{cell} not on the path of {number}",
        noun="cell",
        cell=along(0, cells),
        number=along(1, names),
    )
    return model.bools("path", (len(cells), len(names)), says=says), numbers.reshape(-1, 1) == names


def check_pairs(puzzle: str, numbers: Numbers) -> None:
    """Raises InputError for a number that is not in two cells."""
    names, times = np.unique(numbers[numbers > 0], return_counts=True)
    for number, found in zip(names[times != 2].tolist(), times[times != 2].tolist(), strict=True):
        raise InputError(f"{puzzle}: expected each number in two cells, found {number} in {found}")


def name_numbers(numbers: Numbers) -> Each:
    """The words of the cells with a number, row by row: `the 3 at R1C2`."""
    return each("the {number} at {cell}", number=numbers[numbers > 0], cell=numbers > 0)


def join_on_paths(lines: Literals, edges: NDArray[np.int64], path: Literals) -> NDArray[np.int32]:
    """Clauses that say that a line joins cells of the same path, of `declare_paths`. edges: the two cells of each
    line, shape (lines, 2)."""
    ways = []
    for begin, to in (edges.T, edges.T[::-1]):
        apart = np.broadcast_to(-lines[:, None], (len(lines), path.shape[1]))
        ways.append(np.stack([apart, -path[begin], path[to]], axis=-1))
    return np.concatenate(ways).reshape(-1, 3)


def name_joins(numbers: Numbers) -> Each:
    """The words of the clauses of `join_on_paths`: `the line from R1C1 to R1C2, for the 5 at R1C1`."""
    names, width = np.unique(numbers[numbers > 0]), numbers.shape[1]
    edges = grid_edges((numbers.shape[0], width))

    def repeat(places: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.repeat(places, len(names), axis=0)

    def cells(vertices: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.stack(np.divmod(vertices, width), axis=-1)

    return each(
        "the line from {begin} to {to}, for the {number} at {cell}",
        begin=lambda: [describe_cell((r, c)) for r, c in np.tile(repeat(cells(edges[:, 0])), (2, 1)).tolist()],
        to=lambda: [describe_cell((r, c)) for r, c in np.tile(repeat(cells(edges[:, 1])), (2, 1)).tolist()],
        number=lambda: np.tile(names, 2 * len(edges)),
        cell=np.concatenate([repeat(cells(edges[:, 0])), repeat(cells(edges[:, 1]))]),
    )


def state_walks(model: Model, kind: GridLines, numbers: Numbers, cover: bool) -> None:
    """State that the lines that `kind` has declared are paths between equal numbers and nothing else, in a
    way that suits solvers. Each path is walked, from the cell with its number that comes first, and its cells
    have the same code, the binary digits of the place of its number among all. Rings are left to a rule with cuts.

    cover: is every cell on a path?
    """
    shape, flat, names = (numbers.shape[0], numbers.shape[1]), numbers.ravel(), np.unique(numbers[numbers > 0])
    lines, edges, cell = kind.variables(model), kind.point_edges(shape), each("the cell {cell}", cell=numbers >= 0)
    ahead, back = model.bools("ahead", len(lines)), model.bools("back", len(lines))
    ends = name_numbers(numbers)
    entering = group(np.stack([back, ahead], axis=1), by=edges, n=flat.size)
    leaving = group(np.stack([ahead, back], axis=1), by=edges, n=flat.size)
    at = group(np.stack([lines, lines], axis=1), by=edges, n=flat.size)
    model.iff("a line is walked in a direction", lines, np.stack([ahead, back], axis=1))
    model.any("no line is walked in both directions", -np.stack([ahead, back], axis=1))
    first = (flat[:, None] == names).argmax(axis=0)
    is_end, begins = flat > 0, np.isin(np.arange(flat.size), first)
    for rows, counts in ((entering, is_end & ~begins), (leaving, begins)):
        sentence = "a walk begins at one cell with its number and ends at the other"
        model.exactly(counts[is_end].astype(np.int64), sentence, rows.take(is_end), of=ends)
    on = np.zeros(flat.size, np.int32)
    if not cover:
        on = model.bools("visited", shape, says="a path through {cell}").ravel()
        model.true("all numbers are on paths", on[is_end])
        model.exactly(0, "no line leads through a cell of no path", at, of=cell, when=-on)
    for rows, count in ((entering, 1), (leaving, 1), (at, 2)):
        sentence, when = "a walk comes to each cell of a path and leaves it", None if cover else on
        model.exactly(count, sentence, rows, where=~is_end, of=cell, when=when)
    digit = 1 << np.arange(max(len(names) - 1, 1).bit_length())
    code = model.bools("code", (flat.size, len(digit)))
    holds = np.searchsorted(names, flat)[:, None] & digit > 0
    model.true("each number has its code", np.where(holds, code, -code)[is_end])
    model.any("a line joins cells with the same code", join_on_paths(lines, edges, code))
    across, down = model.arrays["across"], model.arrays["down"]
    square = np.stack([across[:-1], across[1:], down[:, :-1], down[:, 1:]], axis=-1)
    model.at_most(3, "no four lines form a ring", square.reshape(-1, 4))
    model.connected("no line is a ring: all come from a number", on, edges, first, lines, by="lazy")


def follow_paths(lines: Lines) -> list[tuple[Cell, ...]]:
    """The cells of each path from end to end, the upper or left end first, in the order of these; rings are left
    out."""
    beside = find_line_ends(lines)
    paths, ended = [], set[Cell]()
    for end in sorted(cell for cell, others in beside.items() if len(others) == 1):
        if end not in ended:
            path = tuple(_walk(beside, end))
            ended |= {path[0], path[-1]}
            paths.append(path)
    return paths


def _walk(beside: dict[Cell, list[Cell]], end: Cell) -> Iterator[Cell]:
    """The cells from an end on, up to the next cell that has not two lines."""
    before, cell = end, end
    while True:
        yield cell
        ahead = [other for other in beside[cell] if other != before]
        if len(ahead) != 1:
            return
        before, cell = cell, ahead[0]


def number_ends(shape: tuple[int, int], lines: Lines) -> Numbers:
    """The number of its path at each end, from 1, and 0 in all other cells; an array of that shape."""
    numbers = np.zeros(shape, np.int64)
    for number, path in enumerate(follow_paths(lines), 1):
        numbers[path[0]] = numbers[path[-1]] = number
    return numbers


def same_ends(one: Numbers, other: Numbers) -> bool:
    """Have two boards their pairs of ends in the same cells, whatever their numbers are?"""
    return np.array_equal(number_regions(one, one > 0), number_regions(other, other > 0))


@dataclass(frozen=True, slots=True)
class PathChanges:
    """`Extras.exclude` for boards that show the ends of paths: a path is cut in two at a line that only one of two
    answers has, and the clues are read anew; where nothing else is possible, beside such a line."""

    text: GridText
    planting: Planting

    def __call__(self, board: Any, answer: Lines, second: Lines, stream: Stream) -> tuple[Any, Lines] | None:
        """A board and its paths; None where no path can be cut."""
        differing = set(answer) - set(second)
        cuts: dict[int, list[Line]] = {0: [], 1: []}
        for path in follow_paths(answer):
            steps = [(min(pair), max(pair)) for pair in pairwise(path)]
            for i in range(1, len(steps) - 1):
                if differing.intersection(steps[i - 1 : i + 2]):
                    cuts[steps[i] not in differing].append(steps[i])
        lines = cuts[0] or cuts[1]
        if not lines:
            return None
        cut = lines[stream.number_below(len(lines))]
        kept = tuple(line for line in answer if line != cut)
        return self.planting.read_clues(self.text.without_clues(board), kept), kept


class _PathDrawing:
    """Paths that grow together. Cells are numbered row by row; Paths have numbers as names: `of` has
    the cells of each, `names` is the next name."""

    def __init__(self, shape: tuple[int, int], stream: Stream) -> None:
        self.width = shape[1]
        self.stream = stream
        cells = range(shape[0] * shape[1])
        self.beside = list_neighbours(shape)
        self.links: list[list[int]] = [[] for _ in cells]
        self.name = list(cells)
        self.names = len(cells)
        self.of = {cell: [cell] for cell in cells}

    def draw(self) -> Lines:
        """The lines."""
        edges = [(cell, other) for cell, others in enumerate(self.beside) for other in others if cell < other]
        for i in self.stream.order(len(edges)).tolist():
            if self._may_join(*edges[i]):
                self._join(*edges[i])
        while alone := [cell for cell, links in enumerate(self.links) if not links]:
            self._take_in(alone[self.stream.number_below(len(alone))])
        pairs = ((cell, other) for cell, links in enumerate(self.links) for other in links if cell < other)
        lines = ((divmod(a, self.width), divmod(b, self.width)) for a, b in pairs)
        return tuple(sorted(lines))

    def _may_join(self, a: int, b: int) -> bool:
        """Are these ends of two paths that touch nowhere else?"""
        one, other = sorted((self.name[a], self.name[b]), key=lambda name: len(self.of[name]))
        if one == other or max(len(self.links[a]), len(self.links[b])) > 1:
            return False
        return sum(self.name[cell] == other for own in self.of[one] for cell in self.beside[own]) == 1

    def _join(self, a: int, b: int) -> None:
        self.links[a].append(b)
        self.links[b].append(a)
        one, other = sorted((self.name[a], self.name[b]), key=lambda name: len(self.of[name]))
        for cell in self.of[one]:
            self.name[cell] = other
        self.of[other] += self.of.pop(one)

    def _take_in(self, cell: int) -> None:
        """Join a single cell with a path beside it: at an end, else in the middle, where the path is cut in two; that
        leaves another cell alone where there is no other way, which is taken in later."""
        beside = [self.beside[cell][i] for i in self.stream.order(len(self.beside[cell])).tolist()]
        other = min(beside, key=lambda other: (len(self.links[other]), not self._far_links(other)))
        if len(self.links[other]) == 2:
            self._cut(other)
        self._join(cell, other)

    def _far_links(self, cell: int) -> list[int]:
        """The cells joined with it that are no ends."""
        return [other for other in self.links[cell] if len(self.links[other]) == 2]

    def _cut(self, middle: int) -> None:
        """Take away one of the two lines at a cell."""
        others = self._far_links(middle) or self.links[middle]
        other = others[self.stream.number_below(len(others))]
        self.links[middle].remove(other)
        self.links[other].remove(middle)
        part, waiting = {other}, [other]
        while waiting:
            fresh = [cell for cell in self.links[waiting.pop()] if cell not in part]
            part.update(fresh)
            waiting += fresh
        old, new = self.name[other], self.names
        self.names += 1
        self.of[old], self.of[new] = [cell for cell in self.of[old] if cell not in part], sorted(part)
        for cell in part:
            self.name[cell] = new
