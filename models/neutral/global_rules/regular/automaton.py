"""The automaton of a rule, its states numbered from 0, unfolded."""

from __future__ import annotations

import numpy as np

from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.regular.rule import Regular
from models.neutral.global_rules.unfolding import Unfolding, unfold


def unfold_automaton(m: StatingModel, rule: Regular) -> Unfolding:
    """The states and transitions of all rows. Raises ModelTooLarge."""
    arcs = rule.known_transitions
    names = np.unique(np.concatenate([[rule.start], arcs[:, 0], arcs[:, 2], rule.accept]))
    before, after, accept = (np.searchsorted(names, states) for states in (arcs[:, 0], arcs[:, 2], rule.accept))
    numbered = np.stack([before, arcs[:, 1], after], axis=1)
    start = int(np.searchsorted(names, rule.start))
    return unfold(m, rule, lambda _: numbered, len(names), start, accept)
