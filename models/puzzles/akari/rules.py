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

from functools import partial

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, each, group, prepend, union
from models.puzzles.akari import generate as akari_generate
from models.puzzles.akari import text as akari_text
from models.puzzles.akari.instance import BARE, WHITE, Akari, Answer
from models.puzzles.akari.segments import runs, wall_neighbours
from models.puzzles.akari.verify import broken_rules
from models.puzzles.boards import (
    Isometry,
    cells_where,
    check_board_size,
)
from models.puzzles.contract import Advice, InputError

LARGE = (
    200 * 200
)  # cells; from there on `windows` beats solvers that get the whole model (docs/measurements/performance.md)
LONG = 40  # cells visible from a cell, on average, from which on a variable per run pays
CELL = "the cell {cell}"
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


def model(p: Akari, is_lit: bool = True) -> Model:
    """The rules. Decisions: one `lamp` per white cell, row by row. is_lit: must every white cell be lit?"""
    m = Model("akari")
    lamp = m.bools("lamp", int(p.white.sum()), says=each("a lamp at {cell}", cell=p.white))
    row_run, col_run = (run[p.white] for run in runs(p.white))
    across, down = group(lamp, by=row_run), group(lamp, by=col_run)
    if is_lit:
        m.any("every white cell is lit", union(across, down, at=(row_run, col_run)), of=each(CELL, cell=p.white))
    longer, taller = across.lengths > 1, down.lengths > 1
    m.at_most(1, "lamps in a row do not see each other", across.take(longer), of=_runs_of(p, "across", longer))
    m.at_most(1, "lamps in a column do not see each other", down.take(taller), of=_runs_of(p, "down", taller))
    _count_lamps_at_walls(m, p, lamp)
    return m


def runs_model(p: Akari) -> Model:
    """The rules with a variable per run, `across` and `down`, that says whether there is a lamp in it.

    Four literals per cell however long the runs are, where `model` has all cells of two runs for each cell. Unit
    propagation is a little weaker: it does not deduce that a cell lights itself if no other one can.
    """
    m = Model("akari")
    row_run, col_run = (run[p.white] for run in runs(p.white))
    lamp = m.bools("lamp", len(row_run), says=each("a lamp at {cell}", cell=p.white))
    across = m.bools("across", row_run.max(initial=-1) + 1, says=_runs_of(p, "across", what="a lamp in the run"))
    down = m.bools("down", col_run.max(initial=-1) + 1, says=_runs_of(p, "down", what="a lamp in the run"))
    one = "has one lamp, or is said to have none"
    m.exactly(1, f"a run across {one}", prepend(-across, group(lamp, by=row_run)), of=_runs_of(p, "across"))
    m.exactly(1, f"a run down {one}", prepend(-down, group(lamp, by=col_run)), of=_runs_of(p, "down"))
    lit = np.stack([across[row_run], down[col_run]], axis=1)
    m.any("every white cell is lit, across or down", lit, of=each(CELL, cell=p.white))
    _count_lamps_at_walls(m, p, lamp)
    return m


def _runs_of(p: Akari, way: str, chosen: NDArray[np.bool_] | slice = slice(None), what: str = "the run") -> Each:
    """The words of the runs in that way, or of the chosen ones: `the run down from R1C4`."""
    return each(f"{what} {way} from {{start}}", start=partial(_first_cells, p, way, chosen))


def _first_cells(p: Akari, way: str, chosen: NDArray[np.bool_] | slice) -> NDArray[np.int64]:
    """The first cell of each of these runs, shape (runs, 2)."""
    run = runs(p.white)[("across", "down").index(way)]
    _, first = np.unique(run[p.white], return_index=True)
    return np.argwhere(p.white)[first[chosen]]


def _count_lamps_at_walls(m: Model, p: Akari, lamp: NDArray[np.int32]) -> None:
    """State the rule of the numbers. lamp: by white cell, row by row."""
    numbered = (p.cells != WHITE) & (p.cells != BARE)
    wall, cell = wall_neighbours(p.white, numbered)
    numbers = p.cells[numbered].astype(np.int64)
    beside = group(lamp[cell], by=wall, n=len(numbers))
    walls = each("the wall {clue} at {cell}", clue=numbers, cell=numbered)
    m.exactly(numbers, "a wall touches as many lamps as its number says", beside, clue=True, of=walls)


def advice(p: Akari) -> Advice:
    """SAT; if the board is large, windows, and a variable per run if its runs are long."""
    if p.cells.size < LARGE:
        return Advice(solvers=("cnf",))
    row_run, col_run = (np.bincount(run[p.white]) for run in runs(p.white))
    visible = (row_run**2).sum() + (col_run**2).sum()  # from each cell, summed over all cells
    return Advice("runs" if visible > LONG * p.white.sum() else None, ("windows",))


def verify(p: Akari, lamps: Answer) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    return broken_rules(p.cells, lamps, WHITE, BARE)


def size(p: Akari) -> tuple[int, int]:
    """Rows and columns."""
    height, width = p.cells.shape
    return height, width


def turn(p: Akari, isometry: Isometry) -> Akari:
    """The board turned and mirrored."""
    return Akari(isometry.board(p.cells))
