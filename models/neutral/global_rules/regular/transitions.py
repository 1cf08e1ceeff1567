"""A literal for each state and each transition (`global_rules.transition_rows`)."""

from __future__ import annotations

from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.regular.automaton import unfold_automaton
from models.neutral.global_rules.regular.rule import Regular
from models.neutral.global_rules.transition_rows import state_transition_rows


def state_transitions(m: StatingModel, rule: Regular) -> None:
    """State that the automaton has a way."""
    state_transition_rows(m, rule, unfold_automaton(m, rule))


FORMULATION = Formulation(
    "transitions",
    state_transitions,
    "a literal for each state and transition",
    source="Quimper and Walsh (2006), Bacchus (2007)",
    strength=Strength.DOMAIN,
    default=True,
)
