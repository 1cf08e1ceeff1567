"""The literals of tuples, and the tuples that are not in a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.table.rule import TableRule
from models.neutral.numbers.domains import DomainLiterals

MOST_LITERALS = 20_000_000
MOST_TUPLES = 2_000_000  # that are not in a table


def check_literals(rule: TableRule, tuples: NDArray[np.int64], by: str) -> None:
    """Raise ModelTooLarge where a literal for each row, tuple and number would be too many. by: the formulation."""
    if (total := rule.rows * tuples.size) > MOST_LITERALS:
        raise ModelTooLarge(f"{by}: {total:,} literals of tuples, the most are {MOST_LITERALS:,}")


def literals_of_tuples(rule: TableRule, domains: DomainLiterals, tuples: NDArray[np.int64]) -> NDArray[np.int32]:
    """For each row and tuple the literals that its numbers have these values, shape (rows, tuples, numbers of a row);
    NEVER where one cannot. tuples: shape (tuples, up to all numbers of a row)."""
    k, width = tuples.shape
    literals = np.empty((rule.rows, k, width), np.int32)
    for column in range(width):
        different, which = np.unique(tuples[:, column], return_inverse=True)
        numbers = np.repeat(rule.starts[:-1] + column, len(different))
        found = domains.find_is(numbers, np.tile(different, rule.rows))
        literals[:, :, column] = found.reshape(rule.rows, len(different))[:, which.ravel()]
    return literals


def values_of_columns(m: StatingModel, rule: TableRule) -> list[NDArray[np.int64]]:
    """The values that the first number of any row may have, the second, and so on."""
    starts, values = m.domain_values(rule.numbers)
    column = np.repeat(np.arange(len(rule.numbers)) - np.repeat(rule.starts[:-1], rule.width), np.diff(starts))
    return [np.unique(values[column == place]) for place in range(rule.width)]


def tuples_beside(m: StatingModel, rule: TableRule) -> NDArray[np.int64]:
    """The tuples that numbers may be, and that are not in the table, shape (tuples, numbers of a row). Raises
    ModelTooLarge."""
    columns = values_of_columns(m, rule)
    total = float(np.prod([float(len(column)) for column in columns]))
    if total > MOST_TUPLES:
        raise ModelTooLarge(
            f"tuples: {total:,.0f} tuples, the most are {MOST_TUPLES:,}; by='conflicts' needs no others"
        )
    every = np.stack(np.meshgrid(*columns, indexing="ij"), axis=-1).reshape(-1, rule.width) if columns else None
    if every is None:
        return np.zeros((1 - len(rule.tuples), 0), np.int64)
    both = np.concatenate([rule.known_tuples, every])
    names = np.unique(both, axis=0, return_inverse=True)[1].ravel()
    listed = len(rule.tuples)
    return every[~np.isin(names[listed:], names[:listed])]
