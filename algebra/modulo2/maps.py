"""Linear maps over GF(2) for many vectors at once, and the small elimination that sets them up.

A vector of up to 64 bits is a number; row b of a map says what bit b adds. For many vectors the images of all 256
values of each byte are made once: eight look-ups instead of up to 64 sums (the "four Russians", Arlazarov et al. 1970).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class LinearMap:
    """rows: shape (bits, words) of uint64. Called with vectors of shape (P,), it gives images of shape (P, words)."""

    def __init__(self, rows: NDArray[np.uint64]) -> None:
        bits, words = rows.shape
        self._tables = np.zeros((-(-bits // 8), 256, words), np.uint64)
        for bit, row in enumerate(rows):
            table, half = self._tables[bit // 8], 1 << bit % 8
            table[half : 2 * half] = table[:half] ^ row
        self._words = words

    def __call__(self, vectors: NDArray[np.uint64]) -> NDArray[np.uint64]:
        image = np.zeros((len(vectors), self._words), np.uint64)
        for number, table in enumerate(self._tables):
            image ^= table[(vectors >> np.uint64(8 * number) & np.uint64(255)).astype(np.intp)]
        return image


def row_space(rows: Sequence[int]) -> tuple[list[int], list[int]]:
    """A basis of the span in which each pivot place is in one vector only, and those places."""
    basis: list[int] = []
    places: list[int] = []
    for row in rows:
        for vector, place in zip(basis, places, strict=True):
            if row >> place & 1:
                row ^= vector
        if row:
            place = row.bit_length() - 1
            basis = [vector ^ row if vector >> place & 1 else vector for vector in basis]
            basis.append(row)
            places.append(place)
    return basis, places


def coordinates(rows: Sequence[int], places: Sequence[int]) -> list[int]:
    """The rows in terms of the basis of `row_space`: bit k = the row's value at place k."""
    return [sum((row >> place & 1) << k for k, place in enumerate(places)) for row in rows]


def inverse(rows: Sequence[int]) -> list[int] | None:
    """Of a square matrix, row i an integer whose bit j is column j; None if it has none."""
    size = len(rows)
    joined = [row | 1 << size + i for i, row in enumerate(rows)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if joined[i] >> column & 1), None)
        if pivot is None:
            return None
        joined[column], joined[pivot] = joined[pivot], joined[column]
        joined = [row ^ joined[column] if i != column and row >> column & 1 else row for i, row in enumerate(joined)]
    return [row >> size for row in joined]
