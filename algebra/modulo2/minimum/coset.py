"""The weights of all 2^d words of a coset x + span(k_1 .. k_d) over GF(2), a word being a set of cells.

Word number z is x + sum of the k_i over the bits i of z. Cells that all k_i treat alike share a *signature* s, the bits
k_i[cell]. A cell counts (-1)^(x[cell] + <s, z>), so the sum over all cells is N - 2 weight(z): with F[s] the signed
number of cells of signature s that is F's Walsh-Hadamard transform, 2^d d additions instead of 2^d N.

The transform goes over some bits of z in memory and the others one after the other, 64 of their values side by side,
so that every step adds long rows.    (MacWilliams, Sloane 1977, ch. 2)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

IN_MEMORY = 14
SIDE_BITS = 6  # bits of z whose values lie side by side
SHORT = 32767  # cells up to which weights take 16 bits
MOST_WORDS = 1 << 26  # that a list may hold: 16 bytes each

Weights = NDArray[np.signedinteger[Any]]  # int16 or int32


@dataclass(frozen=True, slots=True)
class Coset:
    """word: shape (cells,); basis: shape (d, cells); both of truth values."""

    word: NDArray[np.bool_]
    basis: NDArray[np.bool_]

    def __post_init__(self) -> None:
        if self.word.shape != self.basis.shape[1:]:
            raise ValueError(f"expected words of {self.word.size} cells, found a basis of shape {self.basis.shape}")

    @property
    def dimension(self) -> int:
        return len(self.basis)


@dataclass(frozen=True, slots=True)
class LightWords:
    """All words of at most `most` cells: their numbers z and weights, the lightest first."""

    numbers: NDArray[np.uint64]
    weights: NDArray[np.int64]
    most: int


def spectra(coset: Coset) -> Iterator[tuple[Weights, int, int]]:
    """(F, high, first): F[l, j] = cells - 2 weight of word number (l << high) + first + j; every word once.

    The array is used again for the next: copy what is to stay.
    """
    d = coset.dimension
    low = min(max(d - SIDE_BITS, 0), IN_MEMORY)
    high = d - low
    beside = 1 << min(high, SIDE_BITS)
    kind = np.int16 if coset.word.size <= SHORT else np.int32
    places = np.uint64(1) << np.arange(d, dtype=np.uint64)
    signatures, which = np.unique((coset.basis * places[:, None]).sum(axis=0, dtype=np.uint64), return_inverse=True)
    signed = np.zeros(len(signatures), kind)
    np.add.at(signed, which, 1 - 2 * coset.word.astype(kind))
    row, rest = signatures >> np.uint64(high), (signatures & np.uint64((1 << high) - 1))[:, None]
    starts = np.flatnonzero(np.r_[True, row[1:] != row[:-1]][: len(row)])
    spectrum: Weights = np.empty((1 << low, beside), kind)
    spare: Weights = np.empty(beside << low >> 1, kind)
    for first in range(0, 1 << high, beside):
        number = np.arange(first, first + beside, dtype=np.uint64)
        odd = (np.bitwise_count(rest & number) & 1).astype(kind)
        spectrum[...] = 0
        if len(starts):
            spectrum[row[starts].astype(np.intp)] = np.add.reduceat(signed[:, None] * (1 - 2 * odd), starts, axis=0)
        _transform(spectrum, spare)
        yield spectrum, high, first


def _transform(values: Weights, spare: Weights) -> None:
    """Walsh-Hadamard along the first axis, in place: (a, b) -> (a + b, a - b) over each bit of the row number."""
    rows, beside = values.shape
    step = 1
    while step < rows:
        pairs = values.reshape(-1, 2, step * beside)
        difference = spare.reshape(-1, step * beside)
        np.subtract(pairs[:, 0], pairs[:, 1], out=difference)
        np.add(pairs[:, 0], pairs[:, 1], out=pairs[:, 0])
        pairs[:, 1] = difference
        step *= 2


def lightest_word(coset: Coset) -> tuple[int, int]:
    """(weight, number) of a word of the least weight."""
    best, number = -coset.word.size - 1, 0
    for spectrum, high, first in spectra(coset):
        if (top := int(spectrum.max())) > best:
            line, column = divmod(int(spectrum.argmax()), spectrum.shape[1])
            best, number = top, (line << high) + first + column
    return (coset.word.size - best) // 2, number


def light_words(coset: Coset, capacity: int = 1 << 21, most: int | None = None) -> LightWords:
    """All words of at most `most` cells; without `most`, of as many cells as gives no more than `capacity` words (or
    those of the least weight). Raises MemoryError where they are more than MOST_WORDS."""
    cells = coset.word.size
    bound = cells if most is None else most
    numbers: list[NDArray[np.uint64]] = []
    weights: list[NDArray[np.int64]] = []
    held = 0
    for spectrum, high, first in spectra(coset):
        line, column = np.nonzero(spectrum >= cells - 2 * bound)
        if not len(line):
            continue
        numbers.append((line.astype(np.uint64) << np.uint64(high)) + (first + column).astype(np.uint64))
        weights.append((cells - spectrum[line, column].astype(np.int64)) // 2)
        held += len(line)
        if most is None and held > capacity:
            weight, number = np.concatenate(weights), np.concatenate(numbers)
            # the greatest bound that leaves at most half the capacity, but never below the least weight
            upto = np.cumsum(np.bincount(weight))
            bound = max(int(np.searchsorted(upto, capacity // 2, "right")) - 1, int(weight.min()))
            is_light = weight <= bound
            weights, numbers, held = [weight[is_light]], [number[is_light]], int(is_light.sum())
        if held > MOST_WORDS:
            raise MemoryError(f"more than {MOST_WORDS} words of at most {bound} cells")
    weight = np.concatenate(weights) if weights else np.zeros(0, np.int64)
    number = np.concatenate(numbers) if numbers else np.zeros(0, np.uint64)
    order = np.argsort(weight, kind="stable")
    return LightWords(number[order], weight[order], bound)
