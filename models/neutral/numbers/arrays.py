"""Numbers as Python values: arrays that can be picked and arranged as literals are, and asked for literals.

    digit = m.choices("digit", (9, 9), range(1, 10))     NumberArray, as is what `m.ints` returns
    digit[0]                      the numbers of a row
    digit[0, 0].is_(5)            the literal that holds if that number is 5
    digit.at_least(5)             literals in the shape of the board

Entries are those of `models.neutral.numbers`; arithmetic is refused as for literals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.neutral.arguments import exact_integers
from models.neutral.errors import ModelError
from models.neutral.literals import LiteralArray, NoArithmetic, SingleLiteral, refuse_operation


class NumberModel(Protocol):
    """What numbers ask of the model that they are of."""

    def is_literals(self, entries: NDArray[np.int32], values: NDArray[np.int64]) -> NDArray[np.int32]: ...

    def order_literals(self, entries: NDArray[np.int32], values: NDArray[np.int64]) -> NDArray[np.int32]: ...

    def number_terms(self, entries: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...


class NumberLiteral(NoArithmetic):
    """A single number; a Boolean of the same model can stand in its array, too. Unlike a literal it is no `int`: so
    lists and arrays of Python keep it as it is, and it is no place in them. `int(n)` is what stands in the array."""

    __slots__ = ("entry", "model")

    def __init__(self, entry: int, model: NumberModel) -> None:
        self.entry, self.model = entry, model

    def __neg__(self) -> NumberLiteral:
        return NumberLiteral(-self.entry, self.model)

    __invert__ = __neg__

    def __int__(self) -> int:
        return self.entry

    def __index__(self) -> int:
        refuse_operation("index")

    def __repr__(self) -> str:
        return str(self.entry)

    def is_(self, value: ArrayLike) -> Any:
        """The literal that holds if the number has this value; several values give several literals.

        Raises ModelError for a value that it cannot have."""
        return _array(self.entry, self.model).is_(value)

    def at_least(self, value: ArrayLike) -> Any:
        """The literal that holds if the number is at least this value; several values give several literals."""
        return _array(self.entry, self.model).at_least(value)

    def terms(self) -> tuple[LiteralArray, NDArray[np.int64]]:
        """Literals, or an integer, and coefficients: their sum is the number."""
        return _array(self.entry, self.model).terms()


class NumberArray(LiteralArray):
    """Numbers in the shape of a board; see above."""

    model: NumberModel

    def __array_finalize__(self, origin: Any) -> None:
        self.model = getattr(origin, "model", None)  # type: ignore[assignment]

    def is_(self, value: ArrayLike) -> Any:
        """The literals that hold where the number has this value, in the shape of the array.

        Parameters
        ----------
        value : int, or array of int
            One for all, or one for each number, in the same shape.

        Raises
        ------
        ModelError
            If none of the numbers can have its value.
        """
        return self._ask("is_", value)

    def at_least(self, value: ArrayLike) -> Any:
        """The literals that hold where the number is at least this value, in the shape of the array.

        value: as for `is_`; one that each number reaches, or none, is a literal that always holds, or never.
        """
        return self._ask("at_least", value)

    def terms(self) -> tuple[LiteralArray, NDArray[np.int64]]:
        """Literals and integers, and a coefficient for each: their sum is the sum of all numbers.

        Both are vectors. `Model.linear`, `minimize` and `maximize` take numbers as they are; this is for sums to which
        other coefficients apply.
        """
        literals, coefs = self.model.number_terms(np.asarray(self).ravel())
        return literals.view(LiteralArray), coefs

    def _ask(self, name: str, value: ArrayLike) -> Any:
        if self.model is None:
            raise ModelError(f"{name}: these numbers are of no model; take them from the array that it returned")
        entries, values = np.asarray(self), _checked_values(name, value, self.shape)
        entries, values = np.broadcast_arrays(entries, values)
        ask = self.model.is_literals if name == "is_" else self.model.order_literals
        return ask(entries.ravel(), values.ravel()).reshape(entries.shape).view(LiteralArray)[()]

    def __getitem__(self, index: Any, _pick: Any = np.ndarray.__getitem__) -> Any:
        if isinstance(index, NoArithmetic):
            refuse_operation("index")
        picked = _pick(self, index)
        return picked if isinstance(picked, NumberArray) else _with_model(SingleLiteral(picked), self.model)

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = None, **more: Any) -> Any:
        return _with_model(super().__array_ufunc__(ufunc, method, *inputs, out=out, **more), self.model)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _with_model(super().__array_function__(func, types, args, kwargs), self.model)

    def take(self, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise") -> Any:
        """The numbers of these places."""
        return _with_model(super().take(indices, axis, out, mode), self.model)


def number_array(entries: NDArray[np.int32], model: NumberModel) -> NumberArray:
    """The entries as numbers of a model."""
    numbers = entries.view(NumberArray)
    numbers.model = model
    return numbers


def _array(number: int, model: NumberModel) -> NumberArray:
    return number_array(np.array(number, np.int32), model)


def _with_model(result: Any, model: NumberModel) -> Any:
    """Literals among a result as numbers of the model; what is none stays as it is."""
    if isinstance(result, LiteralArray):
        return number_array(np.asarray(result), model)
    if isinstance(result, SingleLiteral):
        return NumberLiteral(int(result), model)
    if isinstance(result, list | tuple):
        return type(result)(_with_model(part, model) for part in result)
    return result


def _checked_values(name: str, value: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """One value, or one for each number. Raises ModelError."""
    values = exact_integers(value, name)
    if values.ndim and shape and values.shape != shape:
        raise ModelError(
            f"{name}: expected one value, or one for each number, shape {shape}; found shape {values.shape}"
        )
    return values
