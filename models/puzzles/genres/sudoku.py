"""Sudoku: write a number into each cell, each once in every row, every column and every region.

    +-------+-------+    n x n cells, numbers 1 to n
    | 3   . | .   1 |
    |       |       |    * every row, every column and every region has each number once
    | .   1 | .   . |    * numbers that are given stay
    +-------+-------+    * both long diagonals have each number once, on boards that say so (a 1 behind the size)
    | .   . | 1   . |
    |       |       |    Regions are the usual boxes; if not, their names stand above the numbers.
    | 1   . | .   2 |
    +-------+-------+

Reference: H. Garns, "Number Place", Dell Pencil Puzzles and Word Games 16, 1979; named by Nikoli, 1984.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from models.neutral import Model
from models.puzzles import codecs, parts

DIGIT = parts.CellNumbers("digit", alike=True)
MOST, NAMES = 36, ("sudoku",)  # rows of a board, and what others call it
PZPR_SIDES = (4, 6, 9, 16, 25)  # of boards with boxes as pzpr draws them, of which each has each number


@parts.array_record
class Sudoku:
    """A board. regions: of each cell; numbers: 0 for none; diagonals: 1 where they have each number once, too."""

    regions: parts.Regions
    numbers: parts.Digits
    diagonals: int = 0

    def __post_init__(self) -> None:
        parts.check_digit_board("sudoku", self.numbers, self.regions, self.diagonals, MOST)


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
    lacking = [*parts.missing_digits(answer, bool(p.diagonals)), *parts.missing_in_regions(answer, p.regions.tolist())]
    return [*lacking, *parts.changed_givens(answer, p.numbers.tolist())]


def scene(p: Sudoku, view: parts.View) -> parts.Scene:
    """Numbers, lines between regions, and tinted diagonals where these count."""
    tint = parts.tinted_diagonals(len(p.numbers) if p.diagonals else 0)
    return parts.number_scene("Sudoku", view, DIGIT, p.numbers, len(p.numbers), areas=p.regions, layers=tint)


def draw(
    size: tuple[int, int], stream: parts.Stream, irregular: bool = False, diagonals: bool = False
) -> tuple[Sudoku, parts.Grid]:
    """A board without numbers, and its answer."""
    digits, regions = parts.draw_digit_board("sudoku", size, stream, irregular, diagonals, MOST)
    return Sudoku(regions, np.zeros(size, np.int64), int(diagonals)), parts.as_grid(digits)


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats, of which most say digits alone; pzpr has boxes for some sizes only."""

    def make(numbers: parts.Digits, regions: parts.Regions | None = None) -> Sudoku:
        return Sudoku(parts.usual_boxes(len(numbers)) if regions is None else regions, numbers)

    digits, whole = codecs.Parts(make, parts.say_digits), codecs.Parts(make, parts.say_digits_and_regions)
    boxed = codecs.Parts(
        lambda numbers: make(parts.require_side(numbers, PZPR_SIDES)), partial(parts.say_digits, sides=PZPR_SIDES)
    )
    words, named = codecs.NumberRows({"-": 0}), codecs.NamedRegions()
    rows = codecs.NumberRows({".": 0}, also={"-": 0})
    return {
        "digits": codecs.declare_text([codecs.digit_line()], digits),
        "puzzlink": codecs.declare_text(
            [codecs.numbers16(0, 0, "number", least=1)], boxed, names=NAMES, example="sudoku/4/4/3j1j3h314"
        ),
        "puzzlekit": codecs.declare_lines([words, named], whole, spare_grid=True),
        "janko": codecs.declare_sections({"problem": words, "areas": named}, whole, spare=("areas",), names=NAMES),
        "pzprv3": codecs.declare_file([rows], boxed, marks=codecs.NumberMarks(), names=NAMES),
        "tatham": codecs.declare_digit_game(
            codecs.parts_of_record(Sudoku, "numbers", "regions", "diagonals"),
            cages=False,
            other="the k says that the board has cages with sums: read it as killersudoku",
            names=("solo",),
            title="Solo",
            letters="[jx]+(?!k).*",
            usual_letters="[jx]*(r.?|m.?.?|a)?(d[tbiaeu])?",
            example="2x2:3d1d3b3_1_4",
        ),
    }


PUZZLE = parts.compose_puzzle(
    "sudoku",
    "Sudoku",
    (
        "every row, every column and every region has each number once",
        "both long diagonals have each number once, on boards that say so",
        "numbers that are given stay",
    ),
    text=parts.text_of_digits(Sudoku, numbers=parts.NumberWords()),
    answer=DIGIT,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(draw, lambda p, answer: Sudoku(p.regions, np.array(answer), p.diagonals), share=40),
    parameters=parts.DIGIT_PARAMETERS,
    extras=parts.Extras(
        caption=parts.describe_diagonals,
        formats=formats,
        legend=lambda p: "bold numbers are given",
        introduction=parts.Introduction(
            background=("H. Garns, 1979: Number Place", "named Sudoku by Nikoli, 1984"),
            example="3x3:a1c9_3_2a3b7b9a8_9e4b6a3_4f2e4a1a4_9b6a7b8_6_4_7_5_1a5f6a7_4b9b8a",
            sizes="n x n, up to 36x36; 9x9 is usual",
            models={"default": "a variable for each cell and number, and a count for each number of each line"},
        ),
    ),
    summary="each number once in rows, columns and regions",
)
