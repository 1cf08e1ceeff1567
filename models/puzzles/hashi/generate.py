"""Random boards of Hashiwokakero: a network of islands and bridges grows over the water; the numbers are read off it.

    1 - - 4 = 2    From an island drawn at random, a bridge is built in a direction drawn at random: to an island that it
    .   . | . .    reaches, or to a new island in the water, where no other one is beside it. No two islands touch, and no
    .   . 1 . .    bridges cross, since the way ends at a bridge. All islands are connected at every moment.

This goes on until the board has its share of islands, or no new island has been found for a long time.
"""

from __future__ import annotations

import numpy as np

from models.puzzles.contract import InputError
from models.puzzles.hashi.instance import MOST, USUAL, WATER, Answer, Hashi
from models.puzzles.randomness import Stream

MOST_CELLS = 250_000  # of a board that is drawn
SHARE = 28  # percent of the cells that become islands, if there is room
LONGEST = 8  # cells of a bridge: with longer ones, large boards have few islands in their middle
PATIENCE = 40  # attempts without a new island, times the number of islands, before no more are tried
FREE, ISLAND, BRIDGE, EDGE = range(4)


def generate(
    size: tuple[int, int], seed: int = 0, bridges: int = USUAL, islands: int = SHARE
) -> tuple[Hashi, Answer]:
    """A random board and its planted bridges. bridges: between two islands at most; islands: percent of the cells."""
    height, width = size
    if min(size) < 1 or max(size) < 3 or height * width > MOST_CELLS:
        raise InputError(
            f"hashi: expected a board with room for two islands (1x3) and at most {MOST_CELLS:,} cells, found "
            f"{height}x{width}"
        )
    if not 1 <= bridges <= MOST:
        raise InputError(f"hashi: expected 1 to {MOST} bridges between two islands, found {bridges}")
    drawn = "" if (bridges, islands) == (USUAL, SHARE) else f":{bridges}:{islands}"
    network = _Network(height, width, bridges, Stream("hashi", "board", f"{height}x{width}{drawn}", seed))
    wanted, failures = max(2, height * width * islands // 100), 0
    while len(network.islands) < wanted and failures < PATIENCE * (len(network.islands) + 1):
        failures = 0 if network.build() else failures + 1
    return network.board(), network.answer()


class _Network:
    """The islands and bridges of a board while they grow. Cells are numbered row by row, with a margin on all sides."""

    def __init__(self, height: int, width: int, most: int, stream: Stream) -> None:
        self.most, self.stream, self.wide = most, stream, width + 2
        self.steps = (1, -1, self.wide, -self.wide)
        cells = np.full((height + 2, width + 2), EDGE)
        cells[1:-1, 1:-1] = FREE
        self.cells: list[int] = cells.ravel().tolist()
        self.bridges: dict[tuple[int, int], int] = {}
        self.islands = [self._first_island(height, width)]
        self.cells[self.islands[0]] = ISLAND

    def _first_island(self, height: int, width: int) -> int:
        """A cell with room for another island two cells away."""
        roomy = [
            (r, c)
            for r in range(1, height + 1)
            for c in range(1, width + 1)
            if max(r - 1, height - r, c - 1, width - c) > 1
        ]
        r, c = roomy[self.stream.number_below(len(roomy))]
        return r * self.wide + c

    def build(self) -> bool:
        """Build a bridge from some island in some direction, if there is a way. Is there a new island now?"""
        start = self.islands[self.stream.number_below(len(self.islands))]
        step = self.steps[self.stream.number_below(len(self.steps))]
        way = self._free_way(start, step)
        beyond = start + step * (len(way) + 1)
        if self.cells[beyond] == ISLAND and way:
            self._connect(start, beyond, way)
            return False
        places = [at for at in way[1:] if not any(self.cells[at + side] == ISLAND for side in self.steps)]
        if not places:
            return False
        place = places[self.stream.number_below(len(places))]
        self._connect(start, place, way[: way.index(place)])
        self.cells[place] = ISLAND
        self.islands.append(place)
        return True

    def _free_way(self, start: int, step: int) -> list[int]:
        """The free cells in a direction, up to the first that is not, or as many as a bridge may be long."""
        way: list[int] = []
        while len(way) <= LONGEST and self.cells[start + step * (len(way) + 1)] == FREE:
            way.append(start + step * (len(way) + 1))
        return way

    def _connect(self, start: int, end: int, way: list[int]) -> None:
        for cell in way:
            self.cells[cell] = BRIDGE
        self.bridges[min(start, end), max(start, end)] = 1 + self.stream.number_below(self.most)

    def board(self) -> Hashi:
        """The board, with the number of each island."""
        numbers = np.full(len(self.cells), WATER)
        for ends, number in self.bridges.items():
            for end in ends:
                numbers[end] += number
        return Hashi(numbers.reshape(-1, self.wide)[1:-1, 1:-1], self.most)

    def answer(self) -> Answer:
        """The bridges."""
        return tuple(sorted((self._cell(a), self._cell(b), number) for (a, b), number in self.bridges.items()))

    def _cell(self, at: int) -> tuple[int, int]:
        return at // self.wide - 1, at % self.wide - 1
