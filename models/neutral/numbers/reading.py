"""What stands where a verb expects numbers: arrays of numbers and literals, tables of rows, lists; plain numbers are
constants.

A vector is one row, a matrix one row per line, a list of vectors one row per entry, as for rows of literals. Numbers of
a model in a plain array cannot be told from constants. So rows without a single number of the model are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.arguments import exact_integers, integers
from models.neutral.errors import ModelError
from models.neutral.literals import LiteralArray, NoArithmetic
from models.neutral.numbers.columns import NumberColumns, joined_numbers
from models.neutral.rows import Rows

PLAIN = (
    "expected numbers of the model, found only plain ones; pick them from the arrays that the model returned, and join "
    "arrays by np.concatenate or np.stack: of Booleans, np.array and np.asarray make plain numbers"
)


NumberRowsLike: TypeAlias = "Rows | NDArray[Any] | Sequence[Any] | NoArithmetic"


class ColumnModel(Protocol):
    """What is asked of the model: numbers as columns."""

    def number_columns(self, entries: ArrayLike) -> NumberColumns: ...


def read_numbers(model: ColumnModel, values: Any, what: str) -> NumberColumns:
    """Numbers of the model, and constants, in any shape, one after the other. Raises ModelError."""
    if isinstance(values, NumberColumns):
        return values
    if isinstance(values, Rows):
        return model.number_columns(values.literals)
    values = _as_list(values)
    if isinstance(values, NoArithmetic | LiteralArray):
        return model.number_columns(np.asarray(values))
    if isinstance(values, Sequence) and not isinstance(values, str | range):
        parts = _read_list(model, list(values), what)
        return joined_numbers(parts) if parts else constant_numbers(np.zeros(0, np.int64))
    return constant_numbers(exact_integers(list(values) if isinstance(values, range) else values, what).ravel())


def read_number_rows(model: ColumnModel, table: Any, what: str = "rows") -> tuple[NumberColumns, NDArray[np.int64]]:
    """Rows of numbers: all of them, and where each row begins, shape (rows + 1,). Raises ModelError."""
    if isinstance(table, Rows):
        return model.number_columns(table.literals), table.starts
    table = _as_list(table)
    if isinstance(table, LiteralArray):
        if table.ndim > 2:
            raise ModelError(f"{what}: expected a vector or a matrix, found shape {table.shape}; reshape it")
        height, width = table.shape if table.ndim == 2 else (1, table.size)
        return model.number_columns(np.asarray(table)), np.arange(height + 1) * width
    if isinstance(table, NoArithmetic):
        return model.number_columns(np.asarray(table)), np.array([0, 1])
    if not isinstance(table, Sequence) or isinstance(table, str | range):
        integers(table, what)
        raise ModelError(f"{what}: {PLAIN}")
    if len(table) == 0:
        raise ModelError(f"{what}: `[]` is ambiguous: no row, or one empty row; write [[]]")
    are_rows = [isinstance(row, Sequence | np.ndarray) and np.ndim(row) > 0 for row in table]
    if any(are_rows) and not all(are_rows):
        raise ModelError(f"{what}: a list holds numbers, or one vector per row; found both")
    parts = [read_numbers(model, row, what) for row in table] if all(are_rows) else [read_numbers(model, table, what)]
    if all(not len(part.named) for part in parts) and any(len(part) for part in parts):
        raise ModelError(f"{what}: {PLAIN}")
    return joined_numbers(parts), np.cumsum([0, *(len(part) for part in parts)])


def read_vector(model: ColumnModel, values: Any, what: str) -> NumberColumns:
    """Numbers, and constants, of which all may be constants, from a vector or a list. Raises ModelError."""
    values = _as_list(values)
    is_list = isinstance(values, Sequence) and not isinstance(values, str)
    if is_list and any(isinstance(entry, Sequence | np.ndarray) and np.ndim(entry) > 0 for entry in values):
        raise ModelError(f"{what}: expected numbers in a list, found lists in it")
    if not is_list and np.ndim(values) != 1:
        raise ModelError(f"{what}: expected a vector, found shape {np.shape(values)}")
    if is_list and not any(isinstance(entry, NoArithmetic) for entry in values):
        return constant_numbers(exact_integers(list(values), what))
    return read_numbers(model, values, what)


def read_number_each(model: ColumnModel, values: Any, what: str) -> NumberColumns:
    """Numbers, one for each rule, in any shape; at least one is of the model. Raises ModelError."""
    numbers = read_numbers(model, values, what)
    if len(numbers) and not len(numbers.named):
        raise ModelError(f"{what}: {PLAIN}")
    return numbers


def constant_numbers(values: NDArray[np.int64]) -> NumberColumns:
    """Constants as numbers."""
    none = np.zeros(len(values), np.int32)
    return NumberColumns(
        none, values.copy(), np.zeros(len(values) + 1, np.int64), none[:0], values[:0].astype(np.int64)
    )


def _read_list(model: ColumnModel, entries: list[Any], what: str) -> list[NumberColumns]:
    """The entries of a list, runs of equal kind at once."""
    parts: list[NumberColumns] = []
    run: list[Any] = []
    for entry in entries:
        if isinstance(entry, NoArithmetic) and run and isinstance(run[-1], NoArithmetic):
            run.append(entry)
            continue
        parts += _read_run(model, run, what)
        run = [entry]
    return parts + _read_run(model, run, what)


def _read_run(model: ColumnModel, run: list[Any], what: str) -> list[NumberColumns]:
    if not run:
        return []
    if isinstance(run[0], NoArithmetic):
        return [model.number_columns(np.array([int(cast(Any, entry)) for entry in run]))]
    return [read_numbers(model, run[0], what)]


def _as_list(values: Any) -> Any:
    """A list of what numpy made an array of objects: numbers of a model are no plain numbers to it."""
    return values.tolist() if isinstance(values, np.ndarray) and values.dtype.kind == "O" else values
