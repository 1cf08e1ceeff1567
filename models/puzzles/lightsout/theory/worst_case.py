"""The start that takes the most presses, among those that have a solution (k = 2): a covering radius.

Presses x and x + z, z a quiet pattern (pressing it changes nothing), have the same effect, which takes as many presses
as the lightest word of x + K has. No word is lighter than x itself iff x presses at most half of each quiet pattern:

    |x + z| >= |x| for all z in K        iff        |x and z| <= |z| / 2 for all z in K

    2 x 3    quiet:   . x .    x . x    x x x        worst:   x x .
                      x x x    x . x    . x .                 x . .      2 of the 4 in each; no set of 4 has that

The worst case is the largest such x: the covering radius of the code K, x a coset leader (Cohen, Honkala, Litsyn,
Lobstein 1997). That is an integer program with a row for each of the 2^d - 1 quiet patterns, d the nullity, and few
unknowns: cells that belong to the same quiet patterns are a group, and only how many of a group are pressed matters.
Cells in no quiet pattern are all pressed, and where there is none, so is the whole board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.neutral.rows import rows_from_lengths

MOST_QUIET = 12  # dimensions: a row for each quiet pattern

Cells = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class CellGroups:
    """The cells of a board by the quiet patterns they belong to. group: of each cell, shape (cells,), -1 for those in
    none; sizes: shape (groups,); incidence: does the pattern contain the group, shape (2^d - 1, groups)."""

    group: Ints
    sizes: Ints
    incidence: Cells


def groups(quiet: Cells) -> CellGroups:
    """quiet: a basis, shape (d, cells). Raises ValueError where its patterns are too many for a row each."""
    d = len(quiet)
    if d > MOST_QUIET:
        raise ValueError(f"2^{d} quiet patterns, more than 2^{MOST_QUIET}, the most that get a row each")
    signature = (quiet << np.arange(d)[:, None]).sum(axis=0)
    every, which, sizes = np.unique(signature, return_inverse=True, return_counts=True)
    idle = int((every[:1] == 0).sum())
    inside = np.bitwise_count(np.arange(1, 1 << d)[:, None] & every[None, idle:]) % 2 == 1
    return CellGroups(which - idle, sizes[idle:], inside)


def worst_case_model(cells: CellGroups) -> Model:
    """The program, as a neutral model; its objective is minus the presses in groups. At least one group."""
    m = Model("lightsout-worst-case")
    number = m.ints("pressed", len(cells.sizes), 0, cells.sizes)
    rows = rows_from_lengths(
        cells.incidence.sum(axis=1), np.broadcast_to(number, cells.incidence.shape)[cells.incidence]
    )
    m.linear(None, cells.incidence @ cells.sizes // 2, "of no quiet pattern more than half is pressed", rows, 1)
    m.minimize("as many presses as possible", number, -1)
    return m
