"""Hall intervals: no more numbers lie in an interval of values than it has values.

    b(i, l, u)  iff  number i is at least l, and not at least u + 1
    at most u - l + 1 of b(1, l, u), b(2, l, u), ...               for each interval that more numbers may lie in

C. Bessiere, G. Katsirelos, N. Narodytska, C.-G. Quimper, T. Walsh (2009): Decompositions of all different, global
cardinality and related constraints, IJCAI. It finds all bounds that follow where intervals may begin and end at every
value.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.all_different.rule import AllDifferent
from models.neutral.global_rules.constants import state_counts
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.numbers.domains import ALWAYS, NEVER, DomainLiterals
from models.neutral.rows import rows_from_lengths

MOST_LITERALS = 20_000_000


def state_intervals(m: StatingModel, rule: AllDifferent) -> None:
    """A literal for each number and interval, and a count for each interval."""
    domains = m.domain_of(rule.numbers, order=True)
    spans = [_values_of_row(rule, domains, row) for row in range(rule.rows)]
    total = sum(
        (len(span) * (len(span) + 1) // 2) * size for span, size in zip(spans, np.diff(rule.starts), strict=True)
    )
    if total > MOST_LITERALS:
        raise ModelTooLarge(f"intervals: {total:,} literals, the most are {MOST_LITERALS:,}; by='values' needs fewer")
    for row, span in enumerate(spans):
        _state_row(m, rule, domains, np.arange(rule.starts[row], rule.starts[row + 1]), span)


def _values_of_row(rule: AllDifferent, domains: DomainLiterals, row: int) -> NDArray[np.int64]:
    """The values that a number of the row may have."""
    first, last = domains.starts[rule.starts[row]], domains.starts[rule.starts[row + 1]]
    return np.unique(domains.values[first:last])


def _state_row(
    m: StatingModel, rule: AllDifferent, domains: DomainLiterals, numbers: NDArray[np.int64], span: NDArray[np.int64]
) -> None:
    counted = span[~np.isin(span, rule.excluding)]
    first, last = np.triu_indices(len(span))
    size = np.array(
        [np.count_nonzero((counted >= span[i]) & (counted <= span[j])) for i, j in zip(first, last, strict=True)]
    )
    free = np.array(
        [
            len(rule.excluding) and np.isin(span[i : j + 1], rule.excluding).any()
            for i, j in zip(first, last, strict=True)
        ]
    )
    useful = (size < len(numbers)) & ~free.astype(bool)
    first, last, size = first[useful], last[useful], size[useful]
    if not len(first):
        return
    interval = np.repeat(np.arange(len(first)), len(numbers))
    number = np.tile(numbers, len(first))
    low = domains.find_at_least(number, span[first][interval])
    beyond = np.append(span, span[-1] + 1)[last + 1]
    high = domains.find_at_least(number, beyond[interval])
    inside, fresh = _known_inside(low, high)
    inside[fresh] = np.asarray(m.bools(m.fresh_name("inside"), int(fresh.sum())))
    b, low, high = inside[fresh], low[fresh], high[fresh]
    clauses = [np.stack([-b, low], axis=1), np.stack([-b, -high], axis=1)]
    m.any(rule.sentence, np.concatenate(clauses))
    m.any(rule.sentence, np.stack([b, -low, high], axis=1))
    state_counts(m, None, size, rule.sentence, rows_from_lengths(np.full(len(first), len(numbers)), inside))


def _known_inside(low: NDArray[np.int32], high: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The literal that a number lies in an interval, where one of its two bounds says it; and where none does."""
    inside = np.full(len(low), NEVER, np.int32)
    possible = (low != NEVER) & (high != ALWAYS)
    inside[possible & (high == NEVER)] = low[possible & (high == NEVER)]
    only_high = possible & (low == ALWAYS) & (high != NEVER)
    inside[only_high] = -high[only_high]
    fresh = possible & (high != NEVER) & (low != ALWAYS) & (low != high)
    return inside, fresh


FORMULATION = Formulation(
    "intervals",
    state_intervals,
    "no more numbers in an interval than it has values",
    source="Bessiere, Katsirelos, Narodytska, Quimper and Walsh (2009)",
    strength=Strength.BOUNDS,
)
