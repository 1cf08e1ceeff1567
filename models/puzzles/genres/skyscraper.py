"""Skyscraper: build a skyscraper on each cell so that from each side as many are seen as the numbers say.

        .   4   .   .        n x n cells, heights 1 to n
    2   3   1   4   2   .    * every row and every column has each height once
    .   1   2   3   4   1    * a number beside the board says how many skyscrapers are seen from there along its line:
    .   4   3   2   1   .      those before which none is taller
    .   2   4   1   3   .    * heights that are given stay
        2   .   .   .

Where there are fewer heights than rows, other cells are empty, which hide nothing. On some boards (a 1 behind the
heights) both long diagonals have each height once, too. Reference: World Puzzle Championship 1992; S. Tatham's Towers.
"""

from __future__ import annotations

import numpy as np

from models.neutral import Model
from models.puzzles import codecs, parts

HEIGHT = parts.CellNumbers("height", may_lack=True)
MOST, FOUR = 36, dict.fromkeys(parts.SIDES, parts.NumberWords())  # rows of a board; how many are seen


@parts.array_record
class Skyscraper:
    """A board of n x n cells. most: the largest height; numbers: heights that are given, 0 for none; left, top, right,
    bottom: how many are seen along each line, 0 for none; diagonals: 1 where they have each height once, else 0."""

    most: int
    numbers: parts.Numbers
    left: parts.Numbers
    top: parts.Numbers
    right: parts.Numbers
    bottom: parts.Numbers
    diagonals: int = 0

    def __post_init__(self) -> None:
        n, clues = len(self.numbers), [self.numbers, self.left, self.top, self.right, self.bottom]
        if self.numbers.shape != (n, n) or not 1 <= self.most <= n <= MOST or self.diagonals not in (0, 1):
            found = f"{'x'.join(map(str, self.numbers.shape))} cells and {self.most}"
            raise parts.InputError(f"skyscraper: expected n x n cells, heights up to n, n up to {MOST}, found {found}")
        if (largest := max(int(each.max()) for each in clues)) > self.most:
            raise parts.InputError(f"skyscraper: expected numbers up to {self.most}, found {largest}")


def model(p: Skyscraper) -> Model:
    """The rules. Decisions: `height`, for each cell and height; `seen`, the same along lines with a number."""
    m = Model("skyscraper")
    height = parts.state_latin_square(m, HEIGHT.piece, len(p.numbers), p.most)
    if p.diagonals:
        parts.state_diagonals(m, height)
    parts.state_givens(m, height, p.numbers)
    parts.state_seen(m, height, p)
    return m


def verify(p: Skyscraper, answer: parts.Grid) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    faults = [*parts.excessive_digits(answer, p.most), *parts.missing_digits(answer, bool(p.diagonals), p.most)]
    return [*faults, *parts.seen_faults(p, answer), *parts.changed_givens(answer, p.numbers.tolist())]


def caption(p: Skyscraper) -> str:
    return f"heights 1 to {p.most}" + ", each once on both diagonals" * p.diagonals


def scene(p: Skyscraper, view: parts.View) -> parts.Scene:
    """Heights, and the numbers beside the board; those that a whole answer does not meet are wrong."""
    sides = parts.side_words(p, held=parts.count_seen(view.answer) if view.is_judged else {})
    tint = parts.tinted_diagonals(len(p.numbers) * p.diagonals)
    return parts.number_scene("Skyscraper", view, HEIGHT, p.numbers, p.most, layers=tint, caption=caption(p), **sides)


def draw(
    size: tuple[int, int], stream: parts.Stream, heights: int | None = None, diagonals: bool = False
) -> tuple[Skyscraper, parts.Grid]:
    """A board without numbers, and its answer."""
    n, none = size[0], np.zeros(size[0], np.int64)
    blank = Skyscraper(heights or n, np.zeros(size, np.int64), none, none, none, none, int(diagonals))
    full = parts.draw_diagonal_digits(n, stream) if diagonals else parts.draw_latin_square(n, stream)
    return blank, parts.as_grid(np.where(full > blank.most, 0, full))


def make(sides: codecs.Clues, numbers: parts.Numbers, size: tuple[int, int]) -> Skyscraper:
    """The board. size: the largest height, and whether diagonals count."""
    left, top, right, bottom = map(np.array, sides)
    return Skyscraper(size[0], numbers, left, top, right, bottom, size[1])


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""
    board = codecs.Parts(make, lambda p: ((p.left, p.top, p.right, p.bottom), p.numbers, (p.most, p.diagonals)))
    names, size = ("skyscrapers", "building"), codecs.SizeWords("the largest height", {"": 0, "D": 1})
    digits = codecs.CellWalk((codecs.DecimalNumbers(MOST), codecs.Spaces(0, "a", 26)))
    return {
        **codecs.declare_sides(board, "height", names, "skyscrapers/4/4/k13h4j3g", size, r"\d+( D)?"),
        "tatham": codecs.declare_game(
            [codecs.SlashClues(), codecs.PerhapsCells(digits, ",")],
            codecs.usual_sides(board),
            is_square=True,
            names=("towers",),
            title="Towers",
            usual_letters="(d[ehxu])?",
            example="4:2/1/3/2/2/3/1/2/2/1/3/2/2/3/1/2",
            fits=codecs.is_slash_clues,
        ),
    }


WAYS = {"default": "a variable for each cell and height, and one for each cell that is seen from a side"}
BOARD, SIZES = "5:2/4/3/2/1/2/1/2/2/3/2/3/1/3/2/1/2/4/2/3", "n x n, up to 36x36; 5x5 is usual"
PUZZLE = parts.compose_puzzle(
    "skyscraper",
    "Skyscraper",
    (
        "every row and every column, and on some boards both diagonals, has each height once; other cells are empty",
        "a number beside a line says how many skyscrapers are seen from there: those before which none is taller",
        "heights that are given stay",
    ),
    text=parts.text_of_grids(
        Skyscraper, parameters=("most", "diagonals"), usual_numbers=(0,), sides=FOUR, are_seen=True, numbers=FOUR["top"]
    ),
    answer=HEIGHT,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(draw, parts.read_seen),
    parameters={
        "heights": parts.Parameter(None, parts.number_reader(1, MOST), "the largest height; the size by default", "N"),
        "diagonals": parts.switch("both long diagonals have each height once, too"),
    },
    extras=parts.Extras(
        caption=caption,
        formats=formats,
        exclude=parts.give_number("numbers"),
        introduction=parts.Introduction(("World Puzzle Championship 1992",), BOARD, SIZES, WAYS),
    ),
    summary="heights, of which the taller hide those behind them",
)
