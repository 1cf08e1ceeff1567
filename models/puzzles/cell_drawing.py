"""Boards of `cell_puzzle` drawn as text for the terminal and as SVG for a page.

In both, pieces differ from empty cells in shape, not only in colour, and so do the pieces of two answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import cells_where, write_pieces
from models.puzzles.labelled import Grid, Squares
from models.puzzles.svg import (
    DASHED,
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

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = Iterable[Cell] | None
Words: TypeAlias = Callable[[Any], NDArray[Any]]
Areas: TypeAlias = Callable[[Any], NDArray[np.int64]] | None

# ---- text ------------------------------------------------------------------------------------------------------------

PIECE, ONE, OTHER, NONE, OPEN = "*ABx."
OUTSIDE = -2  # -1 is a cell of no area
PLAIN = "\x1b[0m"
COLOURS = {PIECE: "\x1b[1;33m", ONE: "\x1b[1;95m", OTHER: "\x1b[1;96m", NONE: "\x1b[2m", OPEN: "\x1b[2m"}


def draw_text(
    words: Words,
    areas: Areas,
    piece: str,
    instance: Any,
    answer: Cells = None,
    *,
    colour: bool = False,
    second: Cells = None,
    empty: Cells = None,
) -> str:
    """The board: * a piece; of two answers, A and B the pieces of one of them only; x a cell known to be empty."""
    pieces, others = set(answer or ()), None if second is None else set(second)
    letters = words(instance).astype(object)
    letters[np.zeros(letters.shape, np.bool_) if areas is None else areas(instance) >= 0] = OPEN
    for r, c in empty or ():
        letters[r, c] = NONE
    written = letters.tolist()
    write_pieces(written, pieces, others, PIECE + ONE + OTHER)
    wide = max(len(word) for row in written for word in row)
    shown = [[_coloured_word(word, wide, colour) for word in row] for row in written]
    lines = [" ".join(row) for row in shown] if areas is None else _framed_lines(shown, areas(instance))
    if others is not None and pieces != others:
        lines.append(f"({ONE}: {piece} in this answer only, {OTHER}: in the other only)")
    return "\n".join(line.rstrip() for line in lines)


def grids(words: Words, areas: Areas, instance: Any, answer: Cells, empty: Cells) -> tuple[Grid, ...]:
    """The board, to be drawn with labels."""
    borders = None if areas is None else areas(instance)
    return (Grid(_written_words(words, areas, instance, answer, empty), areas=borders),)


def squares(words: Words, instance: Any) -> Squares:
    """Where the cells are in the SVG."""
    height, width = words(instance).shape
    return Squares((height, width), UNIT)


def _written_words(words: Words, areas: Areas, instance: Any, answer: Cells, empty: Cells) -> list[list[str]]:
    """The words of the cells, those that are known to be empty, and the pieces."""
    letters = words(instance).astype(object)
    letters[np.zeros(letters.shape, np.bool_) if areas is None else areas(instance) >= 0] = OPEN
    for r, c in empty or ():
        letters[r, c] = NONE
    written: list[list[str]] = [[str(word) for word in row] for row in letters.tolist()]
    write_pieces(written, set(answer or ()), None, PIECE + ONE + OTHER)
    return written


def _coloured_word(word: str, wide: int, colour: bool) -> str:
    return f"{COLOURS[word]}{word:>{wide}}{PLAIN}" if colour and word in COLOURS else f"{word:>{wide}}"


def _framed_lines(shown: list[list[str]], areas: NDArray[np.int64]) -> list[str]:
    """The cells with a border wherever two areas meet, and around the board."""
    framed = np.pad(areas, 1, constant_values=OUTSIDE)
    beside, below = framed[:, 1:] != framed[:, :-1], framed[1:] != framed[:-1]
    lines = []
    for r in range(len(shown) + 1):
        ends = [bool(beside[r : r + 2, c].any() or below[r, c : c + 2].any()) for c in range(len(shown[0]) + 1)]
        edge = ["---" if line else "   " for line in below[r, 1:-1]]
        lines.append("".join(("+" if end else " ") + line for end, line in zip(ends, [*edge, ""], strict=True)))
        if r < len(shown):
            walls = ["|" if wall else " " for wall in beside[r + 1]]
            lines.append(walls[0] + "".join(f" {word} {wall}" for word, wall in zip(shown[r], walls[1:], strict=True)))
    return lines


# ---- SVG -------------------------------------------------------------------------------------------------------------

STAR = "M{x} {y}m12 3.5l2.5 5.9 6.4.5-4.9 4.2 1.5 6.2-5.5-3.3-5.5 3.3 1.5-6.2-4.9-4.2 6.4-.5z"
FRAME = "M{x} {y}m2.5 2.5h19v19h-19z"
FLOOR, GRID, STONE, GOLD = "#f6f4ec", "#d3d0c4", "#33373f", "#e0a800"


def draw_svg(
    words: Words,
    areas: Areas,
    title: str,
    piece: str,
    instance: Any,
    answer: Cells = None,
    second: Cells = None,
    *,
    mark: Cells = None,
    empty: Cells = None,
    fresh: Cells = None,
) -> str:
    """The board as a self-contained picture with a background of its own (for light and dark pages). second: another
    answer; its pieces that differ are dashed outlines, those of the first have a frame."""
    board = words(instance)
    height, width = board.shape
    pieces, others = set(answer or ()), set(answer or ()) if second is None else set(second)
    borders = None if areas is None else np.asarray(areas(instance))
    plain = _words(board, pieces | others | ({*cells_where(borders >= 0)} if borders is not None else set()))
    parts = [
        path(board_outline(height, width), fill=FLOOR),
        path(grid_lines(height, width), fill="none", stroke=GRID),
        path(outlines(FRAME, mark or ()), **MARKED),
        path("" if borders is None else _border_lines(borders), fill="none", stroke=STONE, stroke_width=2.4),
        plain,
        path(outlines(STAR, pieces), fill=GOLD, stroke=STONE, stroke_width=1),
        path(outlines(STAR, others - pieces), **DASHED),
        path(outlines(FRAME, pieces - others), fill="none", stroke=WRONG, stroke_width=1.8),
        signs(centres(empty), centres(fresh)),
    ]
    counted = "" if answer is None else f", {len(pieces)} {piece}s"
    box = f"{-UNIT // 2} {-UNIT // 2} {UNIT * width + UNIT} {UNIT * height + UNIT}"
    return picture(f"{title}, {height} rows and {width} columns{counted}", box, "".join(parts))


def _border_lines(areas: NDArray[np.int64]) -> str:
    """Lines between cells of different areas, and around the board."""
    framed = np.pad(areas, 1, constant_values=OUTSIDE)
    upright = np.argwhere(framed[1:-1, 1:] != framed[1:-1, :-1]).tolist()
    flat = np.argwhere(framed[1:, 1:-1] != framed[:-1, 1:-1]).tolist()
    return "".join(
        [f"M{UNIT * c} {UNIT * r}v{UNIT}" for r, c in upright] + [f"M{UNIT * c} {UNIT * r}h{UNIT}" for r, c in flat]
    )


def _words(board: NDArray[Any], taken: set[Cell]) -> str:
    """The words of the other cells."""
    words = (
        f'<text x="{UNIT * c + 12}" y="{UNIT * r + 17}">{escape(str(board[r, c]))}</text>'
        for r, c in np.ndindex(board.shape)
        if (r, c) not in taken and board[r, c] != OPEN
    )
    return f'<g {FONT} font-size="14" fill="{STONE}" text-anchor="middle">{"".join(words)}</g>'
