"""Flow: a root sends one unit to every vertex that is there, along edges that are there.

    into v  -  out of v  +  supply[v]  =  1 if v is there, else 0
    flow[u, v] <= most * arc[u, v]            supply[v] <= n * root[v]

Everything that is there gets a unit, which can only come from a supply, so it is connected with a root. The other
way round: send the units along a tree. The classic single-commodity flow (Gavish and Graves, 1978); good for
integer programs, and heavy for clauses.
"""

from __future__ import annotations

import numpy as np

from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.rows import group


def state_flow(m: StatingModel, rule: GraphRule) -> None:
    """State the rule with an integer for each direction of each edge, and one per root."""
    n, edges = len(rule.on), len(rule.edges)
    most = max(n - 1, 0)
    ends = np.concatenate([rule.edges, rule.edges[:, ::-1]])
    tail, head = ends.T
    flow = np.asarray(m.ints(m.fresh_name("flow"), 2 * edges, 0, most))
    for literals in (rule.on[tail], rule.on[head], np.tile(rule.links, 2)):
        there = literals != 0
        m.linear(None, 0, rule.sentence, np.stack([flow[there], literals[there]], axis=1), [1, -most])
    source = np.arange(n) if rule.roots is None else np.flatnonzero(rule.roots)
    supply = np.asarray(m.ints(m.fresh_name("supply"), len(source), 0, n))
    if rule.roots is None:
        root = np.asarray(m.bools(m.fresh_name("root"), n))
        m.at_most(1, rule.sentence, root[None, :])
        m.linear(None, 0, rule.sentence, np.stack([supply, root], axis=1), [1, -n])
    there = rule.on != 0
    owners = np.concatenate([head, tail, source, np.flatnonzero(there)])
    literals = np.concatenate([flow, flow, supply, rule.on[there]])
    coefs = np.repeat([1, -1, 1, -1], [2 * edges, 2 * edges, len(source), int(there.sum())])
    bound = (~there).astype(np.int64)
    m.linear(bound, bound, rule.sentence, group(literals, by=owners, n=n), coefs[np.argsort(owners, kind="stable")])


FORMULATION = Formulation(
    "flow",
    state_flow,
    "the root sends a unit to every vertex, along edges that are there; linear rows",
    source="Gavish and Graves (1978)",
    unique=False,
)
