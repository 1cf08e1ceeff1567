"""The result is at least each number, and a literal says which is the first that it equals.

    result >= x(i)
    s(i)   =>   result <= x(i)                    exactly one of s(1), s(2), ... holds
    not b(i)   =>   result >= x(i) + 1            b(i): one of s(1), ..., s(i) holds

No literal is made for a value, so numbers may be as large as they like. The linear rows are those of textbooks on
integer programming (H. P. Williams, 1978: Model Building in Mathematical Programming); the last line makes the
literals unique. For the smallest, all sums are negated.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.constants import number_rows
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.sums import add_terms, number_terms, state_sums
from models.neutral.numbers.domains import ALWAYS

SOURCE = "Williams (1978)"


def state_choice(m: StatingModel, rule: NumberRule, sign: int = 1) -> None:
    """sign: 1 for the largest, -1 for the smallest."""
    others = np.ones(len(rule.numbers), np.bool_)
    others[rule.starts[:-1]] = False
    place = np.flatnonzero(others)
    owners = rule.owners[place]
    result, number = rule.numbers.take(rule.starts[:-1][owners]), rule.numbers.take(place)
    row = np.arange(len(place))
    above = add_terms(len(place), number_terms(row, result, sign), number_terms(row, number, -sign))
    first, last = place == rule.starts[owners] + 1, place == rule.starts[owners + 1] - 1
    reached, chosen = _state_literals(m, rule, owners, first, last)
    state_sums(m, rule, above, owners, 0, None)
    state_sums(m, rule, above, owners, None, 0, when=chosen)
    state_sums(m, rule, above, owners, 1, None, when=-reached)


def _state_literals(
    m: StatingModel, rule: NumberRule, owners: NDArray[np.int64], first: NDArray[np.bool_], last: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """For each number, the literals that it or an earlier one is the result, and that it is the first such."""
    reached = np.full(len(first), ALWAYS, np.int32)
    if not last.all():
        reached[~last] = np.asarray(m.bools(m.fresh_name("reached"), int((~last).sum())))
    before = np.roll(reached, 1)  # of the first, nothing is before it, and this is not used
    chosen = np.where(first, reached, -before).astype(np.int32)
    inner = ~first & ~last
    if inner.any():
        chosen[inner] = np.asarray(m.bools(m.fresh_name("chosen"), int(inner.sum())))
        m.exactly(1, rule.sentence, np.stack([chosen[inner], before[inner], -reached[inner]], axis=1))
        number_rows(m, rule, owners[inner])
    return reached, chosen


FORMULATION = Formulation(
    "choice", state_choice, "the result is at least each number, and equal to the one that is chosen", source=SOURCE
)
