"""A tiling as SVG for a page: a colour per piece, lines between placements, letters; layers of a box side by side.

Where a second answer differs, the outline of its placements is drawn over the first one's, dashed. Below a board that
nothing is pointed out on stand the pieces that are not laid yet, half as large, with `2x` before two copies of one.
"""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import cells_where
from models.puzzles.labelled import Squares
from models.puzzles.svg import DARK_ON_BRIGHT, FONT, MARKED, centres, path, picture, signs
from models.puzzles.tiling.draw import HOLE, OPEN, Answer, differing_placements, grid, letters

if TYPE_CHECKING:
    from models.puzzles.tiling.instance import Tiling

UNIT, MARGIN = 26, 14
SMALL, MOST_SHOWN = 13, 60  # side of a cell of a piece that is not laid yet; kinds of such pieces
INK, EMPTY, GRID, OTHER = "#1f2430", "#e6e8ee", "#c3c7d1", "#b3261e"


def draw_svg(
    p: Tiling,
    answer: Answer = None,
    second: Answer = None,
    *,
    mark: Iterable[tuple[int, ...]] | None = None,
    empty: Iterable[tuple[int, ...]] | None = None,
    fresh: Iterable[tuple[int, ...]] | None = None,
) -> str:
    """The instance as a self-contained picture with a background of its own (for light and dark pages).

    mark: cells to highlight; fresh: cells of the latest deduction; empty: not shown, since a placement that is ruled
    out says nothing about its cells."""
    placed, other = list(answer or ()), list(second or ())
    owner = _flatten_layers(grid(p, placed))
    height, width = owner.shape
    names, order = letters(p), {piece.name: i for i, piece in enumerate(p.pieces)}
    parts = [path(_squares(owner == OPEN), fill=EMPTY, stroke=GRID)]
    texts = [f'<g {FONT} text-anchor="middle" font-size="12" font-weight="600" fill="{DARK_ON_BRIGHT}">']
    for i, (name, _) in enumerate(placed):
        mine = owner == i
        parts.append(path(_squares(mine), fill=_colour(order.get(name, 0), len(order))))
        for r, c in _first_cells(mine, p.board.shape[-1] + (p.board.ndim == 3)):
            texts.append(
                f'<text x="{(c + 0.5) * UNIT:g}" y="{(r + 0.5) * UNIT + 4:g}">{escape(names.get(name, "?"))}</text>'
            )
    parts.append(path(_borders(owner), fill="none", stroke=INK, stroke_width=1.8, stroke_linecap="round"))
    if mark is not None:
        there = _squares(_flatten_layers(grid(p, [("", tuple(mark))])) == 0)
        parts.append(path(there, **MARKED))
    if fresh is not None:
        cells = cells_where(_flatten_layers(grid(p, [("", tuple(fresh))])) == 0)
        parts.append(signs((), centres(cells, UNIT)))
    differ = 0
    if second is not None:
        otherwise, laid = differing_placements(other, placed), _flatten_layers(grid(p, other))
        differ = len(otherwise)
        lines = _borders(np.where(np.isin(laid, otherwise), laid, HOLE))
        parts.append(path(lines, fill="none", stroke=OTHER, stroke_width=2.4, stroke_dasharray="5 3"))
    pointing = any(cells is not None for cells in (second, mark, empty, fresh))
    below, depth = ("", 0.0) if pointing else _unlaid_pieces(p, placed, width * UNIT, height * UNIT + MARGIN)
    title = f"Tiling, board {' x '.join(map(str, p.board.shape))}, {len(placed)} pieces laid"
    title += f"; another answer lays {differ} otherwise" if second is not None else ""
    box = f"{-MARGIN} {-MARGIN} {width * UNIT + 2 * MARGIN} {height * UNIT + 2 * MARGIN + depth:g}"
    return picture(title, box, f"{''.join(parts)}{''.join(texts)}</g>{below}")


def _unlaid_pieces(p: Tiling, placed: list[tuple[str, Any]], width: float, top: float) -> tuple[str, float]:
    """The pieces that are left, in rows of that width below y = top, and how deep that is; nothing for very many."""
    laid, names = Counter(name for name, _ in placed), letters(p)
    left = [(i, piece, piece.copies - laid[piece.name]) for i, piece in enumerate(p.pieces)]
    left = [entry for entry in left if entry[2] > 0]
    if not left or len(left) > MOST_SHOWN:
        return "", 0.0
    x = deepest = 0.0
    y, parts = top, []
    for i, piece, copies in left:
        owner = _flatten_layers(_piece_grid(piece.shape))
        tall, wide = (SMALL * side for side in owner.shape)
        before = SMALL * 1.5 if copies > 1 else 0.0
        if x and x + before + wide > width:
            x, y, deepest = 0.0, y + deepest + SMALL, 0.0
        shape = path(_squares(owner >= 0), fill=_colour(i, len(p.pieces))) + path(
            _borders(owner), fill="none", stroke=INK, stroke_width=2.4, stroke_linecap="round"
        )
        r, c = np.argwhere(owner >= 0)[0].tolist()
        parts.append(f'<g transform="translate({x + before:g} {y:g}) scale({SMALL / UNIT:g})">{shape}</g>')
        parts.append(_small_text(x + before + (c + 0.5) * SMALL, y + r * SMALL + 10, names[piece.name], DARK_ON_BRIGHT))
        if copies > 1:
            parts.append(_small_text(x + SMALL / 2, y + 10, f"{copies}x", INK))
        x, deepest = x + before + wide + SMALL, max(deepest, tall)
    return "".join(parts), y + deepest - top + MARGIN


def _small_text(x: float, y: float, text: str, colour: str) -> str:
    style = f'{FONT} text-anchor="middle" font-size="9" font-weight="600"'
    return f'<g {style} fill="{colour}"><text x="{x:g}" y="{y:g}">{escape(text)}</text></g>'


def _piece_grid(shape: Iterable[tuple[int, ...]]) -> NDArray[np.int64]:
    """The cells of a piece: 0, holes around them."""
    cells = np.array(list(shape))
    owner = np.full(cells.max(axis=0) + 1, HOLE)
    owner[tuple(cells.T)] = 0
    return owner


def squares(p: Tiling) -> Squares:
    """Where the cells are."""
    *layers, height, width = p.board.shape
    return Squares((height, width), UNIT, layers=layers[0] if layers else 1)


def _flatten_layers(owner: NDArray[np.int64]) -> NDArray[np.int64]:
    """Layers side by side, an empty column between them."""
    if owner.ndim == 2:
        return owner
    apart = np.pad(owner, ((0, 0), (0, 0), (0, 1)), constant_values=HOLE)
    return np.concatenate(list(apart), axis=1)[:, :-1]


def _first_cells(mask: NDArray[np.bool_], width: int) -> list[tuple[int, int]]:
    """Where to write a letter: the first cell in each layer, which is so many columns wide."""
    return list({c // width: (r, c) for r, c in np.argwhere(mask)[::-1].tolist()}.values())


def _squares(mask: NDArray[np.bool_]) -> str:
    return "".join(f"M{c * UNIT} {r * UNIT}h{UNIT}v{UNIT}h-{UNIT}z" for r, c in np.argwhere(mask).tolist())


def _borders(owner: NDArray[np.int64]) -> str:
    """A line wherever neighbours belong to different placements."""
    framed = np.pad(owner, 1, constant_values=HOLE)
    across = np.argwhere(framed[:-1, 1:-1] != framed[1:, 1:-1]).tolist()
    down = np.argwhere(framed[1:-1, :-1] != framed[1:-1, 1:]).tolist()
    lines = [f"M{c * UNIT} {r * UNIT}h{UNIT}" for r, c in across] + [f"M{c * UNIT} {r * UNIT}v{UNIT}" for r, c in down]
    return "".join(lines)


def _colour(number: int, total: int) -> str:
    """Distinct hues, alternating in lightness."""
    red, green, blue = colorsys.hls_to_rgb(number / max(total, 1), (0.66, 0.76, 0.58)[number % 3], 0.62)
    return "#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue))
