"""Sizes of regions, for all formulations: vertices that are joined have the same; a leader's is what was counted; where
no links are named, the same size joins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.constants import clauses_without_constants
from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.edge_rule import Links, links_of
from models.neutral.global_rules.regions.rule import Regions
from models.neutral.numbers.domains import NEVER
from models.neutral.rows import Rows, concatenated_ranges, rows_from_lengths

MOST_CLAUSES = 20_000_000


def largest_region(m: StatingModel, rule: Regions) -> int:
    """How many vertices a region may have."""
    if not rule.sized or not rule.vertices:
        return rule.vertices
    _, most = m.number_bounds(rule.sizes)
    return int(np.clip(most.max(), 1, rule.vertices))


def region_links(m: StatingModel, rule: Regions) -> Links:
    """The edges that may hold, with their literals; where none are named, new ones, which hold for the same sizes."""
    if rule.linked:
        return links_of(m, rule)
    check_sizes(m, rule)
    domains, (tail, head) = m.domain_of(rule.sizes), rule.pairs.T
    joined = np.asarray(m.bools(m.fresh_name("joined"), len(tail)))
    lengths = np.diff(domains.starts)[tail]
    places = concatenated_ranges(domains.starts[:-1][tail], lengths)
    other = domains.find_is(np.repeat(head, lengths), domains.values[places])
    table = np.stack([np.repeat(joined, lengths), -domains.is_[places], -other], axis=1)
    m.any(rule.sentence, clauses_without_constants(table)[0])
    return Links(rule.pairs, joined)


def check_sizes(m: StatingModel, rule: Regions) -> None:
    """Raise ModelTooLarge where `state_same_sizes` may need too many clauses."""
    if rule.sized:
        sizes = rule.sizes
        least, most = m.number_bounds(sizes)
        values = np.where(sizes.lengths > 0, sizes.lengths, most - least + 1)
        if (total := int(values[rule.pairs].sum())) > MOST_CLAUSES:
            raise ModelTooLarge(f"regions would need {total:,} clauses for their sizes, at most {MOST_CLAUSES:,}")


def state_same_sizes(m: StatingModel, rule: Regions, links: Links) -> None:
    """A joined vertex has no other size: for each edge and each value, both ways."""
    domains = m.domain_of(rule.sizes)
    tail, head = np.concatenate([links.edges, links.edges[:, ::-1]]).T
    lengths = np.diff(domains.starts)[tail]
    places = concatenated_ranges(domains.starts[:-1][tail], lengths)
    other = domains.find_is(np.repeat(head, lengths), domains.values[places])
    joined = np.repeat(np.tile(links.literals, 2), lengths)
    rows, _ = clauses_without_constants(np.stack([-joined, -domains.is_[places], other], axis=1))
    m.any(rule.sentence, rows)


def state_counted_sizes(
    m: StatingModel,
    rule: Regions,
    vertices: NDArray[np.int64],
    counted: Rows,
    already: int,
    leads: NDArray[np.int32] | None,
) -> None:
    """The size at each of these vertices is `already` and the sum of its row of `counted`; where `leads` holds, if that
    is given, one literal for each."""
    sizes = rule.sizes.take(vertices)
    parts, weights = list[NDArray[np.int32]](), list[NDArray[np.int64]]()
    for i in range(len(vertices)):
        own = counted.literals[counted.starts[i] : counted.starts[i + 1]]
        own = own[own != NEVER]
        mine = slice(sizes.starts[i], sizes.starts[i + 1])
        ref = sizes.refs[i : i + 1][sizes.refs[i : i + 1] != 0]
        parts.append(np.concatenate([own, ref, sizes.literals[mine]]))
        weights.append(np.concatenate([np.ones(len(own), np.int64), -np.ones(len(ref), np.int64), -sizes.values[mine]]))
    table = rows_from_lengths(np.array([len(part) for part in parts], np.int64), np.concatenate([*parts, parts[0][:0]]))
    side = sizes.constants - already
    coefs = np.concatenate(weights)
    if leads is None:
        m.linear(side, side, rule.sentence, table, coefs)
    else:
        m.linear(side, side, rule.sentence, table, coefs, when=leads)
