"""What of an answer breaks a rule, for drawings: found by the rows of a model.

A row of its own cell (a wall with a number), too many or too few: that cell; with a number beside the board: that
number; so it is with a row that is all about what one cell holds. A row with too many pieces: those pieces, cells or
lines, also where it says how many cells have none. A row that asks for no more than some of its cells (three cells may
not all be empty): those that have none. All other rows with too few, a line or a region that lacks a star or a digit,
mark nothing: each of their cells may be right as it is, and one piece in a wrong place would mark half the board.
`verify` tells in a sentence what is lacking, and cells that no laid piece covers are seen by themselves.

Of rows about other variables than those of the answer, clues are judged: a clue is wrong where its rows cannot hold by
what follows from the answer by the rules that are no clues. Rules that no rows state are left to `verify`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model
from models.neutral.evaluate import row_sums
from models.neutral.rows import literal_values
from models.puzzles.model.added_values import find_refuted
from models.puzzles.parts.answers import AnswerKind, CellNumbers, CellPieces
from models.puzzles.parts.two_kinds import TwoKinds
from models.puzzles.scenes.drawings import SceneOf
from models.puzzles.scenes.scene import NO_LINE, NOTHING, Between, LineLayer, Margin, Scene, SceneLayer, SceneState
from models.puzzles.scenes.view import View, cells_among, line_places, lines_among, places_of
from models.puzzles.stated_words import Cells, row_cells, row_margin, stated_cells

MOST_CELLS = 10_000  # of a board whose answer is judged before it is drawn
MOST_LITERALS = 1_000_000  # of the rows about other variables, if clues are judged by them


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
        shape = drawn.shape
        found = find_faults(self.formulation(instance), self.answer, view.answer, shape)
        between = next((places.between for places in drawn.line_places), Between.CELLS)
        cells = SceneLayer(NOTHING, places_of(cells_among(found.places), shape), SceneState.WRONG)
        lines = LineLayer(NO_LINE, line_places(lines_among(found.places), shape, between), between, SceneState.WRONG)
        sides = drawn.margins.items()
        margins: dict[str, Any] = {side: _mark_words(margin, side, found.margins) for side, margin in sides}
        return replace(drawn, layers=(*drawn.layers, lines, cells), **margins)


@dataclass(frozen=True, slots=True)
class Faults:
    """places: cells and lines, to blame or with a clue that is not kept. margins: words beside the board, ("left", 2)
    for row 3."""

    places: frozenset[Any] = frozenset()
    margins: frozenset[tuple[str, int]] = frozenset()


class BlankCells(NamedTuple):
    """By variable: is it a piece or a number in a cell, or a piece; and has a cell without it one of another colour?"""

    are_of_cells: NDArray[np.bool_]
    are_pieces: NDArray[np.bool_]
    are_coloured: NDArray[np.bool_]


def find_faults(model: Model, kind: AnswerKind, answer: Any, shape: tuple[int, ...]) -> Faults:
    """What an answer has wrong by the rows of the model. shape: of the board."""
    variables, values = kind.variables(model), np.zeros(model.variables + 1, np.int64)
    values[variables] = kind.holds(model, answer)
    known = np.zeros(model.variables + 1, np.bool_)
    known[variables] = known[0] = True
    found, blanks = _refuted_clues(model, values, known, shape), _blank_cells(model, kind)
    for block in model.stated_blocks:
        sums = row_sums(block, values)
        broken = (sums - block.lo) % 2 > 0 if block.kind is Kind.PARITY else (sums < block.lo) | (sums > block.hi)
        if block.when is not None:
            broken &= literal_values(values, block.when) == 1
        for row in np.flatnonzero(broken & ~_open_rows(block, known)).tolist():
            pieces = _pieces_to_blame(block, row, values, bool(sums[row] > block.hi[row]), blanks)
            margin = row_margin(model, block, row, shape) if block.is_clue else None
            cells = row_cells(block, row)
            if margin is None:
                cells |= _only_cell(model, block, row, blanks.are_of_cells)
            found.append((cells.union(*(stated_cells(model, x) for x in pieces)), margin))
    places = frozenset[Any]().union(*(cells for cells, _ in found))
    return Faults(places, frozenset(margin for _, margin in found if margin is not None))


ClueAt: TypeAlias = "tuple[Cells, tuple[str, int] | None]"
"""Cells, and a word beside the board."""


def _refuted_clues(
    model: Model, values: NDArray[np.int64], known: NDArray[np.bool_], shape: tuple[int, ...]
) -> list[ClueAt]:
    """Where the clues are written whose rows are about variables that are not known, and cannot hold."""
    rules, clues = [], dict[ClueAt, list[Block]]()
    literals = 0
    for block in (each for each in model.stated_blocks if each.graph < 0):
        is_open = _open_rows(block, known)
        if not block.is_clue:
            rules.append(block.take(is_open))
            literals += len(rules[-1].rows.literals)
            continue
        rows_at: dict[ClueAt, list[int]] = {}
        for row in np.flatnonzero(is_open).tolist():
            margin = row_margin(model, block, row, shape)
            at = (row_cells(block, row) if margin is None else frozenset(), margin)
            rows_at.setdefault(at, []).append(row)
        for at, rows in rows_at.items():
            clues.setdefault(at, []).append(block.take(np.array(rows)))
    clues.pop((frozenset(), None), None)
    if not clues or literals > MOST_LITERALS:
        return []
    refuted = find_refuted(rules, list(clues.values()), model.lower, model.upper, values, known)
    return [at for at, is_refuted in zip(clues, refuted.tolist(), strict=True) if is_refuted]


def _blank_cells(model: Model, kind: AnswerKind) -> BlankCells:
    """Which variables of an answer are about single cells."""
    of_cells, pieces, coloured = np.zeros((3, model.variables + 1), np.bool_)
    for each in (kind.first, kind.second) if isinstance(kind, TwoKinds) else (kind,):
        own = each.variables(model)
        of_cells[own] = isinstance(each, CellPieces | CellNumbers)
        pieces[own] = isinstance(each, CellPieces)
        coloured[own] = isinstance(each, CellPieces) and each.other != ""
    return BlankCells(of_cells, pieces, coloured)


def _open_rows(block: Block, known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows are about a variable that is not known, or have such a guard."""
    is_open: NDArray[np.bool_] = block.rows.sums((~known[np.abs(block.rows.literals)]).astype(np.int64)) > 0
    return is_open if block.when is None else is_open | ~known[np.abs(block.when)]


def _only_cell(model: Model, block: Block, row: int, are_of_cells: NDArray[np.bool_]) -> Cells:
    """The cell that all literals of a row are about; none where they are about several, or are no pieces in cells."""
    literals, only = block.rows[row], frozenset[Any]()
    if not are_of_cells[np.abs(literals)].all():
        return only
    for literal in literals.tolist():
        cells = stated_cells(model, literal)
        if len(cells) != 1 or (only and cells != only):
            return frozenset()
        only = cells
    return only


def _pieces_to_blame(
    block: Block, row: int, values: NDArray[np.int64], is_too_many: bool, blanks: BlankCells
) -> list[int]:
    """The literals to blame: of pieces where they are too many, or where there may not be all of them; of cells without
    a piece where the row asks for no more than that one of them has one."""
    if block.kind not in (Kind.CLAUSE, Kind.CARDINALITY):
        return []
    literals = block.rows[row]
    holding = literals[values[np.abs(literals)] == 1]
    pieces: list[int] = holding[holding > 0 if is_too_many else holding < 0].tolist()
    if pieces or is_too_many or block.is_clue or (literals < 0).any() or row_cells(block, row):
        return pieces
    may_blame = blanks.are_pieces if block.hi[row] >= len(literals) else blanks.are_coloured
    lacking: list[int] = literals[values[literals] == 0].tolist()
    return lacking if may_blame[literals].all() else []


def _mark_words(margin: Margin, side: str, wrong: frozenset[tuple[str, int]]) -> Margin:
    """The margin, with the words at these places wrong, unless the scene says itself which are."""
    if margin.states:
        return margin
    states = (SceneState.WRONG if (side, i) in wrong else SceneState.PLAIN for i in range(len(margin.words)))
    return replace(margin, states=tuple(states))
