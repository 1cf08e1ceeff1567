"""The verbs that state rules about many variables as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from models.neutral.arguments import as_literals, exact_integers, per_row
from models.neutral.blocks import TIES, clause_block
from models.neutral.connectivity import CONNECTIVITY, CYCLES, STATED
from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import GlobalRule
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_of
from models.neutral.graphs import GraphRule, edges_at_vertices, edges_beside_edges, graph_rule, incident_edges
from models.neutral.numbers.reading import NumberRowsLike, read_number_rows
from models.neutral.rows import Ints
from models.neutral.stating.calls import Bound, verb
from models.neutral.stating.number_verbs import NumberVerbs
from models.neutral.wording.phrases import Each, visit_words, words_of_rows


class GlobalVerbs(NumberVerbs):
    """Verbs of `models.neutral.model.Model` that state global rules."""

    @verb
    def connected(
        self,
        sentence: str,
        on: Ints | int,
        edges: ArrayLike,
        roots: ArrayLike | None = None,
        links: Ints | None = None,
        by: str = CONNECTIVITY[0],
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
            The formulation: "elimination", "ranks", "flow", "distances" or "lazy".
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
            graph_rule(sentence, on, edges, links, roots, _check_name(by, CONNECTIVITY), within=within)
        )

    @verb
    def single_cycle(
        self, sentence: str, literals: Ints, ends: ArrayLike, by: str = CONNECTIVITY[0], of: str | Each = ""
    ) -> None:
        """The edges whose literal holds form one cycle: each vertex has none of them or two, and they are connected.
        There is at least one edge; the cycle need not visit every vertex.

        literals: one per edge, any shape; ends: the two vertices of each edge, shape (edges, 2), numbered from 0; by:
        "elimination", "ranks", "flow", "lazy" or "circuit"; of: the words of a vertex. Raises as `connected`.
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
            _check_name(by, CYCLES),
            cycle=True,
            within=vertices // 2,
        )
        words = words_of_rows(of, vertices) if of else None
        self.any(sentence, [links])
        self.at_most(2, sentence, edges_at_vertices(plain), of=words or "")
        beside = clause_block(sentence, edges_beside_edges(plain))
        self._state(replace(beside, number=incident_edges(plain)[0], of=words))  # rows about a vertex have its number
        name = self.fresh_name("visited")
        edge, _ = (self.place_of(int(links[0])) if len(links) else None) or ("", 0)
        visited = self.bools(name, vertices, says=visit_words(self.says.get(edge), words))
        self.iff(sentence, visited, edges_at_vertices(plain), of=words or "")
        self._state_connected(replace(plain, on=np.asarray(visited), arrays=(name,), of=words))

    @verb
    def all_different(
        self,
        sentence: str,
        rows: NumberRowsLike,
        excluding: ArrayLike = (),
        plus: ArrayLike = 0,
        by: str | None = None,
        of: str | Each = "",
    ) -> None:
        """The numbers of each row are all different.

        Parameters
        ----------
        rows : numbers
            A vector is one row, a matrix one row per line; or a list of vectors, or what `group` returns.
        excluding : int, or array of int, optional
            Values that may be repeated.
        plus : int, or array of int, optional
            What is added to each number before they are compared: one for all, or one for each number, row after row.
        by : str, optional
            The formulation: "values", "pairs", "intervals", or "native", which states no rows.
        """
        numbers, starts = read_number_rows(self, rows)
        shifts = per_row(plus, len(numbers), "plus")
        numbers = replace(numbers, constants=numbers.constants + shifts)
        values = np.unique(exact_integers(excluding, "excluding"))
        rule = kind_of("all_different").rule(sentence=sentence, numbers=numbers, starts=starts, by="", excluding=values)
        self._state_global(rule, by, of)

    def _state_connected(self, rule: GraphRule) -> None:
        """Add a rule about a graph, if the language accepts its literals."""
        self.check_literals(rule)
        self.state_rule(rule)

    def _state_global(self, rule: NumberRule, by: str | None, of: str | Each) -> None:
        """Add a rule about numbers, and its rows by its formulation."""
        self.check_numbers(rule)
        rule.check()
        words = words_of_rows(of, rule.rows) if of else None
        self.state_rule(replace(rule, by=kind_of(rule.kind).check_name(by), of=words))

    def state_rule(self, rule: GlobalRule) -> None:
        """Add a rule whose arguments are checked, and its rows by its formulation."""
        first, arrays = (blocks := len(self._blocks)) - rule.blocks_before, len(self.arrays)
        if isinstance(rule, GraphRule):
            if not rule.is_open:
                STATED[rule.by](self, rule)
        elif not rule.is_open:
            kind_of(rule.kind).formulations[rule.by].state(self, rule)
        ties = [block for block in self._blocks[blocks:] if block.graph == TIES]  # others may need them, too
        own = [replace(block, graph=len(self.global_rules)) for block in self._blocks[first:] if block.graph != TIES]
        self._blocks[first:], blocks = [*ties, *own], blocks + len(ties)
        added = tuple(name for name in tuple(self.arrays)[arrays:] if name not in self.added)
        self.global_rules.append(rule.placed(rule.by, (blocks, len(self._blocks)), rule.arrays + added))


def _check_name(name: str, known: Sequence[str]) -> str:
    """The name of a formulation. Raises ModelError."""
    if name not in known:
        raise ModelError(f"by: expected one of {', '.join(known)}, found {name!r}")
    return name
