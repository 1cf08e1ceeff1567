"""Sudoku: write a number into each cell, each once in every row, every column and every region.

    +-------+-------+    n x n cells, numbers 1 to n
    | 3   . | .   1 |
    |       |       |    * every row, every column and every region has each number once
    | .   1 | .   . |    * numbers that are given stay
    +-------+-------+    * both long diagonals have each number once, on boards that say so (a 1 behind the size)
    | .   . | 1   . |
    |       |       |    Regions are the usual boxes, or of any shape: then their names stand above the numbers.
    | 1   . | .   2 |
    +-------+-------+

Reference: H. Garns, "Number Place", Dell Pencil Puzzles and Word Games 16, 1979; named by Nikoli, 1984.
"""

from __future__ import annotations

import numpy as np

from models.neutral import Model
from models.puzzles import parts

DIGIT = parts.CellNumbers("digit", alike=True)
MOST = 36  # rows of a board


@parts.array_record
class Sudoku:
    """A board of n x n cells. regions: the number of each cell's, from 0; numbers: 0 for none; diagonals: 1 where they
    have each number once, too, else 0."""

    regions: parts.Regions
    numbers: parts.Digits
    diagonals: int = 0

    def __post_init__(self) -> None:
        parts.check_digit_board("sudoku", self.numbers, self.regions, MOST)
        if self.diagonals not in (0, 1):
            raise parts.InputError(f"sudoku: expected diagonals 0 or 1, found {self.diagonals}")


def model(p: Sudoku) -> Model:
    """The rules. Decisions: `digit`, for each cell and each number."""
    m = Model("sudoku")
    digit = parts.state_latin_square(m, DIGIT.piece, len(p.numbers))
    parts.state_regions(m, digit, p.regions)
    if p.diagonals:
        parts.state_diagonals(m, digit)
    parts.state_givens(m, digit, p.numbers)
    return m


def verify(p: Sudoku, answer: parts.Grid) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    lacking = parts.missing_digits(answer, p.regions.tolist(), bool(p.diagonals))
    return [*lacking, *parts.changed_givens(answer, p.numbers.tolist())]


def scene(p: Sudoku, view: parts.View) -> parts.Scene:
    """Numbers, lines between regions, and tinted diagonals where these count."""
    n = len(p.numbers)
    across = np.eye(n, dtype=np.bool_) | np.eye(n, dtype=np.bool_)[::-1]
    tint = parts.mask_layer(parts.TINT, across & bool(p.diagonals))
    return parts.number_scene("Sudoku", view, DIGIT, p.numbers, n, areas=p.regions, layers=(tint,))


def draw(
    size: tuple[int, int], stream: parts.Stream, irregular: bool = False, diagonals: bool = False
) -> tuple[Sudoku, parts.Grid]:
    """A board without numbers, and its answer."""
    digits, regions = parts.draw_digit_board("sudoku", size, stream, irregular, diagonals, MOST)
    return Sudoku(regions, np.zeros(size, np.int64), int(diagonals)), parts.as_grid(digits)


PUZZLE = parts.compose_puzzle(
    "sudoku",
    "Sudoku",
    (
        "every row, every column and every region has each number once",
        "both long diagonals have each number once, on boards that say so",
        "numbers that are given stay",
    ),
    text=parts.text_of_grids(
        Sudoku,
        parameters=("diagonals",),
        usual_grid=parts.usual_boxes_of_size,
        usual_numbers=(0,),
        regions=parts.RegionWords(),
        numbers=parts.NumberWords(),
    ),
    answer=DIGIT,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(draw, lambda p, answer: Sudoku(p.regions, np.array(answer), p.diagonals), share=40),
    parameters={
        "irregular": parts.switch("regions of random shapes, instead of the usual boxes"),
        "diagonals": parts.switch("both long diagonals have each number once, too"),
    },
    extras=parts.Extras(
        caption=lambda p: "each number once on both diagonals, too" if p.diagonals else "",
        legend=lambda p: "bold numbers are given",
        introduction=parts.Introduction(
            background=("H. Garns, 1979: Number Place", "named Sudoku by Nikoli, 1984"),
            sizes="n x n, up to 36x36; 9x9 is usual",
            models={"default": "a variable for each cell and number, and a count for each number of each line"},
        ),
    ),
    summary="each number once in rows, columns and regions",
)
