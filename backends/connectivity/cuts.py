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

from backends.contract import Values
from models.neutral import Rows
from models.neutral.graphs import GraphRule, least_connected, literals_hold
from models.neutral.rows import rows_of

MOST_CLAUSES, MOST_LITERALS = 24, 600  # of the cuts for one component: a clause for some of its vertices


def broken_cuts(rule: GraphRule, values: Values) -> list[NDArray[np.int32]]:
    """Clauses that the rule implies and the assignment breaks; none where it keeps the rule."""
    components = rule.components(values)
    stray = rule.stray_components(components)
    if not len(stray):
        return []
    is_cut = ~literals_hold(values, rule.links)
    if rule.roots is not None:
        return [clause for each in stray.tolist() for clause in _cut_off(rule, is_cut, components == each, None)]
    sizes = np.bincount(components[components >= 0], minlength=len(components))
    largest = int(stray[sizes[stray].argmax()])
    other = _anchor(rule, components == largest)
    return [
        clause
        for each in stray.tolist()
        if each != largest
        for clause in _cut_off(rule, is_cut, components == each, other)
    ]


def cut_rows(clauses: list[NDArray[np.int32]]) -> Rows:
    """The clauses as a table."""
    return rows_of(clauses if clauses else np.zeros((0, 0), np.int32))


def _anchor(rule: GraphRule, component: NDArray[np.bool_]) -> int:
    """The vertex of a component that cuts name: one that is always there, else its first."""
    members = np.flatnonzero(component)
    return int(members[(rule.on[members] != 0).argmin()])


def _cut_off(
    rule: GraphRule, is_cut: NDArray[np.bool_], component: NDArray[np.bool_], other: int | None
) -> list[NDArray[np.int32]]:
    """The cuts that forbid a component to stand alone. is_cut: which edges have literals that do not hold; other: a
    vertex with which it should be connected."""
    separator = separating_literals(rule, component, other, is_cut)
    ends = np.zeros(0, np.int32) if other is None or rule.on[other] == 0 else -rule.on[[other]]
    members = np.flatnonzero(component)
    most = max(1, min(MOST_CLAUSES, MOST_LITERALS // (len(separator) + 2)))
    if (rule.on[members] == 0).any():
        return [np.concatenate([ends, separator])]
    members = members[:: max(1, len(members) // most)][:most]
    return [np.concatenate([-rule.on[[a]], ends, separator]) for a in members.tolist()]


def separating_literals(
    rule: GraphRule, component: NDArray[np.bool_], other: int | None, is_cut: NDArray[np.bool_]
) -> NDArray[np.int32]:
    """The literals of which one must hold if some vertex of the component is to be connected with the other vertex
    (with anything, if that is None). is_cut: which edges, if they leave the component, are cut themselves, all with
    literals, shape (edges,); of the others the outer end is taken out of the graph."""
    inside = component[rule.edges]
    leaving = inside[:, 0] != inside[:, 1]
    outer = np.where(inside[leaving, 0], rule.edges[leaving, 1], rule.edges[leaving, 0])
    is_cut = is_cut[leaving]
    literals = np.where(is_cut, rule.links[leaving], rule.on[outer])
    if other is None:
        return np.unique(literals)
    taken = np.zeros(len(rule.on), np.bool_)
    taken[outer[~is_cut]] = True
    outside = ~component & ~taken
    least = least_connected(len(rule.on), rule.edges[outside[rule.edges].all(axis=1)])
    beyond = outside & (least == least[other])
    reaches = beyond.copy()  # vertices that were taken out, and lie beside the part in which the other vertex is
    touching = beyond[rule.edges]
    np.logical_or.at(reaches, rule.edges[:, 0], touching[:, 1])
    np.logical_or.at(reaches, rule.edges[:, 1], touching[:, 0])
    return np.unique(literals[reaches[outer]])
