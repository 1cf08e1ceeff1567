"""Parents: what the formulations share. Each vertex that is there, but the roots, has a parent among its neighbours.

Variables, all Boolean: `parent`, two per edge (u, v): the first says that u is the parent of v, the second that v is
the parent of u; and `root`, one per vertex, where the rule does not name its roots: at most one holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.contract import StatingModel
from models.neutral.rows import Rows, group


@dataclass(frozen=True, slots=True, eq=False)
class Parents:
    """The arcs from parents: `parent` (arcs,) holds if tail (arcs,) is the parent of head (arcs,)."""

    parent: NDArray[np.int32]
    tail: NDArray[np.int64]
    head: NDArray[np.int64]
    root: NDArray[np.int32] | None  # a literal per vertex, where the rule does not name its roots


def state_parents(m: StatingModel, rule: GraphRule) -> Parents:
    """Declare the variables, and state that everything that is there has a parent or is a root; circles are allowed."""
    tail, head = np.concatenate([rule.edges, rule.edges[:, ::-1]]).T
    if rule.roots is not None:
        keep = ~rule.roots[head]  # a root needs no parent
        tail, head, links = tail[keep], head[keep], np.tile(rule.links, 2)[keep]
    else:
        links = np.tile(rule.links, 2)
    parent = np.asarray(m.bools(m.fresh_name("parent"), len(tail)))
    root = None if rule.roots is not None else np.asarray(m.bools(m.fresh_name("root"), len(rule.on)))
    m.any(rule.sentence, _wanting_rows(rule, parent, head, root))
    for literals in (rule.on[tail], rule.on[head], links):
        there = literals != 0
        m.any(rule.sentence, np.stack([-parent[there], literals[there]], axis=1))
    if root is not None:
        m.at_most(1, rule.sentence, root[None, :])
        there = rule.on != 0
        m.any(rule.sentence, np.stack([-root[there], rule.on[there]], axis=1))
    return Parents(parent, tail, head, root)


def _wanting_rows(
    rule: GraphRule, parent: NDArray[np.int32], head: NDArray[np.int64], root: NDArray[np.int32] | None
) -> Rows:
    """A row for each vertex that is no named root: it is not there, or a root, or some arc leads to it."""
    n, there = len(rule.on), np.flatnonzero(rule.on)
    roots, own = (np.zeros(0, np.int32), np.arange(0)) if root is None else (root, np.arange(n))
    rows = group(np.concatenate([-rule.on[there], roots, parent]), by=np.concatenate([there, own, head]), n=n)
    return rows if rule.roots is None else rows.take(~rule.roots)
