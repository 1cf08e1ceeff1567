"""The edges that hold divide a graph into regions: its components, inside of which every edge holds.

+---+   +        a link is "no border": the region at the left has three cells, and so has the other one;
|   |   |        the numbers of its cells, where sizes are given, are 3
+   +   +        were only two of the four links between the cells of a square missing, they would be borders
    |   |        within a region, which is no solution

Where no links are named, sizes are: an edge holds if both of its vertices have the same, as in a Fillomino.

    lazy      no rows: cuts while solving (`backends.connectivity.region_cuts`); for regions that follow from sizes
    native    no rows: the default ones where a solver does not know the rule
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import NATIVE
from models.neutral.global_rules.edge_rule import EdgeRule
from models.neutral.global_rules.graphs import least_connected
from models.neutral.numbers.columns import NumberColumns

LAZY = "lazy"
OPEN = (LAZY, NATIVE)  # the names by which no rows state it


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Regions(EdgeRule):
    """roots: vertices, ascending, of which each region has exactly one, shape (k,); None where none are named.
    sized: do sizes follow the links, a number for each vertex, which is the size of its region?
    linked: do numbers begin with the links? Else two vertices that an edge joins are in one region if they have the
        same size."""

    kind: ClassVar[str] = "regions"
    roots: NDArray[np.int64] | None
    sized: bool
    linked: bool = True

    @property
    def is_open(self) -> bool:
        """Whether no rows of the model state it."""
        return self.by in OPEN

    @property
    def numbers_needed(self) -> int:
        """How many numbers its row has."""
        return self.links_named + (self.vertices if self.sized else 0)

    @property
    def links_named(self) -> int:
        """How many of its numbers are links."""
        return len(self.pairs) if self.linked else 0

    @property
    def sizes(self) -> NumberColumns:
        """The numbers that are the sizes of the regions of the vertices."""
        return self.numbers.take(np.arange(self.links_named, len(self.numbers)))

    def check(self) -> None:
        """Raise ModelError where its columns do not fit each other."""
        EdgeRule.check(self)
        if not self.linked and not self.sized:
            raise ModelError("expected links, or sizes from which they follow, found neither")
        if self.by == LAZY and self.linked:
            raise ModelError("by: lazy is for regions that follow from their sizes, without links")
        if self.roots is not None and len(self.roots):
            if not 0 <= self.roots.min() <= self.roots.max() < self.vertices:
                found = f"{self.roots.min()}..{self.roots.max()}"
                raise ModelError(f"roots: expected vertices from 0 to {self.vertices - 1}, found {found}")
            if (np.diff(self.roots) <= 0).any():
                raise ModelError("roots: expected different vertices, ascending")

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """By the components of the edges that hold."""
        pairs, sizes = self.pairs, own[self.links_named :]
        held = own[: len(pairs)] == 1 if self.linked else sizes[pairs[:, 0]] == sizes[pairs[:, 1]]
        region = least_connected(self.vertices, pairs[held])
        if borders := int(((region[pairs[:, 0]] == region[pairs[:, 1]]) & ~held).sum()):
            return "borders within a region", 0, borders
        if self.sized:
            counted = np.bincount(region, minlength=self.vertices)[region]
            if wrong := int((sizes != counted).sum()):
                return "vertices whose region has another size", 0, wrong
        if self.roots is not None:
            rooted = np.bincount(region[self.roots], minlength=self.vertices)[np.unique(region)]
            if wrong := int((rooted != 1).sum()):
                return "regions without exactly one root", 0, wrong
        return None


RULE = Regions
