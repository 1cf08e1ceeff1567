"""Boards that pieces divide, and what clicks mean where pieces are laid on cells: which ways there are to lay one, for
pages that let people play.

The ways are those of the array `place` of a model, in its order, so that the rows of the model can be judged by what
lies on the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.boards import Mask, Numbers
from models.puzzles.parts.laid_pieces import Laid, LaidPieces
from models.puzzles.scenes.drawings import SceneOf
from models.puzzles.scenes.glyphs import GIVEN, LAID
from models.puzzles.scenes.layers import board_title, sign_layers, word_layers
from models.puzzles.scenes.scene import NOTHING, OUTSIDE, Glyph, PieceClicks, PiecePlace, Scene, SceneLayer
from models.puzzles.scenes.text import draw_text
from models.puzzles.scenes.view import Cells, View, places_of

MOST_PLACES = 30_000  # ways to lay a piece that a page lists


def laid_clicks(
    kind: LaidPieces,
    state_model: Callable[[], Model],
    glyphs: Mapping[str, Glyph],
    words: Mapping[str, str],
    copies: Mapping[str, int] | None = None,
    letter: Glyph = NOTHING,
    room: Glyph = NOTHING,
) -> PieceClicks:
    """Clicks that lay pieces.

    state_model: states the rules; it is called when somebody asks for the ways to lay a piece.
    glyphs, words: of each piece by its name, how its cells are drawn, and its letter.
    copies: how often each lies in an answer; None where that is open.
    letter: what has the words.
    room: what lies in the ground where no piece does.
    """

    @cache
    def list_places() -> tuple[PiecePlace, ...] | None:
        model = state_model()
        if len(kind.variables(model)) > MOST_PLACES:
            return None
        return tuple(PiecePlace(name, cells, glyphs[name], words[name]) for name, cells in kind.list_laid(model))

    return PieceClicks(list_places, copies, kind.key, letter, room)


def laid_scene(
    title: str, view: View, kind: LaidPieces, words: NDArray[Any], clued: Mask, state_model: Callable[[], Model]
) -> Scene:
    """Words in cells, and the pieces of an answer, which divide the board.

    words: of the cells, shape (rows, columns).
    clued: the cells whose word is shown.
    state_model: states the rules; it is called when somebody wants to lay pieces.
    """
    scene = Scene(
        words.shape,
        board_title(title, words.shape, view, kind.key),
        (*word_layers(GIVEN, words, clued), *sign_layers(view, words.shape)),
        clicks=laid_clicks(kind, state_model, defaultdict(lambda: LAID), defaultdict(str)),
    )
    return divided_by_pieces(scene, view)


def divided_by_pieces(scene: Scene, view: View) -> Scene:
    """The scene with its cells divided by the pieces of an answer: a ground below these, lines between them, and dashed
    ones around pieces that only the second answer has."""
    differing = set(view.second or ()) - set(view.answer or ())
    areas = _number_cells(view.answer or (), scene.shape, -1)
    ground = (*scene.ground, SceneLayer(LAID, np.argwhere(areas >= 0)))
    others = _number_cells(tuple(sorted(differing)), scene.shape, OUTSIDE) if differing else None
    return replace(scene, ground=ground, areas=areas, other_areas=others)


def _number_cells(laid: Laid, shape: tuple[int, ...], none: int) -> Numbers:
    """By cell the number of the piece that lies on it, `none` without one."""
    numbers = np.full(shape, none)
    for number, (_, cells) in enumerate(laid):
        numbers[tuple(places_of([cell for cell in cells if len(cell) == len(shape)], shape).T)] = number
    return numbers


def draw_laid_text(
    show: SceneOf,
    board: Any,
    answer: Laid | None = None,
    *,
    colour: bool = False,
    second: Laid | None = None,
    empty: Cells = None,
) -> str:
    """The board as text; of two answers one below the other, with marks where the other lays other pieces. show: the
    scene of a board."""
    if second is None or set(second) == set(answer or ()):
        return draw_text(show(board, View(answer, empty=empty)), colour=colour)
    drawn = []
    for laid, rest in ((answer or (), second), (second, answer or ())):
        differing = [cell for placement in laid if placement not in set(rest) for cell in placement[1]]
        drawn.append(draw_text(show(board, View(laid, mark=differing)), colour=colour))
    return f"{drawn[0]}\n\nand the other:\n\n{drawn[1]}\n(<: cells of placements that the other answer has not)"
