"""Sudoku: write a number into each cell, each once in every row, column and box.

    +---+---+---+---+    4x4, boxes of 2x2 cells, numbers 1 to 4. Boxes may have any shape: they are regions of as many
    | 1   .   . | . |    cells as there are rows.
    ...

Reference: H. Garns, "Number Place", Dell Pencil Puzzles and Word Games 16, 1979.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, each, group
from models.puzzles.parts import (
    CellNumbers,
    Extras,
    InputError,
    NumberWords,
    Planting,
    RegionWords,
    Scene,
    Stream,
    View,
    array_record,
    compose_puzzle,
    describe_cell,
    number_scene,
    text_of_grids,
)

DIGIT = CellNumbers("digit", alike=True)


@array_record
class Sudoku:
    """A board of n x n cells. boxes: the number of each cell's box, n boxes of n cells; numbers: 0 for none."""

    boxes: NDArray[np.int64]
    numbers: NDArray[np.int64]

    def __post_init__(self) -> None:
        n = len(self.numbers)
        if self.numbers.shape != (n, n) or (np.bincount(self.boxes.ravel(), minlength=n) != n).any():
            raise InputError(f"sudoku: expected n x n cells, and n boxes of n cells, found {self.numbers.shape}")
        if self.numbers.max() > n:
            raise InputError(f"sudoku: expected numbers up to {n}, found {self.numbers.max()}")


def model(p: Sudoku) -> Model:
    """The rules. Decisions: `digit`, for each cell and each number."""
    m, n = Model("sudoku"), len(p.numbers)
    digit = m.bools("digit", (n, n, n), says=each("{cell} is {2}", denies="{cell} is not {2}"))
    line, number = np.indices((n, n)).reshape(2, -1) + 1
    m.exactly(1, "every cell has one number", digit.reshape(-1, n))
    m.exactly(
        1,
        "every row has each number once",
        digit.swapaxes(1, 2).reshape(-1, n),
        of=each("the {number} of row {line}", number=number, line=line),
    )
    m.exactly(
        1,
        "every column has each number once",
        digit.transpose(1, 2, 0).reshape(-1, n),
        of=each("the {number} of column {line}", number=number, line=line),
    )
    boxed = np.broadcast_to(p.boxes[:, :, None] * n + np.arange(n), digit.shape)
    m.exactly(
        1,
        "every box has each number once",
        group(digit.ravel(), by=boxed.ravel()),
        of=each("the {number} of box {line}", number=number, line=line),
    )
    r, c = np.nonzero(p.numbers)
    given = p.numbers[r, c]
    m.true(
        "given numbers stay",
        digit[r, c, given - 1],
        clue=True,
        of=each("the {given} given at {cell}", given=given, cell=p.numbers > 0),
    )
    return m


def verify(p: Sudoku, answer: tuple[tuple[int, ...], ...]) -> list[str]:
    """The broken rules as sentences; by code that shares nothing with `model`."""
    n, lines = len(answer), {}
    for r, row in enumerate(answer):
        for c, number in enumerate(row):
            for line in (f"row {r + 1}", f"column {c + 1}", f"box {p.boxes[r, c] + 1}"):
                lines.setdefault(line, []).append(number)
    wrong = [f"{line} lacks {number}" for line, held in lines.items() for number in {*range(1, n + 1)} - set(held)]
    given = [(r, c) for r, row in enumerate(answer) for c, x in enumerate(row) if p.numbers[r, c] not in (0, x)]
    return wrong + [f"{describe_cell(cell)} is {p.numbers[cell]}, which is given" for cell in given]


def scene(p: Sudoku, view: View) -> Scene:
    return number_scene("Sudoku", view, DIGIT, p.numbers, len(p.numbers), areas=p.boxes)


def draw_blank(size: tuple[int, int], stream: Stream) -> Sudoku:
    n = size[0]
    if size[0] != size[1] or n > 36:
        raise InputError(f"sudoku: expected n x n cells, up to 36, found {size[0]}x{size[1]}")
    height = max(h for h in range(1, int(n**0.5) + 1) if n % h == 0)
    r, c = np.indices(size)
    return Sudoku(r // height * height + c // (n // height), np.zeros(size, np.int64))


PUZZLE = compose_puzzle(
    "sudoku",
    "Sudoku",
    ("every row, every column and every box has each number once", "given numbers stay"),
    text=text_of_grids(Sudoku, boxes=RegionWords(), numbers=NumberWords()),
    answer=DIGIT,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=Planting(draw_blank, lambda p, answer: Sudoku(p.boxes, np.array(answer)), share=35),
    extras=Extras(legend=lambda p: "bold numbers are given"),
)
