"""Generator of Akari boards with one solution: walls get numbers where a second solution differs; where that does not
help, a wall is added.

    | A B |    A: a lamp of the planted solution only, B: of a second one only. The differences fall into independent
    | 1 # |    groups, and each group is treated. A bare wall that touches different numbers of A and of B gets its
    | . . |    number; of several such walls, the first in an order drawn once. If no group has one, a B becomes a wall
               with a number (and the cells that the symmetry of the walls demands become bare walls); the B is chosen
               that leaves the fewest cells dark. Dark cells then get lamps, as on a planted board.

Walls are variables of the model, and so is the light that reaches a cell from each of its four sides. So one solver
serves all boards and keeps its learnt clauses from one to the next (`StandingSolver`). Light reaches a cell from the
left if it is no wall and has a lamp, or light reaches its left neighbour.

Each change excludes a second solution for good or fills a cell, so the process terminates. The requested shares of
walls are those of the first board.

A minimal board: numbers are removed from walls in random order, each if the board is unique without it. (Walls stay.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, group
from models.puzzles.akari.generate import count_lamps_beside
from models.puzzles.akari.instance import BARE, WHITE, Akari
from models.puzzles.akari.rules import generate as planted
from models.puzzles.akari.segments import lit_cells, runs
from models.puzzles.parameters import Parameter, choice_reader
from models.puzzles.setting.clues import minimal_clues
from models.puzzles.setting.engines import SetterEngines
from models.puzzles.setting.setter import Setter, SettingAttempt
from models.puzzles.setting.symmetry import MAPS, orbits
from models.puzzles.setting.targets import PlantedBoard
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress

VERSIONS = 10_000  # of the planted solution, on one board
Truth = NDArray[np.bool_]
Ints = NDArray[np.int64]


def set_up(attempt: SettingAttempt) -> PlantedBoard:
    """A board with one solution."""
    shape, wish = attempt.shape, attempt.wish
    if shape is None:
        raise InputError(f"akari: a board is set by its size (14, 10x16), found '{attempt.what[:40]}'")
    parameters = dict(wish.parameters)
    if parameters.get("generator", "planted") != "planted":
        raise InputError("akari: --generator: boards with one solution are planted")
    if shape != (1, 1) and not parameters.get("bare", 10) + parameters.get("numbered", 10):
        raise InputError(
            f"akari: without walls {shape[0]}x{shape[1]} has several solutions; expected --bare or --numbered above 0, "
            "the shares that it begins with"
        )
    order = attempt.stream().order(shape[0] * shape[1])
    symmetry = wish.wishes.get("symmetry", SYMMETRIES[0])
    images = orbits(shape, symmetry)
    if symmetry == SYMMETRIES[0]:
        board, _ = planted(shape, attempt.own_seed, **parameters)
        cells = board.cells
    else:
        cells = _walls(shape, parameters.get("bare", 10), parameters.get("numbered", 10), images, order)
    setting = _BoardSetter(cells, order, images, attempt.engines)
    setting.make_unique(attempt.progress)
    if wish.minimal:
        setting.remove_numbers(attempt.progress)
    row, col = np.nonzero(setting.lamps)
    return PlantedBoard(Akari(setting.board()), tuple(zip(row.tolist(), col.tolist(), strict=True)))


SYMMETRIES = tuple(MAPS)  # none comes first
SETTER = Setter(
    set_up,
    fits=frozenset({"minimal", "difficulty"}),
    backends=("cnf", "propagate", "cpsat"),
    wishes={
        "symmetry": Parameter(
            SYMMETRIES[0],
            choice_reader(SYMMETRIES),
            f"symmetry of the walls: {', '.join(SYMMETRIES)}; implies --unique",
            "S",
        )
    },
    implying=frozenset({"symmetry"}),
)


def _walls(shape: tuple[int, int], bare: int, numbered: int, images: Ints, order: Ints) -> NDArray[np.int8]:
    """Walls in about these shares (percent), orbit by orbit; the numbered ones have a 0 for now."""
    if bare + numbered > 100:
        raise InputError(f"akari: expected at most 100 % walls, found {bare} % bare and {numbered} % numbered")
    cells = np.full(shape[0] * shape[1], WHITE, np.int8)
    most = (len(cells) * (bare + numbered) + 50) // 100
    for cell in order.tolist():
        orbit = np.unique(images[:, cell])
        if cells[cell] == WHITE and (cells != WHITE).sum() + len(orbit) <= most:
            cells[orbit] = BARE
    walls = order[::-1][cells[order[::-1]] != WHITE]
    cells[walls[: (len(walls) * numbered + (bare + numbered) // 2) // max(bare + numbered, 1)]] = 0
    return cells.reshape(shape)


class _BoardSetter:
    """A board under construction. wall, numbered: where walls are, and which have a number; lamps: the planted
    solution."""

    def __init__(self, cells: NDArray[np.int8], order: Ints, images: Ints, engines: SetterEngines) -> None:
        self.wall, self.numbered = cells != WHITE, (cells != WHITE) & (cells != BARE)
        self.lamps, self._order, self._images = np.zeros(cells.shape, np.bool_), order, images
        self._repair_lamps()
        self._model = _rules(cells.shape)
        self._solver, self._version = engines.standing(self._model), -1

    def board(self) -> NDArray[np.int8]:
        """The cells of the board, as in `Akari`."""
        numbers = np.where(self.numbered, count_lamps_beside(self.lamps), BARE)
        return np.where(self.wall, numbers, WHITE).astype(np.int8)

    def make_unique(self, progress: Progress) -> None:
        """Change the board until its planted solution is the only one."""
        rounds = 0
        while (second := self._find_second()) is not None:
            changed = False
            for place in _difference_groups(self.wall, self.lamps, second):
                changed |= self._add_number(place, second)
            if not changed:
                self._add_wall(second)
            progress(f"{(rounds := rounds + 1)} second solutions gone")

    def remove_numbers(self, progress: Progress) -> None:
        """Remove numbers that are not needed for uniqueness."""
        self._new_version()
        clue = self._number_literals()
        numbered = [cell for cell in self._order.tolist() if self.numbered.flat[cell]]
        remaining = minimal_clues(self._solver, clue, numbered, progress, self._fixed_literals())
        self.numbered.flat[:] = np.isin(np.arange(self.numbered.size), list(remaining))

    def _find_second(self) -> Truth | None:
        """The lamps of another solution, None if there is none."""
        self._new_version()
        solution = self._solver.ask(
            [*self._fixed_literals(), *self._number_literals()[np.flatnonzero(self.numbered)].tolist()]
        )
        return None if solution is None else solution[self._model.arrays["lamp"]] == 1

    def _new_version(self) -> None:
        """From now on, another solution is one that lacks a lamp of the solution planted now."""
        lamp, self._version = self._model.arrays["lamp"], self._version + 1
        if self._version == VERSIONS:
            raise LimitReached(f"{VERSIONS:,} second solutions gone, and there still is one")
        self._solver.add([-self._model.arrays["version"][self._version], *(-lamp[self.lamps])])
        self._solver.prefer(np.where(self.lamps, lamp, -lamp))

    def _fixed_literals(self) -> list[int]:
        wall = self._model.arrays["wall"]
        walls: list[int] = np.where(self.wall, wall, -wall).ravel().tolist()
        return [*walls, int(self._model.arrays["version"][self._version])]

    def _number_literals(self) -> NDArray[np.int32]:
        """For each cell the literal of its number: as many lamps beside it as there are now."""
        numbers = count_lamps_beside(self.lamps).ravel()
        return self._model.arrays["number"].reshape(5, -1)[numbers, np.arange(len(numbers))]

    def _add_number(self, place: Truth, second: Truth) -> bool:
        """Number a bare wall that has different numbers in the two solutions at this place, if there is one."""
        here = count_lamps_beside(self.lamps & place) != count_lamps_beside(second & place)
        telling = (here & self.wall & ~self.numbered).ravel()[self._order]
        if telling.any():
            self.numbered.flat[self._order[telling.argmax()]] = True
        return bool(telling.any())

    def _add_wall(self, second: Truth) -> None:
        """Add a wall where the second solution has a lamp and the planted one has not."""
        best: tuple[int, int] | None = None
        for cell in self._order[(second & ~self.lamps).ravel()[self._order]].tolist()[:20]:
            wall = self.wall.copy()
            wall.flat[self._images[:, cell]] = True
            across, down = lit_cells(~wall, map(tuple, np.argwhere(self.lamps & ~wall)))
            dark = int((~wall & ~across & ~down).sum())
            best = (dark, cell) if best is None or dark < best[0] else best
        assert best is not None  # of two solutions each has a lamp that the other has not
        self.wall.flat[self._images[:, best[1]]] = True
        self.numbered.flat[best[1]] = True
        self._repair_lamps()

    def _repair_lamps(self) -> None:
        """Remove lamps on walls, and add lamps where it is dark."""
        self.lamps &= ~self.wall
        across, down = lit_cells(~self.wall, map(tuple, np.argwhere(self.lamps)))
        dark = (~self.wall & ~across & ~down).ravel()
        row, col = (run.ravel() for run in runs(~self.wall))
        for cell in self._order[dark[self._order]].tolist():
            if dark[cell]:
                self.lamps.flat[cell] = True
                dark &= ~((row == row[cell]) | (col == col[cell]))


def _difference_groups(wall: Truth, lamps: Truth, second: Truth) -> list[Truth]:
    """The cells where the lamps differ, in groups: connected by shared runs."""
    differ = np.flatnonzero((lamps ^ second).ravel())
    row, col = (run.ravel()[differ] for run in runs(~wall))
    label = np.arange(len(differ))
    while True:  # the least number of a group spreads along the runs
        before = label.copy()
        for run in (row, col):
            least = np.full(int(run.max(initial=0)) + 1, len(differ))
            np.minimum.at(least, run, label)
            label = least[run]
        if np.array_equal(before, label):
            break
    groups = []
    for number in np.unique(label).tolist():
        place = np.zeros(wall.shape, np.bool_)
        place.flat[differ[label == number]] = True
        groups.append(place)
    return groups


def _rules(shape: tuple[int, int]) -> Model:
    """The rules for every board of this shape. Decisions: `lamp`, `wall`, `light` from four sides, `number` (5 per
    cell: how many lamps are beside it), `version` (assumed to exclude the current planted solution)."""
    m, n = Model("akari"), shape[0] * shape[1]
    lamp, wall, number = m.bools("lamp", shape), m.bools("wall", shape), m.bools("number", (5, n))
    m.bools("version", VERSIONS)
    m.any("no lamp stands on a wall", -np.stack([lamp.ravel(), wall.ravel()], axis=1))
    light = m.bools("light", (4, *shape))
    for side, turn in enumerate((_identity, _flip, _transpose, _rotate)):
        here, bulb, full = (turn(of)[:, 1:] for of in (light[side], lamp, wall))
        before = turn(light[side])[:, :-1]
        first, of = turn(light[side])[:, :1].ravel(), turn(lamp)[:, :1].ravel()
        m.any("light begins at a lamp", np.stack([-first, of], axis=1))
        m.any("light begins at a lamp", np.stack([first, -of], axis=1))
        m.any("light ends at a wall", -_stack(here, full))
        m.any("light comes from a lamp or from the cell before", _stack(-here, bulb, before))
        m.any("a lamp has light", _stack(here, -bulb))
        m.any("light goes on to the next wall", _stack(here, full, -before))
        m.any("no two lamps see each other", -_stack(bulb, before))
    m.any(
        "every cell is a wall or lit", np.stack([wall.ravel(), *(side_light.ravel() for side_light in light)], axis=1)
    )
    cells = np.arange(n).reshape(shape)
    ends = [
        (cells[:, 1:], cells[:, :-1]),
        (cells[:, :-1], cells[:, 1:]),
        (cells[1:], cells[:-1]),
        (cells[:-1], cells[1:]),
    ]
    cell = np.concatenate([tail.ravel() for tail, _ in ends])
    beside = np.concatenate([head.ravel() for _, head in ends])
    around = group(lamp.ravel()[beside], by=cell, n=n)
    for k in range(5):
        reached = around.lengths >= k
        m.exactly(k, f"{k} lamps beside the wall", around, when=number[k], where=reached)
    return m


def _stack(*literals: NDArray[np.int32]) -> NDArray[np.int32]:
    """A row per cell, with one literal from each array."""
    return np.stack([array.ravel() for array in literals], axis=1)


def _identity(board: NDArray[np.int32]) -> NDArray[np.int32]:
    return board


def _flip(board: NDArray[np.int32]) -> NDArray[np.int32]:
    return board[:, ::-1]


def _transpose(board: NDArray[np.int32]) -> NDArray[np.int32]:
    return board.T


def _rotate(board: NDArray[np.int32]) -> NDArray[np.int32]:
    return board.T[:, ::-1]
