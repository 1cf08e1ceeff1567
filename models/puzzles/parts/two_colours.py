"""Boards whose cells have one of two colours, some of them given; an answer is the set of the cells of one colour.

disc = m.bools("black_disc", shape, says=each("a black disc at {cell}", denies="a white disc at {cell}"))
state_given_colours(m, disc, p.discs, "disc", "black", "white")

. o .     OPEN   OTHER  OPEN      text: COLOUR_WORDS     answer: CellPieces("black disc")
x . .     PIECE  OPEN   OPEN      picture: colour_scene, in which both colours are seen and can be put
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, each
from models.puzzles.boards import Cells, Literals, Mask, Numbers, cells_where, mask_of_cells
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.grid_words import LetterWords
from models.puzzles.scenes.glyphs import TINT
from models.puzzles.scenes.layers import board_title, covered_cells, mask_layer, piece_layers, sign_layers
from models.puzzles.scenes.scene import Clicks, ClickStep, Glyph, Scene
from models.puzzles.scenes.view import View, cells_among, places_of

OPEN, OTHER, PIECE = 0, 1, 2
COLOUR_WORDS = LetterWords({".": OPEN, "o": OTHER, "x": PIECE})


def state_given_colours(m: Model, pieces: Literals, given: Numbers, noun: str, colour: str, other: str) -> None:
    """Cells whose colour is given keep it. pieces: whether a cell has `colour`; noun: what has colours (`disc`)."""
    known = np.flatnonzero(given.ravel())
    is_piece = given.ravel()[known] == PIECE
    of = each(f"the {{colour}} {noun} given at {{cell}}", colour=np.where(is_piece, colour, other), cell=given != OPEN)
    literals = pieces.ravel()[known]
    m.true(f"{noun}s that are given stay", np.where(is_piece, literals, -literals), of=of, clue=True)


def state_different_rows(m: Model, table: Literals, line: str, across: str) -> None:
    """No two rows of the table are alike. line, across: what its rows and its columns are on the board,
    `row` and `column`, or the other way round."""
    count, length = table.shape
    one, other = np.triu_indices(count, 1)
    first, second, place = np.repeat(one, length), np.repeat(other, length), np.tile(np.arange(length), len(one))
    says = each(
        f"a difference of {line}s {{first}} and {{second}} in {across} {{place}}",
        first=first + 1,
        second=second + 1,
        place=place + 1,
    )
    differ, sentence = m.bools(f"{line}s_differ", (len(one), length), says=says), f"no two {line}s are alike"
    pairs = each(
        f"{across} {{place}} of {line}s {{first}} and {{second}}", place=place + 1, first=first + 1, second=second + 1
    )
    both = np.stack([table[first, place], table[second, place]], axis=1)
    m.parity(1, sentence, both, holds=differ.ravel(), of=pairs)
    of = each(f"the {line}s {{first}} and {{second}}", first=one + 1, second=other + 1, plural=True)
    m.any(sentence, differ, of=of)


def changed_colours(given: Numbers, pieces: Cells) -> Cells:
    """The cells whose colour is given, and another in an answer."""
    has = set(pieces)
    return tuple(
        (r, c)
        for r, row in enumerate(given.tolist())
        for c, colour in enumerate(row)
        if colour != OPEN and (colour == PIECE) != ((r, c) in has)
    )


def colours_of_answer(pieces: Cells, shape: tuple[int, int]) -> Numbers:
    """The colours of all cells in an answer, as they would be given."""
    return np.where(mask_of_cells(pieces, shape), PIECE, OTHER)


def colour_scene(
    title: str,
    view: View,
    kind: CellPieces,
    given: NDArray[np.int64],
    glyphs: tuple[Glyph, Glyph],
    areas: NDArray[Any] | None = None,
    caption: str = "",
) -> Scene:
    """Cells of two colours, where an answer is the set of those of one colour: the others are seen, too, where all is
    known, or where the view says that these hold no piece. Given cells are tinted.

    given: OPEN, OTHER for a cell without a piece, PIECE; shape (rows, columns).
    glyphs: of a piece, and of a cell without one; given ones have capital letters in text.
    areas: the number of each cell's area, if there are lines between areas.
    caption: what a reader has to know and does not see on the board.
    """
    (piece, other), is_open = glyphs, given == 0
    covered = _mask_places(covered_cells(view), given.shape)
    known = np.full(given.shape, view.answer is not None)
    if view.empty is not None:
        known = _mask_places(cells_among(view.empty), given.shape)
    return Scene(
        given.shape,
        board_title(title, given.shape, view, f"{kind.piece}s"),
        (
            *piece_layers(piece, _without_cells(view, given > 0), given.shape),
            mask_layer(other, is_open & known & ~covered),
            *(mask_layer(_as_given(glyph), given == colour) for glyph, colour in ((other, OTHER), (piece, PIECE))),
            *sign_layers(view, given.shape, np.zeros(given.shape, np.bool_)),
        ),
        ground=(mask_layer(TINT, ~is_open),),
        areas=areas,
        caption=caption,
        clicks=Clicks(
            np.argwhere(is_open),
            (ClickStep(), ClickStep(piece, key=kind.key), ClickStep(other)),
            given=np.argwhere(given == PIECE),
        ),
        level=0,
    )


def _as_given(glyph: Glyph) -> Glyph:
    """The glyph of a given thing."""
    return replace(glyph, name=f"given {glyph.name}", letter=glyph.letter.upper(), colour="")


def _mask_places(cells: Iterable[Any], shape: tuple[int, ...]) -> Mask:
    """The mask of those of the cells that are on the board."""
    mask = np.zeros(shape, np.bool_)
    mask[tuple(places_of(cells, shape).T)] = True
    return mask


def _without_cells(view: View, cells: Mask) -> View:
    """The view without pieces of its answers in these cells."""
    dropped = set(cells_where(cells))
    one, other = (
        None if answer is None else [cell for cell in answer if tuple(cell) not in dropped]
        for answer in (view.answer, view.second)
    )
    return replace(view, answer=one, second=other)
