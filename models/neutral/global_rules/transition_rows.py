"""A literal for each state and each transition of an unfolded automaton: they form a way.

    t => number = v, the state before, the state after
    state => some t that leads away from it, and some t that leads to it
    number = v => some t that reads it

Each layer of states, number and transitions is a table whose tuples have literals (F. Bacchus 2007: GAC via unit
propagation, CP); the tables form a chain, in which two that follow each other have one state in common, so that unit
propagation finds all that follows from all of them (C.-G. Quimper and T. Walsh 2006: Global grammar constraints, CP).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.constants import number_rows, state_clauses
from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.unfolding import Unfolding
from models.neutral.numbers.domains import ALWAYS
from models.neutral.rows import group, prepend, rows_from_lengths


def state_transition_rows(m: StatingModel, rule: NumberRule, graph: Unfolding) -> None:
    """State that each row is a way through its graph."""
    state_refusals(m, rule, graph)
    arcs = arc_literals(m, graph)
    states = _state_literals(m, graph, arcs)
    row = graph.owners[graph.tails]
    for other in (graph.literals, states[graph.tails], states[graph.heads]):
        state_clauses(m, rule, np.stack([-arcs, other], axis=1), row)
    for ends, chosen in ((graph.tails, ~graph.is_last), (graph.heads, ~graph.is_first)):
        rows = prepend(-states, group(arcs, by=ends, n=len(states))).take(chosen)
        state_clauses(m, rule, rows, graph.owners[chosen])
    is_, owners = graph.domains.is_, rule.owners[graph.domains.owners]
    values = prepend(-is_, group(arcs, by=value_places(graph), n=len(is_)))
    kept = ~graph.refused[owners]
    state_clauses(m, rule, values.take(kept), owners[kept])


def state_refusals(m: StatingModel, rule: NumberRule, graph: Unfolding) -> None:
    """Rows without a way cannot hold."""
    if len(refused := np.flatnonzero(graph.refused)):
        nothing = rows_from_lengths(np.zeros(len(refused), np.int64), np.zeros(0, np.int32))
        m.any(rule.sentence, nothing)
        number_rows(m, rule, refused)


def value_places(graph: Unfolding) -> NDArray[np.int64]:
    """Of each arc, the place of its value among those of the domains, shape (arcs,)."""
    domains = graph.domains
    order = np.lexsort((domains.is_, domains.owners))
    span = int(np.abs(domains.is_.astype(np.int64)).max(initial=0)) * 2 + 1
    keys = domains.owners[order] * span + domains.is_[order]
    return order[np.searchsorted(keys, graph.numbers * span + graph.literals)] if len(keys) else graph.numbers


def arc_literals(m: StatingModel, graph: Unfolding) -> NDArray[np.int32]:
    """A literal for each arc; that of its value, where no other arc has it."""
    span = int(np.abs(graph.literals.astype(np.int64)).max(initial=0)) * 2 + 1
    _, which, count = np.unique(graph.numbers * span + graph.literals, return_inverse=True, return_counts=True)
    several = count[which.ravel()] > 1
    literals = graph.literals.copy()
    literals[several] = np.asarray(m.bools(m.fresh_name("transition"), int(several.sum())))
    return literals


def _state_literals(m: StatingModel, graph: Unfolding, arcs: NDArray[np.int32]) -> NDArray[np.int32]:
    """A literal for each state: known, where it is alone in its layer; that of an arc, where only this leads to it."""
    literals = only_states(graph)
    leading = np.bincount(graph.heads, minlength=len(literals))
    last = np.zeros(len(literals), np.int32)
    last[graph.heads] = arcs
    single = (literals == 0) & (leading == 1)
    literals[single] = last[single]
    fresh = literals == 0
    literals[fresh] = np.asarray(m.bools(m.fresh_name("state"), int(fresh.sum())))
    return literals


def only_states(graph: Unfolding) -> NDArray[np.int32]:
    """ALWAYS for the states that are the only ones of their layers, else 0, shape (states,)."""
    _, which, count = np.unique(graph.layers, return_inverse=True, return_counts=True)
    return np.where(count[which.ravel()] == 1, ALWAYS, 0).astype(np.int32)
