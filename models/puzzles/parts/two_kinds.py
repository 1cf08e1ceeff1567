"""Answers of two kinds together, such as shaded cells and a loop.

    TwoKinds(CellPieces("shaded cell"), GridLines(dots=False))

An answer is a pair, (answer of the first kind, answer of the second): (((0, 2),), (((0, 0), (0, 1)), ...)). Its pieces
are those of both, its JSON has the keys of both: {"shaded_cells": [...], "lines": [...]}. The model has the arrays of
both kinds.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.boards import Isometry
from models.puzzles.parts.answers import AnswerKind, Shape
from models.puzzles.scenes.view import View

Pair: TypeAlias = tuple[Any, Any]
NOTHING: Pair = ((), ())  # what an answer () is, which has no piece of any kind


@dataclass(frozen=True, slots=True)
class TwoKinds:
    """Answers of two kinds, whose keys and pieces are different.

    piece: what a part of either kind is called.
    """

    first: AnswerKind
    second: AnswerKind
    piece: str = "piece"

    @property
    def key(self) -> str:
        return f"{self.first.key} and {self.second.key}"

    @property
    def example(self) -> Pair:
        return self.first.example, self.second.example

    def variables(self, model: Model) -> NDArray[np.int32]:
        return np.concatenate([self.first.variables(model), self.second.variables(model)])

    def decode(self, model: Model, values: NDArray[np.int64]) -> Pair:
        return self.first.decode(model, values), self.second.decode(model, values)

    def holds(self, model: Model, answer: Any) -> NDArray[np.bool_]:
        first, second = answer or NOTHING
        return np.concatenate([self.first.holds(model, first), self.second.holds(model, second)])

    def to_json(self, answer: Any) -> dict[str, Any]:
        first, second = answer or NOTHING
        return {**self.first.to_json(first), **self.second.to_json(second)}

    def from_json(self, puzzle: str, document: Mapping[str, Any]) -> Pair:
        return self.first.from_json(puzzle, document), self.second.from_json(puzzle, document)

    def pieces(self, answer: Any) -> frozenset[Hashable]:
        first, second = answer or NOTHING
        return self.first.pieces(first) | self.second.pieces(second)

    def turn(self, answer: Any, isometry: Isometry) -> Pair:
        first, second = answer or NOTHING
        return self.first.turn(first, isometry), self.second.turn(second, isometry)

    def check_places(self, instance: Any, shape: Shape, answer: Any) -> tuple[list[str], Any]:
        first, second = answer or NOTHING
        faults, kept = self.first.check_places(instance, shape, first)
        others, kept_too = self.second.check_places(instance, shape, second)
        return faults + others, None if kept is None or kept_too is None else (kept, kept_too)


def split_view(view: View) -> tuple[View, View]:
    """What is shown of answers of the first kind, and of those of the second."""
    one, other = view.answer or (None, None), view.second or (None, None)
    return replace(view, answer=one[0], second=other[0]), replace(view, answer=one[1], second=other[1])
