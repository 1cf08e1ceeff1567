"""The layout of a booklet: sheets of paper, each a block of one page that fits on A4 and on Letter.

The size of the boards decides how many stand on a sheet: as many as leave cells that a person can write in, or as many
as are asked for. Where boards are of different sizes, each sheet has its own number. Solutions are smaller. A board is
never split, because a sheet holds whole boards only; so do the sheets of rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from report.booklet.records import BOARD_GRIDS, Booklet, BookletPuzzle, PuzzleRules
from report.frame import render_page
from report.pictures import drawing_sides

WIDTH, HEIGHT = 180, 236  # mm of a sheet within its margins, above the page number: A4 is so wide, Letter so high
CELL = 24  # units of a drawing
LEGIBLE, COMFORTABLE, TINY = 8.0, 13.0, 2.6  # mm of a cell: to write in, no larger than this, of a solution
GAP, WORDS = 8, 16  # mm between boards; of the lines above and below one
HEADING, NUMBER = 16, 8  # mm of the heading above solutions; of the number above one with the gap below it
SOLUTION_COLUMNS = (1, 2, 3, 4, 5)
LONGEST_ID = 160  # characters that are printed
LINE, HEADING_LINES, FIRST_LINES, MORE_LINES = 82, 3, 22, 32  # of rules: characters; lines of a heading and of sheets

Sides = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How boards stand on a sheet. width, height: mm that are left for the largest of the boards."""

    columns: int
    rows: int
    width: float
    height: float

    @property
    def places(self) -> int:
        """How many boards a full sheet holds."""
        return self.columns * self.rows


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet: its layout, and its puzzles, each with the size of its drawing in mm."""

    layout: SheetLayout
    boards: tuple[Mapping[str, Any], ...]


def booklet_html(booklet: Booklet) -> str:
    """The whole page."""
    drawings = [drawing_sides(puzzle.svg) for puzzle in booklet.puzzles]
    solved = [drawing_sides(puzzle.solution) for puzzle in booklet.puzzles]
    solutions = solution_layout(solved)
    filled = [(solutions, solutions.places)] * len(solved)
    return render_page(
        "booklet/page.html",
        booklet=booklet,
        rule_sheets=rule_sheets(booklet.rules),
        board_sheets=_sheets(booklet.puzzles, drawings, board_layouts(drawings, booklet.per_page), COMFORTABLE),
        solution_sheets=_sheets(booklet.puzzles, solved, filled, LEGIBLE),
        longest=LONGEST_ID,
    )


def rule_sheets(rules: Sequence[PuzzleRules]) -> list[list[PuzzleRules]]:
    """The rules on the first sheet, below the title, and on as many more as they need."""
    sheets: list[list[PuzzleRules]] = [[]]
    left = FIRST_LINES
    for each in rules:
        lines = HEADING_LINES + sum(-(-len(sentence) // LINE) for sentence in each.sentences)
        if lines > left and sheets[-1]:
            sheets.append([])
            left = MORE_LINES
        sheets[-1].append(each)
        left -= lines
    return sheets


def board_layouts(drawings: Sequence[Sides], per_page: int | None = None) -> list[tuple[SheetLayout, int]]:
    """The layout of each sheet, and how many of the drawings, (width, height) in units, stand on it. per_page: one of
    PER_PAGE, None for as many as have cells to write in."""
    layouts = [
        SheetLayout(columns, rows, _width(columns), (HEIGHT - GAP * (rows - 1)) / rows - WORDS)
        for columns, rows in BOARD_GRIDS
        if per_page in (None, columns * rows)
    ]
    chosen: list[tuple[SheetLayout, int]] = []
    at = 0
    while at < len(drawings):
        counts = [_count_legible(layout, drawings[at:]) for layout in layouts]
        most = max(counts)  # the fullest layout comes first; the last has room for the largest board
        layout = layouts[counts.index(most)] if most else layouts[-1]
        chosen.append((layout, per_page or max(1, most)))
        at += chosen[-1][1]
    return chosen


def _count_legible(layout: SheetLayout, drawings: Sequence[Sides]) -> int:
    """How many of these drawings, from the first on, have cells to write in on such a sheet."""
    places = drawings[: layout.places]
    return next((i for i, sides in enumerate(places) if _cell(layout, [sides]) < LEGIBLE), len(places))


def solution_layout(drawings: Sequence[Sides]) -> SheetLayout:
    """The largest drawings that take no more sheets than the smallest ones that can be made out."""
    layouts = []
    for columns in SOLUTION_COLUMNS:
        width = _width(columns)
        tall = max(min(width / across, LEGIBLE / CELL) * down for across, down in drawings)
        rows = max(1, int((HEIGHT - HEADING) / (tall + NUMBER)))
        layouts.append(SheetLayout(columns, rows, width, (HEIGHT - HEADING) / rows - NUMBER))
    legible = [each for each in layouts if _cell(each, drawings) >= TINY] or layouts[:1]
    return min(legible, key=lambda each: (-(-len(drawings) // each.places), each.columns))


def _width(columns: int) -> float:
    return (WIDTH - GAP * (columns - 1)) / columns


def _cell(layout: SheetLayout, drawings: Sequence[Sides]) -> float:
    """Millimetres of a cell of the largest drawing."""
    return min(_scale(layout, *sides) for sides in drawings) * CELL


def _scale(layout: SheetLayout, across: float, down: float) -> float:
    return min(layout.width / across, layout.height / down)


def _sheets(
    puzzles: Sequence[BookletPuzzle],
    drawings: Sequence[Sides],
    layouts: Sequence[tuple[SheetLayout, int]],
    most: float,
) -> list[PrintedSheet]:
    """The sheets, as many as hold all puzzles, of these layouts and numbers of boards. A cell has at most so many
    mm."""
    sheets: list[PrintedSheet] = []
    rest = list(zip(puzzles, drawings, strict=True))
    for layout, count in layouts:
        placed = []
        for puzzle, (across, down) in rest[:count]:
            scale = min(_scale(layout, across, down), most / CELL)
            placed.append({"puzzle": puzzle, "width": round(across * scale, 1), "height": round(down * scale, 1)})
        if placed:
            sheets.append(PrintedSheet(layout, tuple(placed)))
        rest = rest[count:]
    return sheets
