"""Leaders: each vertex is led by one vertex of its region: the least one, or the root.

    lead[v, r]    r leads v; then r leads itself
    link  <=>  lead[u, r] and lead[v, r] for some r          for each edge (u, v)
    as many vertices as r leads are in its region

Every vertex is connected with its leader along links (`connected.elimination`): leaders are joined to one more vertex,
the root of all. Where sizes are known to be small, only vertices that are near can lead. The least of a class stands
for it, as in Campelo, Campos and Correa (2008), On the asymmetric representatives formulation for the vertex coloring
problem.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.connected.elimination import check_vertices, state_elimination
from models.neutral.global_rules.connected.rule import graph_rule
from models.neutral.global_rules.constants import clauses_without_constants, state_counts
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.edge_rule import Links
from models.neutral.global_rules.graphs import least_connected
from models.neutral.global_rules.regions.rule import Regions
from models.neutral.global_rules.regions.sizes import (
    check_sizes,
    largest_region,
    region_links,
    state_counted_sizes,
    state_same_sizes,
)
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import rows_from_lengths

MOST_LITERALS = 20_000_000


def state_leaders(m: StatingModel, rule: Regions) -> None:
    """State the rule with a Boolean for each vertex and each that may lead it. Raises ModelTooLarge."""
    leaders = np.arange(rule.vertices) if rule.roots is None else rule.roots
    if (total := 3 * max(len(rule.pairs), rule.vertices) * len(leaders)) > MOST_LITERALS:
        raise ModelTooLarge(f"leaders would need {total:,} clauses, at most {MOST_LITERALS:,}; by='flow' needs fewer")
    check_vertices(rule.vertices + 1)
    check_sizes(m, rule)
    links, most = region_links(m, rule), largest_region(m, rule)
    lead = _declare_leads(m, rule, links, leaders, most)
    own = lead[leaders, np.arange(len(leaders))]
    state_counts(m, 1, 1, rule.sentence, lead)
    _state_clauses(m, rule, np.stack([-lead, np.broadcast_to(own, lead.shape)], axis=2)[lead != NEVER])
    tail, head = links.edges.T
    possible = (lead[tail] != NEVER) | (lead[head] != NEVER)
    edge, leader = np.nonzero(possible)
    link, one, other = links.literals[edge], lead[tail[edge], leader], lead[head[edge], leader]
    for signs in ((-1, -1, 1), (-1, 1, -1), (1, -1, -1)):
        clauses = np.stack([sign * each for sign, each in zip(signs, (link, one, other), strict=True)], axis=1)
        _state_clauses(m, rule, clauses)
    _state_ways(m, rule, links, leaders, own)
    if rule.sized:
        _state_sizes(m, rule, links, leaders, lead, own)


def _declare_leads(
    m: StatingModel, rule: Regions, links: Links, leaders: NDArray[np.int64], most: int
) -> NDArray[np.int32]:
    """lead[v, r], shape (vertices, leaders); NEVER where r is too far away, or follows v."""
    may_lead = _reached_by(rule.vertices, links.edges, leaders, most - 1)
    lead = np.full(may_lead.shape, NEVER, np.int32)
    if rule.roots is None:
        may_lead &= leaders <= np.arange(rule.vertices)[:, None]
    else:
        may_lead[leaders] = False
        lead[leaders, np.arange(len(leaders))] = ALWAYS
    lead[may_lead] = np.asarray(m.bools(m.fresh_name("lead"), int(may_lead.sum())))
    return lead


def _reached_by(n: int, edges: NDArray[np.int64], starts: NDArray[np.int64], steps: int) -> NDArray[np.bool_]:
    """Which vertices are at most so many steps away from each start, shape (n, starts)."""
    if steps >= n - 1:
        part = least_connected(n, edges)
        same: NDArray[np.bool_] = part[:, None] == part[starts]
        return same
    reached = np.zeros((n, len(starts)), np.bool_)
    reached[starts, np.arange(len(starts))] = True
    for _ in range(steps):
        before = reached.copy()
        np.logical_or.at(reached, edges[:, 0], before[edges[:, 1]])
        np.logical_or.at(reached, edges[:, 1], before[edges[:, 0]])
    return reached


def _state_ways(
    m: StatingModel, rule: Regions, links: Links, leaders: NDArray[np.int64], own: NDArray[np.int32]
) -> None:
    """Along links, every vertex is connected with a vertex that leads itself."""
    n, edges, literals = rule.vertices, links.edges, links.for_graphs
    roots = leaders
    if rule.roots is None:
        roots = np.array([n])
        edges = np.concatenate([edges, np.stack([np.full(n, n), leaders], axis=1)])
        literals = np.concatenate([literals, own])
    there = np.zeros(n + (rule.roots is None), np.int32)
    state_elimination(m, graph_rule(rule.sentence, there, edges, literals, roots, "elimination"))


def _state_sizes(
    m: StatingModel,
    rule: Regions,
    links: Links,
    leaders: NDArray[np.int64],
    lead: NDArray[np.int32],
    own: NDArray[np.int32],
) -> None:
    state_same_sizes(m, rule, links)
    others = lead.T.copy()
    others[np.arange(len(leaders)), leaders] = NEVER
    led = others != NEVER
    counted = rows_from_lengths(led.sum(axis=1), others[led])
    state_counted_sizes(m, rule, leaders, counted, 1, None if rule.roots is not None else own)


def _state_clauses(m: StatingModel, rule: Regions, clauses: NDArray[np.int32]) -> None:
    rows, _ = clauses_without_constants(clauses)
    m.any(rule.sentence, rows)


FORMULATION = Formulation(
    "leaders",
    state_leaders,
    "each vertex is led by the least vertex of its region, or the root",
    source="Campelo, Campos and Correa (2008)",
    unique=False,
    default=True,
)
