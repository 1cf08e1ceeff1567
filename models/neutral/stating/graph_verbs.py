"""The verbs that state rules about graphs as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from models.neutral.arguments import as_literals, exact_integers, integers
from models.neutral.blocks import clause_block
from models.neutral.errors import ModelError
from models.neutral.global_rules.connected.rule import GraphRule, graph_rule
from models.neutral.global_rules.graphs import edges_at_vertices, edges_beside_edges, incident_edges, read_edges
from models.neutral.global_rules.registry import kind_of
from models.neutral.numbers.columns import NumberColumns, joined_numbers
from models.neutral.numbers.reading import NumberRowsLike, read_numbers
from models.neutral.rows import Ints
from models.neutral.stating.calls import Bound, verb
from models.neutral.stating.global_verbs import GlobalVerbs
from models.neutral.wording.phrases import Each, visit_words, words_of_rows


class GraphVerbs(GlobalVerbs):
    """Verbs of `models.neutral.model.Model` that state global rules about graphs."""

    @verb
    def connected(
        self,
        sentence: str,
        on: Ints | int,
        edges: ArrayLike,
        roots: ArrayLike | None = None,
        links: Ints | None = None,
        by: str | None = None,
        within: Bound | None = None,
    ) -> None:
        """The vertices whose literal holds are connected, by paths through such vertices; there may be none.

        Parameters
        ----------
        on : array of int
            A literal per vertex, in any shape; vertices are numbered from 0 in its order. 0 is a vertex that is always
            there.
        edges : array of int, shape (edges, 2)
            Pairs of vertices.
        roots : array of bool, or of int, optional
            Vertices, as a mask or as numbers. With them, each vertex that is there must be connected with a root that
            is there; those need not be connected with each other.
        links : array of int, shape (edges,), optional
            A literal per edge: a path may use the edge only if it holds. 0 is an edge that is always there.
        by : str, optional
            The formulation: "elimination", "ranks", "flow", "distances", "lazy" or "native".
        within : int, or array of int, one per vertex, optional
            What the other rules imply: no vertex that is there is more than so many steps away from a root (without
            roots: from some vertex). It makes "ranks" and "distances" smaller; the others do not use it. It is not
            checked: if it does not follow, solutions are lost.

        Raises
        ------
        ModelError
            If vertices, literals or the formulation are unknown; ModelTooLarge if it would need too many rows.
        """
        self._state_connected(
            graph_rule(sentence, on, edges, links, roots, kind_of("connected").check_name(by), within=within)
        )

    @verb
    def single_cycle(
        self, sentence: str, literals: Ints, ends: ArrayLike, by: str | None = None, of: str | Each = ""
    ) -> None:
        """The edges whose literal holds form one cycle: each vertex has none of them or two, and they are connected.
        There is at least one edge; the cycle need not visit every vertex.

        literals: one per edge, any shape; ends: the two vertices of each edge, shape (edges, 2), numbered from 0; by:
        "elimination", "ranks", "flow", "lazy", "circuit" or "native"; of: the words of a vertex. Raises as `connected`.
        """
        links = as_literals(literals, "literals").ravel()
        if np.shape(ends)[:1] != links.shape:
            raise ModelError(
                f"ends: expected two vertices for each of {len(links)} literals, found shape {np.shape(ends)}"
            )
        vertices = int(np.max(ends, initial=-1)) + 1
        plain = graph_rule(
            sentence,
            np.zeros(vertices, np.int32),
            ends,
            links,
            None,
            kind_of("single_cycle").check_name(by),
            cycle=True,
            within=vertices // 2,
        )
        words = words_of_rows(of, vertices) if of else None
        self.any(sentence, [links])
        self.at_most(2, sentence, edges_at_vertices(vertices, plain.edges, links), of=words or "")
        beside = clause_block(sentence, edges_beside_edges(plain.edges, links))
        vertex, _ = incident_edges(plain.edges)
        self._state(replace(beside, number=vertex, of=words))  # rows about a vertex have its number
        name = self.fresh_name("visited")
        edge, _ = (self.place_of(int(links[0])) if len(links) else None) or ("", 0)
        visited = self.bools(name, vertices, says=visit_words(self.says.get(edge), words))
        self.iff(sentence, visited, edges_at_vertices(vertices, plain.edges, links), of=words or "")
        self._state_connected(replace(plain, on=np.asarray(visited), arrays=(name,), of=words))

    @verb
    def paths(
        self,
        sentence: str,
        links: NumberRowsLike,
        edges: ArrayLike,
        ends: ArrayLike,
        cover: bool = False,
        vertices: int | None = None,
        by: str | None = None,
    ) -> None:
        """The edges that hold form one path between the two ends of each pair, and nothing else: no vertex is on two
        paths, and there are no rings.

        Parameters
        ----------
        links : array of int, shape (edges,)
            A literal per edge.
        edges : array of int, shape (edges, 2)
            Pairs of vertices, numbered from 0.
        ends : array of int, shape (paths, 2)
            The two ends of each path; all are different vertices.
        cover : bool, optional
            Is every vertex on a path? Without it, there may be vertices on none.
        vertices : int, optional
            How many there are; by default up to the last one that is named.
        by : str, optional
            The formulation: "labels", "positions", or "native", which states no rows.

        Raises
        ------
        ModelError
            If vertices, literals or the formulation are unknown; ModelTooLarge if it would need too many rows.
        """
        total = _count_vertices(vertices, edges, ends)
        pairs, numbers = read_edges(edges, total), self._read_links(links)
        if len(numbers) != len(pairs):
            raise ModelError(f"links: expected a literal for each of {len(pairs)} edges, found {len(numbers)}")
        two = read_edges(ends, total, "ends")
        rule = kind_of("paths").rule(
            sentence=sentence,
            numbers=numbers,
            starts=np.array([0, len(numbers)]),
            by="",
            edges=pairs,
            vertices=total,
            ends=two,
            cover=bool(cover),
        )
        self._state_global(rule, by, "")

    @verb
    def regions(
        self,
        sentence: str,
        links: NumberRowsLike | None,
        edges: ArrayLike,
        sizes: Any = None,
        roots: ArrayLike | None = None,
        vertices: int | None = None,
        by: str | None = None,
    ) -> None:
        """The edges that hold divide the graph into regions, its components: an edge between two vertices of one region
        holds, any other is a border.

        Parameters
        ----------
        links : array of int, shape (edges,), or None
            A literal per edge: there is no border. None: there is none where both vertices have the same size.
        edges : array of int, shape (edges, 2)
            Pairs of vertices, numbered from 0.
        sizes : numbers, one per vertex, optional
            The size of the region of each vertex: integers, choices or constants, in any shape.
        roots : array of int, optional
            Vertices: each region has exactly one of them.
        vertices : int, optional
            How many there are; by default as many as sizes, or up to the last one that is named.
        by : str, optional
            The formulation: "leaders", "flow", "lazy", which keeps the rule by cuts while solving and is for regions
            that follow from their sizes, or "native", which states no rows.

        Raises
        ------
        ModelError
            If vertices, literals or the formulation are unknown; ModelTooLarge if it would need too many rows.
        """
        numbers = self._read_links(np.zeros(0, np.int32) if links is None else links)
        marks = None if roots is None else np.unique(exact_integers(roots, "roots"))
        own = None if sizes is None else read_numbers(self, sizes, "sizes")
        total = len(own) if own is not None and vertices is None else _count_vertices(vertices, edges, marks)
        pairs = read_edges(edges, total)
        if own is not None and len(own) != total:
            raise ModelError(f"sizes: expected a number for each of {total} vertices, found {len(own)}")
        if links is not None and len(numbers) != len(pairs):
            raise ModelError(f"links: expected a literal for each of {len(pairs)} edges, found {len(numbers)}")
        numbers = numbers if own is None else joined_numbers([numbers, own])
        rule = kind_of("regions").rule(
            sentence=sentence,
            numbers=numbers,
            starts=np.array([0, len(numbers)]),
            by="",
            edges=pairs,
            vertices=total,
            roots=marks,
            sized=own is not None,
            linked=links is not None,
        )
        self._state_global(rule, by, "")

    def _read_links(self, links: NumberRowsLike) -> NumberColumns:
        """Numbers that are 0 or 1. Raises ModelError."""
        numbers = read_numbers(self, links, "links")
        least, most = self.number_bounds(numbers)
        if len(numbers) and (least.min() < 0 or most.max() > 1):
            raise ModelError(f"links: expected literals, found numbers from {least.min()} to {most.max()}")
        return numbers

    def _state_connected(self, rule: GraphRule) -> None:
        """Add a rule about a graph, if the language accepts its literals."""
        self.check_literals(rule)
        self.state_rule(rule)


def _count_vertices(vertices: int | None, *named: ArrayLike | None) -> int:
    """As many as are given, or up to the last one that is named. Raises ModelError."""
    if vertices is not None:
        return int(exact_integers(vertices, "vertices"))
    return max(int(np.max(integers(each, "vertices"), initial=-1)) + 1 for each in named if each is not None)
