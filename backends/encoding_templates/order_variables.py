"""Integers of a model in order encoding (`encodings.order`): which fresh Booleans stand for which integer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.neutral.rows import segment_indices


@dataclass(frozen=True, slots=True, eq=False)
class OrderVariables:
    """Where the integers' Booleans are. By variable number, shape (variables + 1,): the first of them and how many;
    Booleans of the model have none."""

    first: NDArray[np.int64]
    width: NDArray[np.int64]

    @property
    def variables(self) -> int:
        """How many fresh variables all integers take."""
        return int(self.width.sum())

    def clauses(self) -> NDArray[np.int32]:
        """o_{j+1} implies o_j, for every integer, as one array with a 0 after each clause."""
        place = segment_indices(self.width)
        later = (np.repeat(self.first, self.width) + place)[place > 0]
        return np.stack([-later, later - 1, np.zeros_like(later)], axis=1).astype(np.int32).ravel()

    def literals(self, x: int) -> NDArray[np.int32]:
        """The Booleans of one integer, in order."""
        return np.arange(self.first[x], self.first[x] + self.width[x], dtype=np.int32)

    def values(self, model: Model, holds: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The value of every variable; `holds` says which CNF variables are true, entry 0 unused."""
        running = np.concatenate([[0], np.cumsum(holds, dtype=np.int64)])
        counted = running[self.first + self.width] - running[self.first]
        boolean = holds[: model.variables + 1].astype(np.int64)
        return np.where(model.integer, model.lower + counted, boolean)


def order_variables(model: Model) -> OrderVariables:
    """The integers' Booleans, numbered after the variables of the model."""
    width = np.where(model.integer, model.upper - model.lower, 0)
    return OrderVariables(model.variables + 1 + np.cumsum(width) - width, width)
