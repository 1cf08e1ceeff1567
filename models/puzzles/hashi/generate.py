"""Random boards of Hashiwokakero: a network of islands and bridges grows over the water; the numbers are read off it.

    1-----4===2    From an island drawn at random, a bridge is built in a direction drawn at random: to an island that
    . . . | . .    it meets, or to a new island in the water, with no other one beside it. No two islands touch, and no
    . . . 1 . .    bridges cross, since the way ends at a bridge. All islands are connected at every moment.

Each direction of each island is tried once, until the board has its share of islands. A board with an empty
row or column at a border is drawn again, a few times.
"""

from __future__ import annotations

import numpy as np

from models.puzzles.contract import InputError
from models.puzzles.hashi.instance import MOST, USUAL, WATER, Hashi
from models.puzzles.parts.pairs import NumberedPairs
from models.puzzles.randomness import Stream

MOST_CELLS = 1_000_000  # of a board that is drawn
SHARE = 25  # percent of the cells that become islands; mostly there is no room for more than 20
LONGEST = 8  # cells of a bridge: with longer ones, large boards have few islands in their middle
JOINED = 4  # of so many ways that end at an island, one becomes a bridge
DRAWINGS = 10  # until a board has islands at all four borders
FREE, ISLAND, BRIDGE, EDGE = range(4)


def generate(
    size: tuple[int, int], seed: int = 0, bridges: int = USUAL, islands: int = SHARE
) -> tuple[Hashi, NumberedPairs]:
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
    stream, wanted = Stream("hashi", "board", f"{height}x{width}{drawn}", seed), height * width * islands // 100
    for _ in range(DRAWINGS):
        network = _Network(height, width, bridges, stream)
        network.grow(max(2, wanted))
        board = network.board()
        if all((board.cells[border] != WATER).any() for border in np.s_[0, -1, (..., 0), (..., -1)]):
            break
    return board, network.answer()


class _Network:
    """The islands and bridges of a board while they grow. Cells are numbered row by row, with a margin on all sides."""

    def __init__(self, height: int, width: int, most: int, stream: Stream) -> None:
        self.most, self.stream, self.wide = most, stream, width + 2
        self.steps = (1, -1, self.wide, -self.wide)
        cells = np.full((height + 2, width + 2), EDGE)
        cells[1:-1, 1:-1] = FREE
        self.cells: list[int] = cells.ravel().tolist()
        self.bridges: dict[tuple[int, int], int] = {}
        self.islands: list[int] = []
        self.untried: list[tuple[int, int]] = []  # islands, each with the step to the next cell in some direction
        self._settle(self._first_island(height, width))

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

    def grow(self, wanted: int) -> None:
        """Build bridges until there are so many islands, or no direction is left."""
        while len(self.islands) < wanted and self.untried:
            at = self.stream.number_below(len(self.untried))
            self.untried[at], self.untried[-1] = self.untried[-1], self.untried[at]
            self._build(*self.untried.pop())

    def _build(self, start: int, step: int) -> None:
        """Build a bridge in this direction, if there is room for one."""
        way = self._free_way(start, step)
        beyond = start + step * (len(way) + 1)
        if way and self.cells[beyond] == ISLAND and not self.stream.number_below(JOINED):
            self._connect(start, beyond, way)
            return
        places = [at for at in way[1:] if not any(self.cells[at + side] == ISLAND for side in self.steps)]
        if places:
            place = places[self.stream.number_below(len(places))]
            self._connect(start, place, way[: way.index(place)])
            self._settle(place)

    def _settle(self, place: int) -> None:
        self.cells[place] = ISLAND
        self.islands.append(place)
        self.untried += [(place, step) for step in self.steps]

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

    def answer(self) -> NumberedPairs:
        """The bridges."""
        return tuple(sorted((self._cell(a), self._cell(b), number) for (a, b), number in self.bridges.items()))

    def _cell(self, at: int) -> tuple[int, int]:
        return at // self.wide - 1, at % self.wide - 1
