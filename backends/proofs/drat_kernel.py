"""The loop that reads binary DRAT (see `drat_files`), compiled by numba if it is installed."""

from __future__ import annotations

from backends.proofs.propagation_kernel import Bytes, Column, Starts
from rosetta.foundation.jit import jit

LEMMA, DELETION = 0x61, 0x64  # a, d
MOST_BYTES = 5  # of a literal: 2^35 is beyond every variable
READ, NO_TAG, TOO_LONG, CUT, NO_VARIABLE = 0, 1, 2, 3, 4


@jit
def read_steps(data: Bytes, literals: Column, starts: Starts, deletes: Bytes, most: int) -> tuple[int, int]:
    """Fill the columns of a proof that has as many steps as zero bytes, the last of which ends it: READ and its length,
    or what is wrong, and at which offset.

    literals: at least as many as bytes below 0x80; most: the largest variable."""
    at, end = 0, 0
    for step in range(len(deletes)):
        if data[at] != LEMMA and data[at] != DELETION:
            return NO_TAG, at
        deletes[step] = data[at] == DELETION
        at += 1
        while data[at] != 0:
            first, number = at, 0
            while data[at] >= 0x80:
                number |= (int(data[at]) & 0x7F) << (7 * (at - first))
                at += 1
                if at - first == MOST_BYTES:
                    return TOO_LONG, first
            if data[at] == 0:
                return CUT, at
            number |= int(data[at]) << (7 * (at - first))
            if number < 2 or number > 2 * most + 1:
                return NO_VARIABLE, first
            literals[end] = -(number >> 1) if number & 1 else number >> 1
            end += 1
            at += 1
        at += 1
        starts[step + 1] = end
    return READ, end
