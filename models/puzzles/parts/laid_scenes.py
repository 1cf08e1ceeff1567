"""What clicks mean where pieces are laid on cells: which ways there are to lay one, for pages that let people play.

The ways are those of the array `place` of a model, in its order, so that the rows of the model can be judged by what
lies on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from models.neutral import Model
from models.puzzles.parts.laid_pieces import LaidPieces
from models.puzzles.scenes.scene import NOTHING, Glyph, PieceClicks, PiecePlace

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
