"""The rules of Nurikabe in the neutral language.

Decisions: `sea_cell` per cell; `island` per pair of a cell and an island that may have it (`reach`). Islands of unknown
size are one group of pairs. They are told apart by numbers, in bits: a clue gives its own number to all of its island.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, Model, Rows, each, group, prepend, windows
from models.puzzles.boards import grid_edges
from models.puzzles.nurikabe import words
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe
from models.puzzles.nurikabe.reach import IslandReach, beside_several, find_reach

APART = "islands of unknown size have one clue each"


def model(p: Nurikabe, by: str = CONNECTIVITY[0], islands: str | None = None) -> Model:
    """The rules. by: how it is said that the sea is connected; islands: that each island is, if in another way."""
    m, reach, clued = Model("nurikabe"), find_reach(p), p.clues != NO_CLUE
    sea = m.bools("sea_cell", p.clues.shape, says=each("a sea cell at {cell}", denies="land at {cell}"))
    island = m.bools("island", len(reach.cell), says=words.name_pairs(p))
    m.true("cells with clues are land", -sea[clued], of=each("the cell {cell}", cell=clued))
    _state_cells(m, sea, island, reach, p)
    cells = group(island, by=reach.island, n=len(reach.sizes))
    known, of = reach.sizes != ANY_SIZE, words.name_islands(p)
    m.exactly(reach.sizes, "an island has as many cells as its number says", cells, where=known, of=of, clue=True)
    beside = "beside an island's land there is only its own land, and sea"
    m.any(beside, _land_and_beside(sea, island, reach), of=words.name_edges(p))
    if min(sea.shape) > 1:  # else windows are cut to the board
        m.any("the sea fills no block of 2x2 cells", windows(-sea, (2, 2)))
    m.connected("the sea is connected", sea, grid_edges(sea.shape), by=by)
    _state_islands(m, island, reach, p, by, islands or by)
    return m


def _state_cells(m: Model, sea: NDArray[np.int32], island: NDArray[np.int32], reach: IslandReach, p: Nurikabe) -> None:
    """What each cell may be: sea where no island can be, and people see why; else sea, or land of one island."""
    islands = group(island, by=reach.cell, n=sea.size)
    empty, between = (islands.lengths == 0).reshape(sea.shape), beside_several(p)
    m.true("a cell beside the clues of two islands is sea", sea[empty & between])
    m.true("a cell that no island can reach is sea", sea[empty & ~between])
    m.exactly(1, "every other cell is sea, or land of one island", prepend(sea, islands), where=~empty)


def _state_islands(m: Model, island: NDArray[np.int32], reach: IslandReach, p: Nurikabe, by: str, islands: str) -> None:
    """Islands are connected, each with one clue."""
    grown = "a cell of an island, unless it is the clue, has another of the island's cells beside it"
    m.any(grown, _land_and_its_island(island, reach), of=words.name_grown_pairs(p))
    _connect_islands(m, island, reach, by, islands)
    _tell_apart(m, island, reach, p)


def _connect_islands(m: Model, island: NDArray[np.int32], reach: IslandReach, by: str, islands: str) -> None:
    """Those of known size, where every cell is near its clue, and those of unknown size."""
    sizes, near, clues = reach.sizes[reach.island], reach.neighbours, reach.clues
    known = sizes != ANY_SIZE
    edges, roots = near[known[near[:, 0]]], clues[known[clues]]
    limits = sizes[known] - 1
    m.connected("every island is connected", island[known], edges, roots=roots, by=islands, within=limits)
    if not known.all():
        first = int(known.sum())  # their group comes last
        edges, roots = near[~known[near[:, 0]]] - first, clues[~known[clues]] - first
        m.connected("every island of unknown size is connected", island[~known], edges, roots=roots, by=by)


def _land_and_its_island(island: NDArray[np.int32], reach: IslandReach) -> Rows:
    """For a pair without the clue: not this pair, or one beside it. Solvers see at once what this says."""
    first, second = np.concatenate([reach.neighbours, reach.neighbours[:, ::-1]]).T
    grown = reach.grown
    return prepend(-island[grown], group(island[second], by=first, n=len(island)).take(grown))


def _land_and_beside(sea: NDArray[np.int32], island: NDArray[np.int32], reach: IslandReach) -> Rows:
    """For a pair and a cell beside it: not this pair, or sea there, or that cell and the same island."""
    pair, cell, other = reach.edges.T
    row, known = np.arange(len(pair)), other >= 0
    literals = np.concatenate([-island[pair], sea.ravel()[cell], island[other[known]]])
    return group(literals, by=np.concatenate([row, row, row[known]]), n=len(row))


def _tell_apart(m: Model, island: NDArray[np.int32], reach: IslandReach, p: Nurikabe) -> None:
    """Islands of unknown size, if there are several: the cells of one have the number of its clue, other cells 0."""
    clues = reach.clues[reach.sizes[reach.island[reach.clues]] == ANY_SIZE]
    if len(clues) < 2:
        return
    pairs = np.flatnonzero(reach.sizes[reach.island] == ANY_SIZE)
    width = (len(clues) - 1).bit_length()
    bits = m.bools("number", (len(pairs), width), says=words.name_bits(p, pairs, width))
    own = bits[np.searchsorted(pairs, clues)]
    m.true(APART, np.where(np.arange(len(clues))[:, None] >> np.arange(width) & 1, own, -own))
    a, b = np.searchsorted(pairs, reach.neighbours[np.isin(reach.neighbours[:, 0], pairs)]).T
    both = np.repeat(-island[pairs[np.stack([a, b], axis=1)]], width, axis=0)
    first, second = bits[a].ravel(), bits[b].ravel()
    m.any(APART, np.column_stack([both, first, -second]))
    m.any(APART, np.column_stack([both, -first, second]))
