"""Vertex elimination: beside place 0, no arcs go round in a circle; clauses alone.

    successor of i is j   =>   arc[i, j]          for i and j other than 0
    arcs between the places that are left when others are taken out, as in `connected.elimination`

Where each place follows exactly one, what goes round without place 0 is a circle of such arcs. Few clauses are needed
where each place has few successors. M. Rankooh, J. Rintanen (2022): Propositional encodings of acyclicity and
reachability by using vertex elimination, AAAI.
"""

from __future__ import annotations

import numpy as np

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.circuit.arcs import possible_arcs, state_arcs
from models.neutral.global_rules.circuit.rule import Circuit
from models.neutral.global_rules.connected.elimination import eliminate_vertices, number_edges
from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel

MOST_PLACES = 8_000  # the numbers of arcs are a square table, of 256 MB for so many
MOST_CLAUSES = 30_000_000


def state_elimination(m: StatingModel, rule: Circuit) -> None:
    """A literal for each arc that there is, or comes up. Raises ModelTooLarge."""
    if (places := len(rule.numbers)) > MOST_PLACES:
        raise ModelTooLarge(f"elimination takes up to {MOST_PLACES:,} places, found {places:,}; by='ranks' takes more")
    possible = possible_arcs(m, rule)
    first, inner = rule.starts[possible.row], (possible.tail > 0) & (possible.head > 0)
    edges = np.stack([first + possible.tail, first + possible.head], axis=1)[inner]
    arcs = number_edges(places, edges)
    chains = list(eliminate_vertices(arcs))
    if (total := sum(map(len, chains))) > MOST_CLAUSES:
        raise ModelTooLarge(f"elimination: {total:,} clauses, the most are {MOST_CLAUSES:,}; by='ranks' needs fewer")
    stated = state_arcs(m, rule)
    stated = stated.take((stated.tail > 0) & (stated.head > 0))
    if not len(stated.row):
        return
    arc = np.zeros(int(arcs.max()) + 1, np.int32)
    arc[1:] = np.asarray(m.bools(m.fresh_name("arc"), len(arc) - 1))
    tails, heads = np.nonzero(arcs)
    owners = np.zeros(len(arc), np.int64)
    owners[arcs[tails, heads]] = rule.owners[tails]
    first = rule.starts[stated.row]
    implied = arc[arcs[first + stated.tail, first + stated.head]]
    state_clauses(m, rule, np.stack([-stated.literal, implied], axis=1), stated.row)
    chain = np.concatenate([np.zeros((0, 3), np.int32), *chains])
    state_clauses(m, rule, arc[chain] * np.array([-1, -1, 1], np.int32), owners[chain[:, 0]])
    low, high = np.nonzero(np.triu(arcs))
    state_clauses(m, rule, -np.stack([arc[arcs[low, high]], arc[arcs[high, low]]], axis=1), rule.owners[low])


FORMULATION = Formulation(
    "elimination",
    state_elimination,
    "arcs between places that are left when others are eliminated, and no two of them in opposite directions",
    source="Rankooh and Rintanen (2022)",
    unique=False,
)
