"""One state before each number and after the last: what a state and a number say of the next state.

    exactly one state of each layer
    state and number = v => the next state; no next state: not both
    state => one of the states that lead to it

Without literals of transitions (C.-G. Quimper and T. Walsh 2006: Global grammar constraints, CP, have a table here, on
which unit propagation finds more: see `transitions`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.constants import number_rows, state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.regular.automaton import unfold_automaton
from models.neutral.global_rules.regular.rule import Regular
from models.neutral.global_rules.transition_rows import only_states, state_refusals, value_places
from models.neutral.rows import concatenated_ranges, group, prepend, rows_of


def state_layers(m: StatingModel, rule: Regular) -> None:
    """State which states follow each other."""
    graph = unfold_automaton(m, rule)
    domains = graph.domains
    state_refusals(m, rule, graph)
    states = only_states(graph)
    fresh = states == 0
    states[fresh] = np.asarray(m.bools(m.fresh_name("state"), int(fresh.sum())))
    layers, which = np.unique(graph.layers[fresh], return_inverse=True)
    if len(layers):
        owners = graph.owners[fresh][np.unique(which, return_index=True)[1]]
        m.exactly(1, rule.sentence, group(states[fresh], by=which.ravel()))
        number_rows(m, rule, owners)
    number = _number_after(rule, graph.layers, graph.owners)
    going = np.flatnonzero(~graph.is_last)
    widths = np.diff(domains.starts)[number[going]]
    state = np.repeat(going, widths)
    value = concatenated_ranges(domains.starts[:-1][number[going]], widths)
    after = np.full(len(state), -1)
    first = np.zeros(len(states), np.int64)
    first[going] = np.cumsum(widths) - widths
    of_arc = value_places(graph)
    after[first[graph.tails] + of_arc - domains.starts[graph.numbers]] = graph.heads
    some = after >= 0
    before = np.stack([-states[state], -domains.is_[value]], axis=1)
    owners = graph.owners[state]
    state_clauses(m, rule, np.column_stack([before[some], states[after[some]]]), owners[some])
    state_clauses(m, rule, rows_of(before[~some]), owners[~some])
    leading = group(states[graph.tails], by=graph.heads, n=len(states))
    inner = ~graph.is_first
    state_clauses(m, rule, prepend(-states, leading).take(inner), graph.owners[inner])


def _number_after(rule: Regular, layers: NDArray[np.int64], owners: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number that is read after each state; one too far for the last states."""
    numbers: NDArray[np.int64] = rule.starts[owners] + layers // max(rule.rows, 1)
    return numbers


FORMULATION = Formulation("layers", state_layers, "a literal for each state", source="Quimper and Walsh (2006)")
