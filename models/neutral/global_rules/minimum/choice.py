"""The result is at most each number, and a literal says which is the first that it equals: as `maximum`, with sums
negated."""

from __future__ import annotations

from functools import partial

from models.neutral.global_rules.contract import Formulation
from models.neutral.global_rules.maximum.choice import SOURCE, state_choice

FORMULATION = Formulation(
    "choice",
    partial(state_choice, sign=-1),
    "the result is at most each number, and equal to the one that is chosen",
    source=SOURCE,
)
