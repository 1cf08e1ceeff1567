"""Clauses and exclusive-or rows of a file, stated in the neutral language.

1 1 -2      ->  1 -2        a literal twice is a literal once
1 -1 2      ->  nothing     a clause that always holds
x1 1 -2     ->  x-2         in a sum modulo 2, pairs cancel
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, Rows
from models.neutral.rows import rows_from_lengths

Column: TypeAlias = NDArray[np.int64]


def state_clauses(model: Model, sentence: str, lengths: Column, literals: Column) -> None:
    """State clauses of these lengths, one after the other; literals may repeat or contradict each other."""
    rows = _distinct_literals(lengths, literals)
    if len(rows):
        model.any(sentence, rows)


def state_parities(model: Model, sentence: str, lengths: Column, literals: Column) -> None:
    """State rows in which an odd number of literals holds."""
    if not len(lengths):
        return
    owner = np.repeat(np.arange(len(lengths)), lengths)
    odd = 1 - np.bincount(owner[literals < 0], minlength=len(lengths)) % 2  # not x is x + 1
    keys, counts = np.unique(np.stack([owner, np.abs(literals)]), axis=1, return_counts=True)
    keys = keys[:, counts % 2 == 1]
    new_lengths = np.bincount(keys[0], minlength=len(lengths))
    model.parity((odd + 2) % 2, sentence, rows_from_lengths(new_lengths, keys[1].astype(np.int32)))


def _distinct_literals(lengths: Column, literals: Column) -> Rows:
    """The clauses without repeated literals; those with x and -x are dropped."""
    owner = np.repeat(np.arange(len(lengths)), lengths)
    order = np.lexsort((literals, np.abs(literals), owner))
    same = np.zeros(len(order), np.bool_)
    a, b = order[:-1], order[1:]
    same[1:] = (owner[a] == owner[b]) & (np.abs(literals[a]) == np.abs(literals[b]))
    if not same.any():
        return rows_from_lengths(lengths, literals.astype(np.int32))
    both = same.copy()
    both[1:] &= literals[a] != literals[b]
    keep = np.ones(len(order), np.bool_)
    keep[order[same]] = False
    stays = np.ones(len(lengths), np.bool_)
    stays[owner[order[both]]] = False
    keep &= stays[owner]
    return rows_from_lengths(np.bincount(owner[keep], minlength=len(lengths))[stays], literals[keep].astype(np.int32))
