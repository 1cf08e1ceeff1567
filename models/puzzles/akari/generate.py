"""Three generators of Akari boards. All of them draw the places of the walls first.

`planted`, the second generator of the Light Up solver of Ben-Gurion University: given the numbers of bare and numbered
walls, place them uniformly; while a cell is unlit, put a lamp on a random unlit white cell and light its row and column
up to the walls; count the lamps beside each numbered wall; remove the lamps. Such a board has a solution.

    A cell that is lit stays lit. So drawing from the unlit cells is the same as going through *all* white cells in
    random order and skipping those that are lit by then; and a cell is lit if and only if its row run or its column
    run has a lamp, so lighting is marking two runs. That costs one step per cell, however long the runs are.

`random`, the first generator of that solver: the numbers are drawn from 0..4. Most of these boards have no solution.

`density`, from the student report "[INF432] Project - Light Up" (2020): every cell is a wall with the same
probability, independent of the others; around each numbered wall lamps are placed that do not see each other, and its
other free neighbours are marked as dark; whether the rest of the board can be lit is not checked. The report does not
say how many walls are bare, or what numbers walls have; here a wall is bare in proportion to the two shares, and draws
a number 0..4, each equally likely, of which it gets as many lamps as there is room for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.akari.instance import BARE, WHITE
from models.puzzles.akari.segments import runs
from models.puzzles.randomness import Stream

Board = NDArray[np.int8]


def planted_board(height: int, width: int, seed: int, bare: int, numbered: int) -> tuple[Board, NDArray[np.bool_]]:
    """A board with that share (in percent) of bare and numbered walls, and the planted lamps."""
    board, number_here, rest = _walls(
        Stream("akari", "planted", f"{height}x{width}", seed), height, width, bare, numbered
    )
    on = np.zeros((height, width), np.bool_)
    on.flat[_greedy_lamps(board, rest)] = True
    board.flat[number_here] = count_lamps_beside(on).flat[number_here]
    return board, on


def random_board(height: int, width: int, seed: int, bare: int, numbered: int) -> Board:
    """A board with that share of walls and random numbers on them."""
    stream = Stream("akari", "random", f"{height}x{width}", seed)
    board, number_here, _ = _walls(stream, height, width, bare, numbered)
    board.flat[number_here] = [stream.number_below(5) for _ in range(len(number_here))]
    return board


def density_board(height: int, width: int, seed: int, bare: int, numbered: int) -> Board:
    """A board whose cells are bare and numbered walls with those probabilities (in percent); lamps fit its numbers."""
    stream = Stream("akari", "density", f"{height}x{width}", seed)
    kind = (stream.words(height * width) >> np.uint64(11)) * np.uint64(100)  # a share of 100 * 2^53
    kind = kind.reshape(height, width)
    board = np.full((height, width), WHITE, np.int8)
    board[kind < (bare + numbered) << 53] = 0
    board[kind < bare << 53] = BARE
    number_here = np.flatnonzero(board == 0)
    on = np.zeros(board.shape, np.bool_)
    on.flat[_place_lamps(board, number_here[stream.order(len(number_here))].tolist(), stream)] = True
    board.flat[number_here] = count_lamps_beside(on).flat[number_here]
    return board


def count_lamps_beside(on: NDArray[np.bool_]) -> NDArray[np.int8]:
    """For each cell how many of its four neighbours hold a lamp."""
    framed = np.pad(on, 1).astype(np.int8)
    beside: NDArray[np.int8] = framed[:-2, 1:-1] + framed[2:, 1:-1] + framed[1:-1, :-2] + framed[1:-1, 2:]
    return beside


def _walls(
    stream: Stream, height: int, width: int, bare: int, numbered: int
) -> tuple[Board, NDArray[np.int64], NDArray[np.int64]]:
    """A board with its walls, the numbers still 0; the numbered cells; all white cells in random order."""
    cells = height * width
    order = stream.order(cells)
    first, last = (cells * bare + 50) // 100, (cells * (bare + numbered) + 50) // 100  # rounded
    board = np.full((height, width), WHITE, np.int8)
    board.flat[order[:first]] = BARE
    board.flat[order[first:last]] = 0
    return board, order[first:last], order[last:]


def _greedy_lamps(board: Board, cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """The cells that get a lamp if each of these, one after the other, gets one unless it is lit by then.

    In rounds: a cell that comes first in both of its runs, among those not lit yet, gets a lamp whatever the others do,
    and lights the others. (Blelloch, Fineman & Shun 2012: Greedy sequential maximal independent set and matching are
    parallel on average)
    """
    across, down = (run.ravel() for run in runs(board == WHITE))
    first = np.zeros((2, board.size), np.int64)
    is_lit = np.zeros((2, board.size), np.bool_)
    lamps = []
    while len(cells):
        a, d = across[cells], down[cells]
        for direction, run in enumerate((a, d)):
            first[direction, run[::-1]] = cells[::-1]  # where a run occurs again, the last one stays: the first cell
        is_lamp = (first[0, a] == cells) & (first[1, d] == cells)
        lamps.append(cells[is_lamp])
        is_lit[0, a[is_lamp]] = is_lit[1, d[is_lamp]] = True
        cells = cells[~(is_lit[0, a] | is_lit[1, d])]
    return np.concatenate([*lamps, cells])


def _place_lamps(board: Board, walls: list[int], stream: Stream) -> list[int]:
    """Lamps around numbered walls, one wall after the other, no two in sight of each other."""
    width, cells = board.shape[1], board.size
    across, down = (run.ravel().tolist() for run in runs(board == WHITE))
    bright_across, bright_down = bytearray(cells), bytearray(cells)
    dark, lamps = bytearray(cells), set()
    for wall in walls:
        column = wall % width
        beside = [wall - width] * (wall >= width) + [wall - 1] * (column > 0)
        beside += [wall + 1] * (column < width - 1) + [wall + width] * (wall + width < cells)
        beside = [cell for cell in beside if across[cell] >= 0]
        missing = stream.number_below(5) - sum(cell in lamps for cell in beside)
        while beside:
            cell = beside.pop(stream.number_below(len(beside)))
            free = not (dark[cell] or bright_across[across[cell]] or bright_down[down[cell]])
            if free and missing > 0:
                bright_across[across[cell]] = bright_down[down[cell]] = 1
                lamps.add(cell)
                missing -= 1
            dark[cell] = 1
    return sorted(lamps)
