"""Validation of arguments: what a verb accepts, argument by argument, and the messages that refuse the rest.

Everything is checked once, when a rule is stated; whatever reads a model afterwards may trust it. Nothing is rounded,
truncated or guessed: a number that is not an integer, or that 64-bit floats do not represent exactly, is refused, since
linear programs compute with those. Whole rules are checked in `checking`.

An empty row, or a bound beyond what the row can reach (a tree without a free cell), is not an error: it is a rule that
cannot be satisfied, and solvers report that.
"""

from __future__ import annotations

import math
import operator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import EXACT, MOST, ModelError
from models.neutral.literals import LiteralArray, NoArithmetic, check_no_literals

# ---- numbers ---------------------------------------------------------------------------------------------------


def integers(values: Any, what: str) -> NDArray[np.integer[Any]]:
    """The values as an array of integers of any width. An empty array may have any type."""
    try:
        array = np.asarray(values)
    except ValueError:  # numpy: "inhomogeneous shape"
        raise ModelError(f"{what}: expected integers, found lists of different length") from None
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind in "iu":
        return cast("NDArray[np.integer[Any]]", array)
    if array.dtype.kind == "O" and (numbers := [x for x in array.ravel() if isinstance(x, NoArithmetic)]):
        return _entries(array, numbers, what)
    strange = [value for value in array.ravel().tolist() if type(value) is not int]
    if not strange:  # Python integers that fit no numpy type
        raise ModelError(f"{what}: a number beyond 64 bits")
    raise ModelError(f"{what}: expected integers, found {type(strange[0]).__name__} {strange[0]!r}")


def _entries(array: NDArray[Any], numbers: list[NoArithmetic], what: str) -> NDArray[np.integer[Any]]:
    """What stands for numbers of a model, and for literals beside them. Raises ModelError for plain ones among them: it
    is not known whether they are meant as constants."""
    plain = [x for x in array.ravel() if not isinstance(x, NoArithmetic | LiteralArray)]
    if plain:
        raise ModelError(
            f"{what}: found the plain {plain[0]!r} among numbers of the model; a constant belongs into the bounds of "
            f"the row, and a variable is what the model returned for it"
        )
    return np.array([int(cast(Any, x)) for x in array.ravel()], np.int64).reshape(array.shape)


def as_literals(values: Any, what: str) -> NDArray[np.int32]:
    """Literals as a read-only int32 array: copied, unless they are that already."""
    array = integers(values, what)
    if array.size and not -MOST <= int(array.min()) <= int(array.max()) <= MOST:
        beyond = array.max() if array.max() > MOST else array.min()
        raise ModelError(f"{what}: literal {beyond}: beyond 32 bits")
    return frozen_copy(array, np.int32)


def exact_integers(values: Any, what: str) -> NDArray[np.int64]:
    """Integers below 2^53 in absolute value, as a new array. Literals are refused."""
    check_no_literals(values, what)
    return _check_exact(integers(values, what), what).astype(np.int64)


def _check_exact(array: NDArray[np.integer[Any]], what: str) -> NDArray[np.integer[Any]]:
    """The array. Raises ModelError for numbers of 2^53 or more in absolute value."""
    if array.size and not -EXACT < int(array.min()) <= int(array.max()) < EXACT:
        beyond = array.max() if array.max() >= EXACT else array.min()
        raise ModelError(f"{what}: expected less than 2^53 in absolute value, found {beyond}")
    return array


def per_row(values: Any, rows: int, what: str) -> NDArray[np.int64]:
    """One integer per row, from one number for all rows or one per row, in any shape."""
    return _spread(exact_integers(values, what), rows, what)


def literal_per_row(values: Any, rows: int, what: str) -> NDArray[np.int32]:
    """One literal per row, from one for all rows or one per row, in any shape: a guard."""
    return _spread(as_literals(values, what), rows, what)


def mask(values: Any, rows: int) -> NDArray[np.bool_]:
    """One truth value per row, in any shape; one for all is refused, since it would switch the whole rule on or off."""
    expected = f"where: expected {rows} truth values, one per row"
    try:
        array = np.asarray(values)
    except ValueError:
        raise ModelError(f"{expected}, found lists of different length") from None
    if array.size != rows or array.ndim == 0 or (rows and array.dtype != np.bool_):
        raise ModelError(f"{expected}, found {array.dtype} of shape {array.shape}")
    return array.astype(np.bool_).ravel()


def integers_in_shape(values: Any, shape: tuple[int, ...], what: str) -> NDArray[np.int64]:
    """One integer per entry of that shape, row by row, from anything that broadcasts to it, or from a flat list, as a
    read-only array: a copy, unless it is that already."""
    check_no_literals(values, what)
    array = _check_exact(integers(values, what), what)
    if array.ndim == 1 and array.size == math.prod(shape):
        return frozen_copy(array, np.int64)
    try:
        return freeze(np.broadcast_to(array.astype(np.int64), shape).flatten())
    except ValueError:
        expected = f"one number, or numbers that fit shape {shape}"
        raise ModelError(f"{what}: expected {expected}, found shape {array.shape}") from None


def shape_of(shape: Any, what: str) -> tuple[int, ...]:
    """A shape as a tuple of whole numbers: 9, (9, 9) or [9, 9]."""
    check_no_literals(shape, what)
    try:
        sizes = tuple(map(operator.index, shape if isinstance(shape, tuple | list) else (shape,)))
    except TypeError:
        raise ModelError(f"{what}: expected a shape such as 9 or (9, 9), found {shape!r}") from None
    if max(sizes, key=abs, default=0).bit_length() > 200:  # more digits than Python writes, perhaps
        raise ModelError(f"{what}: expected a shape such as 9 or (9, 9), found a side of more than 60 digits")
    if min(sizes, default=0) < 0:
        raise ModelError(f"{what}: expected a shape such as 9 or (9, 9), found {shape!r}, which is negative")
    return sizes


def freeze(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself, from now on read-only."""
    array.setflags(write=False)
    return array


def frozen_copy(array: NDArray[Any], dtype: Any) -> NDArray[Any]:
    """The array with that type and read-only. It is copied unless it, and what it is a view of, is that already."""
    base: Any = array
    while base is not None and not (isinstance(base, np.ndarray) and base.flags.writeable):
        base = getattr(base, "base", None)
    return array if base is None and array.dtype == dtype else freeze(array.astype(dtype))


def _spread(array: NDArray[Any], rows: int, what: str) -> NDArray[Any]:
    if array.ndim == 0:
        return np.full(rows, array)
    if array.size != rows:
        raise ModelError(f"{what}: expected one number, or {rows} (one per row), found shape {array.shape}")
    return array.ravel()
