"""Who toggles whom: the matrix of a graph and a rule.

From a graph, a rule and k colours comes the *toggle matrix* over the integers modulo k, as columns: pressing v adds
times[i] to the light toggled[i], for i from starts[v] to starts[v + 1].

    closed    a press toggles the vertex itself once and its neighbours. A loop changes nothing: it is taken to mean the
              vertex itself, and two would cancel.
    open      a press toggles the neighbours only; a loop makes the vertex a neighbour of itself. So the open rule with
              loops says for each vertex whether it toggles itself.

Parallel edges add up modulo k: with two colours a pair of them cancels. On a torus with two columns the cell to the
left is the cell to the right, and toggled twice. In a directed graph a press toggles where the arrows lead.
"""

from __future__ import annotations

import numpy as np

from models.puzzles.graphs.graph import Graph, Ints, csr_columns

RULES = ("closed", "open")


def toggle_matrix(g: Graph, rule: str, colours: int) -> tuple[Ints, Ints, Ints]:
    """Who toggles whom, and how often: (starts, toggled, times), each time 1..colours-1."""
    n, tails, heads = len(g), g.tails, g.heads
    if rule == "closed":
        other, itself = tails != heads, np.arange(n)
        tails, heads = np.concatenate([tails[other], itself]), np.concatenate([heads[other], itself])
    keys = np.sort(tails * n + heads, kind="stable")  # merges the two ascending runs
    first = np.ones(len(keys), np.bool_)
    first[1:] = keys[1:] != keys[:-1]
    if first.all():  # no duplicates, as almost always
        return *csr_columns(n, keys), np.ones(len(keys), np.int64)
    times = np.diff(np.append(np.flatnonzero(first), len(keys))) % colours
    return *csr_columns(n, keys[first][times > 0]), times[times > 0]


def transpose_columns(starts: Ints, toggled: Ints, times: Ints) -> tuple[Ints, Ints, Ints]:
    """Who is toggled by whom, and how often."""
    n = len(starts) - 1
    order = np.argsort(toggled, kind="stable")
    ends = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(toggled, minlength=n), out=ends[1:])
    return ends, np.repeat(np.arange(n), np.diff(starts))[order], times[order]
