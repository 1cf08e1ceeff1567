"""Each value at most once; exactly once where there are as many values as numbers.

for each row and value v:   at most one of its numbers is v
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.all_different.rule import AllDifferent
from models.neutral.global_rules.constants import state_counts
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.numbers.domains import DomainLiterals
from models.neutral.rows import Rows, group
from models.neutral.wording.phrases import each


def state_values(m: StatingModel, rule: AllDifferent) -> None:
    """A row for each value that two numbers of a row may have."""
    domains = m.domain_of(rule.numbers)
    table, owner, value = rows_of_values(rule, domains)
    numbers = np.diff(rule.starts)
    kinds = np.bincount(owner, minlength=rule.rows)
    needed = (kinds == numbers)[owner] & (len(rule.excluding) == 0)
    several = (table.lengths > 1) & ~needed
    for chosen, least in ((several, None), (needed, 1)):
        if chosen.any():
            what = _names(rule, owner[chosen], value[chosen])
            state_counts(m, least, 1, rule.sentence, table.take(chosen), of=each("the {what}", what=what))


def _names(rule: AllDifferent, owner: NDArray[np.int64], value: NDArray[np.int64]) -> Callable[[], list[str]]:
    """`5 in row 3`, made when they are read."""
    return lambda: [f"{v} in {rule.name_of_row(r)}" for v, r in zip(value.tolist(), owner.tolist(), strict=True)]


def rows_of_values(rule: AllDifferent, domains: DomainLiterals) -> tuple[Rows, NDArray[np.int64], NDArray[np.int64]]:
    """For each row and each value of its numbers, but those that may be repeated: the literals that a number is that
    value; the row, and the value."""
    owners, values = rule.owners[domains.owners], domains.values
    counted = ~np.isin(values, rule.excluding)
    owners, values, literals = owners[counted], values[counted], domains.is_[counted]
    span, column = np.unique(values, return_inverse=True)
    by, width = owners * max(len(span), 1) + column, max(len(span), 1)
    if rule.rows * width <= 4 * len(by):  # nearly every row has every value
        table = group(literals, by=by, n=rule.rows * width)
        keys = np.flatnonzero(table.lengths)
        return table.take(keys), keys // width, span[keys % width]
    keys, by = np.unique(by, return_inverse=True)
    return group(literals, by=by, n=len(keys)), keys // width, span[keys % width]


FORMULATION = Formulation("values", state_values, "each value at most once", default=True)
