"""The "naive" solver of the Light Up solver of Ben-Gurion University (B. Siman Tov, M. Yagyaev), on a plain board.

    1  a numbered wall with as many free neighbours as lamps left         lamps on all of them
    2  a white cell without light that one free cell alone can light      a lamp there (perhaps on the cell itself)

Rule 1 for all walls as long as it places lamps, then rule 2 for all cells, and all over again until nothing changes.
A cell is *free* if it may still hold a lamp. What takes that away is no rule of theirs but the bookkeeping in between:

    *  a placed lamp lights its row and column up to the walls; a lit cell holds no other lamp ("yellow" in the source)
    *  a wall that has all its lamps, a 0 from the start, rules out its other neighbours. The source says so in an
       example only: the cell under a 0 can hold no lamp. `satisfied_walls=False` leaves it out, to see what it gives.

It looks for nothing else. It does not notice that a board has no solution: it places what the rules say, and stops.
Written with lists and loops, after the source, for comparison: it shares no code with the model or with propagation.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WHITE = -1
BARE = 5

Cell = tuple[int, int]


@dataclass
class Naive:
    """A board (-1 white, 0..4 numbered, 5 bare) and what is known of it: lamps, lit cells (those with lamps too), and
    the cells that walls with all their lamps have ruled out."""

    board: list[list[int]]
    satisfied_walls: bool = True
    lamps: set[Cell] = field(default_factory=set)
    lit: set[Cell] = field(default_factory=set)
    ruled_out: set[Cell] = field(default_factory=set)

    def __post_init__(self) -> None:
        cells = [(r, c) for r, row in enumerate(self.board) for c in range(len(row))]
        self.white = [cell for cell in cells if self.at(cell) == WHITE]
        self.walls = [cell for cell in cells if 0 <= self.at(cell) <= 4]
        self.lines = {cell: [*self.line(cell)] for cell in self.white}
        self.near = {wall: self.beside(wall) for wall in self.walls}
        if self.satisfied_walls:
            self.rule_out(self.walls)

    def at(self, cell: Cell) -> int:
        """The content of a cell; beyond the edge, a bare wall."""
        r, c = cell
        return self.board[r][c] if 0 <= r < len(self.board) and 0 <= c < len(self.board[0]) else BARE

    def line(self, cell: Cell):
        """The cells that a lamp there lights: itself, and in four directions up to a wall."""
        yield cell
        for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            r, c = cell[0] + dr, cell[1] + dc
            while self.at((r, c)) == WHITE:
                yield r, c
                r, c = r + dr, c + dc

    def beside(self, wall: Cell) -> list[Cell]:
        """The white neighbours of a wall."""
        return [cell for cell in neighbours(wall) if self.at(cell) == WHITE]

    def free(self, cell: Cell) -> bool:
        """May a lamp still be placed there?"""
        return cell not in self.lit and cell not in self.ruled_out

    def place(self, cell: Cell) -> None:
        """A lamp, its light, and the walls that now have all theirs."""
        self.lamps.add(cell)
        self.lit.update(self.lines[cell])
        if self.satisfied_walls:
            self.rule_out([wall for wall in neighbours(cell) if wall in self.near])

    def rule_out(self, walls: list[Cell]) -> None:
        """The bookkeeping of those of the walls that have all their lamps."""
        for wall in walls:
            if sum(cell in self.lamps for cell in self.near[wall]) == self.at(wall):
                self.ruled_out.update(cell for cell in self.near[wall] if cell not in self.lamps)

    def rule_1(self) -> bool:
        """Walls whose free neighbours all hold lamps. Has a lamp been placed?"""
        placed = False
        for wall in self.walls:
            free = [cell for cell in self.near[wall] if self.free(cell)]
            if free and len(free) == self.at(wall) - sum(cell in self.lamps for cell in self.near[wall]):
                placed = True
                for cell in free:
                    self.place(cell)
        return placed

    def rule_2(self) -> bool:
        """Cells that one free cell alone can light. Has a lamp been placed?"""
        placed = False
        for cell in self.white:
            if cell not in self.lit:
                able = [other for other in self.lines[cell] if self.free(other)]
                if len(able) == 1:
                    self.place(able[0])
                    placed = True
        return placed

    def solve(self) -> Naive:
        """Both rules until nothing changes."""
        while True:
            while self.rule_1():
                pass
            if not self.rule_2():
                return self

    @property
    def dark(self) -> set[Cell]:
        """The white cells that are known to hold no lamp."""
        return (self.lit | self.ruled_out) - self.lamps


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells that touch it, on the board or not."""
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
