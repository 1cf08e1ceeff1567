"""Lines of scenes as elements of SVG: a path for each stroke of a layer, and signs at the middle of each line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import Between, Lettering, LineLayer, Outline
from models.puzzles.scenes.states import LINE_STATES, NO_SIGNS
from models.puzzles.scenes.svg_parts import draw_lettering, draw_outline
from models.puzzles.svg import UNIT, path

HALF = UNIT / 2


def line_elements(layer: LineLayer) -> Iterator[str]:
    """What is drawn of a layer, from the bottom up: the stroke below, the lines, the signs of their state."""
    signs, outline = LINE_STATES.get(layer.state, NO_SIGNS), _outline(layer)
    yield path(outline if signs.below else "", **signs.below)
    if layer.glyph.style:
        yield path(outline, **(signs.style if signs.is_bare else {**layer.glyph.style, **signs.style}))
    x, y = (_points(layer).mean(axis=1) - HALF).T
    for part in signs.parts:
        if isinstance(part, Outline):
            yield draw_outline(x, y, part, part.style)
        elif isinstance(part, Lettering):
            yield draw_lettering(x, y, part, part.style)


def _points(layer: LineLayer) -> NDArray[np.float64]:
    """The ends in the picture, as x and y: shape (lines, 2, 2)."""
    middle = HALF if layer.between is Between.CELLS else 0
    return np.asarray(UNIT * layer.ends[:, :, ::-1] + middle, np.float64)


def _outline(layer: LineLayer) -> str:
    """All lines, those of a place side by side."""
    points = _points(layer)
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
