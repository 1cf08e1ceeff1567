"""Layers that many puzzles have: pieces of answers, words in cells, and what is said of cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.scene import NOTHING, Glyph, SceneLayer, SceneState, places_of
from models.puzzles.scenes.view import Cells, View

Shape2D = tuple[int, ...]


def mask_layer(glyph: Glyph, mask: NDArray[np.bool_]) -> SceneLayer:
    """A thing in each cell of a mask."""
    return SceneLayer(glyph, np.argwhere(mask))


def piece_layers(glyph: Glyph, view: View, shape: Shape2D, wrong: Iterable[Any] = ()) -> list[SceneLayer]:
    """The pieces of one answer, or of two, of which those are told apart that only one has; answers are sets of cells.
    wrong: pieces that break a rule. Pieces beside the board are left out."""
    pieces, faulty = set(view.answer or ()), set(wrong)
    if view.second is None:
        return [
            SceneLayer(glyph, places_of(pieces - faulty, shape)),
            SceneLayer(glyph, places_of(pieces & faulty, shape), SceneState.WRONG),
        ]
    others = set(view.second)
    return [
        SceneLayer(glyph, places_of(pieces & others, shape)),
        SceneLayer(glyph, places_of(pieces - others, shape), SceneState.ONE),
        SceneLayer(glyph, places_of(others - pieces, shape), SceneState.OTHER),
        SceneLayer(NOTHING, places_of(pieces & faulty, shape), SceneState.WRONG),
    ]


def covered_cells(view: View) -> set[Any]:
    """The cells in which an answer has a piece."""
    return {*(view.answer or ()), *(view.second or ())}


def word_layers(
    glyph: Glyph, words: NDArray[Any], cells: NDArray[np.bool_], wrong: Cells = None, hidden: Cells = None
) -> list[SceneLayer]:
    """The words of the cells of a mask, those apart that are wrong. hidden: cells that something else covers."""
    faulty, covered = np.zeros(words.shape, np.bool_), np.zeros(words.shape, np.bool_)
    faulty[tuple(places_of(wrong, words.shape).T)] = True
    covered[tuple(places_of(hidden, words.shape).T)] = True
    split = ((cells & ~faulty & ~covered, SceneState.PLAIN), (cells & faulty & ~covered, SceneState.WRONG))
    return [SceneLayer(glyph, np.argwhere(mask), state, tuple(map(str, words[mask].tolist()))) for mask, state in split]


def sign_layers(view: View, shape: Shape2D, open_cells: NDArray[np.bool_] | None = None) -> list[SceneLayer]:
    """What the view says of cells: marked, known to be empty, deduced. open_cells: where being empty is worth a sign;
    by default everywhere."""
    empty = places_of(view.empty, shape)
    if open_cells is not None:
        empty = empty[open_cells[tuple(empty.T)]]
    return [
        SceneLayer(NOTHING, places_of(view.mark, shape), SceneState.MARKED),
        SceneLayer(NOTHING, empty, SceneState.EMPTY),
        SceneLayer(NOTHING, places_of(view.fresh, shape), SceneState.DEDUCED),
    ]


def board_title(name: str, shape: Shape2D, view: View, pieces: str, more: str = "") -> str:
    """`Akari, 7 rows and 7 columns, 12 walls, 9 lamps; another answer moves 2 of them`. pieces: in the plural; more:
    what else there is, in a few words."""
    title = f"{name}, {shape[-2]} rows and {shape[-1]} columns{', ' if more else ''}{more}"
    if view.answer is not None:
        title += f", {len(set(view.answer))} {pieces}"
    if view.second is not None:
        title += f"; another answer moves {len(set(view.second) - set(view.answer or ()))} of them"
    return title
