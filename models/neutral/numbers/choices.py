"""The choices of a model: for each a Boolean per value, of which one holds.

Choices are numbered through, and stand in arrays as FIRST_CHOICE + number; variables are always fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import FIRST_CHOICE, ModelError
from models.neutral.numbers.columns import NumberColumns
from models.neutral.rows import Rows, rows_from_lengths
from models.neutral.wording.phrases import Each, each


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceArray:
    """Choices that were declared together.

    name: of the array of their literals
    first: the number of the first choice
    shape: of the choices
    values: what each may be, ascending, shape (k,)
    literals: shape (choices, k)
    """

    name: str
    first: int
    shape: tuple[int, ...]
    values: NDArray[np.int64]
    literals: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.literals)

    def has_literal(self, variable: int) -> bool:
        """Is the variable that of a literal of one of them?"""
        return self.literals.size > 0 and 0 <= variable - int(self.literals[0, 0]) < self.literals.size

    @property
    def entries(self) -> NDArray[np.int32]:
        """What stands for them in arrays, in their shape."""
        return (FIRST_CHOICE + self.first + np.arange(len(self), dtype=np.int32)).reshape(self.shape)


def choice_columns(arrays: Sequence[ChoiceArray], choices: NDArray[np.int64]) -> NumberColumns:
    """These choices, by number, as columns. Raises ModelError for one that there is not."""
    total = arrays[-1].first + len(arrays[-1]) if arrays else 0
    if len(choices) and not 0 <= choices.min() <= choices.max() < total:
        raise ModelError(f"a number of another model: choice {choices.max()}, and there are {total}")
    firsts = np.array([array.first for array in arrays], np.int64)
    which = np.searchsorted(firsts, choices, side="right") - 1
    widths = np.array([len(array.values) for array in arrays], np.int64)[which] if len(choices) else choices
    starts = np.concatenate([[0], np.cumsum(widths)])
    literals, values = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.int64)
    for number in np.unique(which):
        array, mine = arrays[number], np.flatnonzero(which == number)
        places = starts[mine][:, None] + np.arange(len(array.values))
        literals[places] = array.literals[choices[mine] - array.first]
        values[places] = array.values
    none = np.zeros(len(choices), np.int32)
    return NumberColumns(none, none.astype(np.int64), starts, literals, values)


def choice_words(says: str, name: str, shape: tuple[int, ...], values: NDArray[np.int64]) -> Each:
    """What the literals of choices say. says: with `{value}`, and perhaps `{cell}`; by default `R1C2 is 5`, or
    `colour[3] is 5`."""
    size, width = int(np.prod(shape)), len(values)
    value = np.tile(values, size)
    if len(shape) == 2:
        cell = np.repeat(np.argwhere(np.ones(shape, bool)), width, axis=0)
        text = says or "{cell} is {value}"
        if "{cell}" not in text:
            text += " at {cell}"
        denies = "{cell} is not {value}" if not says else ""
        return each(text, denies=denies, value=value, cell=cell)
    place = np.repeat([f"{name}[{','.join(map(str, at))}]" if at else name for at in np.ndindex(shape)], width)
    text = says or "{place} is {value}"
    denies = "{place} is not {value}" if not says else ""
    return each(text, denies=denies, value=value, place=place.tolist())


def expand_choices(
    arrays: Sequence[ChoiceArray], table: Rows, coefs: NDArray[np.int64]
) -> tuple[Rows, NDArray[np.int64]]:
    """Sums in which choices stand, by their literals: coefficient * value for each."""
    is_choice = table.literals >= FIRST_CHOICE
    if not is_choice.any():
        return table, coefs
    columns = choice_columns(arrays, table.literals[is_choice].astype(np.int64) - FIRST_CHOICE)
    lengths = np.ones(len(table.literals), np.int64)
    lengths[is_choice] = columns.lengths
    literals = np.repeat(table.literals, lengths)
    weights = np.repeat(coefs, lengths)
    inside = np.repeat(is_choice, lengths)
    literals[inside] = columns.literals
    weights[inside] *= columns.values
    return rows_from_lengths(table.sums(lengths), literals), weights
