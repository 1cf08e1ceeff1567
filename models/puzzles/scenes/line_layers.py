"""Layers of lines, and what clicks on their places mean.

The lines of an answer are pairs of points, or pairs with a number: how many lie side by side there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import NO_LINE, Between, LineClicks, LineGlyph, LineLayer, LineStep, SceneState
from models.puzzles.scenes.view import Cells, View, line_places, lines_among

Shape: TypeAlias = tuple[int, ...]
Line: TypeAlias = tuple[Any, Any]


def line_layers(glyph: LineGlyph, view: View, shape: Shape, between: Between) -> list[LineLayer]:
    """The lines of one answer, or of two, of which those are told apart that only one has; and what the view says of
    lines: marked, known not to be, deduced. Lines beside the board are left out."""
    one = _count_lines(view.answer)
    other = one if view.second is None else _count_lines(view.second)
    layers = [_sign_layer(view.mark, shape, between, SceneState.MARKED)]
    kinds: dict[tuple[int, int], list[Line]] = {}
    for line in {**one, **other}:
        kinds.setdefault((one.get(line, 0), other.get(line, 0)), []).append(line)
    for (here, there), lines in sorted(kinds.items()):
        ends, both, most = line_places(lines, shape, between), min(here, there), max(here, there)
        if both > 0:
            layers.append(LineLayer(glyph, ends, between, count=both, lanes=most))
        if here != there:
            state = SceneState.ONE if here > there else SceneState.OTHER
            layers.append(LineLayer(glyph, ends, between, state, most - max(both, 0), max(both, 0), most))
    return [
        *layers,
        _sign_layer(view.empty, shape, between, SceneState.EMPTY),
        _sign_layer(view.fresh, shape, between, SceneState.DEDUCED),
    ]


def _count_lines(answer: Any) -> Mapping[Line, int]:
    """How many lines an answer has between two points."""
    return {(a, b): number[0] if number else 1 for a, b, *number in answer or ()}


def _sign_layer(places: Cells, shape: Shape, between: Between, state: SceneState) -> LineLayer:
    return LineLayer(NO_LINE, line_places(lines_among(places), shape, between), between, state)


def line_clicks(
    glyph: LineGlyph, key: str, ends: NDArray[np.int64], between: Between, most: int = 1, *, is_numbered: bool = False
) -> LineClicks:
    """Each click on one of these places, shape (lines, 2, 2), adds a line, up to the most; the next one says that none
    is there, the last one clears it. key: of the lines in the JSON of an answer."""
    steps = (LineStep(glyph, key=key, count=count) for count in range(1, most + 1))
    return LineClicks(ends, between, (LineStep(), *steps, LineStep(state=SceneState.EMPTY)), is_numbered)


def neighbour_lines(shape: tuple[int, int], between: Between) -> NDArray[np.int64]:
    """All lines that join neighbours on a board of that shape, those across first, row by row: shape (lines, 2, 2)."""
    height, width = (side + (between is Between.CORNERS) for side in shape)
    point = np.indices((height, width), np.int64).transpose(1, 2, 0)
    across = np.stack([point[:, :-1], point[:, 1:]], axis=-2).reshape(-1, 2, 2)
    return np.concatenate([across, np.stack([point[:-1], point[1:]], axis=-2).reshape(-1, 2, 2)])
