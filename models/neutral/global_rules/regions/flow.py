"""Flow: in each region one vertex, the least one or the root, sends a unit to every vertex, along links.

    into v  -  out of v  +  supply[v]  =  1              supply[v] <= most * root[v]
    flow[u, v] <= (most - 1) * link                      supply[v] is the size of the region, where v is the root
    region[v]    the number of the root: the same along links, and another one across borders

Linear in the edges. From Shirabe (2005), A model of contiguity for spatial unit allocation, who sends units to a sink
in each region.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.constants import clauses_without_constants
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.edge_rule import Links
from models.neutral.global_rules.regions.rule import Regions
from models.neutral.global_rules.regions.sizes import (
    check_sizes,
    largest_region,
    region_links,
    state_counted_sizes,
    state_same_sizes,
)
from models.neutral.numbers.domains import ALWAYS
from models.neutral.rows import group, rows_of

MOST_ROWS = 5_000_000


def state_flow(m: StatingModel, rule: Regions) -> None:
    """State the rule with an integer for each direction of each edge, and two for each vertex. Raises ModelTooLarge."""
    if (total := 8 * len(rule.pairs) + 3 * rule.vertices) > MOST_ROWS:
        raise ModelTooLarge(f"flow would need {total:,} rows, at most {MOST_ROWS:,}")
    check_sizes(m, rule)
    n, links, most = rule.vertices, region_links(m, rule), largest_region(m, rule)
    root, source = None, np.arange(n)
    if rule.roots is None:
        root = np.asarray(m.bools(m.fresh_name("root"), n))
    else:
        source = rule.roots
    supply = _state_units(m, rule, links, source, most)
    if root is not None:
        m.linear(None, 0, rule.sentence, np.stack([supply, root], axis=1), [1, -most])
    _state_regions(m, rule, links, root)
    if rule.sized:
        state_same_sizes(m, rule, links)
        state_counted_sizes(m, rule, source, rows_of(supply[:, None]), 0, root)


def _state_units(
    m: StatingModel, rule: Regions, links: Links, source: NDArray[np.int64], most: int
) -> NDArray[np.int32]:
    """Every vertex keeps a unit. Returns the supplies, an integer for each source."""
    n, edges = rule.vertices, len(links.edges)
    tail, head = np.concatenate([links.edges, links.edges[:, ::-1]]).T
    flow = np.asarray(m.ints(m.fresh_name("flow"), 2 * edges, 0, max(most - 1, 0)))
    supply = np.asarray(m.ints(m.fresh_name("supply"), len(source), int(rule.roots is not None), most))
    literals = np.tile(links.literals, 2)
    may_be_border = literals != ALWAYS
    pairs = np.stack([flow, literals], axis=1)[may_be_border]
    m.linear(None, 0, rule.sentence, pairs, [1, 1 - most])
    owners = np.concatenate([head, tail, source])
    order = np.argsort(owners, kind="stable")
    coefs = np.repeat([1, -1, 1], [2 * edges, 2 * edges, len(source)])[order]
    m.linear(1, 1, rule.sentence, group(np.concatenate([flow, flow, supply]), by=owners, n=n), coefs)
    return supply


def _state_regions(m: StatingModel, rule: Regions, links: Links, root: NDArray[np.int32] | None) -> None:
    """The numbers of regions: of a vertex, at most its own, where no roots are named."""
    least, most = np.zeros(rule.vertices, np.int64), np.arange(rule.vertices)
    if rule.roots is not None:
        most = np.full(rule.vertices, max(len(rule.roots) - 1, 0))
        least[rule.roots] = most[rule.roots] = np.arange(len(rule.roots))
    region = np.asarray(m.ints(m.fresh_name("region"), rule.vertices, least, most))
    if root is not None:
        m.linear(most, None, rule.sentence, region[:, None], 1, when=root)
    pairs, link = region[links.edges], links.literals
    border = np.asarray(m.bools(m.fresh_name("below"), (2, len(link))))
    for below, sign in zip(border, (1, -1), strict=True):
        m.linear(1, None, rule.sentence, pairs, [-sign, sign], when=below)
    rows, _ = clauses_without_constants(np.stack([link, *border], axis=1))
    m.any(rule.sentence, rows)
    for below in border:
        rows, _ = clauses_without_constants(np.stack([-link, -below], axis=1))
        m.any(rule.sentence, rows)
    known = link == ALWAYS
    m.linear(0, 0, rule.sentence, pairs[known], [1, -1])
    m.linear(0, 0, rule.sentence, pairs[~known], [1, -1], when=link[~known])


FORMULATION = Formulation(
    "flow",
    state_flow,
    "the root of a region sends a unit to each of its vertices",
    source="Shirabe (2005)",
    unique=False,
)
