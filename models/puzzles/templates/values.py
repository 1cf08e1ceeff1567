"""Template: write a number into each cell, each once in every row and column.

    1 . .    1 2 3    * every row and every column has each number from 1 to the side of the board
    . . .    3 1 2    * numbers that are given stay
    . 3 .    2 3 1

REPLACE: the lines above, by the rules, a picture of a board and its answer, and where the puzzle comes from.
"""

from __future__ import annotations

import numpy as np

from models.neutral import Model, each
from models.puzzles import parts

NUMBERS = parts.CellNumbers("digit", alike=True)  # REPLACE: alike, unless the rules treat all numbers alike


@parts.array_record
class ValuesTemplate:
    """A board. REPLACE: what it holds. numbers: shape (rows, columns), 0 for a cell without one."""

    numbers: parts.Numbers

    def __post_init__(self) -> None:
        height, width = self.numbers.shape
        if height != width or self.numbers.max() > height:
            raise parts.InputError(f"template: expected n x n cells, and numbers up to n, found {height}x{width}")


def model(p: ValuesTemplate) -> Model:
    """The rules. Decisions: `digit`, for each cell and each number. REPLACE all rules but the first and the last."""
    m, n = Model("template"), len(p.numbers)
    digit = m.bools("digit", (n, n, n), says=each("{cell} is {2}", denies="{cell} is not {2}"))
    line, number = np.indices((n, n)).reshape(2, -1) + 1
    m.exactly(1, "every cell has one number", digit.reshape(-1, n))
    of_row = each("the {number} of row {line}", number=number, line=line)
    m.exactly(1, "every row has each number once", digit.swapaxes(1, 2).reshape(-1, n), of=of_row)
    of_column = each("the {number} of column {line}", number=number, line=line)
    m.exactly(1, "every column has each number once", digit.transpose(1, 2, 0).reshape(-1, n), of=of_column)
    r, c = np.nonzero(p.numbers)
    given = each("the {number} given at {cell}", number=p.numbers[r, c], cell=p.numbers > 0)
    m.true("given numbers stay", digit[r, c, p.numbers[r, c] - 1], of=given, clue=True)
    return m


def verify(p: ValuesTemplate, answer: tuple[tuple[int, ...], ...]) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`. REPLACE it."""
    faults, n = [], len(answer)
    for name, lines in (("row", answer), ("column", tuple(zip(*answer, strict=True)))):
        for i, line in enumerate(lines):
            faults += [f"{name} {i + 1} lacks {number}" for number in range(1, n + 1) if number not in line]
    for (r, c), number in np.ndenumerate(p.numbers):
        if number not in (0, answer[r][c]):
            faults.append(f"{parts.describe_cell((r, c))} is {answer[r][c]}, not the given {number}")
    return faults


def scene(p: ValuesTemplate, view: parts.View) -> parts.Scene:
    """What a board looks like. REPLACE what is unusual; `areas=` draws lines between regions."""
    return parts.number_scene("Template", view, NUMBERS, p.numbers, len(p.numbers))


def draw_blank(size: tuple[int, int], stream: parts.Stream) -> ValuesTemplate:
    """A board without clues. REPLACE: its regions, if it has any, drawn at random."""
    return ValuesTemplate(np.zeros(size, np.int64))


def read_clues(p: ValuesTemplate, answer: tuple[tuple[int, ...], ...]) -> ValuesTemplate:
    """The board with all clues of this answer. REPLACE: what a clue says."""
    return ValuesTemplate(np.array(answer))


PUZZLE = parts.compose_puzzle(
    "template",
    "Template",
    (  # REPLACE: the rules, for people
        "every row and every column has each number once",
        "numbers that are given stay",
    ),
    text=parts.text_of_grids(ValuesTemplate, numbers=parts.NumberWords({".": 0})),
    answer=NUMBERS,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(draw_blank, read_clues, share=40),
    extras=parts.Extras(legend=lambda p: "numbers that are given are bold in pictures"),
    summary="a Latin square with given numbers",  # REPLACE: what it is, for `list`
)
