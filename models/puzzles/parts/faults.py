"""What of an answer breaks a rule, for drawings: found by the rows of the model that are about the answer alone.

A row with too many pieces: those pieces, cells or lines, also where it says how many cells have none. A row with a cell
of its own (a wall with a number), too many or too few: that cell. A row with too few and no place of its own marks
nothing: nobody can say which cell is to blame. Rules that no rows state, and rows about other variables, are left to
`verify`, which tells them in sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind, Model
from models.neutral.evaluate import row_sums
from models.puzzles.parts.answers import AnswerKind
from models.puzzles.scenes.drawings import SceneOf
from models.puzzles.scenes.scene import (
    NO_LINE,
    NOTHING,
    Between,
    LineLayer,
    Scene,
    SceneLayer,
    SceneState,
    line_places,
    places_of,
)
from models.puzzles.scenes.view import View, cells_among, lines_among
from models.puzzles.stated_words import stated_cells

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
        found, shape = find_faults(self.formulation(instance), self.answer, view.answer), drawn.shape
        between = next((places.between for places in drawn.line_places), Between.CELLS)
        cells = SceneLayer(NOTHING, places_of(cells_among(found), shape), SceneState.WRONG)
        lines = LineLayer(NO_LINE, line_places(lines_among(found), shape, between), between, SceneState.WRONG)
        return replace(drawn, layers=(*drawn.layers, lines, cells))


def find_faults(model: Model, kind: AnswerKind, answer: Any) -> set[Any]:
    """The cells and lines at which an answer breaks rows of the model."""
    variables, values = kind.variables(model), np.zeros(model.variables + 1, np.int64)
    values[variables] = kind.holds(model, answer)
    is_answer = np.zeros(model.variables + 1, np.bool_)
    is_answer[variables] = True
    found: set[Any] = set()
    for block in (each for each in model.stated_blocks if each.when is None):
        others = block.rows.sums((~is_answer[np.abs(block.rows.literals)]).astype(np.int64))
        sums = row_sums(block, values)
        broken = (sums - block.lo) % 2 > 0 if block.kind is Kind.PARITY else (sums < block.lo) | (sums > block.hi)
        for row in np.flatnonzero((others == 0) & broken).tolist():
            own = None if block.of is None else block.of.cell(int(block.number[row]))
            found |= {own} if own is not None else set()
            if block.kind not in (Kind.CLAUSE, Kind.CARDINALITY):  # nobody can say which of its pieces is to blame
                continue
            literals = block.rows[row]
            pieces = literals[values[np.abs(literals)] == 1]
            found |= _cells_of(model, pieces[pieces > 0 if sums[row] > block.hi[row] else pieces < 0])
    return found


def _cells_of(model: Model, literals: NDArray[np.int32]) -> set[Any]:
    return {cell for x in literals.tolist() for cell in stated_cells(model, x)}
