"""Variable ordering: an order in which every row is short, and how far each row reaches in it.

    position of x      0..variables-1
    first, last        the least and the largest position in a row, its guard included
    span               last - first; a board read row by row gives a vertical pair the span of one board row

There are three orders. *As stated*: the first declared array, in its own order; a variable declared later is placed
beside the first of these with which it shares a row (a variable for a run of cells beside the run's first cell).
*Reverse Cuthill-McKee*: breadth first from an end of the graph in which variables and rows are the vertices and a row
is joined to its variables, so that a row over n variables costs n edges and not n^2. *Breadth first* is the same
without sorting by degree and without the reversal, for when time is short: it takes nanoseconds per literal.
(Cuthill & McKee 1969: Reducing the bandwidth of sparse symmetric matrices; George 1971)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Model

Column = NDArray[np.int64]
Numbers = NDArray[np.int32]
NOWHERE = 2**31 - 1


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """name: in words; positions: by variable number, shape (variables + 1,), entry 0 is not a variable; rows: of each
    block, the first and the last position of each row."""

    name: str
    positions: Numbers
    rows: tuple[tuple[Numbers, Numbers], ...]

    def span(self, model: Model) -> float:
        """The mean span of a row, weighted by its literals: how far rows usually reach from a variable."""
        lengths = [block.rows.lengths for block in model.blocks]
        reach = [last.astype(np.int64) - first for first, last in self.rows]
        total = sum(int((a * b).sum()) for a, b in zip(lengths, reach, strict=True))
        return total / max(sum(int(column.sum()) for column in lengths), 1)


def declaration_order(model: Model) -> Order:
    """The model's own order."""
    place = np.full(model.variables + 1, NOWHERE, np.int32)
    arrays = [array.ravel() for array in model.arrays.values() if array.size]
    if arrays:
        place[arrays[0]] = np.arange(len(arrays[0]))
    while (place[1:] == NOWHERE).any() and _place_neighbours(model, place):
        pass
    return _order("as stated", model, np.argsort(place[1:], kind="stable"))


def reverse_cuthill_mckee(model: Model) -> Order:
    """An order of small bandwidth, independent of the variables' numbers."""
    from scipy.sparse import block_array, csr_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee as rcm

    starts, literals = _concatenate_rows(model)
    if not len(literals):  # scipy knows no empty graph
        return declaration_order(model)
    table = csr_array(
        (np.ones(len(literals), np.int8), np.abs(literals) - 1, starts), (len(starts) - 1, model.variables)
    )
    vertices = rcm(block_array([[None, table.T], [table, None]], format="csr"), symmetric_mode=True)
    return _order("reverse Cuthill-McKee", model, vertices[vertices < model.variables])


def breadth_first_order(model: Model) -> Order:
    """From one end of the graph to the other; without numba, `reverse_cuthill_mckee`."""
    from backends.passes import ordering_kernel as kernel
    from backends.passes.propagation_kernel import occurrences

    if not kernel.COMPILED:
        return reverse_cuthill_mckee(model)
    starts, literals = _concatenate_rows(model)
    occurrence_starts, occurrence_rows, _ = occurrences(starts, literals, np.zeros(0, np.int64), model.variables)
    return _order(
        "breadth first", model, kernel.breadth_first_order(starts, literals, occurrence_starts, occurrence_rows) - 1
    )


def _concatenate_rows(model: Model) -> tuple[Column, Numbers]:
    """All rows in one table."""
    tables = [block.rows for block in model.blocks]
    lengths = np.concatenate([np.zeros(1, np.int64), *(table.lengths for table in tables)])
    return np.cumsum(lengths), np.concatenate([np.zeros(0, np.int32), *(table.literals for table in tables)])


def _place_neighbours(model: Model, place: Numbers) -> bool:
    """Place the variables that share a row with a placed one, at the first such place; False if there were none."""
    before, any_placed = place.copy(), False
    for block in model.blocks:
        first = _extents(block, before)[0]
        new = before[np.abs(block.rows.literals)] == NOWHERE
        new &= np.repeat(first < NOWHERE, block.rows.lengths)
        if new.any():
            any_placed = True
            np.minimum.at(place, np.abs(block.rows.literals[new]), np.repeat(first, block.rows.lengths)[new])
    return any_placed


def _order(name: str, model: Model, ranked: NDArray[np.integer]) -> Order:
    """The order that `ranked` lists; its entries are variables less 1."""
    positions = np.full(model.variables + 1, -1, np.int32)
    positions[np.asarray(ranked) + 1] = np.arange(model.variables)
    return Order(name, positions, tuple(_extents(block, positions) for block in model.blocks))


def _extents(block: Block, positions: Numbers) -> tuple[Numbers, Numbers]:
    """First and last position of each row; an empty row reaches from 0 to 0."""
    at = positions[np.abs(block.rows.literals)]
    first, last = np.zeros(len(block), np.int32), np.zeros(len(block), np.int32)
    filled = block.rows.lengths > 0
    if filled.any():
        starts = block.rows.starts[:-1][filled]
        first[filled], last[filled] = np.minimum.reduceat(at, starts), np.maximum.reduceat(at, starts)
    if block.when is not None:
        guard = positions[np.abs(block.when)]
        first, last = np.where(filled, np.minimum(first, guard), guard), np.maximum(last, guard)
    return first, last
