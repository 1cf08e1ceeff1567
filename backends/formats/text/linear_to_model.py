"""Linear rows as files have them (OPB, LP, MPS), brought into a neutral model.

2 x - x + y >= 3      ->  x + y >= 3          a variable twice is a variable once
min: 2 x + 5          ->  2 x + 5 constant    a variable that is always true carries what is paid in any case
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import MOST_NAMED, FileError
from models.neutral import Model, ModelError
from models.neutral.errors import EXACT
from models.neutral.rows import rows_from_lengths

Column: TypeAlias = NDArray[np.int64]
OPEN = 2**62  # a side that is not there


@dataclass(frozen=True, slots=True, eq=False)
class LinearFile:
    """What a file says. names: of the variables, () for x1..xn; lower, upper: their bounds, shape (variables,).

    owner, columns, coefs: the terms, shape (terms,), columns from 0; lo, hi: by row, -OPEN and OPEN where a side is
    open; cost_columns, cost: the objective's terms, None without one; constant: paid in any case.
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
    constant: int = 0


def model_from_linear(said: LinearFile, sentence: str) -> Model:
    """The neutral model; variables 1..n are those of the file, in order. Raises FileError for what is beyond 2^53."""
    try:
        return _model_from_linear(said, sentence)
    except ModelError as error:
        raise FileError(str(error)) from None


def _model_from_linear(said: LinearFile, sentence: str) -> Model:
    model = Model("file")
    _declare(model, said)
    for owner, coefs in ((said.owner, said.coefs), *([(0 * said.cost[1], said.cost[1])] if said.cost else [])):
        if np.bincount(owner, np.abs(coefs).astype(np.float64)).max(initial=0) >= EXACT:
            raise FileError(f"{sentence}: coefficients that sum up to 2^53 or more; beyond that they are not exact")
    counts, columns, coefs = sum_terms(said.owner, said.columns, said.coefs, len(said.lo))
    if len(said.lo):
        rows = rows_from_lengths(counts, (columns + 1).astype(np.int32))
        reach = np.maximum(np.abs(said.lower), np.abs(said.upper))[columns].astype(np.float64) * np.abs(coefs)
        most = np.bincount(np.repeat(np.arange(len(counts)), counts), reach, minlength=len(counts))
        beyond = np.minimum(most, 2.0**52).astype(np.int64) + 1  # a bound that binds nothing
        lo, hi = np.where(said.lo == -OPEN, -beyond, said.lo), np.where(said.hi == OPEN, beyond, said.hi)
        lo, hi = np.where(said.lo == -OPEN, np.minimum(lo, hi), lo), np.where(said.hi == OPEN, np.maximum(lo, hi), hi)
        model.linear(lo, hi, sentence, rows, coefs)
    if said.cost is not None:
        state_objective(model, "the objective of the file", said.cost[0] + 1, said.cost[1], said.constant)
    return model


def state_objective(model: Model, sentence: str, variables: Column, coefs: Column, constant: int) -> None:
    """State the objective: of variables that may stand several times, and a constant."""
    _, columns, weights = sum_terms(np.zeros(len(variables), np.int64), variables, coefs, 1)
    if constant:
        always = model.bools("constant", ())
        model.true("what is paid in any case", always)
        columns, weights = np.append(columns, always), np.append(weights, constant)
    model.minimize(sentence, columns.astype(np.int32), weights)


def sum_terms(owner: Column, columns: Column, coefs: Column, rows: int) -> tuple[Column, Column, Column]:
    """Terms per row, columns and coefficients, each column once per row, in order."""
    order = np.lexsort((columns, owner))
    owner, columns, coefs = owner[order], columns[order], coefs[order]
    fresh = np.ones(len(owner), np.bool_)
    fresh[1:] = (owner[1:] != owner[:-1]) | (columns[1:] != columns[:-1])
    total = np.add.reduceat(coefs, np.flatnonzero(fresh)) if len(coefs) else coefs
    return np.bincount(owner[fresh], minlength=rows), columns[fresh], total


def _declare(model: Model, said: LinearFile) -> None:
    """The variables by their names; of very many, in arrays as long as they are of one sort."""
    boolean = (said.lower >= 0) & (said.upper <= 1) & (said.upper > said.lower)
    if said.names and len(said.names) <= MOST_NAMED:
        for name, lower, upper, is_boolean in zip(
            said.names, said.lower.tolist(), said.upper.tolist(), boolean.tolist(), strict=True
        ):
            if is_boolean:
                model.bools(name, ())
            else:
                model.ints(name, (), lower, upper)
        return
    bounds = [0, *(np.flatnonzero(np.diff(boolean)) + 1).tolist(), len(boolean)]
    for part, (first, end) in enumerate(pairwise(bounds)):
        name = "x" if len(bounds) == 2 else f"x{part}"
        if end > first and boolean[first]:
            model.bools(name, end - first)
        elif end > first:
            model.ints(name, end - first, said.lower[first:end], said.upper[first:end])
