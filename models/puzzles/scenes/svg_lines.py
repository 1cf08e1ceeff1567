"""Lines of scenes as elements of SVG: a path for each stroke of a layer, and signs at the middle of each line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import Between, Lettering, LineLayer, Outline
from models.puzzles.scenes.states import LINE_STATES, NO_SIGNS
from models.puzzles.scenes.svg_parts import draw_lettering, draw_outline, middles_of
from models.puzzles.svg import UNIT, path

HALF = UNIT / 2
HEAD_LENGTH, HEAD_WIDTH = 8, 8  # of an arrow


def line_elements(layer: LineLayer, middles: NDArray[np.float64] | None) -> Iterator[str]:
    """What is drawn of a layer, from the bottom up: the stroke below, the lines, their arrows, the signs of their
    state. middles: the points of the scene, None of a board of squares."""
    points = _points(layer, middles)
    signs, outline = LINE_STATES.get(layer.state, NO_SIGNS), _outline(layer, points)
    yield path(outline if signs.below else "", **signs.below)
    if layer.glyph.style:
        style = signs.style if signs.is_bare else {**layer.glyph.style, **signs.style}
        yield path(outline, **style)
        yield path(_arrows(points, layer.glyph.arrow) if layer.glyph.arrow else "", fill=style["stroke"])
    x, y = (points.mean(axis=1) - HALF).T
    for part in signs.parts:
        if isinstance(part, Outline):
            yield draw_outline(x, y, part, part.style)
        elif isinstance(part, Lettering):
            yield draw_lettering(x, y, part, part.style)


def _points(layer: LineLayer, middles: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """The ends in the picture, as x and y: shape (lines, 2, 2)."""
    if middles is not None:
        return middles_of(middles, layer.ends.reshape(-1, layer.ends.shape[-1])).reshape(-1, 2, 2)
    middle = HALF if layer.between is Between.CELLS else 0
    return np.asarray(UNIT * layer.ends[:, :, ::-1] + middle, np.float64)


def _arrows(points: NDArray[np.float64], before: float) -> str:
    """A head of an arrow on each line, its tip so far before the end."""
    along = points[:, 1] - points[:, 0]
    ahead = along / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    tips, aside = points[:, 1] - before * ahead, HEAD_WIDTH / 2 * ahead[:, ::-1] * (-1, 1)
    back = tips - HEAD_LENGTH * ahead
    corners = np.stack([tips, back + aside, back - aside], axis=1).reshape(-1, 6).round(1) + 0.0
    return "".join(["M{:g} {:g}L{:g} {:g}L{:g} {:g}z".format(*six) for six in corners.tolist()])


def _outline(layer: LineLayer, points: NDArray[np.float64]) -> str:
    """All lines, those of a place side by side."""
    along = points[:, 1] - points[:, 0]
    left = along[:, ::-1] * (1, -1) / np.maximum(np.hypot(*along.T), 1)[:, None]  # of who walks along; length 1
    pieces = []
    for lane in range(layer.lane, layer.lane + layer.count):
        begin = points[:, 0] + layer.glyph.apart * ((layer.lanes - 1) / 2 - lane) * left
        pieces += [
            f"M{x:.10g} {y:.10g}l{dx:.10g} {dy:.10g}"
            for (x, y), (dx, dy) in zip(begin.tolist(), along.tolist(), strict=True)
        ]
    return "".join(pieces)
