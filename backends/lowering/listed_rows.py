"""The rows of a linear program one by one, with their guards kept apart: for solvers that are handed a row at a time,
and have rows that hold under a condition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from backends.lowering.linear import LinearProgram


class ListedRow(NamedTuple):
    """low <= sum of coefs * columns <= high, where the guard holds. A side is None where it cannot be missed; guard: a
    literal of the model, 0 for a row that always holds."""

    columns: list[int]
    coefs: list[int]
    low: int | None
    high: int | None
    guard: int

    def sides(self) -> Iterator[tuple[list[int], int]]:
        """The row as rows `at least`: their coefficients and what they reach at the least."""
        if self.low is not None:
            yield self.coefs, self.low
        if self.high is not None:
            yield [-coef for coef in self.coefs], -self.high


def listed_rows(program: LinearProgram) -> Iterator[ListedRow]:
    """Of a program that keeps its guards."""
    table, (below, above) = program.table, program.binding_sides
    columns, coefs = table.columns.tolist(), table.coefs.tolist()
    numbers = zip(
        table.lo.tolist(), table.hi.tolist(), below.tolist(), above.tolist(), program.when.tolist(), strict=True
    )
    for (a, b), (low, high, has_low, has_high, guard) in zip(pairwise(program.starts.tolist()), numbers, strict=True):
        yield ListedRow(columns[a:b], coefs[a:b], low if has_low else None, high if has_high else None, guard)


def cost_terms(program: LinearProgram) -> tuple[list[int], list[int]]:
    """The columns of the objective and their coefficients."""
    used = np.flatnonzero(program.cost)
    return used.tolist(), program.cost[used].tolist()
