"""A clause for each forbidden tuple; of allowed ones, for each way to leave the table.

    forbidden  2 3 1:                       not (2 3 1)
    allowed    2 3 1, 2 3 2, 2 4 4:         not (1 ..), not (3 ..), not (2 1 ..), not (2 3 3), ...

No variables are needed. A clause says something only where all its numbers but one are known.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.constants import state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.table.literals import (
    MOST_LITERALS,
    check_literals,
    literals_of_tuples,
    values_of_columns,
)
from models.neutral.global_rules.table.rule import TableRule


def state_conflicts(m: StatingModel, rule: TableRule) -> None:
    """What the numbers of a row are not."""
    if rule.allowed:
        columns = values_of_columns(m, rule)
        _check_size(rule, columns)
        parts = list(_leaving_prefixes(rule.known_tuples, columns))
    else:
        parts = [rule.known_tuples]
        check_literals(rule, rule.known_tuples, "conflicts")
    domains = m.domain_of(rule.numbers)
    for tuples in parts:
        literals = literals_of_tuples(rule, domains, tuples)
        clauses = -literals.reshape(rule.rows * len(tuples), tuples.shape[1])
        state_clauses(m, rule, clauses, np.repeat(np.arange(rule.rows), len(tuples)))


def _check_size(rule: TableRule, columns: list[NDArray[np.int64]]) -> None:
    """Raise ModelTooLarge where the clauses would have too many literals."""
    prefixes = [1, *(len(np.unique(rule.known_tuples[:, :place], axis=0)) for place in range(1, rule.width))]
    each = (n * len(values) * (place + 1) for place, (n, values) in enumerate(zip(prefixes, columns, strict=False)))
    if (total := rule.rows * sum(each)) > MOST_LITERALS:
        raise ModelTooLarge(
            f"conflicts: up to {total:,} literals, the most are {MOST_LITERALS:,}; by='tuples' needs fewer"
        )


def _leaving_prefixes(tuples: NDArray[np.int64], columns: list[NDArray[np.int64]]) -> Iterator[NDArray[np.int64]]:
    """The shortest beginnings that no tuple has, by length, shape (beginnings, length)."""
    if not columns:
        yield np.zeros((1 - len(tuples), 0), np.int64)
    known = np.zeros((1, 0), np.int64)
    for place, values in enumerate(columns):
        longer = np.column_stack([np.repeat(known, len(values), axis=0), np.tile(values, len(known))])
        known = np.unique(tuples[:, : place + 1], axis=0)
        names = np.unique(np.concatenate([known, longer]), axis=0, return_inverse=True)[1].ravel()
        yield longer[~np.isin(names[len(known) :], names[: len(known)])]


FORMULATION = Formulation("conflicts", state_conflicts, "a clause for each tuple that is not allowed")
