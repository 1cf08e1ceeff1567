"""Layers that many puzzles have: pieces of answers, words in cells, and what is said of cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import Mask
from models.puzzles.scenes.glyphs import CHALK, FOUND, GIVEN, WORD
from models.puzzles.scenes.scene import NOTHING, Clicks, ClickStep, Glyph, SceneLayer, SceneState
from models.puzzles.scenes.view import Cells, View, cells_among, places_of

Shape: TypeAlias = tuple[int, ...]


def mask_layer(glyph: Glyph, mask: Mask) -> SceneLayer:
    """A thing in each cell of a mask."""
    return SceneLayer(glyph, np.argwhere(mask))


def piece_layers(glyph: Glyph, view: View, shape: Shape, wrong: Mask | None = None) -> list[SceneLayer]:
    """The pieces of one answer, or of two, of which those are told apart that only one has; answers are sets of cells.
    wrong: where a piece breaks a rule. Pieces beside the board are left out."""
    pieces, others = set(view.answer or ()), None if view.second is None else set(view.second)
    at = places_of(pieces, shape)
    faulty = np.zeros(len(at), np.bool_) if wrong is None else wrong[tuple(at.T)]
    if others is None:
        return [SceneLayer(glyph, at[~faulty]), SceneLayer(glyph, at[faulty], SceneState.WRONG)]
    return [
        SceneLayer(glyph, places_of(pieces & others, shape)),
        SceneLayer(glyph, places_of(pieces - others, shape), SceneState.ONE),
        SceneLayer(glyph, places_of(others - pieces, shape), SceneState.OTHER),
        SceneLayer(NOTHING, at[faulty], SceneState.WRONG),
    ]


def covered_cells(view: View) -> set[Any]:
    """The cells in which an answer has a piece."""
    return {*(view.answer or ()), *(view.second or ())}


def word_layers(
    glyph: Glyph, words: NDArray[Any], cells: Mask, wrong: Mask | None = None, hidden: Cells = None
) -> list[SceneLayer]:
    """The words of the cells of a mask, those apart that are wrong. hidden: cells that something else covers."""
    covered, faulty = np.zeros(words.shape, np.bool_), np.zeros(words.shape, np.bool_) if wrong is None else wrong
    covered[tuple(places_of(hidden, words.shape).T)] = True
    split = ((cells & ~faulty & ~covered, SceneState.PLAIN), (cells & faulty & ~covered, SceneState.WRONG))
    return [SceneLayer(glyph, np.argwhere(mask), state, tuple(map(str, words[mask].tolist()))) for mask, state in split]


def shaded_layers(
    glyph: Glyph, view: View, words: NDArray[Any], clued: Mask, ringed: bool = True, chalk: Glyph = CHALK
) -> list[SceneLayer]:
    """Shaded cells as pieces, and the words of clues, which stay to be read in pictures: in white where the answer
    shades their cell. ringed: has the word of a cell that is known to be empty a ring? chalk: of the words in white."""
    covered = np.zeros(words.shape, np.bool_)
    covered[tuple(places_of(view.answer, words.shape).T)] = True
    kept = places_of(view.empty if ringed else None, words.shape)
    return [
        *word_layers(WORD, words, clued & ~covered),
        *piece_layers(glyph, view, words.shape),
        *word_layers(chalk, words, clued & covered),
        SceneLayer(NOTHING, kept[clued[tuple(kept.T)]], SceneState.KEPT),
    ]


def number_layers(view: View, given: NDArray[np.int64], found_glyph: Glyph = FOUND) -> list[SceneLayer]:
    """A number in each cell: those that are given, and those of an answer, which is a grid of numbers, 0 where none is
    known; where two answers differ, both numbers, `3/5`; where an answer changes a given number, what it says, as
    wrong. given: shape (rows, columns), 0 for none. An answer of another shape is not drawn."""
    one = _numbers_like(view.answer, given)
    other = one if view.second is None else _numbers_like(view.second, given)
    differs, changed = (one != other) & (one > 0) & (other > 0), (given > 0) & (one > 0) & (one != given)
    is_given, found = (given > 0) & ~changed, np.where(one > 0, one, other)
    shown = differs & ~changed
    both = np.char.add(np.char.add(one.astype(str), "/"), other.astype(str))
    return [
        SceneLayer(GIVEN, np.argwhere(is_given), words=tuple(given[is_given].astype(str).tolist())),
        SceneLayer(GIVEN, np.argwhere(changed), SceneState.WRONG, tuple(one[changed].astype(str).tolist())),
        *word_layers(found_glyph, found, (given == 0) & ~differs & (found > 0)),
        SceneLayer(found_glyph, np.argwhere(shown), SceneState.ONE, tuple(both[shown].tolist())),
    ]


def _numbers_like(answer: Any, given: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of an answer; zeros where it has another shape."""
    rows = [] if answer is None else list(answer)
    fits = len(rows) == len(given) and all(len(row) == given.shape[1] for row in rows)
    return np.array(rows, np.int64) if fits else np.zeros_like(given)


def number_clicks(
    key: str, most: int, given: NDArray[np.int64], cells: Mask, found_glyph: Glyph = FOUND, may_lack: bool = False
) -> Clicks:
    """Clicks in these cells count up from 1 to the largest number, then clear the cell. key: of the grid of numbers in
    the JSON of an answer; given: the numbers before any click; may_lack: can a cell be said to have none?"""
    numbers = range(1, most + 1)
    steps = (ClickStep(replace(found_glyph, name=f"number {n}", letter=str(n)), key=key, number=n) for n in numbers)
    none = (ClickStep(state=SceneState.EMPTY),) if may_lack else ()
    return Clicks(np.argwhere(cells), (ClickStep(), *steps, *none), given)


def sign_layers(view: View, shape: Shape, open_cells: Mask | None = None) -> list[SceneLayer]:
    """What the view says of cells: marked, known to be empty, deduced. open_cells: where being empty is worth a sign;
    by default everywhere."""
    empty = places_of(cells_among(view.empty), shape)
    if open_cells is not None:
        empty = empty[open_cells[tuple(empty.T)]]
    return [
        SceneLayer(NOTHING, places_of(cells_among(view.mark), shape), SceneState.MARKED),
        SceneLayer(NOTHING, empty, SceneState.EMPTY),
        SceneLayer(NOTHING, places_of(cells_among(view.fresh), shape), SceneState.DEDUCED),
    ]


def piece_clicks(glyph: Glyph, key: str, cells: Mask) -> Clicks:
    """The first click puts a piece into one of these cells, the second one says that it is empty, the third one clears
    it. key: of the pieces in the JSON of an answer."""
    return Clicks(np.argwhere(cells), (ClickStep(), ClickStep(glyph, key=key), ClickStep(state=SceneState.EMPTY)))


def board_title(name: str, shape: Shape, view: View, pieces: str, more: str = "") -> str:
    """`Akari, 7 rows and 7 columns, 12 walls, 9 lamps; another answer moves 2 of them`. pieces: in the plural; more:
    what else there is, in a few words."""
    title = f"{name}, {shape[-2]} rows and {shape[-1]} columns{', ' if more else ''}{more}"
    if view.answer is not None:
        title += f", {len(set(view.answer))} {pieces}"
    if view.second is not None:
        title += f"; another answer moves {len(set(view.second) - set(view.answer or ()))} of them"
    return title
