"""Boards of Nurikabe, made from their solution, and boards without a second answer.

All is sea at first. Blocks of 2x2 cells are visited in random order. In a block that is still all sea, a random cell
rises, now and then one beside land, so that the sea stays connected and no island grows beyond the largest size. If
there were blocks in which no cell could rise, the drawing begins anew, with these blocks first. Then each island gets
its clue on a random cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import Cell, Cells, cells_where, check_sides
from models.puzzles.connected_rest import ConnectedRest, connected_parts
from models.puzzles.contract import InputError
from models.puzzles.nurikabe.instance import NO_CLUE, Nurikabe
from models.puzzles.randomness import Stream

MOST_SIDE, MOST_LARGEST = 100, 50
LARGEST = (6, 12, 24, 48)  # cells of an island, where nothing else is asked for: the first that has a board
GROWS = 4  # so often, on average, islands grow once where they can
MOST_VISITS = 100_000  # of blocks, in vain
RESHAPES = 2  # of so many changes to a board, one is to its answer
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))


def generate(size: tuple[int, int], seed: int = 0, largest: int | None = None) -> tuple[Nurikabe, Cells]:
    """A random board and its planted sea."""
    height, width = size
    check_sides("nurikabe", size, MOST_SIDE)
    land = None
    for most in LARGEST if largest is None else (largest,):
        land = _raise_land(size, most, Stream("nurikabe", "board", f"{height}x{width}:{most}", seed))
        if land is not None:
            break
    if land is None:
        raise InputError(f"nurikabe: found no board of {height}x{width} cells with islands of up to {most} cells")
    clues = np.full(size, NO_CLUE)
    stream = Stream("nurikabe", "clues", f"{height}x{width}:{most}", seed)
    for island in connected_parts(cells_where(land)):
        clues[island[stream.number_below(len(island))]] = len(island)
    return Nurikabe(clues), cells_where(~land)


def _raise_land(size: tuple[int, int], most: int, stream: Stream) -> NDArray[np.bool_] | None:
    """Land with islands of up to `most` cells in a connected sea without 2x2 blocks; None if none was found."""
    height, width = size
    blocks = stream.order((height - 1) * (width - 1)).tolist()
    for _ in range(1 + MOST_VISITS // max(len(blocks), 1)):
        land, stuck = _visit_blocks(size, most, blocks, stream)
        if not stuck:
            return land
        first = set(stuck)
        blocks = stuck + [block for block in blocks if block not in first]
    return None


def _visit_blocks(
    size: tuple[int, int], most: int, blocks: list[int], stream: Stream
) -> tuple[NDArray[np.bool_], list[int]]:
    """Land after a visit to all blocks in this order, and those in which no cell could rise."""
    rest, islands, stuck = ConnectedRest(size), Islands(), list[int]()
    if min(size) == 1:
        rest.take((0, 0))
    for number in blocks:
        r, c = divmod(number, size[1] - 1)
        block = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if any(map(rest.is_taken, block)):
            continue
        order = [block[i] for i in stream.order(4).tolist()]
        if not stream.number_below(GROWS):
            order.sort(key=islands.size_with, reverse=True)
        fits = (cell for cell in order if islands.size_with(cell) <= most and rest.stays_connected(cell))
        cell = next(fits, None)
        if cell is None:
            stuck.append(number)
        else:
            rest.take(cell)
            islands.add(cell)
    return rest.taken_cells, stuck


class Islands:
    """Cells of land in islands; it changes as cells are added."""

    def __init__(self) -> None:
        self._of: dict[Cell, set[Cell]] = {}

    def size_with(self, cell: Cell) -> int:
        """How large the island of this cell would be."""
        return 1 + sum(map(len, self._beside(cell)))

    def add(self, cell: Cell) -> None:
        """Add a cell to the islands beside it, which become one."""
        island = {cell}.union(*self._beside(cell))
        self._of.update(dict.fromkeys(island, island))

    def _beside(self, cell: Cell) -> list[set[Cell]]:
        found = [self._of[near] for r, c in SIDES if (near := (cell[0] + r, cell[1] + c)) in self._of]
        return [island for i, island in enumerate(found) if not any(island is other for other in found[:i])]


def exclude(p: Nurikabe, answer: Cells, second: Cells, stream: Stream) -> tuple[Nurikabe, Cells] | None:
    """A board without the second answer, and its own: a clue moves, on its own island, to a cell that the second one
    has in the sea; or a cell where the two differ changes sides. That the new answer keeps the rules is not checked."""
    if stream.number_below(RESHAPES):
        return _move_clue(p, answer, second, stream)
    return _change_side(p, answer, second, stream)


def _move_clue(p: Nurikabe, answer: Cells, second: Cells, stream: Stream) -> tuple[Nurikabe, Cells] | None:
    clues, wrong = p.clues.copy(), set(second)
    moves = [(cell, island) for island in _islands(p, set(answer)) for cell in island if cell in wrong]
    if not moves:
        return None
    cell, island = moves[stream.number_below(len(moves))]
    (clue,) = (clues[other] for other in island if clues[other] != NO_CLUE)
    for other in island:
        clues[other] = NO_CLUE
    clues[cell] = clue
    return Nurikabe(clues), answer


def _change_side(p: Nurikabe, answer: Cells, second: Cells, stream: Stream) -> tuple[Nurikabe, Cells] | None:
    """An island without a clue gets one; no island becomes larger than the largest was, or has two clues."""
    cells = sorted(set(answer) ^ set(second))
    if not cells:
        return None
    sea, clues = set(answer) ^ {cells[stream.number_below(len(cells))]}, p.clues
    changed = np.full(clues.shape, NO_CLUE)
    for island in _islands(p, sea):
        own = [cell for cell in island if clues[cell] != NO_CLUE]
        if len(own) > 1 or len(island) > clues.max():
            return None
        changed[own[0] if own else island[stream.number_below(len(island))]] = len(island)
    return Nurikabe(changed), tuple(sorted(sea))


def _islands(p: Nurikabe, sea: set[Cell]) -> list[list[Cell]]:
    return connected_parts(cell for cell in np.ndindex(p.clues.shape) if cell not in sea)
