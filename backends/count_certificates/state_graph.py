"""The certificate of the number of solutions of an exact cover: the merged graph of its states.

    state          which items are covered, bounded ones how often (`state_layout`)
    successors     the state with one more option that fits and covers the first exact item that is not covered
    completions    of a state whose exact items are all covered: 1, or 0 if a bounded item is not covered often enough;
                   else the sum over its successors

Two ways to come to a state have the same completions, so it is listed once: of the tilings of 6 x 10 there are 9356, of
their states that are listed some hundred thousand. Layer d has the states with d options, ascending. Any state may
be left out if a short search finds that it has no completion: most are of that kind.

The number of the only state of layer 0 is the number of solutions (dynamic programming, Bellman 1957; merged states
of exact cover as a decision diagram: Nishino, Yasuda, Minato & Nagata 2017, Dancing with decision diagrams).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int64]
Words = NDArray[np.uint64]

MOST_TRIED = 16  # options of the search that shows a state to have no completion


@dataclass(frozen=True, slots=True, eq=False)
class StateLayer:
    """states: shape (states, words), ascending with the last word first; counts: completions of each, shape
    (states,)."""

    states: Words
    counts: Column

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, slots=True, eq=False)
class StateGraph:
    """order: of the exact items, by their numbers in the model; layers: 0, 1, .., none of them empty."""

    order: Column
    layers: tuple[StateLayer, ...]

    @property
    def states(self) -> int:
        """How many are listed."""
        return sum(map(len, self.layers))

    @property
    def number(self) -> int:
        """Of solutions, if it is right."""
        return int(self.layers[0].counts[0])
