"""Akari drawn as text for the terminal and as SVG for a page.

In both, lamps, light, bare walls and numbers differ in shape, not only in colour, and so do the lamps of two answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.akari.segments import lit_cells, runs
from models.puzzles.boards import SPACED, Cell, cells_where, write_pieces
from models.puzzles.labelled import Grid, Squares
from models.puzzles.svg import (
    DASHED,
    DETAILED,
    FONT,
    MARKED,
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

if TYPE_CHECKING:
    from models.puzzles.akari.instance import Akari

Cells: TypeAlias = Iterable[Cell] | None

# ---- text ------------------------------------------------------------------------------------------------------------

LETTERS = "01234#."  # by value of the cell; white is -1
DARK, ACROSS, DOWN, CROSSED, LAMP, ONE, OTHER = ".-|+OAB"
NONE = "x"
PLAIN = "\x1b[0m"
COLOURS = {
    **dict.fromkeys("01234", "\x1b[1;97;100m"),
    "#": "\x1b[37;100m",
    DARK: "\x1b[2m",
    NONE: "\x1b[2m",
    **dict.fromkeys((ACROSS, DOWN, CROSSED), "\x1b[33m"),
    LAMP: "\x1b[1;93m",
    ONE: "\x1b[1;95m",
    OTHER: "\x1b[1;96m",
}
BROKEN = "\x1b[1;97;41m"  # a number that is violated, a lamp in the light of another
LEGEND = f"{ONE}: lamp in this answer only, {OTHER}: in the other only"


def draw_text(
    p: Akari, answer: Cells = None, *, colour: bool = False, second: Cells = None, empty: Cells = None
) -> str:
    """The board: # bare wall, 0..4 a wall with a number, O lamp, - | + light across, down and both, `.` dark.

    second: another answer; where they differ, A and B say whose lamp it is, and light is left out. empty: dark
    cells known to have no lamp, `x`. In colour, numbers that the answer violates and lamps that see each other are
    white on red.
    """
    lamps, others = set(answer or ()), None if second is None else set(second)
    across, down = lit_cells(p.white, lamps if others is None else ())
    letters = _letters(p, lamps, others, across, down)
    for r, c in empty or ():
        letters[r][c] = NONE if letters[r][c] == DARK else letters[r][c]
    wrong = _wrong_cells(p, lamps) if colour and answer is not None else set()
    gap = " " if p.cells.shape[1] <= SPACED else ""
    lines = [
        gap.join(_coloured_letter(letter, (r, c) in wrong, colour) for c, letter in enumerate(row))
        for r, row in enumerate(letters)
    ]
    if others is not None and others != lamps:
        lines.append(f"({LEGEND})")
    return "\n".join(line.rstrip() for line in lines)


def grids(p: Akari, answer: Cells, empty: Cells) -> tuple[Grid, ...]:
    """The board, to be drawn with labels."""
    lamps = set(answer or ())
    letters = _letters(p, lamps, None, *lit_cells(p.white, lamps))
    for r, c in empty or ():
        letters[r][c] = NONE if letters[r][c] == DARK else letters[r][c]
    return (Grid(letters),)


def squares(p: Akari) -> Squares:
    """Where the cells are in the SVG."""
    height, width = p.cells.shape
    return Squares((height, width), UNIT)


def _letters(
    p: Akari, lamps: set[Cell], others: set[Cell] | None, across: NDArray[np.bool_], down: NDArray[np.bool_]
) -> list[list[str]]:
    light = np.array([DARK, ACROSS, DOWN, CROSSED])[across + 2 * down]
    letters: list[list[str]] = np.where(p.white, light, np.array(list(LETTERS))[p.cells]).tolist()
    write_pieces(letters, lamps, others, LAMP + ONE + OTHER)
    return letters


def _coloured_letter(letter: str, wrong: bool, colour: bool) -> str:
    return f"{BROKEN if wrong else COLOURS[letter]}{letter}{PLAIN}" if colour else letter


def _wrong_cells(p: Akari, lamps: set[Cell]) -> set[Cell]:
    """The numbers that the lamps violate, and the lamps that see another."""
    wrong = set()
    for r, c in np.argwhere((p.cells >= 0) & (p.cells < 5)).tolist():
        if sum(cell in lamps for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))) != p.cells[r, c]:
            wrong.add((r, c))
    placed = sorted((r, c) for r, c in lamps if 0 <= r < p.cells.shape[0] and 0 <= c < p.cells.shape[1])
    for run in runs(p.white):
        owner: dict[int, Cell] = {}
        for cell in placed:
            number = int(run[cell])
            if number < 0:
                wrong.add(cell)  # on a wall
            elif number in owner:
                wrong |= {cell, owner[number]}
            else:
                owner[number] = cell
    return wrong


# ---- SVG -------------------------------------------------------------------------------------------------------------

# Outlines in a cell of UNIT x UNIT: first point, then steps relative to it. One path holds all lamps of a board.
WALL = "M{x} {y}m1 1h22v22h-22z"
BULB = "M{x} {y}m5.5 10.8a6.5 6.5 0 1 1 10 5.4v1.8h-7v-1.8a6.5 6.5 0 0 1 -3 -5.4"
SHINE = "M{x} {y}m8.4 10.6a3.6 3.6 0 0 1 3.6 -3.6"
SOCKET = "M{x} {y}m9.2 19.4h5.6m-4.4 2h3.2"
GLOW = "M{x} {y}m.5 11.5a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0"
FRAME = "M{x} {y}m2 2h20v20h-20z"
MOON = "M{x} {y}m10.5 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0"
FLOOR, NIGHT, GRID, INK, STONE = "#f6f4ec", "#dfe1e8", "#d3d0c4", "#ffffff", "#33373f"


def draw_svg(
    p: Akari,
    answer: Cells = None,
    second: Cells = None,
    *,
    mark: Cells = None,
    empty: Cells = None,
    fresh: Cells = None,
) -> str:
    """The board as a self-contained picture with a background of its own (for light and dark pages).

    second: another answer; its lamps that differ are dashed outlines, those of the first have a frame. mark:
    cells to highlight; empty: known to have no lamp, on a board that is still being solved: nothing counts as wrong or
    dark yet; fresh: the latest deduction.
    """
    height, width = p.cells.shape
    detailed = p.cells.size <= DETAILED
    lamps, others = set(answer or ()), set(second or ()) if second is not None else set(answer or ())
    whole = answer is not None and empty is None
    wrong = _wrong_cells(p, lamps) if whole else set()
    across, down = lit_cells(p.white, lamps)
    dark = cells_where(p.white & ~(across | down)) if whole else []
    walls = cells_where(~p.white)
    parts = [
        path(board_outline(height, width), fill=FLOOR),
        path(outlines("M{x} {y}h24v24h-24z", dark), fill=NIGHT),
        path(_strips(across, UNIT, 0) + _strips(down, UNIT, 1), fill="#fff3bf"),
        path(grid_lines(height, width), fill="none", stroke=GRID),
        path(_strips(across, 8, 0), fill="#ffd43b", fill_opacity=0.55),
        path(_strips(down, 8, 1), fill="#ffd43b", fill_opacity=0.55),
        path(outlines(MOON, dark if detailed else ()), fill="#7d8294"),
        path(outlines(WALL, walls), fill=STONE),
        path(outlines(GLOW, lamps if detailed else ()), fill="#fff9db", stroke="#fab005", stroke_opacity=0.5),
        path(
            outlines(BULB, lamps - wrong), fill="#fcc419", stroke="#8a5a00", stroke_width=1.2, stroke_linejoin="round"
        ),
        path(outlines(BULB, lamps & wrong), fill="#ff8787", stroke=WRONG, stroke_width=1.6, stroke_linejoin="round"),
        path(
            outlines(SHINE, lamps if detailed else ()),
            fill="none",
            stroke=INK,
            stroke_width=1.4,
            stroke_linecap="round",
        ),
        path(outlines(SOCKET, lamps if detailed else ()), fill="none", stroke="#5c5f66", stroke_width=1.5),
        path(outlines(BULB, others - lamps), **DASHED),
        path(outlines(FRAME, lamps - others), fill="none", stroke=WRONG, stroke_width=1.8),
        path(outlines(FRAME, mark or ()), **MARKED),
        signs(centres(empty), centres(fresh)),
        *_numbers(p, wrong),
    ]
    half = UNIT // 2
    box = f"{-half} {-half} {UNIT * width + UNIT} {UNIT * height + UNIT}"
    return picture(_title(p, answer, others - lamps if second is not None else None), box, "".join(parts))


def _title(p: Akari, answer: Cells, difference: set[Cell] | None) -> str:
    board = f"Akari, {p.cells.shape[0]} rows and {p.cells.shape[1]} columns, {int((~p.white).sum())} walls"
    with_lamps = "" if answer is None else f", {len(set(answer))} lamps"
    return board + with_lamps + ("" if difference is None else f"; another answer has {len(difference)} others")


def _strips(bright: NDArray[np.bool_], thick: int, axis: int) -> str:
    """Each lit run as one rectangle, so thick, in the middle of its cells. axis: 0 along rows, 1 along columns.

    All run clockwise: where two of one path cross, the area counts twice and not as a hole.
    """
    field = bright.T if axis else bright
    framed = np.pad(field, ((0, 0), (1, 1)))
    line, begin = np.nonzero(framed[:, 1:] & ~framed[:, :-1])
    _, end = np.nonzero(framed[:, :-1] & ~framed[:, 1:])
    aside = (UNIT - thick) // 2
    strips = []
    for i, a, b in zip(line.tolist(), begin.tolist(), end.tolist(), strict=True):
        if axis:
            strips.append(f"M{UNIT * i + aside} {UNIT * a}h{thick}v{UNIT * (b - a)}h{-thick}z")
        else:
            strips.append(f"M{UNIT * a} {UNIT * i + aside}h{UNIT * (b - a)}v{thick}h{-UNIT * (b - a)}z")
    return "".join(strips)


def _numbers(p: Akari, wrong: set[Cell]) -> Iterable[str]:
    yield f'<g {FONT} font-size="15" font-weight="600" fill="{INK}" text-anchor="middle">'
    for r, c in cells_where((p.cells >= 0) & (p.cells < 5)):
        style = ' fill="#ff8787" text-decoration="underline"' if (r, c) in wrong else ""
        yield f'<text x="{UNIT * c + 12}" y="{UNIT * r + 17.5}"{style}>{p.cells[r, c]}</text>'
    yield "</g>"
