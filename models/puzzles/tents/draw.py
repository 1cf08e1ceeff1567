"""Tents drawn as text for the terminal and as SVG for a page.

In both, trees and tents differ in shape, not only in colour, and so do the tents of two answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

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
from models.puzzles.tents.verify import matched_pairs

if TYPE_CHECKING:
    from models.puzzles.tents.instance import Tents

Cells: TypeAlias = Iterable[Cell] | None

# ---- text ------------------------------------------------------------------------------------------------------------

BOLD_RED, REVERSE, PLAIN = "\x1b[1;31m", "\x1b[7m", "\x1b[0m"
COLOURS = {"T": "\x1b[32m", "A": "\x1b[1;33m", ".": "\x1b[2m", "1": "\x1b[1;35m", "2": "\x1b[1;36m", "-": "\x1b[2m"}
NONE = "-"
LEGEND = "1: tent in this answer only, 2: in the other only"


def draw_text(
    p: Tents,
    answer: Cells = None,
    *,
    colour: bool = False,
    second: Cells = None,
    mark: Cells = None,
    empty: Cells = None,
) -> str:
    """The board with its clues: T tree, A tent, `.` empty. Column clues are read downwards.

    second: another answer; where they differ, 1 and 2 say whose tent it is. mark: cells to highlight, reversed in
    colour, else with `!` behind them. empty: cells known to have no tent, `-`. In colour, clues that the answer does
    not meet are red.
    """
    tents, others, marked = set(answer or ()), None if second is None else set(second), set(mark or ())
    letters = _letters(p, tents, others)
    for r, c in empty or ():
        letters[r][c] = NONE if letters[r][c] == "." else letters[r][c]
    gap = " " if p.trees.shape[1] <= SPACED or (marked and not colour) else ""
    row_clues, col_clues = _clue_words(p)
    wide, tall = max(map(len, row_clues)), max(map(len, col_clues))
    wrong_rows, wrong_cols = _wrong_lines(p, tents) if colour and answer is not None else (set(), set())
    margin = " " * (wide + 1)
    lines = [
        margin + gap.join(_paint_red(clue.rjust(tall)[i], c in wrong_cols) for c, clue in enumerate(col_clues))
        for i in range(tall)
    ]
    for r, clue in enumerate(row_clues):
        cells = [
            _coloured_letter(letter, (r, c) in marked, colour) + (gap if (r, c) not in marked or colour else "!")
            for c, letter in enumerate(letters[r])
        ]
        lines.append(f"{_paint_red(f'{clue:>{wide}}', r in wrong_rows)} {''.join(cells)}")
    if others is not None and others != tents:
        lines.append(f"{margin}({LEGEND})")
    return "\n".join(line.rstrip() for line in lines)


def grids(p: Tents, answer: Cells, empty: Cells) -> tuple[Grid, ...]:
    """The board with its clues, to be drawn with labels."""
    letters = _letters(p, set(answer or ()), None)
    for r, c in empty or ():
        letters[r][c] = NONE if letters[r][c] == "." else letters[r][c]
    return (Grid(letters, *_clue_words(p)),)


def squares(p: Tents) -> Squares:
    """Where the cells are in the SVG."""
    height, width = p.trees.shape
    return Squares((height, width), UNIT, clues=True)


def _letters(p: Tents, tents: set[Cell], others: set[Cell] | None) -> list[list[str]]:
    letters = [["T" if tree else "." for tree in row] for row in p.trees.tolist()]
    write_pieces(letters, tents, others, "A12")
    return letters


def _coloured_letter(letter: str, marked: bool, colour: bool) -> str:
    return f"{COLOURS[letter]}{REVERSE if marked else ''}{letter}{PLAIN}" if colour else letter


def _paint_red(text: str, wrong: bool) -> str:
    return f"{BOLD_RED}{text}{PLAIN}" if wrong else text


def _clue_words(p: Tents) -> tuple[list[str], list[str]]:
    """The clues of rows and columns as text."""
    rows, cols = ([str(clue) if clue >= 0 else "?" for clue in side.tolist()] for side in (p.rows, p.cols))
    return rows, cols


def _wrong_lines(p: Tents, tents: set[Cell]) -> tuple[set[int], set[int]]:
    """The rows and columns whose clue the tents violate."""
    counts = Counter(r for r, _ in tents), Counter(c for _, c in tents)
    sides = zip((p.rows.tolist(), p.cols.tolist()), counts, strict=True)
    rows, cols = ({i for i, clue in enumerate(clues) if clue >= 0 and clue != count[i]} for clues, count in sides)
    return rows, cols


# ---- SVG -------------------------------------------------------------------------------------------------------------

# Outlines in a cell of UNIT x UNIT: first point, then steps relative to it. One path holds all trees of a board.
CROWN = "M{x} {y}m12 2.5l5.6 7.2h-2.6l5 7.3h-16l5 -7.3h-2.6z"
TRUNK = "M{x} {y}m10.4 17h3.2v4.5h-3.2z"
CANVAS = "M{x} {y}m12 4.5l9 15.5h-18z"
DOOR = "M{x} {y}m12 11.5l4 8.5h-8z"
POLES = "M{x} {y}m10.6 2.2l1.4 2.4l1.4-2.4"
RING = "M{x} {y}m2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0"
FRAME = "M{x} {y}m1.5 1.5h21v21h-21z"
LAWN, GRID, INK, SOFT = "#f3f6ea", "#cfd6c4", "#1f2a1f", "#7b8474"


def draw_svg(
    p: Tents,
    answer: Cells = None,
    second: Cells = None,
    *,
    mark: Cells = None,
    empty: Cells = None,
    fresh: Cells = None,
    pairs: bool = False,
) -> str:
    """The board as a self-contained picture with a background of its own (for light and dark pages).

    second: another answer; its tents that differ are dashed outlines, those of the first have a ring. mark: cells to
    highlight; empty: known to have no tent, on a board that is still being solved: no clue counts as wrong yet; fresh:
    the latest deduction. pairs: a line from each tent to its tree, by one of the pairings.
    """
    height, width = p.trees.shape
    detailed = p.trees.size <= DETAILED
    tents, others = set(answer or ()), set(second or ()) if second is not None else set(answer or ())
    trees = list(cells_where(p.trees))
    parts = [
        path(board_outline(height, width), fill=LAWN),
        path(grid_lines(height, width), fill="none", stroke=GRID),
        path(_links(trees, tents) if pairs else "", fill="none", stroke="#b08968", stroke_width=3),
        path(outlines(TRUNK, trees if detailed else ()), fill="#7a5230"),
        path(outlines(CROWN, trees), fill="#2f7d46", stroke="#1d5a30"),
        path(outlines(CANVAS, tents), fill="#f0a63a", stroke="#8a4f08", stroke_width=1.2, stroke_linejoin="round"),
        path(outlines(DOOR, tents if detailed else ()), fill="#5d3607"),
        path(outlines(POLES, tents if detailed else ()), fill="none", stroke="#8a4f08", stroke_width=1.2),
        path(outlines(CANVAS, others - tents), **DASHED),
        path(outlines(RING, tents - others), fill="none", stroke=WRONG, stroke_width=1.6),
        path(outlines(FRAME, mark or ()), **MARKED),
        signs(centres(cell for cell in empty or () if not p.trees[cell]), centres(fresh)),
        *_clue_texts(p, tents if answer is not None and empty is None else None),
    ]
    left = UNIT * (1 + (max(map(len, _clue_words(p)[0])) > 2))
    box = f"{-left} {-UNIT} {UNIT * width + left + UNIT // 2} {UNIT * height + UNIT + UNIT // 2}"
    return picture(_title(p, answer, others - tents if second is not None else None), box, "".join(parts))


def _title(p: Tents, answer: Cells, difference: set[Cell] | None) -> str:
    board = f"Tents, {p.trees.shape[0]} rows and {p.trees.shape[1]} columns, {int(p.trees.sum())} trees"
    with_tents = "" if answer is None else f", {len(set(answer))} tents"
    return board + with_tents + ("" if difference is None else f"; another answer moves {len(difference)} of them")


def _links(trees: list[Cell], tents: set[Cell]) -> str:
    half = UNIT // 2
    return "".join(
        f"M{UNIT * tree[1] + half} {UNIT * tree[0] + half}L{UNIT * tent[1] + half} {UNIT * tent[0] + half}"
        for tree, tent in matched_pairs(trees, sorted(tents))
    )


def _clue_texts(p: Tents, tents: set[Cell] | None) -> Iterable[str]:
    wrong_rows, wrong_cols = _wrong_lines(p, tents) if tents is not None else (set(), set())
    rows, cols = _clue_words(p)
    yield f'<g {FONT} font-size="13" fill="{INK}" text-anchor="end">'
    yield from (_text(-6, UNIT * r + 17, clue, r in wrong_rows) for r, clue in enumerate(rows))
    yield f'</g><g {FONT} font-size="13" fill="{INK}" text-anchor="middle">'
    yield from (_text(UNIT * c + 12, -7, clue, c in wrong_cols) for c, clue in enumerate(cols))
    yield "</g>"


def _text(x: int, y: int, clue: str, wrong: bool) -> str:
    style = f' fill="{SOFT}"' if clue == "?" else ""
    if wrong:
        style = f' fill="{WRONG}" font-weight="bold" text-decoration="underline"'
    return f'<text x="{x}" y="{y}"{style}>{clue}</text>'
