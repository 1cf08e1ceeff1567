"""Reference code for Light Up on the grid: boards around planted lamps, and a solver that looks one move ahead by sets
of cells, knowing no rows and no propagation."""

from __future__ import annotations

import numpy as np

from models.puzzles.akari.instance import Akari


def planted(rng):
    """A Light Up board around lamps that were put down first, with the numbers of all its walls."""
    cells = np.where(np.array([[rng.random() < 0.25 for _ in range(6)] for _ in range(6)]), 5, -1)
    lit, lamps = np.zeros((8, 8), int), np.zeros((8, 8), int)
    for i in rng.sample(range(36), 36):
        r, c = divmod(i, 6)
        if cells[r, c] == -1 and not lit[r, c]:
            lamps[r, c] = 1
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                y, x = r, c
                while 0 <= y < 6 and 0 <= x < 6 and cells[y, x] == -1:
                    lit[y, x], y, x = 1, y + dr, x + dc
    for r, c in np.argwhere(cells == 5):
        cells[r, c] = lamps[r - 1, c] + lamps[r + 1, c] + lamps[r, c - 1] + lamps[r, c + 1]
    return Akari(cells)


def lamps_ahead(p, moves):
    """Is a Light Up board solved by its cells and clues one at a time, and (moves: 1) by ruling out every lamp that
    would leave a cell without light, or a clue with too few cells? Sets of cells, no rows, no propagation."""
    white = {(r, c) for r, c in np.ndindex(p.cells.shape) if p.white[r, c]}
    clues = {(r, c): int(p.cells[r, c]) for r, c in np.ndindex(p.cells.shape) if 0 <= p.cells[r, c] <= 4}
    sides = ((0, 1), (1, 0), (0, -1), (-1, 0))

    def seen(cell):
        for dr, dc in sides:
            r, c = cell[0] + dr, cell[1] + dc
            while (r, c) in white:
                yield r, c
                r, c = r + dr, c + dc

    sight = {cell: {cell, *seen(cell)} for cell in white}
    beside = {clue: {(clue[0] + dr, clue[1] + dc) for dr, dc in sides} & white for clue in clues}
    lamps, empty = set(), set()

    def gone(lamp, lamps):
        """The cells that a lamp there takes from others."""
        full = [cells for clue, cells in beside.items() if lamp in cells and len(cells & lamps) + 1 == clues[clue]]
        return set().union(sight[lamp], *full) - lamps - {lamp}

    def dark(lamps, empty):
        cells = any(not (sight[cell] & lamps) and sight[cell] <= empty for cell in white)
        return cells or any(len(beside[clue] - empty) < clues[clue] for clue in clues)

    while True:
        before = len(lamps) + len(empty)
        for lamp in lamps:
            empty |= sight[lamp] - {lamp}
        for cell in white:
            if not sight[cell] & lamps and len(sight[cell] - empty) == 1:
                lamps |= sight[cell] - empty
        for clue, count in clues.items():
            if len(beside[clue] & lamps) == count:
                empty |= beside[clue] - lamps
            if len(beside[clue] - empty) == count:
                lamps |= beside[clue] - empty
        if len(lamps) + len(empty) > before:
            continue
        if moves:
            tried = white - lamps - empty
            empty |= {lamp for lamp in tried if dark(lamps | {lamp}, empty | gone(lamp, lamps))}
        if len(lamps) + len(empty) == before:
            return before == len(white)
