"""Variable ordering: an order in which every row is short, and how far each row reaches in it.

    region              some variables of the model, and the rows that have one of them: the model itself, or a window
    place of x          0..variables-1, in the order
    first, last         the least and the largest place in a row, its guard included; what is outside does not count
    span                last - first; a board read row by row gives a vertical pair the span of one board row

There are three orders. *As stated*: the first declared array, in its own order; a variable declared later is placed
beside the first of these with which it shares a row (a variable for a run of cells beside the run's first cell).
*Reverse Cuthill-McKee*: breadth first from an end of the graph in which variables and rows are the vertices and a row
is joined to its variables, so that a row over n variables costs n edges and not n^2. *Breadth first* is the same
without sorting by degree and without the reversal, for when time is short: and of the rows only so many that each
variable stands in two of them where it can, shorter rules first, since the others connect what is connected already.
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
NO_GUARDS = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """variables: ascending; rows: of each block, the rows that may have one of them."""

    variables: Numbers
    rows: tuple[Numbers, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RowsByPlace:
    """The rows of a block that have a variable inside, by their first place. longest: the greatest span among them."""

    rows: Numbers
    first: Numbers
    last: Numbers
    longest: int

    def reaching_into(self, first: int, last: int) -> Numbers:
        """The rows that have a variable in first..last - 1, or may have one: those that span the window. Ascending, as
        they are stored."""
        from backends.passes import windowing_kernel as kernel

        return kernel.reaching_into(self.rows, self.first, self.last, self.longest, first, last)


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """name: in words; variables: those of the region, in order; rows: of each block; span: the mean span of a row,
    weighted by its literals: how far rows usually reach from a variable."""

    name: str
    variables: Numbers
    rows: tuple[RowsByPlace, ...]
    span: float

    def cut(self, first: int, last: int) -> Region:
        """The places first..last - 1."""
        from backends.passes.windowing_kernel import ascending

        rows = tuple(rows.reaching_into(first, last) for rows in self.rows)
        return Region(ascending(self.variables[first:last]), rows)


def whole_region(model: Model) -> Region:
    """All variables and rows."""
    rows = tuple(np.arange(len(block), dtype=np.int32) for block in model.stated_blocks)
    return Region(np.arange(1, model.variables + 1, dtype=np.int32), rows)


def declaration_order(model: Model) -> Order:
    """The model's own order."""
    place = np.full(model.variables + 1, NOWHERE, np.int32)
    arrays = [array.ravel() for array in model.arrays.values() if array.size]
    if arrays:
        place[arrays[0]] = np.arange(len(arrays[0]))
    while (place[1:] == NOWHERE).any() and _place_neighbours(model, place):
        pass
    is_sorted = not (place[2:] < place[1:-1]).any()  # as where there is one array
    whole = whole_region(model)
    ranked = whole.variables if is_sorted else whole.variables[np.argsort(place[1:], kind="stable")]
    return _order("as written", model, whole, ranked)


def reverse_cuthill_mckee(model: Model) -> Order:
    """An order of small bandwidth, independent of the variables' numbers."""
    from scipy.sparse import block_array, csr_array
    from scipy.sparse.csgraph import reverse_cuthill_mckee as rcm

    starts, literals = _concatenate_rows([(block.rows.starts, block.rows.literals) for block in model.blocks])
    if not len(literals):  # scipy knows no empty graph
        return declaration_order(model)
    table = csr_array(
        (np.ones(len(literals), np.int8), np.abs(literals) - 1, starts), (len(starts) - 1, model.variables)
    )
    vertices = rcm(block_array([[None, table.T], [table, None]], format="csr"), symmetric_mode=True)
    whole = whole_region(model)
    return _order("reverse Cuthill-McKee", model, whole, whole.variables[vertices[vertices < model.variables]])


def breadth_first_order(model: Model, region: Region, number: Numbers | None = None) -> Order:
    """From one end of the region to the other. number: zeros, shape (variables + 1,), which are zeros again afterwards:
    room that is not to be made for each of many small regions."""
    from backends.passes import ordering_kernel, windowing_kernel
    from backends.passes.propagation_kernel import occurrences

    number = np.zeros(model.variables + 1, np.int32) if number is None else number
    size = len(region.variables)
    number[region.variables] = np.arange(1, size + 1)
    covered = np.zeros(size + 1, np.int8)
    short_first = sorted(range(len(model.blocks)), key=lambda each: len(model.blocks[each].rows.literals))
    starts, literals = _concatenate_rows(
        [
            windowing_kernel.connecting_rows(*_columns(model.blocks[each]), region.rows[each], number, covered)
            for each in short_first
        ]
    )
    occurrence_starts, rows = occurrences(starts, literals, np.zeros(0, np.int64), size)[:2]
    graph = ordering_kernel.RowGraph(starts, literals, occurrence_starts, rows)
    ranked = ordering_kernel.breadth_first_order(graph)
    return _order("breadth first", model, region, region.variables[ranked - 1], number)


def _concatenate_rows(tables: list[tuple[Column, Numbers]]) -> tuple[Column, Numbers]:
    """All rows in one table."""
    lengths = np.concatenate([np.zeros(1, np.int64), *(np.diff(starts) for starts, _ in tables)])
    return np.cumsum(lengths), np.concatenate([np.zeros(0, np.int32), *(literals for _, literals in tables)])


def _place_neighbours(model: Model, place: Numbers) -> bool:
    """Place the variables that share a row with a placed one, at the first such place; False if there were none."""
    before, any_placed = place.copy(), False
    for block in model.blocks:
        first = _first_places(block, before)
        new = before[np.abs(block.rows.literals)] == NOWHERE
        new &= np.repeat(first < NOWHERE, block.rows.lengths)
        if new.any():
            any_placed = True
            np.minimum.at(place, np.abs(block.rows.literals[new]), np.repeat(first, block.rows.lengths)[new])
    return any_placed


def _first_places(block: Block, place: Numbers) -> Numbers:
    """The least place in each row, its guard included; NOWHERE of an empty row."""
    first = np.full(len(block), NOWHERE, np.int32)
    filled = block.rows.lengths > 0
    if filled.any():
        first[filled] = np.minimum.reduceat(place[np.abs(block.rows.literals)], block.rows.starts[:-1][filled])
    return first if block.when is None else np.minimum(first, place[np.abs(block.when)])


def _order(name: str, model: Model, region: Region, ranked: Numbers, number: Numbers | None = None) -> Order:
    """The order that `ranked` lists."""
    from backends.passes.windowing_kernel import rows_by_position

    number = np.zeros(model.variables + 1, np.int32) if number is None else number
    number[ranked] = np.arange(1, len(ranked) + 1)
    by_place, spans, literals = [], 0, 0
    for block, rows in zip(model.blocks, region.rows, strict=True):
        chosen, first, last, reach, inside = rows_by_position(*_columns(block), rows, number, len(ranked))
        by_place.append(RowsByPlace(chosen, first, last, int((last - first).max(initial=0))))
        spans, literals = spans + reach, literals + inside
    number[ranked] = 0
    return Order(name, ranked, tuple(by_place), spans / max(literals, 1))


def _columns(block: Block) -> tuple[Column, Numbers, Numbers]:
    """Starts, literals and guards, read-only as all columns of a model: to numba that is a type of its own."""
    return block.rows.starts, block.rows.literals, NO_GUARDS if block.when is None else block.when


NO_GUARDS.setflags(write=False)
