"""Boards as records of arrays: frozen, compared and hashed by their content.

@array_record
class Sudoku:
    numbers: NDArray[np.int64]      the arrays are copied and read-only
    boxes: NDArray[np.int64]
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar, dataclass_transform

import numpy as np

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False)
def array_record(made: type[T]) -> type[T]:
    """The class as a frozen dataclass. Two records are equal if all their fields are: arrays of the same shape and
    content. A `__post_init__` of the class sees its arrays as they stay, and may refuse them."""
    check = getattr(made, "__post_init__", None)

    def freeze(record: Any) -> None:
        for field in fields(record):
            value = getattr(record, field.name)
            if isinstance(value, np.ndarray):
                value = value.copy()
                value.setflags(write=False)
                object.__setattr__(record, field.name, value)
        if check is not None:
            check(record)

    def equals(record: Any, other: object) -> bool:
        return type(other) is type(record) and _content(record) == _content(other)

    made.__post_init__ = freeze  # type: ignore[attr-defined]
    made.__eq__ = equals  # type: ignore[method-assign]
    made.__hash__ = lambda self: hash(_content(self))  # type: ignore[method-assign]
    return dataclass(frozen=True, eq=False)(made)


def _content(record: Any) -> tuple[object, ...]:
    """What two equal records have in common, and no others. Numbers are compared as numbers, whatever their type."""
    values = (getattr(record, field.name) for field in fields(record))
    return tuple(_array_content(value) if isinstance(value, np.ndarray) else value for value in values)


def _array_content(array: np.ndarray[Any, Any]) -> tuple[object, ...]:
    plain = array.astype(np.int64) if array.dtype.kind in "biu" else array
    return plain.shape, plain.tobytes()
