"""Clauses and exclusive-or rows of a file, stated in the neutral language.

1 1 -2      ->  1 -2        a literal twice is a literal once
1 -1 2      ->  nothing     a clause that always holds
x1 1 -2     ->  x-2         in a sum modulo 2, pairs cancel
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.text.scanning import choose_loops, is_plain
from models.neutral import Model
from models.neutral.arguments import freeze
from models.neutral.rows import rows_from_lengths

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]


def state_clauses(model: Model, sentence: str, values: Column, ends: Column, chosen: Truth) -> None:
    """State the chosen clauses. values: literals, a 0 after each clause, at the indices `ends`; literals of declared
    variables, which may repeat or contradict each other."""
    if not chosen.any():
        return
    loops = choose_loops(values.nbytes)
    columns = [values, ends, chosen] if not is_plain(loops) else [values.tolist(), ends.tolist(), chosen]
    stamps = np.zeros(model.variables + 1, np.int64)
    literals, lengths = np.empty(len(values), np.int32), np.empty(len(ends), np.int64)
    clauses, size = loops.simplify_clauses(*columns, stamps, literals, lengths)
    if clauses:
        model.any(sentence, rows_from_lengths(lengths[:clauses], freeze(literals[:size])))


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
