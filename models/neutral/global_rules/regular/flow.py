"""A unit of flow through the states: a literal for each transition, and as many in as out.

    exactly one transition leads away from the start
    as many transitions lead to a state as away from it
    exactly one of: number is not v, the transitions that read v

The linear relaxation has whole corners (M.-C. Cote, B. Gendron and L.-M. Rousseau 2007: Modeling the regular constraint
with integer programming, CPAIOR).
"""

from __future__ import annotations

import numpy as np

from models.neutral.global_rules.constants import number_rows, state_counts
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.regular.automaton import unfold_automaton
from models.neutral.global_rules.regular.rule import Regular
from models.neutral.global_rules.transition_rows import arc_literals, state_refusals, value_places
from models.neutral.rows import group, prepend


def state_flow(m: StatingModel, rule: Regular) -> None:
    """State that the transitions are a flow."""
    graph = unfold_automaton(m, rule)
    domains = graph.domains
    state_refusals(m, rule, graph)
    arcs, n = arc_literals(m, graph), len(graph.owners)
    ends, literals = np.concatenate([graph.heads, graph.tails]), np.concatenate([arcs, -arcs])
    balance = group(literals, by=ends, n=n)  # in, and not out
    out = np.bincount(graph.tails, minlength=n)
    first = group(arcs, by=graph.tails, n=n)
    owners = rule.owners[domains.owners]
    values = prepend(-domains.is_, group(arcs, by=value_places(graph), n=len(domains.is_)))
    inner, begins, kept = ~graph.is_first & ~graph.is_last, graph.is_first & ~graph.is_last, ~graph.refused[owners]
    for rows, chosen, count, row in (
        (first, begins, np.ones(n, np.int64), graph.owners),
        (balance, inner, out, graph.owners),
        (values, kept, np.ones(len(owners), np.int64), owners),
    ):
        if chosen.any():
            count = count[chosen]
            state_counts(m, count, count, rule.sentence, rows.take(chosen))
            number_rows(m, rule, row[chosen])


FORMULATION = Formulation(
    "flow",
    state_flow,
    "a unit of flow through the states",
    source="Cote, Gendron and Rousseau (2007)",
    strength=Strength.DOMAIN,
)
