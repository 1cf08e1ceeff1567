"""The rules of Nurikabe in the neutral language.

Decisions: `sea_cell` per cell; `island` per pair of a cell and an island that may have it (`reach`). Islands of unknown
size are one group of pairs. They are told apart by numbers, in bits: a clue gives its own number to all of its island.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, Model, Rows, group, prepend, windows
from models.puzzles.boards import Cell, cells_where, describe_cell, grid_edges
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe
from models.puzzles.nurikabe.reach import IslandReach, beside_several, find_reach

CLUES = "cells with clues are land"
BETWEEN = "a cell beside the clues of two islands is sea"
UNREACHED = "a cell that no island can reach is sea"
CELLS = "every other cell is sea, or land of one island"
SIZES = "an island has as many cells as its number says"
APART = "beside an island's land there is only its own land, and sea"
GROWN = "a cell of an island, unless it is the clue, has another of the island's cells beside it"
POOLS = "the sea fills no block of 2x2 cells"
CONNECTED = "every island is connected"
UNKNOWN_CONNECTED = "every island of unknown size is connected"
UNKNOWN_APART = "islands of unknown size have one clue each"


def model(p: Nurikabe, by: str = CONNECTIVITY[0], islands: str | None = None) -> Model:
    """The rules. by: how it is said that the sea is connected; islands: that each island is, if in another way."""
    m, reach = Model("nurikabe"), find_reach(p)
    sea = m.bools("sea_cell", p.clues.shape)
    island = m.bools("island", len(reach.cell))
    m.true(CLUES, -sea[p.clues != NO_CLUE])
    _state_cells(m, sea, island, reach, p)
    cells = group(island, by=reach.island, n=len(reach.sizes))
    m.exactly(reach.sizes, SIZES, cells, where=reach.sizes != ANY_SIZE, clue=True)
    m.any(APART, _land_and_beside(sea, island, reach))
    if min(sea.shape) > 1:  # else windows are cut to the board
        m.any(POOLS, windows(-sea, (2, 2)))
    m.connected("the sea is connected", sea, grid_edges(sea.shape), by=by)
    m.any(GROWN, _land_and_its_island(island, reach))
    _connect_islands(m, island, reach, by, islands or by)
    _tell_apart(m, island, reach)
    return m


def _state_cells(m: Model, sea: NDArray[np.int32], island: NDArray[np.int32], reach: IslandReach, p: Nurikabe) -> None:
    """What each cell may be: sea where no island can be, and people see why; else sea, or land of one island."""
    islands = group(island, by=reach.cell, n=sea.size)
    empty, between = (islands.lengths == 0).reshape(sea.shape), beside_several(p)
    m.true(BETWEEN, sea[empty & between])
    m.true(UNREACHED, sea[empty & ~between])
    m.exactly(1, CELLS, prepend(sea, islands), where=~empty)


def _connect_islands(m: Model, island: NDArray[np.int32], reach: IslandReach, by: str, islands: str) -> None:
    """Those of known size, where every cell is near its clue, and those of unknown size."""
    sizes, near, clues = reach.sizes[reach.island], reach.neighbours, reach.clues
    known = sizes != ANY_SIZE
    edges, roots = near[known[near[:, 0]]], clues[known[clues]]
    m.connected(CONNECTED, island[known], edges, roots=roots, by=islands, within=sizes[known] - 1)
    if not known.all():
        first = int(known.sum())  # their group comes last
        edges, roots = near[~known[near[:, 0]]] - first, clues[~known[clues]] - first
        m.connected(UNKNOWN_CONNECTED, island[~known], edges, roots=roots, by=by)


def _land_and_its_island(island: NDArray[np.int32], reach: IslandReach) -> Rows:
    """For a pair without the clue: not this pair, or one beside it. Solvers see at once what this says."""
    first, second = np.concatenate([reach.neighbours, reach.neighbours[:, ::-1]]).T
    grown = _grown_pairs(reach)
    return prepend(-island[grown], group(island[second], by=first, n=len(island)).take(grown))


def _grown_pairs(reach: IslandReach) -> NDArray[np.int64]:
    """The pairs without the clue of the island."""
    return np.setdiff1d(np.arange(len(reach.cell)), reach.clues)


def _land_and_beside(sea: NDArray[np.int32], island: NDArray[np.int32], reach: IslandReach) -> Rows:
    """For a pair and a cell beside it: not this pair, or sea there, or that cell and the same island."""
    pair, cell, other = reach.edges.T
    row, known = np.arange(len(pair)), other >= 0
    literals = np.concatenate([-island[pair], sea.ravel()[cell], island[other[known]]])
    return group(literals, by=np.concatenate([row, row, row[known]]), n=len(row))


def _tell_apart(m: Model, island: NDArray[np.int32], reach: IslandReach) -> None:
    """Islands of unknown size, if there are several: the cells of one have the number of its clue, other cells 0."""
    clues = reach.clues[reach.sizes[reach.island[reach.clues]] == ANY_SIZE]
    if len(clues) < 2:
        return
    pairs = np.flatnonzero(reach.sizes[reach.island] == ANY_SIZE)
    bits = m.bools("number", (len(pairs), (len(clues) - 1).bit_length()))
    width = bits.shape[1]
    own = bits[np.searchsorted(pairs, clues)]
    m.true(UNKNOWN_APART, np.where(np.arange(len(clues))[:, None] >> np.arange(width) & 1, own, -own))
    a, b = np.searchsorted(pairs, reach.neighbours[np.isin(reach.neighbours[:, 0], pairs)]).T
    both = np.repeat(-island[pairs[np.stack([a, b], axis=1)]], width, axis=0)
    first, second = bits[a].ravel(), bits[b].ravel()
    m.any(UNKNOWN_APART, np.column_stack([both, first, -second]))
    m.any(UNKNOWN_APART, np.column_stack([both, -first, second]))


# ---- words -----------------------------------------------------------------------------------------------------------


def name_row(p: Nurikabe, sentence: str, number: int, cells: list[Cell]) -> str:
    """`the island of 5 at R1C2`, `the cells R1C1 and R2C1, for the island of R1C2`, `the cell R1C1 with its neighbours,
    for the island of R1C2`; "" where the usual name will do."""
    if sentence == SIZES:
        r, c = cells_where(p.clues > 0)[number]
        return f"the island of {p.cells[r][c]} at {describe_cell((r, c))}"
    if sentence == GROWN:
        reach = find_reach(p)
        own, phrase = name_pair(p, "island", (int(_grown_pairs(reach)[number]),)) or (cells[0], "")
        return f"the cell {describe_cell(own)} with its neighbours, for {phrase.removeprefix('on ')}"
    if sentence == APART:
        pair, beside, _ = find_reach(p).edges[number].tolist()
        own, phrase = name_pair(p, "island", (pair,)) or (cells[0], "")
        both = f"{describe_cell(own)} and {describe_cell(divmod(beside, len(p.cells[0])))}"
        return f"the cells {both}, for {phrase.removeprefix('on ')}"
    return ""


def name_pair(p: Nurikabe, array: str, index: tuple[int, ...]) -> tuple[Cell, str] | None:
    """The cell of a pair, and `on the island of R1C2`."""
    if array != "island":
        return None
    reach, pair = find_reach(p), index[0]
    r, c = divmod(int(reach.cell[pair]), len(p.cells[0]))
    known = cells_where(p.clues > 0)
    island = int(reach.island[pair])
    return (r, c), f"on the island of {describe_cell(known[island])}" if island < len(known) else "on an island of a ?"
