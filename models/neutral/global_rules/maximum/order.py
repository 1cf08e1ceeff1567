"""The result is at least v if and only if some number is, for each value v.

    x >= v   =>   result >= v                          for each number x
    result >= v   =>   some number >= v

In the order encoding of N. Tamura, A. Taga, S. Kitagawa, M. Banbara (2009): Compiling finite linear CSP into SAT,
Constraints 14. All bounds that follow are found. For the smallest, each literal is negated.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError, ModelTooLarge
from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.rows import concatenated_ranges, distinct_pairs, prepend, rows_from_lengths

MOST_LITERALS = 50_000_000
SOURCE = "Tamura, Taga, Kitagawa and Banbara (2009)"


def state_order(m: StatingModel, rule: NumberRule, sign: int = 1) -> None:
    """sign: 1 for the largest, -1 for the smallest. Raises ModelTooLarge."""
    lengths = np.diff(rule.starts)
    _check_size(_value_starts(m, rule), rule.starts)
    domains = m.domain_of(rule.numbers, order=True, equal=False)
    row, value = rule.owners[domains.owners], domains.values
    once = distinct_pairs(row, value)
    row, value = row[once], value[once]
    others = lengths[row] - 1
    result = sign * domains.find_at_least(rule.starts[row], value)
    clause = np.repeat(np.arange(len(row)), others)
    numbers = sign * domains.find_at_least(concatenated_ranges(rule.starts[row] + 1, others), value[clause])
    state_clauses(m, rule, np.stack([-numbers, result[clause]], axis=1), row[clause])
    state_clauses(m, rule, prepend(-result, rows_from_lengths(others, numbers)), row)


def _value_starts(m: StatingModel, rule: NumberRule) -> NDArray[np.int64]:
    """Where the values of each number begin. Raises ModelTooLarge."""
    try:
        return m.domain_values(rule.numbers)[0]
    except ModelError as error:
        raise ModelTooLarge(f"order: {error}, or by='choice'") from None


def _check_size(values: NDArray[np.int64], starts: NDArray[np.int64]) -> None:
    """Raise ModelTooLarge where a literal for each number, and each value in its row, would be too many."""
    total = int((np.diff(starts) * np.diff(values[starts])).sum())
    if total > MOST_LITERALS:
        raise ModelTooLarge(
            f"order: up to {total:,} literals, the most are {MOST_LITERALS:,}; by='choice' needs none for each value"
        )


FORMULATION = Formulation(
    "order",
    state_order,
    "the result is at least a value if and only if some number is",
    source=SOURCE,
    strength=Strength.BOUNDS,
    default=True,
)
