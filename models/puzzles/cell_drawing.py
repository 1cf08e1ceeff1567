"""Boards of `cell_puzzle` drawn as text for the terminal and as SVG for a page.

In both, pieces differ from empty cells in shape, not only in colour, and so do the pieces of two answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.svg import signs

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
    pieces, others = set(answer or ()), set(answer or ()) if second is None else set(second)
    letters = words(instance).astype(object)
    letters[np.zeros(letters.shape, np.bool_) if areas is None else areas(instance) >= 0] = OPEN
    for letter, cells in (
        (NONE, set(empty or ())),
        (PIECE, pieces & others),
        (ONE, pieces - others),
        (OTHER, others - pieces),
    ):
        for r, c in cells:
            if 0 <= r < letters.shape[0] and 0 <= c < letters.shape[1]:
                letters[r, c] = letter
    wide = max(map(len, letters.ravel()))
    shown = [[_coloured_word(word, wide, colour) for word in row] for row in letters.tolist()]
    lines = [" ".join(row) for row in shown] if areas is None else _framed_lines(shown, areas(instance))
    if pieces != others:
        lines.append(f"({ONE}: {piece} of this answer only, {OTHER}: of the other only)")
    return "\n".join(line.rstrip() for line in lines)


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

UNIT = 24  # side of a cell
STAR = "M{x} {y}m12 3.5l2.5 5.9 6.4.5-4.9 4.2 1.5 6.2-5.5-3.3-5.5 3.3 1.5-6.2-4.9-4.2 6.4-.5z"
FRAME = "M{x} {y}m2.5 2.5h19v19h-19z"
PAPER, FLOOR, GRID, INK, PIECE_FILL, MARK, ONLY, ELSE = (
    "#fffdf7", "#f6f4ec", "#d3d0c4", "#33373f", "#e0a800", "#7b3fb5", "#b3261e", "#0b5cad",
)  # fmt: skip


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
    parts = [
        f'<path d="M0 0h{UNIT * width}v{UNIT * height}h{-UNIT * width}z" fill="{FLOOR}"/>',
        _path(_grid(height, width), fill="none", stroke=GRID),
        _path(_outlines(FRAME, mark or ()), fill=MARK, fill_opacity=0.16, stroke=MARK, stroke_width=2),
        _path("" if borders is None else _borders(borders), fill="none", stroke=INK, stroke_width=2.4),
        _words(board, pieces | others if borders is None else pieces | others | _cells(borders >= 0)),
        _path(_outlines(STAR, pieces), fill=PIECE_FILL, stroke=INK, stroke_width=1),
        _path(_outlines(STAR, others - pieces), fill="none", stroke=ELSE, stroke_width=1.6, stroke_dasharray="3 2"),
        _path(_outlines(FRAME, pieces - others), fill="none", stroke=ONLY, stroke_width=1.8),
        signs(_centres(empty), _centres(fresh)),
    ]
    counted = "" if answer is None else f", {len(pieces)} {piece}s"
    x, w, h = -UNIT // 2, UNIT * width + UNIT, UNIT * height + UNIT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{x} {x} {w} {h}" width="{w}" height="{h}">'
        f"<title>{escape(title)}, {height} rows and {width} columns{counted}</title>"
        f'<rect x="{x}" y="{x}" width="{w}" height="{h}" rx="6" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _path(outline: str, **style: str | float) -> str:
    """A path element; nothing for an empty outline."""
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<path d="{outline}"{attributes}/>' if outline else ""


def _outlines(outline: str, cells: Iterable[Cell]) -> str:
    """The outline in each of the cells."""
    return "".join(outline.format(x=UNIT * c, y=UNIT * r) for r, c in sorted(cells))


def _centres(cells: Cells) -> list[tuple[float, float]]:
    return [(UNIT * (c + 0.5), UNIT * (r + 0.5)) for r, c in sorted(cells or ())]


def _cells(mask: NDArray[np.bool_]) -> set[Cell]:
    return {(r, c) for r, c in np.argwhere(mask).tolist()}


def _grid(height: int, width: int) -> str:
    lines = [f"M0 {UNIT * r}h{UNIT * width}" for r in range(height + 1)]
    return "".join(lines + [f"M{UNIT * c} 0v{UNIT * height}" for c in range(width + 1)])


def _borders(areas: NDArray[np.int64]) -> str:
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
    return f'<g font-family="sans-serif" font-size="14" fill="{INK}" text-anchor="middle">{"".join(words)}</g>'
