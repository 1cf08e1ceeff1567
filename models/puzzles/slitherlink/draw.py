"""Slitherlink drawn as text for the terminal and as SVG for a page.

    +---+ x +   +    + a dot; --- and | lines of the loop; x where a line is known not to be
    | 3 | 0          of two answers: A the lines of this one only, B those of the other only
    +-A-+   +-B-+

In both, lines differ in shape, not only in colour, from places without one, and so do the lines of two answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.labelled import Grid, Squares
from models.puzzles.scenes.canvas import Canvas
from models.puzzles.scenes.scene import Between
from models.puzzles.slitherlink.instance import BLANK, Line, Lines, Slitherlink, around_cells, lines_of_answer
from models.puzzles.svg import (
    DASHED,
    DETAILED,
    FONT,
    MARK,
    MARKED,
    UNIT,
    WRONG,
    board_outline,
    centres,
    outlines,
    path,
    picture,
    signs,
)

Pieces: TypeAlias = Iterable[Line] | None
Marked: TypeAlias = Iterable[Any] | None
"""Lines, as pairs of dots, and cells."""
Signs: TypeAlias = tuple[NDArray[np.str_], NDArray[np.str_]]
"""A letter for each line: across, shape (rows + 1, columns), and down, shape (rows, columns + 1)."""

# ---- text ------------------------------------------------------------------------------------------------------------

ONE, OTHER, NONE, OPEN, DOT = "ABx +"
ACROSS, DOWN = "-|"
BOLD_RED, PLAIN = "\x1b[1;31m", "\x1b[0m"
COLOURS = {
    **dict.fromkeys((ACROSS, DOWN), "\x1b[1;33m"),
    ONE: "\x1b[1;95m",
    OTHER: "\x1b[1;96m",
    NONE: "\x1b[2m",
    DOT: "\x1b[2m",
}
LEGEND = f"{ONE}: line in this answer only, {OTHER}: in the other only"


def draw_text(
    p: Slitherlink,
    answer: Pieces = None,
    *,
    colour: bool = False,
    second: Pieces = None,
    empty: Marked = None,
) -> str:
    """The board with its numbers and the lines of an answer.

    second: another answer; where they differ, A and B say whose line it is. empty: places known to have no line, `x`.
    In colour, numbers that the answer does not meet are red.
    """
    lines = lines_of_answer(p, answer or ())
    across, down = _signs(p, lines, None if second is None else lines_of_answer(p, second), empty)
    wrong = _wrong_cells(p, lines) if colour and answer is not None else np.zeros(p.shape, np.bool_)
    drawn = []
    for r in range(p.shape[0] + 1):
        dot = _paint(DOT, DOT, colour)
        edges = (_paint(sign, f"{_beside(sign)}{sign}{_beside(sign)}", colour) for sign in across[r])
        drawn.append(dot + "".join(f"{edge}{dot}" for edge in edges))
        if r < p.shape[0]:
            cells = [_number(p.clues[r][c], bool(wrong[r, c])) for c in range(p.shape[1])]
            ends = [_paint(sign, sign, colour) for sign in down[r]]
            drawn.append(ends[0] + "".join(f" {cell} {end}" for cell, end in zip(cells, ends[1:], strict=True)))
    if any((letters == sign).any() for letters in (across, down) for sign in (ONE, OTHER)):
        drawn.append(f"({LEGEND})")
    return "\n".join(line.rstrip() for line in drawn)


def grids(p: Slitherlink, answer: Pieces, empty: Marked) -> tuple[Grid, ...]:
    """The board, to be drawn with labels."""
    words = [[_number(clue, False) for clue in row] for row in p.clues]
    across, down = _signs(p, lines_of_answer(p, answer or ()), None, empty)
    signs = np.full((2 * p.shape[0] + 1, 2 * p.shape[1] + 1), " ", object)
    signs[::2, ::2], signs[::2, 1::2], signs[1::2, ::2] = DOT, across, down
    fills = np.full(signs.shape, " ", object)
    fills[::2, 1::2] = np.where(np.isin(across, (OPEN, NONE)), OPEN, ACROSS)
    return (Grid(words, canvas=Canvas(signs, fills, np.full(signs.shape, "", object), True, True, Between.CORNERS)),)


def squares(p: Slitherlink) -> Squares:
    """Where the cells are in the SVG."""
    return Squares(p.shape, UNIT)


def _signs(p: Slitherlink, lines: Lines, others: Lines | None, empty: Marked) -> Signs:
    """What stands at the place of each line."""
    known = lines_of_answer(p, _lines_among(empty))
    letters = []
    for sign, here, there, closed in zip((ACROSS, DOWN), lines, others or lines, known, strict=True):
        drawn = [here & there, here & ~there, ~here & there, closed]
        letters.append(np.select(drawn, [sign, ONE, OTHER, NONE], OPEN))
    return letters[0], letters[1]


def _beside(sign: str) -> str:
    """What stands on both sides of the sign of a line across."""
    return ACROSS if sign in (ACROSS, ONE, OTHER) else OPEN


def _number(clue: int, wrong: bool) -> str:
    word = OPEN if clue == BLANK else str(clue)
    return f"{BOLD_RED}{word}{PLAIN}" if wrong else word


def _paint(sign: str, text: str, colour: bool) -> str:
    return f"{COLOURS[sign]}{text}{PLAIN}" if colour and sign in COLOURS else text


def _lines_among(marks: Marked) -> list[Line]:
    """Those of the marks that are lines: pairs of dots, not cells."""
    return [mark for mark in marks or () if isinstance(mark[0], tuple)]


def _cells_among(marks: Marked) -> list[tuple[int, int]]:
    return [mark for mark in marks or () if not isinstance(mark[0], tuple)]


def _wrong_cells(p: Slitherlink, lines: Lines) -> NDArray[np.bool_]:
    """Where the lines around a cell are not as many as its number says."""
    counts = around_cells(*lines).sum(axis=-1)
    wrong: NDArray[np.bool_] = (p.numbers != BLANK) & (p.numbers != counts)
    return wrong


# ---- SVG -------------------------------------------------------------------------------------------------------------

FRAME = "M{x} {y}m3 3h18v18h-18z"
SQUARE = f"M{{x}} {{y}}h{UNIT}v{UNIT}h-{UNIT}z"
PEG = "M{x} {y}m-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0"
FLOOR, LAND, ROPE, INK = "#f6f4ec", "#fff3bf", "#b35900", "#33373f"
ROUND = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def draw_svg(
    p: Slitherlink,
    answer: Pieces = None,
    second: Pieces = None,
    *,
    mark: Marked = None,
    empty: Marked = None,
    fresh: Marked = None,
) -> str:
    """The board as a self-contained picture with a background of its own (for light and dark pages).

    second: another answer; its lines that differ are dashed, those of the first have a red rim. mark: lines and cells
    to highlight; empty: places known to have no line, on a board that is still being solved: no number counts as wrong
    yet; fresh: the latest deduction.
    """
    height, width = p.shape
    drawn, others = set(answer or ()), set(answer or ()) if second is None else set(second)
    lines = lines_of_answer(p, drawn)
    whole = answer is not None and empty is None
    dots = np.ndindex(height + 1, width + 1) if height * width <= DETAILED else ()
    parts = [
        path(board_outline(height, width), fill=FLOOR),
        path(outlines(SQUARE, _inside_cells(lines) if whole else ()), fill=LAND),
        path(outlines(FRAME, _cells_among(mark)), **MARKED),
        path(_strokes(_lines_among(mark)), stroke=MARK, stroke_width=9, stroke_opacity=0.3, **ROUND),
        path(_strokes(drawn - others), stroke=WRONG, stroke_width=6.5, **ROUND),
        path(_strokes(drawn), stroke=ROPE, stroke_width=3.2, **ROUND),
        path(_strokes(others - drawn), **DASHED),
        f'<g fill="{INK}">{path(outlines(PEG, dots))}</g>',  # as letters are coloured: light in dark mode
        signs(_middles(_lines_among(empty)), [*_middles(_lines_among(fresh)), *centres(_cells_among(fresh))]),
        *_numbers(p, _wrong_cells(p, lines) if whole else np.zeros(p.shape, np.bool_)),
    ]
    half = UNIT // 2
    box = f"{-half} {-half} {UNIT * width + UNIT} {UNIT * height + UNIT}"
    return picture(_title(p, answer, len(others ^ drawn) if second is not None else None), box, "".join(parts))


def _title(p: Slitherlink, answer: Pieces, difference: int | None) -> str:
    board = f"Slitherlink, {p.shape[0]} rows and {p.shape[1]} columns, {int((p.numbers != BLANK).sum())} numbers"
    with_lines = "" if answer is None else f", {len(set(answer))} lines"
    return board + with_lines + ("" if difference is None else f"; another answer differs in {difference} lines")


def _strokes(lines: Iterable[Line]) -> str:
    """Each line from dot to dot."""
    return "".join(
        f"M{UNIT * c} {UNIT * r}" + (f"h{UNIT * (d - c)}" if q == r else f"v{UNIT * (q - r)}")
        for (r, c), (q, d) in sorted(lines)
    )


def _middles(lines: Sequence[Line]) -> list[tuple[float, float]]:
    return [(UNIT * (c + d) / 2, UNIT * (r + q) / 2) for (r, c), (q, d) in sorted(lines)]


def _inside_cells(lines: Lines) -> list[tuple[int, int]]:
    """The cells inside: those with an odd number of lines down on their left; none where lines have loose ends."""
    across, down = lines
    inside = np.cumsum(down, axis=1)[:, :-1] % 2 == 1
    above, below = np.pad(inside, ((1, 0), (0, 0))), np.pad(inside, ((0, 1), (0, 0)))
    closed = np.array_equal(above != below, across) and not (down.sum(axis=1) % 2).any()
    return [(r, c) for r, c in np.argwhere(inside).tolist()] if closed else []


def _numbers(p: Slitherlink, wrong: NDArray[np.bool_]) -> Iterable[str]:
    yield f'<g {FONT} font-size="14" fill="{INK}" text-anchor="middle">'
    for r, c in np.argwhere(p.numbers != BLANK).tolist():
        style = f' fill="{WRONG}" font-weight="bold" text-decoration="underline"' if wrong[r, c] else ""
        yield f'<text x="{UNIT * c + 12}" y="{UNIT * r + 17}"{style}>{p.clues[r][c]}</text>'
    yield "</g>"
