"""Boards divided into regions: their numbers, and random divisions in which every region is connected.

0 0 1    A region is the cells with one number, connected by their sides. Divisions are arrays of shape
2 0 1    (rows, columns), with the regions numbered from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.rows import Rows, concatenated_ranges, rows_from_lengths
from models.puzzles.boards import describe_cell
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError

Regions: TypeAlias = NDArray[np.int64]


def number_regions(names: NDArray[Any], inside: NDArray[np.bool_] | None = None) -> Regions:
    """The regions with these names, numbered in the order of their first cells: equal for equal divisions; -1 outside
    the mask `inside`."""
    kept = np.ones(names.shape, np.bool_) if inside is None else inside
    _, first, number = np.unique(names[kept], return_index=True, return_inverse=True)
    regions = np.full(names.shape, -1)
    regions[kept] = np.argsort(np.argsort(first))[number]
    return regions


def winding_regions(marks: NDArray[np.bool_], k: int) -> Regions:
    """A path winds through the rows, to the right and to the left by turns, and is cut before every k-th mark but the
    first: regions with k marks each, if their number is a multiple of k."""
    along = marks.copy()
    along[1::2] = along[1::2, ::-1]
    regions: Regions = (np.maximum(along.cumsum() - 1, 0) // k).reshape(marks.shape)
    regions[1::2] = regions[1::2, ::-1]
    return regions


def draw_regions(marks: NDArray[np.bool_], k: int, stream: Stream, offers: int = 20) -> Regions:
    """Random regions of k marks each, if their number is a multiple of k: those along a winding path, then cells
    without a mark go from region to region at random. offers: so many times, on average, each of them is offered."""
    others = np.flatnonzero(~marks)
    offered = np.concatenate([others[stream.order(len(others))] for _ in range(offers)])
    return number_regions(hand_over(winding_regions(marks, k), offered, stream))


def draw_rooms(size: tuple[int, int], most: int, stream: Stream) -> Regions:
    """Random rectangles of at most `most` cells: the board is cut in two, and each part again, into strips of one cell
    only where there is no other way."""
    regions, waiting, rooms = np.zeros(size, np.int64), [(0, 0, *size)], 0
    while waiting:
        r, c, height, width = waiting.pop()
        if height * width <= most and (height * width == 1 or stream.number_below(3)):
            regions[r : r + height, c : c + width], rooms = rooms, rooms + 1
            continue
        cuts = [(side, at) for side, length in ((0, height), (1, width)) for at in range(1, length)]
        wide = [(side, at) for side, at in cuts if 1 < at < (height, width)[side] - 1]
        side, at = (wide or cuts)[stream.number_below(len(wide or cuts))]
        if side == 0:
            waiting += [(r, c, at, width), (r + at, c, height - at, width)]
        else:
            waiting += [(r, c, height, at), (r, c + at, height, width - at)]
    return number_regions(regions)


def are_rectangles(regions: Regions) -> bool:
    """Is each region a rectangle?"""
    return all(len(r) == (np.ptp(r) + 1) * (np.ptp(c) + 1) for r, c in _cells_of_regions(regions))


def cut_rectangle(regions: Regions, difference: NDArray[np.int64], stream: Stream) -> Regions:
    """The regions after one of them, a rectangle, was cut in two by a line between rows or columns, such that the sum
    of `difference` over one part is not 0; as they are where there is no such line."""
    cuts: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    for r, c in _cells_of_regions(regions):
        for line in (r, c):
            for at in range(int(line.min()) + 1, int(line.max()) + 1):
                part = line < at
                if difference[r[part], c[part]].sum():
                    cuts.append((r[part], c[part]))
    changed = regions.copy()
    if cuts:
        changed[cuts[stream.number_below(len(cuts))]] = regions.max() + 1
        changed = number_regions(changed, changed >= 0)
    return changed


def _cells_of_regions(regions: Regions) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Rows and columns of the cells of each region."""
    cells = (np.argwhere(regions == region).T for region in range(int(regions.max()) + 1))
    return [(r, c) for r, c in cells]


def check_connected_regions(puzzle: str, regions: Regions, noun: str = "regions") -> None:
    """Raises InputError for regions of which one lies in several parts; cells of no region belong to none. noun: what
    they are called."""
    parts = regions_between(*borders_of_regions(regions))
    pairs = np.unique(np.stack([regions.ravel(), parts.ravel()])[:, regions.ravel() >= 0], axis=1)
    names, times = np.unique(pairs[0], return_counts=True)
    for name in names[times > 1][:1].tolist():
        first, *_, last = np.argwhere(regions == name).tolist()
        raise InputError(
            f"{puzzle}: expected {noun} that are connected, each by the sides of its cells, found one with "
            f"{describe_cell(tuple(first))} and {describe_cell(tuple(last))} that is not"
        )


def first_cells(regions: Regions) -> NDArray[np.int64]:
    """Row and column of the first cell of each region, in the order of their numbers, shape (regions, 2)."""
    inside = regions >= 0
    first = np.unique(regions[inside], return_index=True)[1]
    return np.argwhere(inside)[first]


def numbers_of_regions(numbers: NDArray[np.int64], regions: Regions, none: int) -> NDArray[np.int64]:
    """The number of each region, which stands in one of its cells, shape (regions,). none: where there is no number.
    Raises InputError for two in a region, and for one outside of all."""
    cells, owned = np.argwhere(numbers != none), np.full(int(regions.max()) + 1, none)
    owners = regions[tuple(cells.T)]
    for i in np.flatnonzero(owners < 0)[:1].tolist():
        raise InputError(f"cell {describe_cell(cells[i])}: expected no number outside of regions, found one")
    first = np.unique(owners, return_index=True)[1]
    for i in sorted(set(range(len(cells))) - set(first.tolist()))[:1]:
        here, there = (describe_cell(cells[k]) for k in (i, int(np.flatnonzero(owners == owners[i])[0])))
        raise InputError(f"cell {here}: expected one number in each region, found another at {there}")
    owned[owners] = numbers[tuple(cells.T)]
    return owned


def in_first_cells(numbers: ArrayLike, regions: Regions, none: int) -> NDArray[np.int64]:
    """The number of each region in its first cell, in the shape of the board. none: where there is no number."""
    placed = np.full(regions.shape, none)
    placed[tuple(first_cells(regions).T)] = numbers
    return placed


def count_in_regions(regions: Regions, cells: Iterable[tuple[int, int]]) -> NDArray[np.int64]:
    """How many of the cells lie in each region, shape (regions,)."""
    return np.bincount([regions[cell] for cell in cells], minlength=int(regions.max()) + 1)


def cells_across_regions(board: NDArray[np.int32], regions: Regions) -> Rows:
    """The literals of the shortest pieces of rows that cross two borders between regions: from the last cell before a
    border to the first one behind the next."""
    row, column = np.nonzero(regions[:, 1:] != regions[:, :-1])
    places, same = row * regions.shape[1] + column, row[1:] == row[:-1]
    lengths = (places[1:] - places[:-1])[same] + 2
    return rows_from_lengths(lengths, board.ravel()[concatenated_ranges(places[:-1][same], lengths)])


def hand_over(regions: Regions, cells: NDArray[np.int64], stream: Stream, most: int | None = None) -> Regions:
    """The regions after each of the cells (row * columns + column), or `most` of them, went to a neighbouring region,
    drawn at random, wherever its own one stays connected without it. Cells of no region (-1) stay as they are."""
    wide, given = regions.shape[1] + 2, 0
    board = np.pad(regions, 1, constant_values=-1).ravel().tolist()
    around = (-wide, 1 - wide, 1, wide + 1, wide, wide - 1, -1, -wide - 1)  # clockwise, first the cell above
    for cell in cells.tolist():
        at = (cell // (wide - 2) + 1) * wide + cell % (wide - 2) + 1
        own = [board[at + step] == board[at] for step in (*around, -wide)]
        pieces = sum(own[i] and not (own[i + 1] and own[i + 2]) for i in (0, 2, 4, 6))  # of its own region, around it
        others = sorted({board[at + step] for step in around[::2]} - {board[at], -1})
        if pieces == 1 and others and given != most:
            board[at], given = others[stream.number_below(len(others))], given + 1
    changed: Regions = np.array(board).reshape(-1, wide)[1:-1, 1:-1]
    return changed


def find_parted_regions(regions: Regions) -> NDArray[np.bool_]:
    """The cells of regions that lie in several parts: lines between regions do not say that these belong together."""
    pieces = regions_between(*borders_of_regions(regions))
    pairs = np.unique(np.stack([regions.ravel(), pieces.ravel()]), axis=1)
    names, times = np.unique(pairs[0], return_counts=True)
    return (regions >= 0) & np.isin(regions, names[times > 1])


def borders_of_regions(regions: Regions) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where a border is right of a cell, and below it; as `regions_between` takes them."""
    return regions[:, 1:] != regions[:, :-1], regions[1:] != regions[:-1]


def regions_between(right: NDArray[np.bool_], below: NDArray[np.bool_]) -> Regions:
    """The regions between these borders: right of a cell, shape (rows, columns - 1), and below it, shape (rows - 1,
    columns); numbered in the order of their first cells."""
    rows, columns = right.shape[0], below.shape[1]
    number = np.arange(rows * columns).reshape(rows, columns)
    while True:  # the least number of a region spreads through its cells
        least = number.copy()
        for one_side, other_side, border in (
            (np.s_[:, :-1], np.s_[:, 1:], right),
            (np.s_[:-1], np.s_[1:], below),
        ):
            lower = np.where(border, rows * columns, np.minimum(least[one_side], least[other_side]))
            least[one_side] = np.minimum(least[one_side], lower)
            least[other_side] = np.minimum(least[other_side], lower)  # after the line above: the two overlap
        if np.array_equal(least, number):
            return number_regions(number)
        number = least
