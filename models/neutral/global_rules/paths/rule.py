"""The edges that hold form, for each pair of ends, one path between the two, and nothing else.

A---+   B        two pairs of ends, A and B: each vertex is on one path or on none; with `cover`, on one.
    |   |
C   A   +        No edges besides: no rings, and no path with a loose end.
        |
    B---+
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError
from models.neutral.global_rules.edge_rule import EdgeRule
from models.neutral.global_rules.graphs import read_edges


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Paths(EdgeRule):
    """ends: the two ends of each path, shape (k, 2); cover: is every vertex on a path?"""

    kind: ClassVar[str] = "paths"
    ends: NDArray[np.int64]
    cover: bool

    @property
    def end_pairs(self) -> NDArray[np.int64]:
        """The ends, shape (k, 2)."""
        return self.ends.reshape(-1, 2)

    @property
    def is_end(self) -> NDArray[np.bool_]:
        """Which vertices are ends, shape (vertices,)."""
        mask = np.zeros(self.vertices, np.bool_)
        mask[self.end_pairs] = True
        return mask

    def check(self) -> None:
        """Raise ModelError where its columns do not fit each other."""
        EdgeRule.check(self)
        ends = read_edges(self.end_pairs, self.vertices, "ends")
        vertices, times = np.unique(ends, return_counts=True)
        if (times > 1).any():
            raise ModelError(f"ends: vertex {vertices[times > 1][0]} is an end of two paths")

    def judge_row(self, row: int, own: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """By degrees, and by walking each path from its first end to its last one."""
        held, is_end = np.flatnonzero(own == 1), self.is_end
        degrees = np.bincount(self.pairs[held].ravel(), minlength=self.vertices)
        if wrong := int((degrees[is_end] != 1).sum()):
            return "ends without exactly one edge", 0, wrong
        if wrong := int(((degrees != 0) & (degrees != 2) & ~is_end).sum()):
            return "vertices with one edge, or more than two", 0, wrong
        if self.cover and (wrong := int((degrees == 0).sum())):
            return "vertices on no path", 0, wrong
        at = self._edges_at(held)
        walks = [self._walk(first, at) for first in self.end_pairs[:, 0].tolist()]
        arrived = sum(stop == last for (stop, _), last in zip(walks, self.end_pairs[:, 1].tolist(), strict=True))
        if arrived < len(walks):
            return "paths from an end to the other one", len(walks), arrived
        stray = len(held) - sum(steps for _, steps in walks)
        return ("edges on no path", 0, stray) if stray else None

    def _edges_at(self, held: NDArray[np.int64]) -> list[list[tuple[int, int]]]:
        """For each vertex its edges: their number, and where they lead."""
        at: list[list[tuple[int, int]]] = [[] for _ in range(self.vertices)]
        for edge, (a, b) in zip(held.tolist(), self.pairs[held].tolist(), strict=True):
            at[a].append((edge, b))
            at[b].append((edge, a))
        return at

    def _walk(self, place: int, at: list[list[tuple[int, int]]]) -> tuple[int, int]:
        """Where the walk from an end stops, and how many edges it passes. No vertex has more than two."""
        came, steps = -1, 0
        while onward := [(edge, far) for edge, far in at[place] if edge != came]:
            (came, place), steps = onward[0], steps + 1
        return place, steps


RULE = Paths
