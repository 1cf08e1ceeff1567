"""Cuts: clauses that a graph rule implies, and that an assignment which breaks it breaks, too.

    C  a component that must not stand alone       a  a vertex of C
    S  what leads out of C, towards b              b  a vertex of another component

    not a, or not b, or something of S             (if a and b are both there, a way leads from one to the other)

S has, for each edge that leaves C, its literal, if that does not hold, else the vertex at its end. Of these only those
are needed that lead to the part of the rest of the graph in which b lies: without S, nothing connects a and b, and S is
minimal. Where every component needs a root, `not b` is left out. Cuts by separators: Fischetti, Leitner, Ljubic,
Luipersbeck, Monaci, Resch, Salvagnin, Sinnl, "Thinning out Steiner trees" (2017); those for cycles are subtours
(Dantzig, Fulkerson, Johnson, 1954).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.separators import separating_literals
from backends.contract import Values
from models.neutral import Rows
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.graphs import literals_hold
from models.neutral.rows import rows_of

MOST_CLAUSES, MOST_LITERALS = 24, 600  # of the cuts for one component: a clause for some of its vertices


def broken_cuts(rule: GraphRule, values: Values) -> list[NDArray[np.int32]]:
    """Clauses that the rule implies and the assignment breaks; none where it keeps the rule."""
    components = rule.components(values)
    stray = rule.stray_components(components)
    if not len(stray):
        return []
    is_cut = ~literals_hold(values, rule.links)
    parts = _members(components, stray)
    if rule.roots is not None:
        return [clause for part in parts for clause in _cut_off(rule, is_cut, part, None)]
    largest = max(range(len(parts)), key=lambda number: len(parts[number]))
    other = _anchor(rule, parts.pop(largest))
    return [clause for part in parts for clause in _cut_off(rule, is_cut, part, other)]


def cut_rows(clauses: list[NDArray[np.int32]]) -> Rows:
    """The clauses as a table."""
    return rows_of(clauses if clauses else np.zeros((0, 0), np.int32))


def _members(components: NDArray[np.int64], stray: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The vertices of each of these components. stray: the least vertices of some, ascending."""
    order = np.argsort(components, kind="stable")
    ends = [np.searchsorted(components[order], stray, side) for side in ("left", "right")]
    return [order[first:last] for first, last in zip(*ends, strict=True)]


def _anchor(rule: GraphRule, members: NDArray[np.int64]) -> int:
    """The vertex of a component that cuts name: one that is always there, else its first."""
    return int(members[(rule.on[members] != 0).argmin()])


def _cut_off(
    rule: GraphRule, is_cut: NDArray[np.bool_], members: NDArray[np.int64], other: int | None
) -> list[NDArray[np.int32]]:
    """The cuts that forbid a component to stand alone. is_cut: which edges have literals that do not hold; other: a
    vertex with which it should be connected."""
    separator = separating_literals(rule, members, other, is_cut)
    ends = np.zeros(0, np.int32) if other is None or rule.on[other] == 0 else -rule.on[[other]]
    most = max(1, min(MOST_CLAUSES, MOST_LITERALS // (len(separator) + 2)))
    if (rule.on[members] == 0).any():
        return [np.concatenate([ends, separator])]
    members = members[:: max(1, len(members) // most)][:most]
    return [np.concatenate([-rule.on[[a]], ends, separator]) for a in members.tolist()]
