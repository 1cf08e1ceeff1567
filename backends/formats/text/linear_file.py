"""What a file of linear rows (OPB, LP, MPS) says: the record that its reader makes, and its model is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import ObjectiveSense

Column: TypeAlias = NDArray[np.int64]
AS_MINIMISED = ObjectiveSense()


@dataclass(frozen=True, slots=True, eq=False)
class LinearFile:
    """The content of a file. names: of the variables, () for x1..xn; lower, upper: their bounds, shape (variables,); a
    lower one above the upper one leaves no value.

    owner, columns, coefs: the terms, shape (terms,), columns from 0; lo, hi: by row, -OPEN and OPEN where a side is
    open; cost: columns and coefficients of what is minimised, None without an objective; sense: how its author stated
    it, with its constant; added: so many variables, the last ones, are not the file's but the reader's;
    row_names: () where there are none, "" for a row without; repeated: the error where a row has a variable twice, None
    where such terms add up.
    """

    names: Sequence[str]
    lower: Column
    upper: Column
    owner: Column
    columns: Column
    coefs: Column
    lo: Column
    hi: Column
    cost: tuple[Column, Column] | None
    sense: ObjectiveSense = AS_MINIMISED
    added: int = 0
    row_names: Sequence[str] = ()
    repeated: Callable[[], Exception] | None = None
