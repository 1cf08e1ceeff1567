"""Akari, also called Light Up: place lamps so that every white cell is lit.

    O 1 # | |      O is a lamp; it lights its row and column up to the next wall: - | and both, +
    # # + O +      # is a bare wall, a wall with a number is a clue
    O 3 O # O
    2 O + + +      * every white cell is lit
    0 + + O +      * no two lamps light each other
                   * a wall with a number touches exactly that many lamps, horizontally or vertically

A lamp lights its own cell. Walls without white neighbours, and numbers that cannot be reached, are legal: the latter
boards have no solution. A board of walls only has one, the empty one, unless it has a number above 0.

References: Nikoli (Puzzle Communication Nikoli 94, 2001); S. Tatham's Portable Puzzle Collection, lightup.c; McPhail,
"Light Up is NP-complete" (2005). The model is the reduction to SAT of the Light Up solver of Ben-Gurion University
(B. Siman Tov and M. Yagyaev, in Hebrew); the text format is that of the student report "[INF432] Project - Light Up"
(Da Costa Barros, Pellieux, Segransan, 2020). The report forbids a lamp on a wall by a clause; here a wall has no
variable at all, which makes models smaller and says the same.

Unit propagation on this model does what the "naive" one of that solver does, which has two rules: a numbered wall with
as many free neighbours as lamps left has lamps on all of them; a cell that one free cell alone can light has a lamp
there. A lit cell is not free. A clause yields one deduction (its last literal), a count two (no more, all the rest),
and each yields a conflict when it cannot hold; so what propagation deduces beyond the two rules is this.
`tests/backends/passes/test_naive_akari.py` has each case on its smallest board, and finds no others on thousands of
boards.

    __0     a 0 rules out its neighbours                          the source does so too, in an example
    __1_    a wall that has all its lamps rules out the others    the source does not mention it
    1       no solution: a wall with fewer free neighbours than lamps left
    _0      no solution: a wall with more lamps than its number
    0__0    no solution: a cell that no free cell can light
    1__1    no solution: lamps that see each other, in a row or in a column

It also shows that a board is solved, and in this way only. It finds no lamp that the naive solver, extended by the
first two cases, does not find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, Rows, group, prepend, union
from models.puzzles.akari import generate as akari_generate
from models.puzzles.akari import text as akari_text
from models.puzzles.akari.instance import BARE, WHITE, Akari, Answer, Cell
from models.puzzles.akari.segments import runs, wall_neighbours
from models.puzzles.akari.verify import broken_rules
from models.puzzles.boards import (
    cells_from_json,
    cells_to_json,
    cells_where,
    check_board_size,
    describe_cell,
    numbered_isometry,
)
from models.puzzles.contract import Advice, InputError

LARGE = (
    200 * 200
)  # cells; from there on `windows` beats solvers that get the whole model (docs/measurements/performance.md)
LONG = 40  # cells visible from a cell, on average, from which on a variable per run pays
CLUE = "a wall touches as many lamps as its number says"
GENERATORS = ("planted", "random", "density")


def parse(text: str) -> Akari:
    """A board from plain text (see `text`)."""
    return Akari(akari_text.read(text))


def format(p: Akari) -> str:
    """The board as plain text that `parse` reads."""
    return akari_text.write(p.cells)


def generate(
    size: tuple[int, int], seed: int = 0, *, bare: int = 10, numbered: int = 10, generator: str = GENERATORS[0]
) -> tuple[Akari, Answer | None]:
    """A random board of that size (rows, columns), and the planted lamps, if there are any.

    bare, numbered: walls, in percent of the cells; generator: see `generate.py`.
    """
    check_board_size("akari", *size)
    if min(bare, numbered) < 0 or bare + numbered > 100:
        raise InputError(f"akari: expected at most 100 % walls, found {bare} % bare and {numbered} % numbered")
    if generator not in GENERATORS:
        raise InputError(f"unknown generator '{generator}'; known: {', '.join(GENERATORS)}")
    if generator == "planted":
        board, lamps = akari_generate.planted_board(*size, seed, bare, numbered)
        return Akari(board), cells_where(lamps)
    make = akari_generate.random_board if generator == "random" else akari_generate.density_board
    return Akari(make(*size, seed, bare, numbered)), None


def model(p: Akari) -> Model:
    """The rules. Decisions: one `lamp` per white cell, row by row."""
    m = Model("akari")
    lamp = m.bools("lamp", int(p.white.sum()))
    row_run, col_run = (run[p.white] for run in runs(p.white))
    across, down = group(lamp, by=row_run), group(lamp, by=col_run)
    m.any("every white cell is lit", union(across, down, at=(row_run, col_run)))
    m.at_most(1, "lamps in a row do not see each other", across.take(across.lengths > 1))
    m.at_most(1, "lamps in a column do not see each other", down.take(down.lengths > 1))
    numbers, beside = _lamps_at_walls(p, lamp)
    m.exactly(numbers, CLUE, beside)
    return m


def runs_model(p: Akari) -> Model:
    """The rules with a variable per run, `across` and `down`, that says whether there is a lamp in it.

    Four literals per cell however long the runs are, where `model` has all cells of two runs for each cell. Unit
    propagation is a little weaker: it does not deduce that a cell lights itself if no other one can.
    """
    m = Model("akari")
    row_run, col_run = (run[p.white] for run in runs(p.white))
    lamp = m.bools("lamp", len(row_run))
    across, down = m.bools("across", row_run.max(initial=-1) + 1), m.bools("down", col_run.max(initial=-1) + 1)
    m.exactly(1, "a run across has one lamp, or is said to have none", prepend(-across, group(lamp, by=row_run)))
    m.exactly(1, "a run down has one lamp, or is said to have none", prepend(-down, group(lamp, by=col_run)))
    m.any("every white cell is lit, across or down", np.stack([across[row_run], down[col_run]], axis=1))
    numbers, beside = _lamps_at_walls(p, lamp)
    m.exactly(numbers, CLUE, beside)
    return m


def _lamps_at_walls(p: Akari, lamp: NDArray[np.int32]) -> tuple[NDArray[np.int64], Rows]:
    """The numbers on the walls, and of each of these walls the lamps beside it. lamp: by white cell, row by row."""
    numbered = _numbered_walls(p)
    wall, cell = wall_neighbours(p.white, numbered)
    numbers = p.cells[numbered].astype(np.int64)
    return numbers, group(lamp[cell], by=wall, n=len(numbers))


def decode(p: Akari, m: Model, values: NDArray[np.int64]) -> Answer:
    """The lamps of an assignment (entry x: value of variable x)."""
    on = np.zeros(p.cells.shape, np.bool_)
    on[p.white] = np.asarray(values)[m.arrays["lamp"]] == 1
    return cells_where(on)


def project(p: Akari, m: Model) -> NDArray[np.int32]:
    """The variables that are the answer, one per white cell."""
    return m.arrays["lamp"]


def name_of(p: Akari, m: Model, literal: int) -> str:
    """A literal in the words of the puzzle: `a lamp at R2C3`, `no lamp in the run down from R1C4`."""
    name = next(name for name, array in m.arrays.items() if abs(literal) in array)
    number, where = abs(literal) - int(m.arrays[name][0]), "at"
    if name != "lamp":
        run = runs(p.white)[name == "down"]
        number, where = int(np.argmax(run[p.white] == number)), f"in the run {name} from"
    return f"{'a' if literal > 0 else 'no'} lamp {where} {describe_cell(np.argwhere(p.white)[number])}"


def cells_of(p: Akari, m: Model, literal: int) -> frozenset[Cell]:
    """The cell that a variable is about, or those of its run."""
    name = next(name for name, array in m.arrays.items() if abs(literal) in array)
    number = abs(literal) - int(m.arrays[name][0])
    if name == "lamp":
        return frozenset({divmod(int(np.flatnonzero(p.white)[number]), p.cells.shape[1])})
    return frozenset(cells_where(runs(p.white)[name == "down"] == number))


def row_name(p: Akari, m: Model, sentence: str, number: int) -> str:
    """Which row of a rule: `the cell R2C3`, `the wall 2 at R1C1`, `the run down from R1C4`."""
    if sentence == CLUE:
        wall = np.argwhere(_numbered_walls(p))[number]
        return f"the wall {p.cells[tuple(wall)]} at {describe_cell(wall)}"
    if sentence.startswith("every white cell"):
        return f"the cell {describe_cell(np.argwhere(p.white)[number])}"
    down = "column" in sentence or "down" in sentence
    run = runs(p.white)[down][p.white]
    if sentence.startswith("lamps"):  # runs of one cell have no row
        number = int(np.flatnonzero(np.bincount(run) > 1)[number])
    first = np.argwhere(p.white)[int(np.argmax(run == number))]
    return f"the run {'down' if down else 'across'} from {describe_cell(first)}"


def row_cells(p: Akari, m: Model, sentence: str, number: int) -> frozenset[Cell]:
    """The wall of a row of clues, the cell to be lit."""
    if sentence == CLUE:
        return frozenset({cells_where(_numbered_walls(p))[number]})
    return frozenset({cells_where(p.white)[number]} if sentence.startswith("every white cell") else ())


def advice(p: Akari) -> Advice:
    """SAT; if the board is large, windows, and a variable per run if its runs are long."""
    if p.cells.size < LARGE:
        return Advice(solvers=("cnf",))
    row_run, col_run = (np.bincount(run[p.white]) for run in runs(p.white))
    visible = (row_run**2).sum() + (col_run**2).sum()  # from each cell, summed over all cells
    return Advice("runs" if visible > LONG * p.white.sum() else None, ("windows",))


def _numbered_walls(p: Akari) -> NDArray[np.bool_]:
    numbered: NDArray[np.bool_] = (p.cells != WHITE) & (p.cells != BARE)
    return numbered


def verify(p: Akari, answer: Iterable[Cell]) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    return broken_rules(p.cells, answer, WHITE, BARE)


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return cells_to_json("lamps", answer)


def answer_from_json(p: Akari, document: Mapping[str, Any]) -> Answer:
    """The answer that `answer_json` wrote."""
    return cells_from_json("akari", "lamps", document)


def size(p: Akari) -> tuple[int, int]:
    """Rows and columns."""
    height, width = p.cells.shape
    return height, width


def transform(p: Akari, number: int) -> tuple[Akari, Callable[[Iterable[Cell]], Answer]]:
    """The board under the isometry with that number, and the map of its answers back to those of this one."""
    image, back = numbered_isometry(p.cells.shape, number)
    return Akari(image.board(p.cells)), back
