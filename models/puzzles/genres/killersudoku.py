"""Killer Sudoku: a Sudoku without numbers, but with cages whose numbers add up to their sums.

    #################    Cages have lines around them, regions a #, which is dotted where a cage goes on.
    # 3 | 3 # 8   . #
    #---+   #   +---#    * every row, every column and every region has each number once
    # 7 | . # . | 9 #    * the numbers of a cage add up to its sum, and none is in it twice
    #...#########...#    * both long diagonals have each number once, on boards that say so (a 1 behind the size)
    # . | 5 : . | . #
    #   +---#---+   #    The answer begins with 3 2 4 1.
    # . | 3 # 2 | . #
    #################

Regions are the usual boxes; if not, their names stand above those of the cages. A cage may have no sum.
Reference: T. Kashima, Japan, about 1994; named and made popular by The Times, London, 2005.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from models.neutral import Model
from models.puzzles import codecs, parts

DIGIT = parts.CellNumbers("digit")
MOST = 25  # rows of a board


@parts.array_record
class KillerSudoku:
    """A board. regions, cages: of each cell; sums: of each cage in its first cell, 0 for none; diagonals: 1 or 0."""

    regions: parts.Regions
    cages: parts.Regions
    sums: parts.Sums
    diagonals: int = 0

    def __post_init__(self) -> None:
        parts.check_digit_board("killersudoku", np.zeros_like(self.sums), self.regions, self.diagonals, MOST)
        parts.check_cages("killersudoku", self.cages, self.sums)


def model(p: KillerSudoku, by: str = "sets") -> Model:
    """The rules. Decisions: `digit`, for each cell and each number. by: how sums are said."""
    m = Model("killersudoku")
    digit = parts.state_latin_square(m, DIGIT.piece, len(p.sums))
    parts.state_regions(m, digit, p.regions)
    if p.diagonals:
        parts.state_diagonals(m, digit)
    parts.state_distinct_cages(m, digit, p.cages)
    (parts.state_cage_sets if by == "sets" else parts.state_cage_sums)(m, digit, p.cages, p.sums)
    return m


def verify(p: KillerSudoku, answer: parts.Grid) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    lacking = [*parts.missing_digits(answer, bool(p.diagonals)), *parts.missing_in_regions(answer, p.regions.tolist())]
    return [*lacking, *parts.broken_cages(answer, p.cages.tolist(), p.sums.tolist())]


def scene(p: KillerSudoku, view: parts.View) -> parts.Scene:
    """Numbers, lines between regions, and cages with their sums."""
    layers = [*parts.tinted_diagonals(len(p.sums) if p.diagonals else 0), *parts.cage_layers(p.cages, p.sums)]
    return parts.number_scene("Killer Sudoku", view, DIGIT, p.sums * 0, len(p.sums), p.regions, layers, cages=p.cages)


def draw(
    size: tuple[int, int], stream: parts.Stream, irregular: bool = False, diagonals: bool = False
) -> tuple[KillerSudoku, parts.Grid]:
    """A board with cages without sums, and its answer."""
    digits, regions = parts.draw_digit_board("killersudoku", size, stream, irregular, diagonals, MOST)
    cages = parts.draw_cages(digits, stream)
    return KillerSudoku(regions, cages, np.zeros(size, np.int64), int(diagonals)), parts.as_grid(digits)


def read_clues(p: KillerSudoku, answer: parts.Grid) -> KillerSudoku:
    """The board with the sums of all cages."""
    return replace(p, sums=parts.read_sums(p.cages, np.array(answer)))


def exclude(p: KillerSudoku, answer: parts.Grid, second: parts.Grid, stream: parts.Stream) -> parts.Excluded:
    """A cage in which the answers differ is cut in two."""
    cages = parts.cut_cage(p.cages, np.array(answer), np.array(second), stream)
    return None if cages is None else (read_clues(replace(p, cages=cages, sums=p.sums * 0), answer), answer)


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""

    def make(sums: parts.Sums, cages: parts.Regions) -> KillerSudoku:
        return KillerSudoku(parts.usual_boxes(len(sums)), cages, parts.move_sums(sums, cages))

    rows = (codecs.NumberRows({"-": 0}), codecs.NamedRegions())
    return {
        "puzzlekit": codecs.declare_lines(rows, codecs.Parts(make, parts.say_cages)),
        "tatham": codecs.declare_digit_game(
            codecs.Parts(partial(parts.read_cages, KillerSudoku), parts.say_caged_board),
            cages=True,
            other="expected a k behind the size, for cages with sums: read it as sudoku",
            title="Solo",
            letters="[jx]*k.*",
            usual_letters="[jx]*k(r.?|m.?.?|a)?(d[tbiaeu])?",
        ),
    }


PUZZLE = parts.compose_puzzle(
    "killersudoku",
    "Killer Sudoku",
    (
        "every row, every column and every region has each number once",
        "the numbers of a cage add up to its sum, and none is in it twice",
        "both long diagonals have each number once, on boards that say so",
    ),
    text=parts.text_of_digits(KillerSudoku, cages=parts.RegionWords(), sums=parts.NumberWords(of="cages")),
    answer=DIGIT,
    scene=scene,
    formulations={"sets": model, "sums": partial(model, by="sums")},
    judged_by="sums",
    verify=verify,
    planting=parts.Planting(draw, read_clues),
    parameters=parts.DIGIT_PARAMETERS,
    extras=parts.Extras(
        formats=formats,
        caption=parts.describe_diagonals,
        exclude=exclude,
        introduction=parts.Introduction(
            background=("T. Kashima, Japan, about 1994", "named by The Times, London, 2005"),
            example="2x3k:zj,b_a___ba____a__aaab__baa_b_a____b_______,13b11_3a5_9_10a20f1_8_9c3b6a8b8a12b",
            sizes="n x n, up to 25x25; 9x9 is usual",
            models={
                "sets": "a variable for each cell and number, and one for each set of numbers that a cage may hold",
                "sums": "a variable for each cell and number, and a sum for each cage",
            },
        ),
    ),
    summary="a Sudoku of cages with sums",
)
