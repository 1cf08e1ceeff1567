"""Literals that the sides are equal so far, and an order of numbers where they are.

    e(0) holds;   e(i)  =>  e(i - 1)              e(i): the first i numbers of both sides are equal
    e(i - 1)  =>  left(i) <= right(i)
    e(i)  =>  right(i) <= left(i)
    e(i - 1), not e(i)  =>  left(i) < right(i)
    not e(n)                                      where the sides are never the same

Numbers are compared by their literals "at least v", for each v. A. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh
(2002): Global constraints for lexicographic orderings, CP. Everything that follows is found.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelError, ModelTooLarge
from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.lexicographic.rule import Lexicographic
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import concatenated_ranges, distinct_pairs

MOST_LITERALS = 50_000_000
SOURCE = "Frisch, Hnich, Kiziltan, Miguel and Walsh (2002)"


class Prefixes(NamedTuple):
    """For each place of each row, the literals that all before it are equal, and that it is equal, too.

    equal is ALWAYS in the last place, where it need not be known.
    """

    before: NDArray[np.int32]
    equal: NDArray[np.int32]
    is_asked: NDArray[np.bool_]


def state_prefix(m: StatingModel, rule: Lexicographic) -> None:
    """Clauses for each place and value. Raises ModelTooLarge."""
    rows, left, right = rule.pairs
    sizes = _domain_sizes(m, rule)
    if (total := 11 * int((sizes[left] + sizes[right]).sum())) > MOST_LITERALS:
        raise ModelTooLarge(
            f"prefix: up to {total:,} literals, the most are {MOST_LITERALS:,}; by='guards' needs none for each value"
        )
    prefixes = state_prefixes(m, rule)
    domains = m.domain_of(rule.numbers, order=True, equal=False)
    sides, place = np.concatenate([left, right]), np.tile(np.arange(len(left)), 2)
    place = np.repeat(place, sizes[sides])
    value = domains.values[concatenated_ranges(domains.starts[sides], sizes[sides])]
    once = distinct_pairs(place, value)
    place, value = place[once], value[once]
    before, equal, asked = prefixes.before[place], prefixes.equal[place], prefixes.is_asked[place]
    low, high = domains.find_at_least(left[place], value), domains.find_at_least(right[place], value)
    above = domains.find_at_least(right[place], value + 1)
    owners = rows[place]
    state_clauses(m, rule, np.stack([-before, -low, high], axis=1), owners)
    state_clauses(m, rule, np.stack([-equal, -high, low], axis=1)[asked], owners[asked])
    state_clauses(m, rule, np.stack([-before, equal, -low, above], axis=1)[asked], owners[asked])


def _domain_sizes(m: StatingModel, rule: Lexicographic) -> NDArray[np.int64]:
    """How many values each number has. Raises ModelTooLarge."""
    try:
        return np.diff(m.domain_values(rule.numbers)[0])
    except ModelError as error:
        raise ModelTooLarge(f"prefix: {error}, or by='guards'") from None


def state_prefixes(m: StatingModel, rule: Lexicographic) -> Prefixes:
    """Declare the literals, and state that each needs the one before. Where a row has no place, it is judged."""
    rows, _, _ = rule.pairs
    is_last = rule.places == rule.lengths[rows] - 1
    equal = np.full(len(rows), NEVER if rule.strict else ALWAYS, np.int32)
    if not is_last.all():
        equal[~is_last] = np.asarray(m.bools(m.fresh_name("equal so far"), int((~is_last).sum())))
    before = np.where(rule.places == 0, ALWAYS, np.roll(equal, 1)).astype(np.int32)
    if not is_last.all():
        state_clauses(m, rule, np.stack([-equal, before], axis=1)[~is_last], rows[~is_last])
    if rule.strict and len(empty := np.flatnonzero(rule.lengths == 0)):
        state_clauses(m, rule, np.zeros((len(empty), 0), np.int32), empty)
    return Prefixes(before, equal, ~is_last | rule.strict)


FORMULATION = Formulation(
    "prefix",
    state_prefix,
    "literals that the sides are equal so far, and clauses for each value",
    source=SOURCE,
    strength=Strength.DOMAIN,
    default=True,
)
