"""The scene of a puzzle of `cell_puzzle` that says no other: its words, its areas, and the pieces of an answer.

A piece lies over the word of its cell; of a shaded cell, the word is still to be read in pictures. Cells that are known
to be empty have a cross, but where a word stands, that stays as it is, or has a ring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.glyphs import SHADE, STAR, WORD
from models.puzzles.scenes.layers import (
    board_title,
    covered_cells,
    piece_clicks,
    piece_layers,
    shaded_layers,
    sign_layers,
    word_layers,
)
from models.puzzles.scenes.scene import Glyph, Scene
from models.puzzles.scenes.view import View

Words: TypeAlias = Callable[[Any], NDArray[Any]]
Areas: TypeAlias = Callable[[Any], NDArray[np.int64]] | None
OPEN = "."


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """How pieces are drawn. glyph: as what; shaded: do words stay on them in pictures? ringed: has the word of a cell
    that is known to be empty a ring (in text a +)?"""

    glyph: Glyph = STAR
    shaded: bool = False
    ringed: bool = False


STARS = PieceStyle()
SHADED = PieceStyle(SHADE, shaded=True)
RINGED = PieceStyle(SHADE, shaded=True, ringed=True)


@dataclass(frozen=True, slots=True)
class CellScene:
    """`Extras.scene` of such a puzzle. words: of its cells, `.` for none; areas: lines are drawn between them; piece:
    the glyph of the style under the name of the puzzle's piece; key: of the pieces in JSON."""

    title: str
    words: Words
    areas: Areas
    style: PieceStyle
    piece: Glyph
    key: str

    def __call__(self, instance: Any, view: View) -> Scene:
        """What is to be seen of a board."""
        words = self.words(instance)
        worded, shape = words != OPEN, words.shape
        if self.style.shaded:
            layers = shaded_layers(self.piece, view, words, worded, self.style.ringed)
        else:
            layers = word_layers(WORD, words, worded, hidden=covered_cells(view)) + piece_layers(
                self.piece, view, shape
            )
        return Scene(
            shape,
            board_title(self.title, shape, view, f"{self.piece.name}s"),
            (*layers, *sign_layers(view, shape, ~worded)),
            areas=None if self.areas is None else np.asarray(self.areas(instance)),
            clicks=piece_clicks(self.piece, self.key, np.ones(shape, np.bool_)),
        )
