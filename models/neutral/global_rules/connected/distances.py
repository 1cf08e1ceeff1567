"""Distances: a vertex that is there is at most so many steps away from a root.

    near[v, d]   v can be reached from a root in d steps or fewer; d goes up to `within`

    near[v, d]  =>  near[u, d - 1] for some neighbour u of v, or v is a root
    near[v, d]  =>  near[v, d + 1]                          near[v, within]  <=>  v is there

Nothing goes round in a circle, since d falls with each step. Whatever is known at some point of a search, unit
propagation finds all vertices that no way of `within` steps can still reach. It takes a variable for each vertex and
each number of steps, n^2 where nothing is known of the distances: this is for graphs in which all ways are short.
Layers of what can be reached: Kautz and Selman, "Planning as satisfiability" (ECAI 1992).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.graphs import steps_from
from models.neutral.rows import concatenated_ranges, group, prepend

MOST_VARIABLES = 5_000_000


@dataclass(frozen=True, slots=True, eq=False)
class _Layers:
    """The variables near[v, d] for d from least[v] to most[v], numbered from first[v] on; none if least[v] > most[v].

    All of shape (vertices,)."""

    least: NDArray[np.int64]
    most: NDArray[np.int64]
    first: NDArray[np.int64]

    def near(self, vertex: NDArray[np.int64], steps: NDArray[np.int64]) -> NDArray[np.int32]:
        """The variables of vertices and numbers of steps; more steps than `most` are as many."""
        return (self.first[vertex] + np.minimum(steps, self.most[vertex]) - self.least[vertex]).astype(np.int32)

    def levels(
        self, vertex: NDArray[np.int64], least: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each of these vertices its place among them and all numbers of steps from such a least one on."""
        counts = np.maximum(self.most[vertex] - least + 1, 0)
        return np.repeat(np.arange(len(vertex)), counts), concatenated_ranges(least, counts)


def state_distances(m: StatingModel, rule: GraphRule) -> None:
    """State the rule with clauses. Raises ModelTooLarge."""
    layers, n = _declare_layers(m, rule), len(rule.on)
    there, reached = np.flatnonzero(rule.on), np.flatnonzero(layers.least <= layers.most)
    last = layers.near(reached, layers.most[reached])
    m.any(rule.sentence, group(np.concatenate([-rule.on[there], last]), by=np.concatenate([there, reached]), n=n))
    optional = rule.on[reached] != 0
    m.any(rule.sentence, np.stack([-last, rule.on[reached]], axis=1)[optional])
    vertex, steps = layers.levels(np.arange(n), layers.least + 1)
    m.any(rule.sentence, np.stack([-layers.near(vertex, steps - 1), layers.near(vertex, steps)], axis=1))
    if rule.roots is None:
        m.at_most(1, rule.sentence, layers.near(reached, np.zeros(n, np.int64))[None, :])
    _state_steps(m, rule, layers)


def _declare_layers(m: StatingModel, rule: GraphRule) -> _Layers:
    """Where no roots are named, any vertex may be one: near[v, 0]."""
    n = len(rule.on)
    least, most = np.zeros(n, np.int64), rule.within
    if rule.roots is not None:
        least, most = steps_from(rule.roots, rule.edges), np.where(rule.roots, 0, most)
    counts = np.maximum(most - least + 1, 0)
    if counts.sum() > MOST_VARIABLES:
        raise ModelTooLarge(f"distances would need {counts.sum():,} variables, at most {MOST_VARIABLES:,}")
    near = np.asarray(m.bools(m.fresh_name("near"), int(counts.sum())))
    return _Layers(least, most, np.cumsum(counts) - counts + near[:1].sum())


def _state_steps(m: StatingModel, rule: GraphRule, layers: _Layers) -> None:
    """What is d steps away has a neighbour that is d - 1 steps away, along an edge that is there."""
    vertex, steps = layers.levels(np.arange(len(rule.on)), layers.least)
    near = layers.near(vertex, steps)
    way, after = _declare_ways(m, rule, layers)
    if rule.roots is None:
        way = np.concatenate([way, layers.near(vertex, np.zeros_like(steps))])
        after = np.concatenate([after, near])
    further = steps > 0
    first = near[:1].sum()
    m.any(rule.sentence, prepend(-near, group(way, by=after - first, n=len(near))).take(further))


def _declare_ways(m: StatingModel, rule: GraphRule, layers: _Layers) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Literals that say that some vertex is d - 1 steps away and joined to another one, and near[that other one, d]."""
    ends = np.concatenate([rule.edges, rule.edges[:, ::-1]])
    links = np.tile(rule.links, 2)
    can_lead = (layers.least <= layers.most)[ends[:, 0]]
    (tail, head), links = ends[can_lead].T, links[can_lead]
    arc, steps = layers.levels(head, np.maximum(layers.least[head], layers.least[tail] + 1))
    before, after, link = layers.near(tail[arc], steps - 1), layers.near(head[arc], steps), links[arc]
    linked = link != 0
    way = np.asarray(m.bools(m.fresh_name("way"), int(linked.sum())))
    for condition in (before, link):
        m.any(rule.sentence, np.stack([-way, condition[linked]], axis=1))
    before[linked] = way
    return before, after


FORMULATION = Formulation(
    "distances",
    state_distances,
    "whether a root is 0 steps away, 1 step, 2 steps, ...; clauses, few where all ways are short",
    source="Kautz and Selman (1992)",
    unique=False,
)
