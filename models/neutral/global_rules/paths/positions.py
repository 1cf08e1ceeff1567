"""Positions: paths are walked from their first ends, and each vertex has the number of its path and its place on it.

    arc u -> v   =>   place[v] = place[u] + 1  and  path[v] = path[u]
    each edge that holds is walked in one direction; a vertex is entered as often as it is left, at most once

Places grow along a walk, so that it does not come back. All are determined by the edges: a vertex on no path has place
and path 0. Places as numbers: Miller, Tucker and Zemlin (1960).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.constants import clauses_without_constants
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.edge_rule import links_of
from models.neutral.global_rules.paths.degrees import state_degrees
from models.neutral.global_rules.paths.rule import Paths
from models.neutral.rows import Rows, group, prepend

MOST_ROWS = 5_000_000


def state_positions(m: StatingModel, rule: Paths) -> None:
    """State the rule with two integers for each vertex. Raises ModelTooLarge."""
    if (total := 4 * len(rule.pairs)) > MOST_ROWS:
        raise ModelTooLarge(f"positions would need {total:,} linear rows, at most {MOST_ROWS:,}")
    links, n, paths = links_of(m, rule), rule.vertices, len(rule.end_pairs)
    state_degrees(m, rule, links)
    first, last = rule.end_pairs.T
    tail, head = np.concatenate([links.edges, links.edges[:, ::-1]]).T
    possible = ~np.isin(head, first) & ~np.isin(tail, last)
    arc = np.asarray(m.bools(m.fresh_name("arc"), int(possible.sum())))
    tail, head, edge = tail[possible], head[possible], np.tile(np.arange(len(links.edges)), 2)[possible]
    rows, _ = clauses_without_constants(np.stack([-arc, links.literals[edge]], axis=1))
    m.any(rule.sentence, rows)
    rows, _ = clauses_without_constants(prepend(-links.literals, group(arc, by=edge, n=len(links.edges))))
    m.any(rule.sentence, rows)
    entering, leaving = group(arc, by=head, n=n), group(arc, by=tail, n=n)
    for several in (entering, leaving, group(arc, by=edge, n=len(links.edges))):
        m.at_most(1, rule.sentence, several.take(several.lengths > 1))
    ends = np.repeat(np.arange(1, paths + 1), 2)
    longest = np.full(n, max(n - 2 * paths + 1, 0))
    longest[first] = 0
    least, most = np.zeros(n, np.int64), np.full(n, paths)
    least[rule.end_pairs.ravel()] = most[rule.end_pairs.ravel()] = ends
    walk = _Walk(arc, tail, head, entering.take(~rule.is_end), np.flatnonzero(~rule.is_end))
    _state_along(
        m, rule, walk, 1, np.asarray(m.ints(m.fresh_name("place"), n, 0, longest)), int(longest.max(initial=0))
    )
    _state_along(m, rule, walk, 0, np.asarray(m.ints(m.fresh_name("path"), n, least, most)), paths)


@dataclass(frozen=True, slots=True, eq=False)
class _Walk:
    """The arcs, from tail to head; and those that enter a vertex that is no end, a row for each of `inner`."""

    arc: NDArray[np.int32]
    tail: NDArray[np.int64]
    head: NDArray[np.int64]
    entering: Rows
    inner: NDArray[np.int64]


def _state_along(m: StatingModel, rule: Paths, walk: _Walk, step: int, number: NDArray[np.int32], most: int) -> None:
    """The numbers of vertices grow by `step` along each arc; a vertex that is not entered has 0."""
    pairs = np.stack([number[walk.head], number[walk.tail]], axis=1)
    m.linear(step, step, rule.sentence, pairs, [1, -1], when=walk.arc)
    table = prepend(number[walk.inner], walk.entering)
    coefs = np.full(len(table.literals), -most)
    coefs[table.starts[:-1]] = 1
    m.linear(None, 0, rule.sentence, table, coefs)


FORMULATION = Formulation(
    "positions",
    state_positions,
    "each vertex has the number of its path, and its place on it",
    source="Miller, Tucker and Zemlin (1960)",
)
