"""The verbs that state rules about graphs as a whole."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from models.neutral.arguments import as_literals
from models.neutral.blocks import clause_block
from models.neutral.errors import ModelError
from models.neutral.global_rules.connected.rule import GraphRule, graph_rule
from models.neutral.global_rules.graphs import edges_at_vertices, edges_beside_edges, incident_edges
from models.neutral.global_rules.registry import kind_of
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

    def _state_connected(self, rule: GraphRule) -> None:
        """Add a rule about a graph, if the language accepts its literals."""
        self.check_literals(rule)
        self.state_rule(rule)
