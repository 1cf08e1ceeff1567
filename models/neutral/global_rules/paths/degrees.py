"""What all formulations say first: an end has one edge, any other vertex two or none."""

from __future__ import annotations

import numpy as np

from models.neutral.global_rules.constants import clauses_without_constants, state_counts
from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.edge_rule import Links
from models.neutral.global_rules.graphs import edges_at_vertices, edges_beside_edges, incident_edges
from models.neutral.global_rules.paths.rule import Paths


def state_degrees(m: StatingModel, rule: Paths, links: Links) -> None:
    """Counts of edges at vertices; with `cover`, no other vertex has none."""
    is_end = rule.is_end
    at = edges_at_vertices(rule.vertices, links.edges, links.literals)
    most = np.where(is_end, 1, 2)
    exact = is_end | rule.cover
    state_counts(m, most[exact], most[exact], rule.sentence, at.take(exact))
    if not rule.cover:
        state_counts(m, None, most[~exact], rule.sentence, at.take(~exact))
        vertex, _ = incident_edges(links.edges)
        beside = edges_beside_edges(links.edges, links.literals).take(~is_end[vertex])
        rows, _ = clauses_without_constants(beside)
        m.any(rule.sentence, rows)
