"""Terms sorted into rows, each column once per row: compiled by numba if it is installed.

Imported when first used, since numba takes half a second to load.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

IN_ORDER, BY_ROW, SCATTERED = range(3)  # rows and columns ascend, each column once; rows ascend; neither
FEW = 32  # terms, which are sorted by insertion


@jit
def count_terms(owner: NDArray[Any], columns: NDArray[Any], starts: NDArray[np.int64]) -> int:
    """Fill starts, which are zeros, with the number of terms before each row; returns in which order the terms are."""
    order = IN_ORDER
    for term in range(len(owner)):
        row = owner[term]
        starts[row + 1] += 1
        if term > 0 and row <= owner[term - 1]:
            if row < owner[term - 1]:
                order = SCATTERED
            elif columns[term] <= columns[term - 1] and order == IN_ORDER:
                order = BY_ROW
    for row in range(len(starts) - 1):
        starts[row + 1] += starts[row]
    return order


@jit
def scatter_terms(
    owner: NDArray[Any],
    columns: NDArray[Any],
    coefs: NDArray[np.int64],
    places: NDArray[np.int64],
    columns_by_row: NDArray[Any],
    coefs_by_row: NDArray[np.int64],
) -> None:
    """The terms row by row, those of a row in their order. places: where each row begins, and afterwards ends."""
    for term in range(len(owner)):
        place = places[owner[term]]
        columns_by_row[place], coefs_by_row[place] = columns[term], coefs[term]
        places[owner[term]] = place + 1


@jit
def merge_rows(starts: NDArray[np.int64], columns: NDArray[Any], coefs: NDArray[np.int64]) -> None:
    """Sort each row by column, and add up terms of the same column: all three are changed in place; of columns and
    coefs, as much is meant as starts says afterwards."""
    begin, count = 0, 0
    for row in range(len(starts) - 1):
        end = starts[row + 1]
        if end - begin <= FEW:
            for term in range(begin + 1, end):
                column, coef, place = columns[term], coefs[term], term
                while place > begin and columns[place - 1] > column:
                    columns[place], coefs[place] = columns[place - 1], coefs[place - 1]
                    place -= 1
                columns[place], coefs[place] = column, coef
        else:
            order = np.argsort(columns[begin:end], kind="mergesort")
            columns[begin:end], coefs[begin:end] = columns[begin:end][order], coefs[begin:end][order]
        first = count
        for term in range(begin, end):
            if count > first and columns[count - 1] == columns[term]:
                coefs[count - 1] += coefs[term]
            else:
                columns[count], coefs[count] = columns[term], coefs[term]
                count += 1
        starts[row + 1] = count
        begin = end
