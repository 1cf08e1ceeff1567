"""The lines of a scene as letters: between those of the cells (`canvas`), and in cells that a line passes.

A line hides nothing: in a cell, its letter stands only where nothing else is. Where two lines cross, there is a `+`.
What a state says stands at the middle of a line.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.canvas import (
    Canvas,
    Points,
    Texts,
    blank_canvas,
    border_canvas,
    middle_places,
    passed_places,
)
from models.puzzles.scenes.scene import Between, LineLayer, Scene, SceneState
from models.puzzles.scenes.states import PAIR, STATES

CROSSING, DOT, DIM = "+", "+", "\x1b[2m"
ACROSS, DOWN = 1, 2  # how a line runs through a cell


class LineWriter:
    """Writes lines into the letters of cells, `words`, their `colours`, and a canvas."""

    def __init__(self, scene: Scene, words: Texts, colours: Texts, colour: bool) -> None:
        self.words, self.colours, self.has_colour = words, colours, colour
        self.blank, self.empty = scene.blank, scene.empty
        self.canvas = _blank_canvas(scene, colour)
        self.run = np.zeros(words.shape, np.int8)  # of the line whose letter stands in a cell, 0 for none

    def write(self, layer: LineLayer) -> None:
        """The lines of a layer, over those that are there."""
        signs, glyph = STATES[layer.state], layer.glyph
        colour = (signs.colour or glyph.colour) if self.has_colour else ""
        change = layer.ends[:, 1] - layer.ends[:, 0]
        for run, letters, chosen in (
            (ACROSS, glyph.across, change[:, 0] == 0),
            (DOWN, glyph.down, change[:, 1] == 0),
        ):
            ends = layer.ends[chosen]
            middle = middle_places(ends, layer.between, self.canvas.has_rows)
            if glyph.name:
                letter = glyph.letter_in(layer.state, layer.count, run == DOWN)
                fill = letters[0] if layer.between is Between.CORNERS else letter
                self._write(passed_places(ends, layer.between), run, letter, colour, fill if run == ACROSS else " ")
            elif layer.state is SceneState.EMPTY:
                self._write(middle[self._is_free(middle)], run, self.empty, colour)
            if signs.letter:
                self._write(middle, run, signs.letter, colour)

    def _is_free(self, places: Points) -> NDArray[np.bool_]:
        """Where nothing is."""
        in_cells, cells = (places % 2 == 1).all(axis=1), tuple(places.T // 2)
        free: NDArray[np.bool_] = self.canvas.signs[tuple(places.T)] == " "
        free[in_cells] = self.words[tuple(index[in_cells] for index in cells)] == self.blank
        return free

    def _write(self, places: Points, run: int, letter: str, colour: str, fill: str = "") -> None:
        """A letter at these places, "" for `fill` leaves beside them what is there."""
        in_cells = (places % 2 == 1).all(axis=1)
        at = tuple(places[~in_cells].T)
        self.canvas.signs[at], self.canvas.colours[at] = letter, colour
        if fill:
            self.canvas.fills[at] = fill
        cells = places[in_cells] // 2
        before = self.run[tuple(cells.T)]
        free = (before > 0) | np.isin(self.words[tuple(cells.T)].astype(str), (self.blank, self.empty))
        crossing, at = (before + run == ACROSS + DOWN)[free], tuple(cells[free].T)
        self.words[at], self.colours[at], self.run[at] = np.where(crossing, CROSSING, letter), colour, run


def _blank_canvas(scene: Scene, colour: bool) -> Canvas:
    """The canvas of a board with its dots, or with borders where it has areas."""
    if scene.areas is not None:
        return border_canvas(scene.areas, _between(scene))
    has_dots = bool(scene.dots) or any(places.between is Between.CORNERS for places in scene.line_places)
    has_rows = has_dots or any(_joins_neighbours(places.ends) for places in scene.line_places)
    canvas = blank_canvas((scene.shape[0], scene.shape[1]), has_dots, has_rows, _between(scene))
    if has_dots:
        canvas.signs[::2, ::2], canvas.colours[::2, ::2] = DOT, DIM if colour else ""
    return canvas


def _between(scene: Scene) -> Between:
    return next((places.between for places in scene.line_places), Between.CORNERS)


def _joins_neighbours(ends: NDArray[np.int64]) -> bool:
    """Does a line run from a cell to the one below?"""
    return bool((ends[:, 1] - ends[:, 0] == (1, 0)).all(axis=1).any())


def line_legends(scene: Scene) -> Iterator[str]:
    """Which letter stands for which answer, and which for how many lines side by side, where they are more than two."""
    for glyph in {layer.glyph.name: layer.glyph for layer in scene.line_layers if layer.state in PAIR}.values():
        one, other = glyph.pair
        yield f"{one}: {glyph.name} in this answer only, {other}: in the other only"
    counted = (layer for layer in scene.line_layers if layer.count > 2 and layer.state is SceneState.PLAIN)
    for glyph in {layer.glyph.name: layer.glyph for layer in counted}.values():
        letters = enumerate(glyph.across[2:], 3)
        yield ", ".join(f"{letter}: {count} {glyph.name}s" for count, letter in letters)
