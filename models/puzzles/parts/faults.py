"""What of an answer breaks a rule, for drawings: found by the rows of the model that are about the answer alone.

A row with too many pieces: those pieces, cells or lines, also where it says how many cells have none. A row with a cell
of its own (a wall with a number), too many or too few: that cell; with a number beside the board: that number. A row
with too few and no place of its own marks nothing: nobody can say which cell is to blame. Rules that no rows state, and
rows about other variables, are left to `verify`, which tells them in sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model
from models.neutral.evaluate import row_sums
from models.puzzles.parts.answers import AnswerKind
from models.puzzles.scenes.drawings import SceneOf
from models.puzzles.scenes.scene import NO_LINE, NOTHING, Between, LineLayer, Margin, Scene, SceneLayer, SceneState
from models.puzzles.scenes.view import View, cells_among, line_places, lines_among, places_of
from models.puzzles.stated_words import row_cells, row_margin, stated_cells

MOST_CELLS = 10_000  # of a board whose answer is judged before it is drawn


@dataclass(frozen=True, slots=True)
class JudgedScene:
    """A scene in which the cells and lines are wrong at which an answer breaks a rule."""

    scene: SceneOf
    answer: AnswerKind
    formulation: Callable[[Any], Model]

    def __call__(self, instance: Any, view: View) -> Scene:
        """The scene; as it is where nothing is judged, or where it says itself what is wrong."""
        drawn = self.scene(instance, view)
        says_wrong = any(layer.state is SceneState.WRONG for layer in drawn.layers)
        if not view.is_judged or view.second is not None or says_wrong or np.prod(drawn.shape) > MOST_CELLS:
            return drawn
        if self.answer.check_places(instance, (drawn.shape[0], drawn.shape[1]), view.answer)[1] is None:
            return drawn
        model, shape = self.formulation(instance), drawn.shape
        broken = find_broken_rows(model, self.answer, view.answer)
        found = _list_places(model, broken)
        between = next((places.between for places in drawn.line_places), Between.CELLS)
        cells = SceneLayer(NOTHING, places_of(cells_among(found), shape), SceneState.WRONG)
        lines = LineLayer(NO_LINE, line_places(lines_among(found), shape, between), between, SceneState.WRONG)
        clues = [rows for rows in broken if rows.block.is_clue]
        beside = {row_margin(model, rows.block, row, shape) for rows in clues for row in rows.rows}
        margins: dict[str, Any] = {side: _mark_words(margin, side, beside) for side, margin in drawn.margins.items()}
        return replace(drawn, layers=(*drawn.layers, lines, cells), **margins)


@dataclass(frozen=True, slots=True, eq=False)
class BrokenRows:
    """The rows of a block that an answer breaks.

    rows: their numbers.
    pieces: literals of each to blame, of those that hold; () where nobody can say which.
    """

    block: Block
    rows: tuple[int, ...]
    pieces: tuple[tuple[int, ...], ...]


def find_faults(model: Model, kind: AnswerKind, answer: Any) -> set[Any]:
    """The cells and lines at which an answer breaks rows of the model."""
    return _list_places(model, find_broken_rows(model, kind, answer))


def find_broken_rows(model: Model, kind: AnswerKind, answer: Any) -> list[BrokenRows]:
    """The rows of the model that are about the answer alone, and broken by it."""
    variables, values = kind.variables(model), np.zeros(model.variables + 1, np.int64)
    values[variables] = kind.holds(model, answer)
    is_answer = np.zeros(model.variables + 1, np.bool_)
    is_answer[variables] = True
    found = []
    for block in (each for each in model.stated_blocks if each.when is None):
        others = block.rows.sums((~is_answer[np.abs(block.rows.literals)]).astype(np.int64))
        sums = row_sums(block, values)
        broken = (sums - block.lo) % 2 > 0 if block.kind is Kind.PARITY else (sums < block.lo) | (sums > block.hi)
        rows = np.flatnonzero((others == 0) & broken).tolist()
        pieces = tuple(_pieces_to_blame(block, row, values, bool(sums[row] > block.hi[row])) for row in rows)
        found.append(BrokenRows(block, tuple(rows), pieces))
    return found


def _pieces_to_blame(block: Block, row: int, values: NDArray[np.int64], is_too_many: bool) -> tuple[int, ...]:
    """The literals that hold, those of pieces where they are too many, else those that say that there is none."""
    if block.kind not in (Kind.CLAUSE, Kind.CARDINALITY):
        return ()
    literals = block.rows[row]
    holding = literals[values[np.abs(literals)] == 1]
    return tuple(holding[holding > 0 if is_too_many else holding < 0].tolist())


def _list_places(model: Model, broken: list[BrokenRows]) -> set[Any]:
    """The places of these rows, and of the pieces to blame."""
    found: set[Any] = set()
    for rows in broken:
        for row, pieces in zip(rows.rows, rows.pieces, strict=True):
            found |= row_cells(rows.block, row)
            found |= {cell for x in pieces for cell in stated_cells(model, x)}
    return found


def _mark_words(margin: Margin, side: str, wrong: set[tuple[str, int] | None]) -> Margin:
    """The margin, with the words at these places wrong, unless the scene says itself which are."""
    if margin.states:
        return margin
    states = (SceneState.WRONG if (side, i) in wrong else SceneState.PLAIN for i in range(len(margin.words)))
    return replace(margin, states=tuple(states))
