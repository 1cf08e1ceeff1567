"""The solutions one by one, and how many there are, projected on some of the variables.

Two solutions that differ by a kernel vector which is 0 on the variables P that are projected on look the same there.
Those vectors are the kernel of the other columns Q alone, so that the kernel restricted to P has the dimension

    (n - rank A) - (|Q| - rank A_Q)  =  |P| - rank A + rank A_Q

Solutions are listed in the order of a Gray code: each differs from the one before by one kernel vector.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.affine import AffineSpace, Contradiction, solve
from algebra.modulo2.dense_elimination import echelon, unpack_bits
from algebra.modulo2.sparse_matrix import Bits, SparseMatrix, matrix_from_entries
from rosetta.foundation.limits import TooLarge


def projected_dimension(
    table: SparseMatrix, space: AffineSpace, projection: NDArray[np.integer[Any]], megabytes: float
) -> int:
    """The dimension of the solutions on the columns `projection`. Raises TooLarge."""
    hidden_columns = np.ones(table.columns, np.bool_)
    hidden_columns[projection] = False
    if not hidden_columns[space.parameters].any():  # the parameters in the projection tell the vectors apart
        return space.dimension
    hidden_entries, renumbered = hidden_columns[table.entries], np.cumsum(hidden_columns) - 1
    columns = int(np.count_nonzero(hidden_columns))
    others = matrix_from_entries(
        table.owners[hidden_entries], renumbered[table.entries[hidden_entries]], (len(table), columns)
    )
    hidden = solve(others, np.zeros(len(table), np.bool_), megabytes=megabytes)
    assert not isinstance(hidden, Contradiction), "equations with 0 on the right have a solution"
    return space.dimension - hidden.dimension


def list_solutions(space: AffineSpace, projection: NDArray[np.integer[Any]], megabytes: float) -> Iterator[Bits]:
    """The solutions, no two equal on the columns `projection`, shape (variables,) each. Raises TooLarge."""
    vectors = _independent_vectors(space, projection, megabytes)
    solution, step = space.solution.copy(), 0
    yield solution.copy()
    while step + 1 < 1 << vectors.shape[1]:
        step += 1
        solution ^= vectors[:, (step & -step).bit_length() - 1]
        yield solution.copy()


def _independent_vectors(space: AffineSpace, projection: NDArray[np.integer[Any]], megabytes: float) -> Bits:
    """Kernel vectors, a column each, that are independent on the columns `projection`, as many as there are; but no
    more than 64, since nobody lists 2^64 solutions."""
    among = np.isin(space.parameters, projection)
    chosen = np.flatnonzero(among)[:64]  # independent by their parameters
    if len(chosen) < 64 and not among.all():
        needed = len(space.solution) * space.dimension / 8e6
        if needed > megabytes / 8:
            raise TooLarge(f"the kernel is {needed:,.0f} MB; the limit is {megabytes:,.0f} MB for all")
        words = space.kernel_vectors(np.arange(space.dimension))
        chosen = echelon(words[projection], space.dimension).pivots[:64]
    return unpack_bits(space.kernel_vectors(chosen), len(chosen))
