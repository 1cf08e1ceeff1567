"""The result is at least v if and only if all numbers are, for each value v: as `maximum`, with literals negated."""

from __future__ import annotations

from functools import partial

from models.neutral.global_rules.contract import Formulation, Strength
from models.neutral.global_rules.maximum.order import SOURCE, state_order

FORMULATION = Formulation(
    "order",
    partial(state_order, sign=-1),
    "the result is at least a value if and only if all numbers are",
    source=SOURCE,
    strength=Strength.BOUNDS,
    default=True,
)
