"""Fillomino: a number in each cell, such that equal numbers that touch form areas of that many cells.

    . 3 . 4        3 3 1 4    * equal numbers that touch by their sides form an area
    . . . .   ->   2 3 4 4    * an area has as many cells as its number says
    2 . . 4        2 1 3 4    * a given number stays in its cell
    . . 3 .        1 3 3 1
                              An area may hold several given numbers, or none, and a number larger than all of them.

Boards are made from random areas: cells join until no two areas of the same size touch.

Reference: Nikoli, "Fillomino", Puzzle Communication Nikoli 47, 1994.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from models.neutral import Model, chosen_numbers, each, group, prepend
from models.puzzles import codecs, parts

NUMBERS = parts.CellNumbers("digit")
WAYS = {
    "leaders": "each cell is led by the first cell of its area",
    "flow": "the first cell of an area sends a unit to each of its cells",
    "lazy": "areas that are too small or too large are forbidden while solving",
}


@parts.array_record
class Fillomino:
    """A board. numbers: from 1, and 0 for a cell without one; shape (rows, columns)."""

    numbers: parts.Numbers

    def __post_init__(self) -> None:
        for r, c in np.argwhere(self.numbers > self.numbers.size)[:1].tolist():
            found = f"found {self.numbers[r, c]} at {parts.describe_cell((r, c))}"
            raise parts.InputError(f"expected numbers up to {self.numbers.size}, the number of cells, {found}")


def model(p: Fillomino, by: str = "leaders") -> Model:
    """The rules. Decisions: `digit` per cell and each number that it may have. by: how areas are said."""
    m, possible, edges = Model("fillomino"), parts.possible_numbers(p.numbers), parts.grid_edges(p.numbers.shape)
    (r, c, number), width = np.nonzero(possible), p.numbers.shape[1]
    words = each(
        "{cell} is {number}", denies="{cell} is not {number}", cell=np.stack([r, c], axis=1), number=number + 1
    )
    digit, cell, value = m.bools("digit", len(r), says=words), r * width + c, number + 1
    m.exactly(
        1,
        "each cell has one of the numbers that reach it",
        group(digit, by=cell),
        of=each("{cell}", cell=np.ones(p.numbers.shape, np.bool_)),
    )
    of_given = each("the {number} given at {cell}", number=p.numbers[p.numbers > 0], cell=p.numbers > 0)
    m.true("given numbers stay", digit[p.numbers[r, c] == value], of=of_given, clue=True)
    one, other = parts.equal_neighbours(possible)
    beside = group(digit[np.concatenate([other, one])], by=np.concatenate([one, other]), n=len(r))
    m.any(
        "a number above 1 has an equal number beside it",
        prepend(-digit, beside).take(value > 1),
        of=each("a {number} at {cell}", cell=np.stack([r, c], axis=1)[value > 1], number=value[value > 1]),
    )
    pairs = np.stack([digit[one], digit[other]], axis=1)
    m.at_most(1, "two 1s do not touch", pairs[value[one] == 1])
    sizes = chosen_numbers(digit, value, cell, p.numbers.size)
    m.regions("equal numbers that touch form an area of that many cells", None, edges, sizes, by=by)
    return m


def verify(p: Fillomino, numbers: parts.Grid) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    return [
        *parts.changed_givens(numbers, p.numbers.tolist()),
        *(
            f"the area of {number}s at {parts.describe_cell(cell)} has {size} cell{'s' * (size > 1)}"
            for cell, number, size in parts.wrong_areas(np.array(numbers))
        ),
    ]


def scene(p: Fillomino, view: parts.View) -> parts.Scene:
    """Numbers, and lines between the areas of an answer."""
    most = max(9, int(p.numbers.max(initial=1)))
    return parts.divided_scene(parts.number_scene("Fillomino", view, NUMBERS, p.numbers, most), view)


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""
    game = codecs.CellWalk((codecs.Letters({str(n): n for n in range(1, 10)}), codecs.Spaces(0, "a", 26)))
    numbers, no_letters = codecs.parts_of_record(Fillomino, "numbers"), "()"
    marks = codecs.MarksInTurn((codecs.NumberMarks(), codecs.MarksBetween(known=("0", "1", "-1", "2"))))
    return {
        **codecs.declare_numbers(Fillomino, "numbers", 0, names=("fillomino",), marks=marks),
        "tatham": codecs.declare_game([game], numbers, names=("filling",), title="Filling", usual_letters=no_letters),
    }


PUZZLE = parts.compose_puzzle(
    "fillomino",
    "Fillomino",
    (
        "each cell has a number, and a given number stays in its cell",
        "equal numbers that touch by their sides form an area, which has as many cells as its number says",
    ),
    text=parts.text_of_grids(Fillomino, numbers=parts.NumberWords()),
    answer=NUMBERS,
    scene=scene,
    formulations={name: partial(model, by=name) for name in WAYS},
    verify=verify,
    planting=parts.Planting(
        blank=lambda size, stream: Fillomino(np.zeros(size, np.int64)),
        read_clues=lambda board, answer: Fillomino(np.array(answer)),
        share=45,
        draw_answer=lambda board, stream: parts.as_grid(parts.draw_areas(board.numbers.shape, stream)),
    ),
    extras=parts.Extras(
        formats=formats,
        advice=parts.advise_cuts,
        introduction=parts.Introduction(
            background=("Nikoli, 1994",),
            example="6x6:b14c56a1d3a5a63b15d5224a2a",
            sizes="usually 10x10",
            models=WAYS,
        ),
    ),
    summary="numbers that form areas as large as they say",
)
