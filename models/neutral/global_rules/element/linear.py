"""A linear row for each place, which counts if the index is that place: the entry there is the result.

    index = i  =>  array[i] - result = 0

No literals of entries and results are needed, so that these may have many values.
"""

from __future__ import annotations

import numpy as np

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.element.rule import Element
from models.neutral.global_rules.element.supports import is_inside
from models.neutral.global_rules.sums import add_terms, number_terms, state_sums

MOST_ROWS = 5_000_000


def state_linear(m: StatingModel, rule: Element) -> None:
    """A guarded row for each place that the index of a row may be."""
    _, values = m.domain_values(rule.index)
    possible = is_inside(rule, values)
    if (total := int(possible.sum())) > MOST_ROWS:
        raise ModelTooLarge(f"linear: {total:,} rows, the most are {MOST_ROWS:,}")
    index = m.domain_of(rule.index)
    state_clauses(m, rule, -index.is_[~possible][:, None], index.owners[~possible])
    place, owners, guards = (column[possible] for column in (index.values, index.owners, index.is_))
    row = np.arange(total)
    entries = number_terms(row, rule.array.take(place), 1)
    results = number_terms(row, rule.result.take(owners), -1)
    state_sums(m, rule, add_terms(total, entries, results), owners, 0, 0, when=guards)


FORMULATION = Formulation("linear", state_linear, "for each place a row that counts if the index is that place")
