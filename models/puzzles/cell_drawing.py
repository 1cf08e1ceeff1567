"""Boards of `cell_puzzle` drawn as text for the terminal and as SVG for a page.

In both, pieces differ from empty cells in shape, not only in colour, and so do the pieces of two answers. Pieces are
stars, or the cells themselves are shaded (`Style`); the word of a shaded cell is still to be read in SVG.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import write_pieces
from models.puzzles.labelled import Grid, Squares
from models.puzzles.svg import (
    DASHED,
    FONT,
    MARKED,
    SOFT,
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

STAR = "M{x} {y}m12 3.5l2.5 5.9 6.4.5-4.9 4.2 1.5 6.2-5.5-3.3-5.5 3.3 1.5-6.2-4.9-4.2 6.4-.5z"
SHADE = "M{x} {y}m.5.5h23v23h-23z"
RING = "M{x} {y}m12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19z"
FRAME = "M{x} {y}m2.5 2.5h19v19h-19z"
FLOOR, GRID, STONE, GOLD, CHALK = "#f6f4ec", "#d3d0c4", "#33373f", "#e0a800", "#ffffff"


@dataclass(frozen=True, slots=True)
class Style:
    """How pieces are drawn. sign: in text; shape: in SVG, with its colour; shaded: pieces are shaded cells, and in SVG
    words stay on them; ringed: a ring (in text: a +) marks the words of cells that are known to be empty."""

    sign: str = "*"
    shape: str = STAR
    colour: str = GOLD
    shaded: bool = False
    ringed: bool = False

    def word_of_empty(self, word: str) -> str:
        """What is written in a cell that is known to be empty: its word, if it has one, is a clue."""
        if word == OPEN:
            return NONE
        return f"{word}+" if self.ringed else word


STARS = Style()
SHADED = Style("#", SHADE, STONE, shaded=True)
RINGED = Style("#", SHADE, STONE, shaded=True, ringed=True)

# ---- text ------------------------------------------------------------------------------------------------------------

ONE, OTHER, NONE, OPEN = "ABx."
OUTSIDE = -2  # -1 is a cell of no area
PLAIN = "\x1b[0m"
COLOURS = {ONE: "\x1b[1;95m", OTHER: "\x1b[1;96m", NONE: "\x1b[2m", OPEN: "\x1b[2m"}
BRIGHT = "\x1b[1;33m"  # pieces


def draw_text(
    words: Words,
    areas: Areas,
    piece: str,
    style: Style,
    instance: Any,
    answer: Cells = None,
    *,
    colour: bool = False,
    second: Cells = None,
    empty: Cells = None,
) -> str:
    """The board: * (or #) a piece; of two answers, A and B the pieces of one of them only; x (or +, behind its word) a
    cell known to be empty. words: of the cells, `.` for none; areas: lines are drawn between them."""
    written = _written_words(words, style, instance, answer, second, empty)
    wide = max(len(word) for row in written for word in row)
    colours = {**COLOURS, style.sign: BRIGHT} if colour else {}
    shown = [[_coloured_word(word, wide, colours) for word in row] for row in written]
    lines = [" ".join(row) for row in shown] if areas is None else _framed_lines(shown, wide, areas(instance))
    if second is not None and set(answer or ()) != set(second):
        lines.append(f"({ONE}: {piece} in this answer only, {OTHER}: in the other only)")
    return "\n".join(line.rstrip() for line in lines)


def grids(words: Words, areas: Areas, style: Style, instance: Any, answer: Cells, empty: Cells) -> tuple[Grid, ...]:
    """The board, to be drawn with labels."""
    borders = None if areas is None else areas(instance)
    return (Grid(_written_words(words, style, instance, answer, None, empty), areas=borders),)


def squares(words: Words, instance: Any) -> Squares:
    """Where the cells are in the SVG."""
    height, width = words(instance).shape
    return Squares((height, width), UNIT)


def _written_words(
    words: Words, style: Style, instance: Any, answer: Cells, second: Cells, empty: Cells
) -> list[list[str]]:
    """The words of the cells, those that are known to be empty, and the pieces."""
    letters = words(instance).astype(object)
    for r, c in empty or ():
        letters[r, c] = style.word_of_empty(letters[r, c])
    written: list[list[str]] = [[str(word) for word in row] for row in letters.tolist()]
    write_pieces(written, set(answer or ()), None if second is None else set(second), style.sign + ONE + OTHER)
    return written


def _coloured_word(word: str, wide: int, colours: Mapping[str, str]) -> str:
    return f"{colours[word]}{word:>{wide}}{PLAIN}" if word in colours else f"{word:>{wide}}"


def _framed_lines(shown: list[list[str]], wide: int, areas: NDArray[np.int64]) -> list[str]:
    """The cells, each of that width, with a border wherever two areas meet, and around the board."""
    framed = np.pad(areas, 1, constant_values=OUTSIDE)
    beside, below = framed[:, 1:] != framed[:, :-1], framed[1:] != framed[:-1]
    lines = []
    for r in range(len(shown) + 1):
        ends = [bool(beside[r : r + 2, c].any() or below[r, c : c + 2].any()) for c in range(len(shown[0]) + 1)]
        edge = [("-" if line else " ") * (wide + 2) for line in below[r, 1:-1]]
        lines.append("".join(("+" if end else " ") + line for end, line in zip(ends, [*edge, ""], strict=True)))
        if r < len(shown):
            walls = ["|" if wall else " " for wall in beside[r + 1]]
            lines.append(walls[0] + "".join(f" {word} {wall}" for word, wall in zip(shown[r], walls[1:], strict=True)))
    return lines


# ---- SVG -------------------------------------------------------------------------------------------------------------


def draw_svg(
    words: Words,
    areas: Areas,
    title: str,
    piece: str,
    style: Style,
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
    covered = pieces if style.shaded else pieces | others
    worded = set(np.ndindex(board.shape)) - covered
    known, ringed = set(empty or ()), set(empty or ()) if style.ringed else set()
    known -= {cell for cell in known if board[cell] != OPEN}
    marks = path(outlines(FRAME, mark or ()), **MARKED)
    parts = [
        path(board_outline(height, width), fill=FLOOR),
        path(grid_lines(height, width), fill="none", stroke=GRID),
        "" if style.shaded else marks,
        path("" if borders is None else _border_lines(borders), fill="none", stroke=STONE, stroke_width=2.4),
        _words(board, worded, STONE),
        path(outlines(style.shape, pieces), fill=style.colour, stroke=STONE, stroke_width=1),
        path(outlines(style.shape, others - pieces), **DASHED),
        path(outlines(FRAME, pieces - others), fill="none", stroke=WRONG, stroke_width=1.8),
        _words(board, pieces, CHALK) + marks if style.shaded else "",
        path(outlines(RING, ringed), fill="none", stroke=SOFT, stroke_width=1.2),
        signs(centres(known), centres(fresh)),
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


def _words(board: NDArray[Any], cells: set[Cell], colour: str) -> str:
    """The words of these cells."""
    words = (
        f'<text x="{UNIT * c + 12}" y="{UNIT * r + 17}">{escape(str(board[r, c]))}</text>'
        for r, c in sorted(cells)
        if board[r, c] != OPEN
    )
    return f'<g {FONT} font-size="14" fill="{colour}" text-anchor="middle">{"".join(words)}</g>'
