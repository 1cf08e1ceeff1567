"""Cages: dashed outlines inside cells, around groups of them.

+-------+      In a picture, each cell has the pieces of the outline that go through it: along a side behind which
| - - - |      another cage begins, and around a corner where only the cell beyond that corner belongs to another
||  .   |      one. Cells with the same pieces share a layer, so renderers need to know nothing of cages.
|| .-+--+
|| | |         In text, lines run between cages, and heavy ones between areas, dotted within a cage (`cage_canvas`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.canvas import Canvas, border_canvas
from models.puzzles.scenes.scene import Glyph, Lettering, Outline, SceneLayer
from models.puzzles.svg import UNIT, Style

INSET = 2.5  # from the sides of a cell
DASHED: Style = {"fill": "none", "stroke": "#5b6470", "stroke_width": 1, "stroke_dasharray": "2 1.5"}
SUM = Glyph("sum", parts=(Lettering({"font_size": 8, "fill": "#33373f"}, x=7.5, y=8.6),))
HEAVY = "#"
AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
"""The cells around one: above, right, below, left; then those at the corners, clockwise from above on the right."""


def cage_layers(cages: NDArray[np.int64], sums: NDArray[np.int64]) -> list[SceneLayer]:
    """The outlines, and the sums in the upper left corners of cells. cages: of each cell, -1 for none; sums: 0 for
    none."""
    framed = np.pad(cages, 1, constant_values=-2)
    height, width = cages.shape
    pieces = np.zeros(cages.shape, np.int64)
    for bit, (down, right) in enumerate(AROUND):
        beside = framed[1 + down : 1 + down + height, 1 + right : 1 + right + width]
        pieces |= (beside != cages).astype(np.int64) << bit
    pieces[cages < 0] = 0
    kinds = np.unique(pieces[pieces > 0]).tolist()
    at = sums > 0
    return [
        *(SceneLayer(_outline_glyph(kind), np.argwhere(pieces == kind)) for kind in kinds if _outline(kind)),
        SceneLayer(SUM, np.argwhere(at), words=tuple(map(str, sums[at].tolist()))),
    ]


def _outline_glyph(kind: int) -> Glyph:
    return Glyph(f"cage {kind}", parts=(Outline(_outline(kind), DASHED),))


def _outline(kind: int) -> str:
    """The pieces in a cell, as a path. kind: a bit for each of the cells around it that belongs to another cage."""
    above, right, below, left, *corners = (bool(kind >> bit & 1) for bit in range(8))
    low, high = INSET, UNIT - INSET
    first, last = (low if left else 0, high if right else UNIT), (low if above else 0, high if below else UNIT)
    path = f"m{first[0]:g} {low:g}h{first[1] - first[0]:g}m{-first[1]:g} {-low:g}" if above else ""
    path += f"m{first[0]:g} {high:g}h{first[1] - first[0]:g}m{-first[1]:g} {-high:g}" if below else ""
    path += f"m{low:g} {last[0]:g}v{last[1] - last[0]:g}m{-low:g} {-last[1]:g}" if left else ""
    path += f"m{high:g} {last[0]:g}v{last[1] - last[0]:g}m{-high:g} {-last[1]:g}" if right else ""
    sides = ((above, right), (right, below), (below, left), (left, above))
    for number, (beside, corner) in enumerate(zip(sides, corners, strict=True)):
        if corner and not any(beside):
            path += _turn(number)
    return path


def _turn(corner: int) -> str:
    """The outline around a corner of a cell, and back to the origin. corner: clockwise from above on the right."""
    low, high = INSET, UNIT - INSET
    if corner == 0:
        return f"m{high:g} 0v{low:g}h{low:g}m{-UNIT} {-low:g}"
    if corner == 1:
        return f"m{high:g} {UNIT}v{-low:g}h{low:g}m{-UNIT} {-high:g}"
    if corner == 2:
        return f"m{low:g} {UNIT}v{-low:g}h{-low:g}m0 {-high:g}"
    return f"m{low:g} 0v{low:g}h{-low:g}m0 {-low:g}"


def cage_canvas(cages: NDArray[Any], areas: NDArray[Any] | None) -> Canvas:
    """Lines between cages; heavy ones where areas meet, and around the board, dotted where a cage goes on behind
    them."""
    canvas = border_canvas(cages)
    if areas is None:
        return canvas
    border = border_canvas(areas)
    is_heavy, is_crossed = border.signs != " ", canvas.signs == " "
    dots = np.full(is_heavy.shape, HEAVY, object)
    dots[1::2, ::2][is_crossed[1::2, ::2]] = ":"
    dots[::2, 1::2][is_crossed[::2, 1::2]] = "."
    is_filled = border.fills != " "
    return replace(canvas, signs=np.where(is_heavy, dots, canvas.signs), fills=np.where(is_filled, dots, canvas.fills))
