"""A clause for each place and value: if the index is that place, and the entry has that value, so has the result.

    index = i and array[i] = v  =>  result = v

As many clauses as `supports` has variables, and none of its variables. It sees from index and entry what the result is,
and not from the result what the index may be, but for constants.
"""

from __future__ import annotations

import numpy as np

from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.element.rule import Element
from models.neutral.global_rules.element.supports import check_size, is_inside
from models.neutral.rows import concatenated_ranges


def state_implications(m: StatingModel, rule: Element) -> None:
    """What the result is, for each place and value."""
    check_size(m, rule, "implications")
    index, array, result = (m.domain_of(part) for part in (rule.index, rule.array, rule.result))
    possible = is_inside(rule, index.values)
    inside, owners = np.flatnonzero(possible), index.owners
    widths = np.diff(array.starts)[index.values[inside]]
    state_clauses(m, rule, -index.is_[~possible][:, None], owners[~possible])
    chosen = np.repeat(inside, widths)
    entry = concatenated_ranges(array.starts[:-1][index.values[inside]], widths)
    wanted = result.find_is(owners[chosen], array.values[entry])
    state_clauses(m, rule, np.stack([-index.is_[chosen], -array.is_[entry], wanted], axis=1), owners[chosen])


FORMULATION = Formulation("implications", state_implications, "index and entry say what the result is")
