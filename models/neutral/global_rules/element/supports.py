"""A literal for each place and value: the index is that place, and the entry there has that value.

    s(i, v)  iff  index = i and array[i] = v
    s(i, v) => result = v
    index = i   =>  s(i, v) for some v
    result = v  =>  s(i, v) for some i

Of constants s(i, v) is index = i, so that no variables are needed: each value of index and result has its supports (I.
P. Gent 2002: Arc consistency in SAT, ECAI). Otherwise it is the literal of a tuple (F. Bacchus 2007: GAC via unit
propagation, CP), in which the entries that are not chosen may be anything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.element.rule import Element
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import concatenated_ranges, group, prepend

MOST_LITERALS = 20_000_000


def state_supports(m: StatingModel, rule: Element) -> None:
    """Which entry is chosen, and what it is."""
    check_size(m, rule, "supports")
    index, array, result = (m.domain_of(part) for part in (rule.index, rule.array, rule.result))
    inside = np.flatnonzero(is_inside(rule, index.values))
    widths = np.diff(array.starts)[index.values[inside]]
    owners, chosen = index.owners, np.repeat(inside, widths)  # the index, for each value of the entry there
    entry = concatenated_ranges(array.starts[:-1][index.values[inside]], widths)
    here, is_value, row = index.is_[chosen], array.is_[entry], owners[chosen]
    both = np.where(is_value == ALWAYS, here, is_value)
    fresh = (here != ALWAYS) & (is_value != ALWAYS)
    both[fresh] = np.asarray(m.bools(m.fresh_name("entry"), int(fresh.sum())))
    wanted = result.find_is(row, array.values[entry])
    for clauses in ((-both, here), (-both, is_value), (both, -here, -is_value), (-both, wanted)):
        state_clauses(m, rule, np.stack(clauses, axis=1), row)
    of_index = group(both, by=chosen, n=len(owners))
    state_clauses(m, rule, prepend(-index.is_, of_index), owners)  # beyond the array there is none
    known = wanted != NEVER
    place = result.find_places(row[known], array.values[entry[known]])
    of_result = group(both[known], by=place, n=len(result.is_))
    state_clauses(m, rule, prepend(-result.is_, of_result), result.owners)


def check_size(m: StatingModel, rule: Element, by: str) -> None:
    """Raise ModelTooLarge where there are too many pairs of an index and a value of an entry."""
    (_, index), (starts, _) = m.domain_values(rule.index), m.domain_values(rule.array)
    if (total := int(np.diff(starts)[index[is_inside(rule, index)]].sum())) > MOST_LITERALS:
        raise ModelTooLarge(f"{by}: {total:,} literals, the most are {MOST_LITERALS:,}; by='linear' needs fewer")


def is_inside(rule: Element, values: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which values of indices are places of the array, in the shape of the values."""
    return (values >= 0) & (values < rule.entries)


FORMULATION = Formulation(
    "supports",
    state_supports,
    "the entry that is chosen, with its value",
    source="Gent (2002), Bacchus (2007)",
    strength=Strength.DOMAIN,
    default=True,
)
