"""Kakuro: fill the white cells with digits such that each run has its sum and no digit twice.

     #  4/  6/     #  4/  6/    * each white cell has a digit from 1 to 9
    /3   .   .    /3   1   2    * no digit stands twice in a run: white cells that follow each other in a row or column
    /7   .   .    /7   3   4    * the digits of a run add up to the sum before it

A black cell may hold two sums, `27/9`: that of the run below it, then that of the run to its right. One that is not
given says nothing. Boards of which the first row and column are black have puzz.link's form.

Reference: Dell, "Cross Sums", Official Crossword Puzzles, 1966; named by Nikoli, 1986.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from models.neutral import Model, each, group
from models.puzzles import codecs, parts

MOST_SIDE = 24  # of a board that is drawn
WAYS = {"sums": "a sum of digits for each run", "sets": "one of the sets of digits that have the sum, for each run"}
STATED = {"sums": parts.state_run_sums, "sets": parts.state_sum_sets}
DIGITS = parts.CellNumbers("digit", cells=lambda p: p.white)


@parts.array_record
class Kakuro:
    """A board. sums: down and across in each black cell, 0 where none is given, and -1 in white cells; shape (rows,
    columns, 2)."""

    sums: parts.Numbers

    def __post_init__(self) -> None:
        parts.check_sums("kakuro", self.sums)

    @property
    def white(self) -> parts.Mask:
        """The white cells."""
        return np.asarray(self.sums[..., 0] == parts.WHITE)


def model(p: Kakuro, by: str = "sums") -> Model:
    """The rules. Decisions: `digit` per cell and digit. by: how sums are said."""
    m, white, numbers = Model("kakuro"), np.argwhere(p.white), np.arange(9)
    cells, digits = np.repeat(white, 9, axis=0), np.tile(numbers + 1, len(white))
    says = each("{cell} is {number}", denies="{cell} is not {number}", cell=cells, number=digits)
    digit = m.bools("digit", 9 * len(white), says=says).reshape(-1, 9)
    m.exactly(1, "each white cell has one digit", digit, of=each("{cell}", cell=p.white))
    for name, direction in (("down", parts.DOWN), ("across", parts.ACROSS)):
        runs = parts.find_runs(p.sums, direction)
        own = runs.cells[p.white]
        rows = group(digit, by=own[:, None] * 9 + numbers, n=len(runs.sums) * 9)
        m.at_most(1, "no digit stands twice in a run", rows, of=parts.name_run_digits(runs, name))
        STATED[by](m, digit, runs, own, name)
    return m


def verify(p: Kakuro, digits: parts.Grid) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    high = [cell for cell in np.ndindex(p.white.shape) if digits[cell[0]][cell[1]] > 9]
    return [*parts.word_faults("{} has no digit from 1 to 9", high), *parts.list_run_faults(p.sums, digits)]


def scene(p: Kakuro, view: parts.View) -> parts.Scene:
    """Digits among black cells with sums."""
    blank = np.zeros(p.white.shape, np.int64)
    return parts.number_scene("Kakuro", view, DIGITS, blank, 9, layers=parts.sum_layers(p.sums), cells=p.white)


def generate(size: tuple[int, int], seed: int = 0) -> tuple[Kakuro, parts.Grid]:
    """A random board and the planted digits."""
    parts.check_sides("kakuro", size, MOST_SIDE)
    stream = parts.Stream("kakuro", "board", f"{size[0]}x{size[1]}", seed)
    white = parts.draw_white_cells(size, stream)
    digits = parts.draw_run_digits(white, stream)
    return Kakuro(parts.list_sums(white, digits)), parts.as_grid(digits)


def exclude(p: Kakuro, answer: parts.Grid, second: parts.Grid, stream: parts.Stream) -> parts.Excluded:
    """A board in which a cell of the answer where the second one differs has another digit, and that answer."""
    digits = np.array(answer)
    if not parts.change_run_digits(digits, digits != np.array(second), p.white, stream):
        return None
    return Kakuro(parts.list_sums(p.white, digits)), parts.as_grid(digits)


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""
    sums, names = codecs.Parts(lambda sums: Kakuro(parts.drop_idle_sums(sums)), lambda p: (p.sums,)), ("kakuro",)
    return {
        "puzzlink": codecs.declare_text([codecs.TwoSumText()], sums, names=names, frame=1),
        "pzprv3": codecs.declare_file([codecs.TwoSumFile()], sums, marks=codecs.NumberMarks(), names=names, frame=1),
        "puzzlekit": codecs.declare_lines([codecs.TwoSumRows()], sums),
    }


PUZZLE = parts.compose_puzzle(
    "kakuro",
    "Kakuro",
    (
        "each white cell has a digit from 1 to 9",
        "no digit stands twice in a run of white cells in a row or column",
        "the digits of a run add up to the sum before it",
    ),
    text=parts.text_of_grids(Kakuro, sums=parts.SumWords()),
    answer=DIGITS,
    scene=scene,
    formulations={name: partial(model, by=name) for name in WAYS},
    verify=verify,
    generate=generate,
    extras=parts.Extras(
        formats=formats,
        exclude=exclude,
        transform=parts.turn_within_frame(Kakuro),
        advice=lambda p: parts.Advice("sets", solvers=("cnf",)),
        introduction=parts.Introduction(
            background=("Dell, 1966: Cross Sums", "Nikoli, 1986: Kakuro"),
            example="https://puzz.link/p?kakuro/6/6/l.0cnb04fl0Dn.hana0l.0dn.03l6RHec7he",
            sizes="1x1 to 24x24, usually 10x10",
            models=WAYS,
        ),
    ),
    summary="digits in runs that add up to sums",
)
