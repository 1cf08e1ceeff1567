"""Answers that are pieces laid on cells, such as tilings: (("L", ((0, 0), (0, 1), (1, 0))), ...), all sorted.

JSON {"pieces": [{"piece": "L", "cells": [[0, 0], ...]}, ...]}. In every formulation, the array `place` has a Boolean
for each way to lay a piece; its words have a column `piece`, the names, and a column `cells` (`cell_groups`).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, ModelError
from models.neutral.wording.word_columns import CellGroupColumn
from models.puzzles.boards import Isometry
from rosetta.foundation.errors import InputError

Laid: TypeAlias = tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]
"""Names and cells, these as (row, column) or (layer, row, column) from 0."""
ARRAY, NAMES, CELLS = "place", "piece", "cells"


@dataclass(frozen=True, slots=True)
class LaidPieces:
    """A set of pieces, each on its cells."""

    piece: str = "piece"
    key: str = "pieces"

    @property
    def example(self) -> Laid:
        return (("V", ((0, 0), (0, 1), (1, 0))),)

    def variables(self, model: Model) -> NDArray[np.int32]:
        return model.arrays[ARRAY]

    def list_laid(self, model: Model) -> list[tuple[str, tuple[tuple[int, ...], ...]]]:
        """All ways to lay a piece, its name and its cells, in the order of the variables."""
        groups, names = _columns(model)
        return [(names(i), groups.group(i)) for i in range(len(groups.rows))]

    def decode(self, model: Model, values: NDArray[np.int64]) -> Laid:
        groups, names = _columns(model)
        chosen = np.flatnonzero(np.asarray(values)[model.arrays[ARRAY]] == 1).tolist()
        return tuple(sorted((names(i), groups.group(i)) for i in chosen))

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        groups, names = _columns(model)
        chosen = {(name, tuple(sorted(cells))) for name, cells in answer}
        number = {tuple(cell): i for i, cell in enumerate(groups.cells.tolist())}
        starting = [number[cells[0]] for _, cells in chosen if cells[0] in number]
        holds = np.isin(groups.rows.literals[groups.rows.starts[:-1]], starting)  # each placement by its least cell
        for i in np.flatnonzero(holds).tolist():
            holds[i] = (names(i), groups.group(i)) in chosen
        return holds

    def to_json(self, answer: Any) -> dict[str, Any]:
        return {self.key: [{NAMES: name, CELLS: [list(cell) for cell in cells]} for name, cells in answer]}

    def from_json(self, puzzle: str, document: Mapping[str, Any]) -> Laid:
        """The answer that `to_json` wrote, sorted. Raises InputError."""
        laid = document.get(self.key) if isinstance(document, Mapping) else None
        if not isinstance(laid, list):
            expected = f'{{"{self.key}": [{{"{NAMES}": "F", "{CELLS}": [...]}}, ...]}}'
            raise InputError(f'{puzzle}: expected {expected}, found no list "{self.key}"')
        return tuple(sorted(self._read_piece(puzzle, i, entry) for i, entry in enumerate(laid)))

    def _read_piece(self, puzzle: str, i: int, entry: Any) -> tuple[str, tuple[tuple[int, ...], ...]]:
        """One piece from JSON, which has no other keys."""
        name, cells = None, None
        if isinstance(entry, Mapping) and set(entry) <= {NAMES, CELLS}:
            name, cells = entry.get(NAMES), entry.get(CELLS)
        if not (isinstance(name, str) and isinstance(cells, list) and cells and all(map(_is_cell, cells))):
            raise InputError(
                f'{puzzle}: {self.key}[{i}]: expected {{"{NAMES}": NAME, "{CELLS}": [[row, column], ...]}}, in a box '
                f"[layer, row, column], found {entry!r:.80}"
            )
        return name, tuple(sorted(map(tuple, cells)))

    def pieces(self, answer: Any) -> frozenset[Hashable]:
        return frozenset(answer)

    def turn(self, answer: Any, isometry: Isometry) -> Laid:
        return tuple(sorted((name, isometry(cells)) for name, cells in answer))

    def check_places(self, instance: Any, shape: tuple[int, int], answer: Any) -> tuple[list[str], Any]:
        """Nothing: which cells there are, and how often a piece may lie, are rules."""
        return [], answer


def _columns(model: Model) -> tuple[CellGroupColumn, Any]:
    """The cells of each placement, and a function of its number that returns the name of its piece."""
    says = model.says[ARRAY]
    groups = (says.columns or {}).get(CELLS)
    if not isinstance(groups, CellGroupColumn):
        raise ModelError(f"words of `{ARRAY}`: expected a column `{CELLS}` of cell_groups")
    return groups, lambda i: says.word_of(NAMES, i)


def _is_cell(cell: Any) -> bool:
    return isinstance(cell, list) and len(cell) in (2, 3) and all(type(x) is int for x in cell)
