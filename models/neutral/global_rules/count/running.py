"""Running counts: at least j of the first i numbers are among the values.

    t(i, j)  iff  t(i - 1, j), or t(i - 1, j - 1) and number i is among the values
    t(n, j)  iff  the result is at least j

The sequential counter of C. Sinz (2005): Towards an optimal CNF encoding of Boolean cardinality constraints, CP, with
all implications in both directions. Everything that follows is found.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.count.literals import counted_places
from models.neutral.global_rules.count.rule import CountRule
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import concatenated_ranges, group, prepend, segment_indices

MOST_LITERALS = 10_000_000


def state_running(m: StatingModel, rule: CountRule) -> None:
    """A literal for each number and each count up to the largest that may be. Raises ModelTooLarge."""
    places = counted_places(rule)
    lengths = np.bincount(rule.owners[places], minlength=rule.rows)
    most = rule.hi if rule.hi is not None else m.number_bounds(rule.numbers.take(rule.starts[:-1]))[1]
    widths = np.clip(most + 1, 0, lengths)
    if (total := int((lengths * widths).sum())) > MOST_LITERALS:
        raise ModelTooLarge(f"running: {total:,} literals, the most are {MOST_LITERALS:,}; by='literals' needs none")
    last = _state_counters(m, rule, _among_literals(m, rule, places), lengths, widths)
    ends = np.cumsum(widths + 2) - widths - 2  # of each row the thresholds 0, 1, ..., width, and beyond its length
    row = np.repeat(np.arange(rule.rows), widths + 2)
    bound = segment_indices(widths + 2)
    reached = np.full(len(row), ALWAYS, np.int32)
    reached[concatenated_ranges(ends + 1, widths)] = last
    beyond = bound == widths[row] + 1
    reached[beyond] = NEVER
    is_needed = ~beyond | (widths == lengths)[row]
    _state_result(m, rule, row[is_needed], bound[is_needed], reached[is_needed])


def _among_literals(m: StatingModel, rule: CountRule, places: NDArray[np.int64]) -> NDArray[np.int32]:
    """The literal that a number is among the values, for each that is counted."""
    numbers = rule.numbers.take(places)
    domains = m.domain_of(numbers)
    inside, owners = np.isin(domains.values, rule.values), domains.owners
    hits = np.bincount(owners[inside], minlength=len(numbers))
    among = np.full(len(numbers), NEVER, np.int32)
    among[owners[inside]] = domains.is_[inside]  # right where there is one
    among[hits == np.diff(domains.starts)] = ALWAYS
    several = (hits > 1) & (hits < np.diff(domains.starts))
    if several.any():
        among[several] = np.asarray(m.bools(m.fresh_name("among"), int(several.sum())))
        mine = several[owners]
        signed = np.where(inside, among[owners], -among[owners])[mine]
        owner = rule.owners[places]
        state_clauses(m, rule, np.stack([-domains.is_[mine], signed], axis=1), owner[owners[mine]])
        sides = group(domains.is_[mine], by=2 * owners[mine] + inside[mine], n=2 * len(numbers))
        sides = prepend(np.stack([among, -among], axis=1).ravel(), sides).take(np.repeat(several, 2))
        state_clauses(m, rule, sides, np.repeat(owner[several], 2))
    return among


def _state_counters(
    m: StatingModel,
    rule: CountRule,
    among: NDArray[np.int32],
    lengths: NDArray[np.int64],
    widths: NDArray[np.int64],
) -> NDArray[np.int32]:
    """State what t(i, j) is; returns t(n, j) for each row and j."""
    width = np.repeat(widths, lengths)  # of the row of each number
    begins = np.cumsum(width) - width
    number = np.repeat(np.arange(len(among)), width)
    i, j = segment_indices(lengths)[number] + 1, segment_indices(width) + 1
    counters = np.full(len(number), NEVER, np.int32)
    counters[(i == 1) & (j == 1)] = among[number[(i == 1) & (j == 1)]]
    fresh = np.flatnonzero((j <= i) & (i > 1))
    if len(fresh):
        counters[fresh] = np.asarray(m.bools(m.fresh_name("running count"), len(fresh)))
    t, here = counters[fresh], among[number[fresh]]
    before = counters[fresh - width[number[fresh]]]
    less = np.where(j[fresh] == 1, ALWAYS, counters[fresh - width[number[fresh]] - 1]).astype(np.int32)
    owner = np.repeat(np.arange(rule.rows), lengths)[number[fresh]]
    for clauses in ([-t, before, less], [-t, before, here], [t, -before], [t, -less, -here]):
        state_clauses(m, rule, np.stack(clauses, axis=1), owner)
    final = np.cumsum(lengths)[lengths > 0] - 1
    return counters[concatenated_ranges(begins[final], width[final])]


def _state_result(
    m: StatingModel, rule: CountRule, row: NDArray[np.int64], bound: NDArray[np.int64], reached: NDArray[np.int32]
) -> None:
    """The count is at least so large if and only if the result is."""
    if rule.lo is None or rule.hi is None:
        domains = m.domain_of(rule.numbers.take(rule.starts[:-1]), order=True, equal=False)
        result = domains.find_at_least(row, bound)
    else:
        said = (bound <= rule.lo[row]) | (bound > rule.hi[row])
        row, bound, reached = row[said], bound[said], reached[said]
        result = np.where(bound <= rule.lo[row], ALWAYS, NEVER).astype(np.int32)
    clauses = np.concatenate([np.stack([-reached, result], axis=1), np.stack([reached, -result], axis=1)])
    state_clauses(m, rule, clauses, np.tile(row, 2))


FORMULATION = Formulation(
    "running",
    state_running,
    "literals that at least so many of the first numbers are among the values",
    source="Sinz (2005)",
    strength=Strength.DOMAIN,
)
