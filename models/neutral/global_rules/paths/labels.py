"""Labels: each vertex has the number of its path, and so have the vertices that it is joined with.

    label[v, i]    vertex v is on path i; an end is on its own
    link and label[u, i]  =>  label[v, i]              for each edge (u, v), both ways
    no vertex has two labels; one has a label if and only if it has an edge

Rings are excluded, as every vertex with an edge is connected with a first end, by vertex elimination: Rankooh and
Rintanen (2022), Propositional encodings of acyclicity and reachability by using vertex elimination.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.connected.elimination import check_vertices, state_elimination
from models.neutral.global_rules.connected.rule import graph_rule
from models.neutral.global_rules.constants import clauses_without_constants, state_counts
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.edge_rule import Links, links_of
from models.neutral.global_rules.graphs import edges_at_vertices
from models.neutral.global_rules.paths.degrees import state_degrees
from models.neutral.global_rules.paths.rule import Paths
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import prepend

MOST_CLAUSES = 20_000_000


def state_labels(m: StatingModel, rule: Paths) -> None:
    """State the rule with a Boolean for each vertex and path. Raises ModelTooLarge."""
    paths = len(rule.end_pairs)
    if (total := 2 * len(rule.pairs) * paths) > MOST_CLAUSES:
        raise ModelTooLarge(
            f"labels would need {total:,} clauses, at most {MOST_CLAUSES:,}; by='positions' needs fewer"
        )
    check_vertices(rule.vertices)
    links = links_of(m, rule)
    state_degrees(m, rule, links)
    label, on = _declare_labels(m, rule), _declare_visits(m, rule, links)
    tail, head = np.concatenate([links.edges, links.edges[:, ::-1]]).T
    joined = np.repeat(np.tile(links.literals, 2), paths)
    _state_clauses(m, rule, np.stack([-joined, -label[tail].ravel(), label[head].ravel()], axis=1))
    inner = ~rule.is_end
    state_counts(m, None, np.ones(int(inner.sum()), np.int64), rule.sentence, label[inner])
    _state_clauses(m, rule, np.stack([-label[inner].ravel(), np.repeat(on[inner], paths)], axis=1))
    _state_clauses(m, rule, np.concatenate([-on[inner][:, None], label[inner]], axis=1))
    there = np.where(on == ALWAYS, 0, on)
    state_elimination(
        m, graph_rule(rule.sentence, there, links.edges, links.for_graphs, rule.end_pairs[:, 0], "elimination")
    )


def _declare_labels(m: StatingModel, rule: Paths) -> NDArray[np.int32]:
    """label[v, i], shape (vertices, paths); those of ends are known."""
    inner, paths = ~rule.is_end, len(rule.end_pairs)
    label = np.full((rule.vertices, paths), NEVER, np.int32)
    label[rule.end_pairs, np.arange(paths)[:, None]] = ALWAYS
    label[inner] = np.asarray(m.bools(m.fresh_name("label"), (int(inner.sum()), paths)))
    return label


def _declare_visits(m: StatingModel, rule: Paths, links: Links) -> NDArray[np.int32]:
    """The literal that a vertex is on a path, shape (vertices,): that it has an edge."""
    on = np.full(rule.vertices, ALWAYS, np.int32)
    inner = np.flatnonzero(~rule.is_end)
    if rule.cover or not len(inner):
        return on
    on[inner] = np.asarray(m.bools(m.fresh_name("visited"), len(inner)))
    rows = edges_at_vertices(rule.vertices, links.edges, links.literals).take(inner)
    _state_clauses(m, rule, prepend(-on[inner], rows))
    _state_clauses(m, rule, np.stack([on[inner][rows.owners], -rows.literals], axis=1))
    return on


def _state_clauses(m: StatingModel, rule: Paths, clauses: object) -> None:
    rows, _ = clauses_without_constants(clauses)  # type: ignore[arg-type]
    m.any(rule.sentence, rows)


FORMULATION = Formulation(
    "labels",
    state_labels,
    "each vertex has the number of its path; rings are excluded by vertex elimination",
    source="Rankooh and Rintanen (2022)",
    unique=False,
    default=True,
)
