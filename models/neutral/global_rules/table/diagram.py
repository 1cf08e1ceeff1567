"""The tuples as a decision diagram: beginnings that go on in the same ways are one state.

    1 1 2         start --1, 3--> a --1--> c --2--> end
    3 1 2         start --2-----> b --2--> c
    2 2 2

Numbers go through it as through an automaton (`global_rules.transition_rows`). Of a forbidden table it leads out of the
beginnings of tuples to a state from which all is allowed, so that no other tuples are listed. K. C. K. Cheng and R. H.
C. Yap (2010): An MDD-based generalized arc consistency algorithm for positive and negative table constraints,
Constraints 15; I. Abio and others (2016): On CNF encodings of decision diagrams, CPAIOR.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.table.literals import values_of_columns
from models.neutral.global_rules.table.rule import TableRule
from models.neutral.global_rules.transition_rows import state_transition_rows
from models.neutral.global_rules.unfolding import MOST_TRANSITIONS, unfold

FREE, REFUSED = 0, -1  # states: all is allowed from here on; nothing is


def state_diagram(m: StatingModel, rule: TableRule) -> None:
    """State that each row is a way through the diagram."""
    columns = values_of_columns(m, rule)
    steps, start, states = _diagram(rule.known_tuples, columns, rule.allowed)
    ends = np.zeros(int(start != REFUSED), np.int64)
    graph = unfold(m, rule, lambda place: steps[place], states, max(start, 0), ends)
    state_transition_rows(m, rule, graph)


def _diagram(
    tuples: NDArray[np.int64], columns: list[NDArray[np.int64]], allowed: bool
) -> tuple[list[NDArray[np.int64]], int, int]:
    """The transitions at each place, shape (t, 3), the first state, and how many states a layer has at most. After the
    last number, state 0 accepts. Raises ModelTooLarge."""
    width, steps = tuples.shape[1], []
    after = np.full(len(tuples[:1]) if width == 0 else len(tuples), FREE if allowed else REFUSED)  # state by beginning
    states = 1
    if len(tuples) * sum(map(len, columns)) > MOST_TRANSITIONS:
        raise ModelTooLarge(f"diagram: more than {MOST_TRANSITIONS:,} transitions; by='tuples' may need fewer")
    longer = tuples
    for place in reversed(range(width)):
        shorter, of_shorter = np.unique(longer[:, :place], axis=0, return_inverse=True)
        of_shorter = of_shorter.ravel() if place else np.zeros(len(longer), np.int64)
        shorter = shorter if place else longer[:1, :0]
        names, arcs = _merge(len(shorter), of_shorter, longer[:, place], after, first=0 if allowed else FREE + 1)
        steps.append(arcs if allowed else _lead_out(arcs, columns[place]))
        states = max(states, int(names.max(initial=0)) + 1)
        longer, after = shorter, names
    start = int(after[0]) if len(after) else (REFUSED if allowed else FREE)
    return steps[::-1], start, states


def _merge(
    n: int, owners: NDArray[np.int64], values: NDArray[np.int64], after: NDArray[np.int64], first: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The state of each beginning, numbered from `first`: the same for those whose values lead to the same states; and
    the transitions of the states."""
    order = np.lexsort((values, owners))
    arcs = np.stack([values[order], after[order]], axis=1)
    bounds = np.searchsorted(owners[order], np.arange(n + 1)).tolist()
    known: dict[bytes, int] = {}
    names = np.array([known.setdefault(arcs[a:b].tobytes(), first + len(known)) for a, b in pairwise(bounds)])
    chosen = [np.zeros((0, 3), np.int64)]
    for text, name in known.items():
        own = np.frombuffer(text, np.int64).reshape(-1, 2)
        chosen.append(np.column_stack([np.full(len(own), name), own]))
    return names.astype(np.int64), np.concatenate(chosen)


def _lead_out(arcs: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The transitions that are allowed, with those of all other values, which lead to FREE."""
    states = np.append(np.unique(arcs[:, 0]), FREE)
    every = np.column_stack([np.repeat(states, len(values)), np.tile(values, len(states))])
    names = np.unique(np.concatenate([arcs[:, :2], every]), axis=0, return_inverse=True)[1].ravel()
    others = every[~np.isin(names[len(arcs) :], names[: len(arcs)])]
    led = np.column_stack([others, np.full(len(others), FREE)])
    return np.concatenate([arcs[arcs[:, 2] != REFUSED], led])


FORMULATION = Formulation(
    "diagram",
    state_diagram,
    "the tuples as a decision diagram",
    source="Cheng and Yap (2010), Abio and others (2016)",
    strength=Strength.DOMAIN,
)
