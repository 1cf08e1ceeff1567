"""Whole scenes for puzzles that look as usual: a number in each cell, shaded cells or pieces among clues,
lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import SIDES, Mask
from models.puzzles.parts.answers import CellNumbers, CellPieces
from models.puzzles.parts.lines import GridLines
from models.puzzles.parts.two_kinds import split_view
from models.puzzles.regions import find_parted_regions
from models.puzzles.scenes.glyphs import (
    BRIGHT,
    CHALK,
    END,
    FOUND,
    FRAMED_SHADE,
    LOW_FOUND,
    SHADE,
    STONE,
    TOLD_CHALK,
    WALL,
    WORD,
)
from models.puzzles.scenes.layers import (
    board_title,
    covered_cells,
    mask_layer,
    number_clicks,
    number_layers,
    piece_clicks,
    piece_layers,
    shaded_layers,
    sign_layers,
    word_layers,
)
from models.puzzles.scenes.line_layers import line_clicks, line_layers, neighbour_lines
from models.puzzles.scenes.scene import NOTHING, BothClicks, Glyph, LineGlyph, Margin, Scene, SceneLayer, SceneState
from models.puzzles.scenes.view import View
from models.puzzles.svg import Style

NOTHING_HELD: Mapping[str, Any] = MappingProxyType({})
ROUND: Style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def side_words(board: Any, none: str = "", held: Mapping[str, Any] = NOTHING_HELD, least: int = 1) -> dict[str, Any]:
    """What stands beside a board, by side: its fields `left`, `top`, `right`, `bottom`, numbers or lists of numbers.
    none: what is shown of a number below the least one, and of a list that is not told; held: what an answer would have
    there, by side: the clues that it does not meet are wrong; none are where it has another shape than the board."""
    if any(len(of_answer) != len(getattr(board, side)) for side, of_answer in held.items()):
        held = NOTHING_HELD
    sides = {}
    for side in (side for side in SIDES if hasattr(board, side)):
        clues = getattr(board, side)
        if isinstance(clues, tuple):
            words = tuple(" ".join(map(str, each)) or none for each in clues)
        else:
            words = tuple(str(clue) if clue >= least else none for clue in clues.tolist())
        states = tuple(
            SceneState.WRONG if word != none and clue != of_answer else SceneState.PLAIN
            for word, clue, of_answer in zip(words, clues, held.get(side, ()), strict=False)
        )
        sides[side] = Margin(words, states, isinstance(clues, tuple))
    return sides


def number_scene(
    title: str,
    view: View,
    kind: CellNumbers,
    given: NDArray[np.int64],
    most: int,
    areas: NDArray[Any] | None = None,
    layers: Iterable[SceneLayer] = (),
    cells: Mask | None = None,
    cages: NDArray[Any] | None = None,
    **more: Any,
) -> Scene:
    """The numbers that are given, and those of an answer.

    given: shape (rows, columns), 0 where no number is given.
    most: the largest number.
    areas: the number of each cell's area, if there are lines between areas.
    layers: what else lies in cells, below the numbers.
    cells: those with a number; by default all.
    cages: the number of each cell's cage, if there are sums in the corners of cells, and text has lines between cages.
    more: further fields of the scene: `**side_words(board)`, a caption.
    """
    answers = [np.array(each) for each in (view.answer, view.second) if each is not None]
    found = f", {np.count_nonzero(answers[0])} {kind.key}" if answers else ""
    if len(answers) == 2 and answers[0].shape == answers[1].shape:
        found += f"; another answer differs in {np.count_nonzero(answers[0] != answers[1])} of them"
    known = f", {np.count_nonzero(given)} given" if given.any() else ""
    glyph = FOUND if cages is None else LOW_FOUND
    free = (given == 0) & (True if cells is None else cells)
    return Scene(
        given.shape,
        f"{title}, {given.shape[0]} rows and {given.shape[1]} columns{known}{found}",
        (*layers, *number_layers(view, given, glyph), *sign_layers(view, given.shape, free)),
        areas=areas,
        cages=cages,
        clicks=number_clicks(kind.key, most, given, free, glyph, kind.may_lack),
        **more,
    )


def shaded_scene(
    title: str,
    view: View,
    kind: CellPieces,
    words: NDArray[Any],
    clued: Mask,
    areas: NDArray[Any] | None = None,
    ringed: bool = True,
    **more: Any,
) -> Scene:
    """Shaded cells, and words in cells, which stay to be read in pictures.

    words: of the cells, shape (rows, columns).
    clued: the cells whose word is shown.
    areas: the number of each cell's area, if there are lines between areas.
    ringed: is the word of a cell that is known to be empty in a ring?
    more: further fields of the scene: `**side_words(board)`, a caption.
    """
    shade, chalk = (SHADE, CHALK) if areas is None else (FRAMED_SHADE, TOLD_CHALK)
    shade = replace(shade, name=kind.piece)
    return Scene(
        words.shape,
        board_title(title, words.shape, view, f"{kind.piece}s"),
        (*shaded_layers(shade, view, words, clued, ringed, chalk), *sign_layers(view, words.shape, ~clued)),
        areas=areas,
        clicks=piece_clicks(shade, kind.key, np.ones(words.shape, np.bool_)),
        covers=((WORD, chalk),),
        **more,
    )


def piece_scene(
    title: str,
    view: View,
    kind: CellPieces,
    glyph: Glyph,
    words: NDArray[Any],
    clued: Mask,
    areas: NDArray[Any] | None = None,
    blocked: Mask | None = None,
    **more: Any,
) -> Scene:
    """Pieces in cells among words; no piece lies in a cell with a word, or in a blocked one. The number of an area is
    in all of its cells where it lies in several parts, since lines cannot say that these belong together.

    glyph: how a piece is drawn.
    words, clued, areas: as for shaded cells; an area -1 is none.
    blocked: cells that are drawn as walls.
    more: further fields of the scene: `**side_words(board)`, a caption.
    """
    walls = np.zeros(words.shape, np.bool_) if blocked is None else blocked
    free = ~clued & ~walls
    named = np.zeros(words.shape, np.bool_) if areas is None else free & find_parted_regions(areas)
    names = () if areas is None else word_layers(WORD, areas + 1, named, hidden=covered_cells(view))
    return Scene(
        words.shape,
        board_title(title, words.shape, view, f"{kind.piece}s"),
        (
            *([] if blocked is None else [mask_layer(WALL, blocked)]),
            *word_layers(WORD, words, clued),
            *names,
            *piece_layers(glyph, view, words.shape),
            *sign_layers(view, words.shape, free & ~named),
        ),
        areas=areas,
        clicks=piece_clicks(glyph, kind.key, free),
        covers=() if areas is None else ((WORD, NOTHING),),
        **more,
    )


def line_scene(
    title: str,
    view: View,
    kind: GridLines,
    layers: Iterable[SceneLayer],
    shape: tuple[int, int],
    above: Iterable[SceneLayer] = (),
    caption: str = "",
) -> Scene:
    """Lines between cells or dots, above what lies in the cells.

    layers: of the cells, from the bottom up.
    shape: rows and columns of cells.
    above: layers of cells that lines do not cover, such as numbers at which they end.
    caption: what a reader has to know and does not see on the board.
    """
    glyph = _line_glyph(kind)
    return Scene(
        shape,
        board_title(title, shape, view, f"{kind.piece}s"),
        (*layers, *line_layers(glyph, view, shape, kind.between), *above, *sign_layers(view, shape)),
        caption=caption,
        clicks=line_clicks(glyph, kind.key, neighbour_lines(shape, kind.between), kind.between),
        dots=STONE if kind.dots else "",
    )


def end_scene(title: str, view: View, kind: GridLines, numbers: NDArray[np.int64], caption: str = "") -> Scene:
    """Lines between cells, and numbers at which they end.

    numbers: of the cells, shape (rows, columns), 0 for none.
    caption: what a reader has to know and does not see on the board.
    """
    ends = word_layers(END, numbers, numbers > 0)
    return line_scene(title, view, kind, (), (numbers.shape[0], numbers.shape[1]), ends, caption)


def _line_glyph(kind: GridLines) -> LineGlyph:
    return LineGlyph(kind.piece, {**ROUND, "stroke": "#0b5cad", "stroke_width": 3}, colour=BRIGHT)


def shaded_line_scene(
    title: str, view: View, shaded: CellPieces, lines: GridLines, layers: Iterable[SceneLayer], free: Mask
) -> Scene:
    """Shaded cells, and lines between other cells (answers of `TwoKinds`, the cells first).

    layers: what else lies in cells, from the bottom up.
    free: the cells that may be shaded, shape (rows, columns); lines join these.
    """
    shape, (in_cells, between) = free.shape, split_view(view)
    shade, glyph = replace(SHADE, name=shaded.piece), _line_glyph(lines)
    ends = neighbour_lines(shape, lines.between)
    ends = ends[free[ends[..., 0], ends[..., 1]].all(axis=1)]
    more = "" if between.answer is None else f", {len(set(between.answer))} {lines.piece}s"
    return Scene(
        shape,
        board_title(title, shape, in_cells, f"{shaded.piece}s{more}"),
        (
            *layers,
            *piece_layers(shade, in_cells, shape),
            *line_layers(glyph, between, shape, lines.between),
            *sign_layers(view, shape, free),
        ),
        clicks=BothClicks(piece_clicks(shade, shaded.key, free), line_clicks(glyph, lines.key, ends, lines.between)),
    )
