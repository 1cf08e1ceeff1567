"""The certificate of the number of solutions of an exact cover: the merged graph of its states.

    state          which items are covered, bounded ones how often (`state_layout`), and one exact item that is not
    successors     the state with one more option that fits and covers that item
    completions    of a state whose exact items are all covered: 1, or 0 if a bounded item is not covered often enough;
                   else the sum over its successors: each completion covers the item, by one option

Two ways to come to a state have the same completions, so it is listed once. Layer d has the states with d options,
ascending. A state may be left out if a short search finds that it has no completion: most are of that kind.

The certificate lists states and items, and no numbers: these are summed up by whoever checks it (dynamic programming,
Bellman 1957; merged states of exact cover as a decision diagram: Nishino, Yasuda, Minato & Nagata 2017, Dancing with
decision diagrams).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int64]
Words = NDArray[np.uint64]
Items = NDArray[np.uint16]

MOST_TRIED = 16  # options of the search that shows a state to have no completion


@dataclass(frozen=True, slots=True, eq=False)
class StateLayer:
    """states: shape (states, words), ascending with the last word first; items: the item of each that its successors
    cover, shape (states,), any where all are covered."""

    states: Words
    items: Items

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True, eq=False)
class StateGraph:
    """layers: 0, 1, .., none of them empty."""

    layers: tuple[StateLayer, ...]

    @property
    def states(self) -> int:
        """How many are listed."""
        return sum(map(len, self.layers))
