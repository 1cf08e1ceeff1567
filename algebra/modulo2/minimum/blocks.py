"""The kernel split into blocks that share no variable, so that what concerns single variables is computed per block.

        x1 x2 x3 x4 x5 x6                     Two directions are in one block if some variable is changed by both.
    k1   1  .  1  .  .  1      block 1        In standard form, each direction with a variable of its own, the blocks
    k2   .  1  1  .  .  .                     are the finest there are: those of the matroid of the kernel's rows
    k3   .  .  .  1  1  .      block 2        (Oxley 2011, Matroid Theory, 4.3).

Only some variables count; of the kernel's vectors those that change none of them are left out, and of several that
do the same to them all but one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.affine import AffineSpace
from algebra.modulo2.dense_elimination import echelon, pack_bits, unpack_bits
from algebra.modulo2.sparse_matrix import Bits, Column
from rosetta.foundation.limits import LimitReached, TooLarge
from rosetta.foundation.work_clock import work_seconds

BATCH_VECTORS = 512  # kernel vectors computed together
MOST_ENTRIES = 2 * 10**8  # ones of the kernel, and bits of a block


@dataclass(frozen=True, slots=True, eq=False)
class KernelBlock:
    """variables: those that count and that it changes; directions: what each of its directions changes, in standard
    form, shape (dimension, variables); vectors: numbers of kernel vectors; sums: which of them make up each direction,
    shape (dimension, vectors)."""

    variables: Column
    directions: Bits
    vectors: Column
    sums: Bits

    @property
    def dimension(self) -> int:
        return len(self.directions)


def kernel_blocks(space: AffineSpace, counted: Bits, deadline: float = float("inf")) -> Iterator[KernelBlock]:
    """The kernel's blocks on the variables that count, shape (variables,). Raises TooLarge, or LimitReached at the
    deadline, on the clock of `work_clock`."""
    for variables, vectors, bits in _parts(*_ones(space, counted, deadline)):
        height, width = bits.shape
        matrix = pack_bits(np.concatenate([bits, np.eye(height, dtype=np.bool_)], axis=1))
        reduced = unpack_bits(echelon(matrix, width).matrix, width + height)
        directions, sums = reduced[:, :width], reduced[:, width:]
        rows, columns = np.nonzero(directions)
        for inner, chosen, small in _parts(columns, rows):
            used = np.flatnonzero(sums[chosen].any(axis=0))
            yield KernelBlock(variables[inner], small, vectors[used], sums[np.ix_(chosen, used)])


def _ones(space: AffineSpace, counted: Bits, deadline: float) -> tuple[Column, Column]:
    """The kernel vectors' ones on the variables that count: the variable and the number of the vector of each."""
    variables, vectors, total = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], 0
    for first in range(0, space.dimension, BATCH_VECTORS):
        if first and work_seconds() > deadline:
            raise LimitReached("no time to take the kernel apart")
        words = space.kernel_vectors(np.arange(first, min(first + BATCH_VECTORS, space.dimension)))
        for word in range(words.shape[1]):
            changed = np.flatnonzero((words[:, word] != 0) & counted)
            at, bit = np.nonzero(unpack_bits(words[changed, word : word + 1], 64))
            variables.append(changed[at])
            vectors.append(first + 64 * word + bit)
            total += len(at)
        if total > MOST_ENTRIES:
            raise TooLarge(f"the kernel has more than {MOST_ENTRIES:,} ones")
    return np.concatenate(variables), np.concatenate(vectors)


def _parts(columns: Column, rows: Column) -> Iterator[tuple[Column, Column, NDArray[np.bool_]]]:
    """The connected parts of a table with ones at (rows[i], columns[i]): columns, rows, and the part as a matrix
    (rows, columns). Raises TooLarge."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(rows):
        return
    height, width = int(rows.max()) + 1, int(columns.max()) + 1
    links = coo_array((np.ones(len(rows), np.int8), (rows, columns + height)), shape=(height + width,) * 2)
    _, label = connected_components(links, directed=False)
    order = np.argsort(label[rows], kind="stable")
    ends = np.flatnonzero(np.diff(label[rows][order])) + 1
    for part in np.split(order, ends):
        of_row, at_row = np.unique(rows[part], return_inverse=True)
        of_column, at_column = np.unique(columns[part], return_inverse=True)
        if len(of_row) * len(of_column) > MOST_ENTRIES:
            raise TooLarge(f"a block of the kernel is {len(of_row):,} vectors over {len(of_column):,} variables")
        bits = np.zeros((len(of_row), len(of_column)), np.bool_)
        bits[at_row, at_column] = True
        yield of_column, of_row, bits
