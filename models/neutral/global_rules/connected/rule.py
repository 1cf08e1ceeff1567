"""Graph rules: "the chosen vertices are connected" and "the chosen edges form one cycle", which are no rows.

    on      a literal per vertex: it is in the graph if the literal holds; 0: it always is
    edges   pairs of vertices, counted from 0
    links   a literal per edge: it is in the graph if both of its ends are, and the literal holds; 0: it need not hold

        1 --- 2 --- 3        connected, if 1 and 2 hold and 3 does not;
              |     |        not connected, if 1 and 3 hold and 2 and 4 do not
              4 --- 5

One record serves both kinds, `connected` and `single_cycle`, as whoever keeps connectivity treats both alike. A rule
that is left open has no rows: it is kept by cuts that are added while solving (`backends.connectivity.lazy_cuts`), or
by a solver that knows it.

    lazy      cuts while solving, mostly the fastest
    circuit   of cycles: the constraint that CP-SAT has for them
    native    a solver's own constraint where it has one, otherwise rows with distances if ways are short, or cuts
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import as_literals, freeze, integers, per_row
from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import NATIVE, RuleFault
from models.neutral.global_rules.graphs import least_connected, literals_hold, read_edges
from models.neutral.rows import rename_literals
from models.neutral.wording.phrases import Each

LAZY, CIRCUIT = "lazy", "circuit"
OPEN = (LAZY, NATIVE)  # the names by which no rows state it
CONNECTIVITY = ("elimination", "ranks", "flow", "distances", LAZY)  # as puzzles list them
LONG_WAYS = tuple(name for name in CONNECTIVITY if name != "distances")  # for graphs in which ways may be long


@dataclass(frozen=True, slots=True, eq=False)
class GraphRule:
    """A rule about a graph with n vertices and m edges.

    on: shape (n,); edges: shape (m, 2); links: shape (m,); roots: which vertices are roots, shape (n,), or None.
    cycle: the edges that are there form one cycle, through all vertices that are there; else all vertices that are
    there are connected: with roots, each with some root, otherwise with each other. by: the formulation. within: as the
    rest of the model implies, no vertex that is there is more than so many steps away from a root, shape (n,). blocks:
    the first block of the model that states it, and the one after the last; arrays: the names of the variables that
    were declared for it; of: what its vertices are called, None where nothing is said.
    """

    sentence: str
    on: NDArray[np.int32]
    edges: NDArray[np.int64]
    links: NDArray[np.int32]
    roots: NDArray[np.bool_] | None
    cycle: bool
    by: str
    within: NDArray[np.int64]
    blocks: tuple[int, int] = (0, 0)
    arrays: tuple[str, ...] = ()
    of: Each | None = None

    @property
    def kind(self) -> str:
        """The verb that states such rules."""
        return "single_cycle" if self.cycle else "connected"

    @property
    def blocks_before(self) -> int:
        """How many blocks say a part of the rule before its formulation: of a cycle, that a vertex has two edges or
        none, and which vertices are there (`Model.single_cycle`)."""
        return 4 if self.cycle else 0

    @property
    def is_open(self) -> bool:
        """Whether no rows of the model state it."""
        return self.by in (*OPEN, CIRCUIT)

    @property
    def has_short_ways(self) -> bool:
        """Whether no way to a root may lead through the whole graph, as it was said: rows with distances suit it."""
        return self.roots is not None and bool((self.within < len(self.on) - 1).all())

    @property
    def rows(self) -> int:
        """It is one."""
        return 1

    @property
    def named(self) -> NDArray[np.int32]:
        """All literals that stand in it."""
        return np.concatenate([self.on[self.on != 0], self.links[self.links != 0]])

    @property
    def extent(self) -> str:
        """How large it is, in words."""
        return f"a graph with {len(self.on)} vertices and {len(self.edges)} edges"

    @property
    def remedy(self) -> str:
        """The argument by which rows state it."""
        return "by='elimination'"

    def placed(self, by: str, blocks: tuple[int, int], arrays: tuple[str, ...]) -> Self:
        """The same rule, stated by that formulation, in these blocks, with these variables."""
        return replace(self, by=by, blocks=blocks, arrays=arrays)

    def opened(self) -> Self:
        """The same rule without rows that state it."""
        return replace(self, by=LAZY, blocks=(0, 0))

    def renumbered(self, new: NDArray[np.int32]) -> Self:
        """The same rule where variable x is called new[x], a literal."""
        on, links = (freeze(rename_literals(old, new)) for old in (self.on, self.links))
        return replace(self, on=on, links=links)

    def complaints(self, values: NDArray[np.int64]) -> Iterator[RuleFault]:
        """The judge: what an assignment, by variable number, breaks."""
        if (fault := self.complaint(values)) is not None:
            yield RuleFault(0, *fault)

    def graph(self, values: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The vertices and the edges that are there under an assignment, shapes (n,) and (m,)."""
        vertices, links = literals_hold(values, self.on), literals_hold(values, self.links)
        return vertices, links & vertices[self.edges].all(axis=1)

    def components(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of each vertex the least one that it is connected with, -1 where it is not there, shape (n,)."""
        vertices, present = self.graph(values)
        return np.where(vertices, least_connected(len(vertices), self.edges[present]), -1)

    def stray_components(self, components: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of what `components` returns those, by their least vertices, that the rule does not allow: without a root; or
        all of them, if there are several."""
        found = np.flatnonzero(components == np.arange(len(components)))
        if self.roots is not None:
            return np.setdiff1d(found, components[self.roots])
        return found if len(found) > 1 else found[:0]

    def complaint(self, values: NDArray[np.int64]) -> tuple[str, int, int] | None:
        """What is counted, the number expected, and the number found, where an assignment breaks the rule."""
        if self.cycle:
            vertices, present = self.graph(values)
            degrees = np.bincount(self.edges[present].ravel(), minlength=len(self.on))
            if (odd := int(((degrees != 2) & vertices).sum())) > 0:
                return "vertices without two edges", 0, odd
            if not vertices.any():
                return "cycle", 1, 0
        stray = len(self.stray_components(self.components(values)))
        if stray and self.roots is not None:
            return "components without a root", 0, stray
        return ("cycle" if self.cycle else "component", 1, stray) if stray else None


def graph_rule(
    sentence: str,
    on: Any,
    edges: Any,
    links: Any,
    roots: Any,
    by: str,
    cycle: bool = False,
    within: Any = None,
) -> GraphRule:
    """The rule, its arguments checked; whether its literals are known is checked elsewhere. Raises ModelError."""
    vertices = as_literals(on, "on").ravel()
    pairs = read_edges(edges, len(vertices))
    literals = np.zeros(len(pairs), np.int32) if links is None else as_literals(links, "links").ravel()
    if len(literals) != len(pairs):
        raise ModelError(f"links: expected a literal for each of {len(pairs)} edges, found {len(literals)}")
    marks = None if roots is None else _root_mask(roots, len(vertices))
    most = max(len(vertices) - 1, 0)
    if within is not None and np.min(within, initial=0) < 0:
        raise ModelError(f"within: expected at least 0 steps, found {np.min(within)}")
    steps = np.minimum(per_row(most if within is None else within, len(vertices), "within"), most)
    return GraphRule(sentence, freeze(vertices), freeze(pairs), freeze(literals), marks, cycle, by, freeze(steps))


def _root_mask(roots: Any, vertices: int) -> NDArray[np.bool_]:
    """A mask of the vertices, from one or from their numbers."""
    array = np.asarray(roots)
    if array.dtype == np.bool_:
        if array.size != vertices:
            raise ModelError(f"roots: expected {vertices} truth values, or numbers of vertices, found {array.size}")
        return freeze(array.ravel().copy())
    numbers = integers(roots, "roots").ravel()
    if numbers.size and not 0 <= int(numbers.min()) <= int(numbers.max()) < vertices:
        raise ModelError(f"roots: expected vertices from 0 to {vertices - 1}, found {numbers.min()}..{numbers.max()}")
    mask = np.zeros(vertices, np.bool_)
    mask[numbers.astype(np.int64)] = True
    return freeze(mask)


RULE = GraphRule
