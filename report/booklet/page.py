"""The layout of a booklet: sheets of paper, each a block of one page that fits on A4 and on Letter.

The size of the boards decides how many stand on a sheet: as many as leave cells that a person can write in. Solutions
are smaller. A board is never split, because a sheet holds whole boards only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from report.booklet.records import Booklet, BookletPuzzle
from report.frame import render_page
from report.pictures import drawing_sides

WIDTH, HEIGHT = 180, 236  # mm of a sheet within its margins, above the page number: A4 is so wide, Letter so high
CELL = 24  # units of a drawing
LEGIBLE, COMFORTABLE, TINY = 8.0, 13.0, 2.6  # mm of a cell: to write in, no larger than this, of a solution
GAP, WORDS = 8, 16  # mm between boards; of the lines above and below one
HEADING, NUMBER = 16, 8  # mm of the heading above solutions; of the number above one with the gap below it
BOARD_GRIDS = ((2, 3), (2, 2), (1, 2), (1, 1))  # columns and rows of a sheet, the fullest first
SOLUTION_COLUMNS = (1, 2, 3, 4, 5)
LONGEST_ID = 160  # characters that are printed


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """How boards stand on sheets. width, height: mm that are left for the largest of the boards."""

    columns: int
    rows: int
    width: float
    height: float


def booklet_html(booklet: Booklet) -> str:
    """The whole page."""
    drawings = [drawing_sides(puzzle.svg) for puzzle in booklet.puzzles]
    boards = board_layout(drawings)
    solved = [drawing_sides(puzzle.solution) for puzzle in booklet.puzzles]
    solutions = solution_layout(solved)
    return render_page(
        "booklet/page.html",
        booklet=booklet,
        boards=boards,
        solutions=solutions,
        board_sheets=_sheets(booklet.puzzles, drawings, boards, COMFORTABLE),
        solution_sheets=_sheets(booklet.puzzles, solved, solutions, LEGIBLE),
        longest=LONGEST_ID,
    )


def board_layout(drawings: Sequence[tuple[float, float]]) -> SheetLayout:
    """The fullest sheet on which all of these drawings, (width, height) in units, have cells to write in."""
    layouts = [
        SheetLayout(columns, rows, _width(columns), (HEIGHT - GAP * (rows - 1)) / rows - WORDS)
        for columns, rows in BOARD_GRIDS
    ]
    return next((each for each in layouts if _cell(each, drawings) >= LEGIBLE), layouts[-1])


def solution_layout(drawings: Sequence[tuple[float, float]]) -> SheetLayout:
    """The largest drawings that take no more sheets than the smallest ones that can be made out."""
    layouts = []
    for columns in SOLUTION_COLUMNS:
        width = _width(columns)
        tall = max(width * down / across for across, down in drawings)  # where the drawings fill their columns
        rows = max(1, int((HEIGHT - HEADING) / (tall + NUMBER)))
        layouts.append(SheetLayout(columns, rows, width, (HEIGHT - HEADING) / rows - NUMBER))
    legible = [each for each in layouts if _cell(each, drawings) >= TINY] or layouts[:1]
    return min(legible, key=lambda each: (-(-len(drawings) // (each.columns * each.rows)), each.columns))


def _width(columns: int) -> float:
    return (WIDTH - GAP * (columns - 1)) / columns


def _cell(layout: SheetLayout, drawings: Sequence[tuple[float, float]]) -> float:
    """Millimetres of a cell of the largest drawing."""
    return min(_scale(layout, *sides) for sides in drawings) * CELL


def _scale(layout: SheetLayout, across: float, down: float) -> float:
    return min(layout.width / across, layout.height / down)


def _sheets(
    puzzles: Sequence[BookletPuzzle], drawings: Sequence[tuple[float, float]], layout: SheetLayout, most: float
) -> list[list[dict[str, Any]]]:
    """The puzzles of each sheet, with the size of their drawings in mm; a cell has at most so many mm."""
    placed = []
    for puzzle, (across, down) in zip(puzzles, drawings, strict=True):
        scale = min(_scale(layout, across, down), most / CELL)
        placed.append({"puzzle": puzzle, "width": round(across * scale, 1), "height": round(down * scale, 1)})
    full = layout.columns * layout.rows
    return [placed[at : at + full] for at in range(0, len(placed), full)]
