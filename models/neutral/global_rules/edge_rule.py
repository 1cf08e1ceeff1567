"""What rules about the edges of a graph share: links are numbers that are 0 or 1, one for each edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.graphs import read_edges
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.numbers.domains import ALWAYS, NEVER


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EdgeRule(NumberRule):
    """One row, whose first numbers are the links: an edge holds if its link is 1.

    edges: pairs of vertices, shape (m, 2); where there are none, of any shape
    vertices: how many there are
    """

    edges: NDArray[np.int64]
    vertices: int

    @property
    def pairs(self) -> NDArray[np.int64]:
        """The edges, shape (m, 2)."""
        return self.edges.reshape(-1, 2)

    @property
    def numbers_needed(self) -> int:
        """How many numbers its row has."""
        return len(self.pairs)

    @property
    def extent(self) -> str:
        """How large it is, in words."""
        return f"a graph with {self.vertices} vertices and {len(self.pairs)} edges"

    def check(self) -> None:
        """Raise ModelError where its edges do not fit its vertices and numbers."""
        read_edges(self.pairs, self.vertices)
        if self.rows != 1 or len(self.numbers) != self.numbers_needed:
            found = len(self.numbers)
            raise ModelError(f"expected one row of {self.numbers_needed} numbers, found {self.rows} rows of {found}")


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """The edges that may hold.

    edges: shape (m, 2)
    literals: the edge holds, shape (m,); ALWAYS where that is known
    """

    edges: NDArray[np.int64]
    literals: NDArray[np.int32]

    @property
    def for_graphs(self) -> NDArray[np.int32]:
        """The literals as rules about connected graphs have them: 0 for an edge that always holds."""
        return np.where(self.literals == ALWAYS, 0, self.literals).astype(np.int32)


def links_of(m: StatingModel, rule: EdgeRule) -> Links:
    """The edges of a rule that may hold, with their literals."""
    numbers = rule.numbers.take(np.arange(len(rule.pairs)))
    literals = m.domain_of(numbers).find_is(np.arange(len(numbers)), np.ones(len(numbers), np.int64))
    may_hold = literals != NEVER
    return Links(rule.pairs[may_hold], literals[may_hold])
