"""A tiling as SVG for a page: a colour per piece, lines between placements, letters; layers of a box side by side.

Where a second answer differs, the outline of its placements is drawn over the first one's, dashed.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import cells_where
from models.puzzles.labelled import Squares
from models.puzzles.svg import DARK_ON_BRIGHT, FONT, MARKED, centres, path, picture, signs
from models.puzzles.tiling.draw import HOLE, OPEN, Answer, differing_placements, grid, letters

if TYPE_CHECKING:
    from models.puzzles.tiling.instance import Tiling

UNIT, MARGIN = 26, 14
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
    title = f"Tiling, board {' x '.join(map(str, p.board.shape))}, {len(placed)} pieces laid"
    title += f"; another answer lays {differ} otherwise" if second is not None else ""
    box = f"{-MARGIN} {-MARGIN} {width * UNIT + 2 * MARGIN} {height * UNIT + 2 * MARGIN}"
    return picture(title, box, f"{''.join(parts)}{''.join(texts)}</g>")


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
