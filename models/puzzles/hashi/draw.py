"""Hashiwokakero drawn as text for the terminal and as SVG for a page.

    1 - - 4 = 2    single and double bridges across: - and =, down: | and "; a third and a fourth: % and #
    .   . " . .    . water, x where no bridge can be any more
    .   . 2 . .    of two answers: A and B where one of them has more bridges, + where A and B cross

Where islands touch one another in a column, there is a line between the rows, for their bridges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np

from models.puzzles.boards import Cell
from models.puzzles.hashi.instance import UNKNOWN, WATER, Answer, Hashi
from models.puzzles.hashi.names import cells_between
from models.puzzles.hashi.rules import cell_words
from models.puzzles.labelled import Grid, Squares
from models.puzzles.svg import (
    DETAILED,
    FONT,
    MARKED,
    OTHER,
    UNIT,
    WRONG,
    board_outline,
    centres,
    grid_lines,
    outlines,
    path,
    picture,
    signs,
)

Cells: TypeAlias = Iterable[Cell] | None
Ends: TypeAlias = tuple[Cell, Cell]

# ---- text ------------------------------------------------------------------------------------------------------------

ACROSS, DOWN = " -=%#", ' |"%#'
HERE, THERE, BOTH, NONE, WATERY = "AB+x."
PLAIN = "\x1b[0m"
COLOURS = {NONE: "\x1b[2m", WATERY: "\x1b[2m", HERE: "\x1b[1;95m", THERE: "\x1b[1;96m", BOTH: "\x1b[1m"}
BRIDGE, ISLAND = "\x1b[1;33m", "\x1b[1m"
DIFFERENCE = f"{HERE}: more bridges in this answer, {THERE}: in the other, {BOTH}: both, crossing"
MANY = f"{ACROSS[3]}: three bridges, {ACROSS[4]}: four"


def legend(p: Hashi) -> str:
    """What the signs of a drawn answer mean."""
    more = ", % three, # four" if p.most > 2 else ""
    return f'a number is an island; - and | one bridge, = and " two{more}'


def draw_text(
    p: Hashi,
    answer: Answer | None = None,
    *,
    colour: bool = False,
    second: Answer | None = None,
    empty: Cells = None,
) -> str:
    """The board with its bridges."""
    drawing = _TextDrawing(p, answer or (), second, empty)
    lines = drawing.lines(colour)
    if any(number > 2 for _, _, number in (*(answer or ()), *(second or ()))):
        lines.append(f"({MANY})")
    if second is not None and set(second) != set(answer or ()):
        lines.append(f"({DIFFERENCE})")
    return "\n".join(line.rstrip() for line in lines)


def grids(p: Hashi, answer: Answer | None, empty: Cells) -> tuple[Grid, ...]:
    """The board, to be drawn with labels."""
    return (Grid(_TextDrawing(p, answer or (), None, empty).words.tolist()),)


def squares(p: Hashi) -> Squares:
    """Where the cells are in the SVG."""
    height, width = p.cells.shape
    return Squares((height, width), UNIT)


class _TextDrawing:
    """The words of all cells, and the signs of bridges between them. words: shape (rows, columns); beside: between
    neighbours in a row, shape (rows, columns - 1); below: in a column, shape (rows - 1, columns)."""

    def __init__(self, p: Hashi, answer: Answer, second: Answer | None, empty: Cells) -> None:
        height, width = p.cells.shape
        self.islands = p.cells != WATER
        self.words = cell_words(p).astype(object)
        self.beside = np.full((height, width - 1), " ", object)
        self.below = np.full((height - 1, width), " ", object)
        self.between_rows = bool((self.islands[1:] & self.islands[:-1]).any())
        for cell in empty or ():
            if not self.islands[cell]:
                self.words[cell] = NONE
        for ends, sign in _signs(answer, second).items():
            self._write(*ends, sign)

    def _write(self, first: Cell, second: Cell, sign: str) -> None:
        """A bridge, as far as it is on the board and has a line of its own."""
        height, width = self.words.shape
        (r, c), (r2, c2) = first, second
        if min(r, c, r2, c2) < 0 or max(r, r2) >= height or max(c, c2) >= width or (r != r2 and c != c2):
            return
        for cell in cells_between(first, second):
            if not self.islands[cell]:
                self.words[cell] = BOTH if {self.words[cell], sign} == {HERE, THERE} else sign
        if r == r2:
            self.beside[r, c:c2] = sign
        else:
            self.below[r:r2, c] = sign

    def lines(self, colour: bool) -> list[str]:
        """The rows as text, and what lies between them."""
        wide = max(len(word) for word in self.words.ravel())
        lines = []
        for r, row in enumerate(self.words.tolist()):
            gaps = ["", *self.beside[r].tolist()]
            cells = ((gap, (gap or " ") * (wide - len(word)) + word) for gap, word in zip(gaps, row, strict=True))
            lines.append("".join(_painted(gap, colour) + _painted(cell, colour) for gap, cell in cells))
            if self.between_rows and r < len(self.below):
                lines.append(" ".join(_painted(f"{sign:>{wide}}", colour) for sign in self.below[r].tolist()))
        return lines


def _signs(answer: Answer, second: Answer | None) -> dict[Ends, str]:
    """The sign of the bridges between two islands."""
    here = {(first, last): number for first, last, number in answer}
    there = here if second is None else {(first, last): number for first, last, number in second}
    return {
        ends: _sign(ends, number)
        if (number := here.get(ends, 0)) == (other := there.get(ends, 0))
        else HERE
        if number > other
        else THERE
        for ends in sorted({*here, *there})
    }


def _sign(ends: Ends, number: int) -> str:
    signs_of_number = ACROSS if ends[0][0] == ends[1][0] else DOWN
    return signs_of_number[min(max(number, 0), len(signs_of_number) - 1)]


def _painted(word: str, colour: bool) -> str:
    sign = word.strip()
    if not colour or not sign:
        return word
    return f"{COLOURS.get(sign[-1], BRIDGE if sign[-1] in ACROSS + DOWN else ISLAND)}{word}{PLAIN}"


# ---- SVG -------------------------------------------------------------------------------------------------------------

SEA, WAVE, SHORE, INK, SAND, WOOD = "#eef4f8", "#d6e2ea", "#33373f", "#1f2a33", "#fdf3d8", "#7a5230"
RADIUS = 10
CIRCLE = (
    f"M{{x}} {{y}}m{12 - RADIUS} 12a{RADIUS} {RADIUS} 0 1 0 {2 * RADIUS} 0a{RADIUS} {RADIUS} 0 1 0 {-2 * RADIUS} 0z"
)
FRAME = "M{x} {y}m1.5 1.5h21v21h-21z"
APART = 5.0  # between bridges that lie side by side


def draw_svg(
    p: Hashi,
    answer: Answer | None = None,
    second: Answer | None = None,
    *,
    mark: Cells = None,
    empty: Cells = None,
    fresh: Cells = None,
) -> str:
    """The board as a self-contained picture with a background of its own (for light and dark pages). second: another
    answer; where they differ, the bridges of the first are red, those of the other dashed and blue."""
    height, width = p.cells.shape
    islands = [(r, c) for r, c in p.islands.tolist()]
    here = _planks(answer or ())
    there = here if second is None else _planks(second)
    common = {ends: number for ends, number in here.items() if there.get(ends) == number}
    water = (cell for cell in empty or () if p.cells[cell] == WATER)
    parts = [
        path(board_outline(height, width), fill=SEA),
        path(grid_lines(height, width) if p.cells.size <= DETAILED else "", fill="none", stroke=WAVE),
        path(outlines(FRAME, mark or ()), **MARKED),
        path(_lines(common), fill="none", stroke=WOOD, stroke_width=2.2),
        path(_lines(here, common), fill="none", stroke=WRONG, stroke_width=2.2),
        path(_lines(there, common), fill="none", stroke=OTHER, stroke_width=1.8, stroke_dasharray="3 2"),
        path(outlines(CIRCLE, islands), fill=SAND, stroke=SHORE, stroke_width=1.2),
        _numbers(p, islands),
        signs(centres(water), centres(fresh)),
    ]
    counted = "" if answer is None else f", {sum(here.values())} bridges"
    title = f"Hashiwokakero, {height} rows and {width} columns, {len(islands)} islands{counted}"
    box = f"{-UNIT // 2} {-UNIT // 2} {UNIT * width + UNIT} {UNIT * height + UNIT}"
    return picture(title, box, "".join(parts))


def _planks(answer: Answer) -> dict[Ends, int]:
    """The number of bridges between two islands."""
    return {(first, last): number for first, last, number in answer if number > 0}


def _lines(bridges: Mapping[Ends, int], without: Mapping[Ends, int] | None = None) -> str:
    """The bridges as lines side by side, from the middle of a cell to that of another."""
    outline = []
    for ((r, c), (r2, c2)), number in sorted(bridges.items()):
        if without is not None and ((r, c), (r2, c2)) in without:
            continue
        for place in range(number):
            aside = APART * (place - (number - 1) / 2)
            x, y = UNIT * (c + 0.5) + (aside if r != r2 else 0), UNIT * (r + 0.5) + (aside if r == r2 else 0)
            outline.append(f"M{x:g} {y:g}l{UNIT * (c2 - c)} {UNIT * (r2 - r)}")
    return "".join(outline)


def _numbers(p: Hashi, islands: list[Cell]) -> str:
    """The numbers of the islands."""
    names = {UNKNOWN: "?"}
    texts = "".join(
        f'<text x="{UNIT * c + 12}" y="{UNIT * r + 17}">{names.get(int(p.cells[r, c]), int(p.cells[r, c]))}</text>'
        for r, c in islands
    )
    return f'<g {FONT} font-size="13" font-weight="600" fill="{INK}" text-anchor="middle">{texts}</g>'
