"""Integers as Booleans: the order encoding.

x with bounds l..u is u - l fresh variables, in a row of their own numbers:

    o_1 = (x >= l + 1),   o_2 = (x >= l + 2),   ...,   o_w = (x >= u),       o_{j+1} makes o_j

so x = l + the number of o's that hold. Sums of integers then are sums of Booleans that come sorted, which the
totalizer takes as they are. `direct` has a variable for each value on top.
(Crawford & Baker 1994; Tamura, Taga, Kitagawa & Banbara 2009)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.templates.shape import Shape, integer_shape
from backends.templates.template import Clauses, Encoding, EncodingSize, Fresh, print_clauses
from models.neutral import Form, Model

FORMS = frozenset({Form.INTEGER})


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
        """o_{j+1} makes o_j, for every integer, as one array with a 0 after each clause."""
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


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    return implication_chain(shape.n)


def implication_chain(width: int) -> Clauses:
    """o_{j+1} makes o_j, for one integer with literals 1..width: what `Orders.clauses` writes for all of them."""
    return ([-(j + 1), j] for j in range(1, width))


def size(shape: Shape) -> EncodingSize:
    return EncodingSize(0, shape.n - 1, 2 * (shape.n - 1))


def cost(shape: Shape) -> int:
    return size(shape).literals


def segment_indices(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, ..., n - 1 for every length n, one after the other."""
    return np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)


ENCODING = Encoding("order", FORMS, FORMS, FORMS, "Crawford & Baker 1994; Tamura et al. 2009", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, integer_shape(4))
