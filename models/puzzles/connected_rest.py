"""Cells taken off a board one by one, such that the others stay connected by their sides.

    . . # .    The cells that were taken (#) and the world around the board form chains, by sides and corners. A cell
    # . . #    cuts the rest apart if and only if taking it closes a ring of such chains: where it has neighbours of one
    . # ? .    chain on two sides, and a cell of the rest on either way between them. Here ? closes one, with the border
               as its other end.

So chains are joined in a union-find structure, and a question looks at eight cells (the rest and the chains are dual).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.randomness import Stream

Cell: TypeAlias = tuple[int, int]
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # clockwise; sides have even numbers


class ConnectedRest:
    """The cells that are left of a board of that shape; it changes as cells are taken."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._wide = shape[1] + 2
        self._steps = [down * self._wide + right for down, right in AROUND]
        framed = np.pad(np.zeros(shape, np.bool_), 1, constant_values=True)  # with the world around
        self._taken: list[bool] = framed.ravel().tolist()
        self._chain = [0 if taken else place for place, taken in enumerate(self._taken)]  # 0: of the world

    @property
    def taken_cells(self) -> NDArray[np.bool_]:
        """The cells that were taken, shape (rows, columns)."""
        framed: NDArray[np.bool_] = np.array(self._taken).reshape(-1, self._wide)
        return framed[1:-1, 1:-1]

    def is_taken(self, cell: Cell) -> bool:
        """Was this cell taken? Cells around the board count as taken."""
        return self._taken[self._place(cell)]

    def stays_connected(self, cell: Cell) -> bool:
        """Is the rest connected without this cell, too?"""
        chains = list(self._chains_between(self._place(cell)))
        return len(chains) < 2 or len(set(chains)) == len(chains)

    def take(self, cell: Cell) -> None:
        """Take a cell of the rest."""
        place = self._place(cell)
        self._taken[place] = True
        for step in self._steps:
            if self._taken[place + step]:
                self._chain[self._first(place + step)] = self._first(place)

    def _place(self, cell: Cell) -> int:
        return (cell[0] + 1) * self._wide + cell[1] + 1

    def _chains_between(self, place: int) -> Iterator[int]:
        """The chain between each two runs of the rest around a place. A run begins and ends at a side: corners of the
        rest between two sides that were taken touch nothing."""
        around = [place + step for step in self._steps]
        begin = next((i for i in (0, 2, 4, 6) if not self._taken[around[i]]), None)
        if begin is None:
            return
        gap: int | None = None  # a taken cell behind the latest side of the rest
        for i in (*range(begin + 1, 8), *range(begin + 1)):
            if self._taken[around[i]]:
                gap = around[i]
            elif i % 2 == 0 and gap is not None:
                yield self._first(gap)
                gap = None

    def _first(self, place: int) -> int:
        """The place that stands for the chain."""
        chain = self._chain
        while chain[place] != place:
            chain[place] = chain[chain[place]]
            place = chain[place]
        return place


def take_scattered_cells(size: tuple[int, int], stream: Stream) -> NDArray[np.bool_]:
    """Random cells that do not touch and leave the others connected, so many that no other one could be taken, too."""
    rest = ConnectedRest(size)
    taken = np.pad(rest.taken_cells, 1)
    for cell in stream.order(size[0] * size[1]).tolist():
        r, c = divmod(cell, size[1])
        touches = taken[r, c + 1] or taken[r + 2, c + 1] or taken[r + 1, c] or taken[r + 1, c + 2]
        if not touches and rest.stays_connected((r, c)):
            rest.take((r, c))
            taken[r + 1, c + 1] = True
    return rest.taken_cells


def connected_parts(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells, sorted, in parts that are connected by their sides; in the order of their first cells."""
    left, parts = set(cells), list[list[Cell]]()
    for first in sorted(left):
        if first in left:
            left.remove(first)
            part = [first]
            for r, c in part:  # it grows
                beside = {(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)} & left
                left -= beside
                part += sorted(beside)
            parts.append(sorted(part))
    return parts
