"""Automata, unfolded: for each row and place the states that lie on some way from the start to an accepting state.

    state before number 0 --number 0 is 3--> state before number 1 --number 1 is 5--> ... --> accepting state

Only what the values of the numbers leave possible is there. G. Pesant (2004): A regular language membership constraint
for finite sequences of variables, CP.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.contract import StatingModel
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.numbers.domains import NEVER, DomainLiterals

MOST_TRANSITIONS = 50_000_000  # of all rows and places; so many truth values are kept
Steps: TypeAlias = Callable[[int], NDArray[np.int64]]
"""The transitions at a place: state before, number that is read, state after, shape (t, 3). States are 0, 1, 2, ..."""


@dataclass(frozen=True, slots=True, eq=False)
class Unfolding:
    """A graph for each row, in which a way from the first to the last layer is what the row may be.

    layers: the layer of each state, numbered through all rows and places, ascending, shape (states,)
    owners: the row of each state
    is_first, is_last: the states before the first number of a row, and after the last one
    numbers: the number that an arc reads, shape (arcs,)
    literals: that it has the value of the arc
    tails, heads: the states before and after it
    refused: the rows that have no way, shape (rows,)
    domains: the values of the numbers of the rule
    """

    layers: NDArray[np.int64]
    owners: NDArray[np.int64]
    is_first: NDArray[np.bool_]
    is_last: NDArray[np.bool_]
    numbers: NDArray[np.int64]
    literals: NDArray[np.int32]
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    refused: NDArray[np.bool_]
    domains: DomainLiterals


def unfold(
    m: StatingModel, rule: NumberRule, steps: Steps, states: int, start: int, accept: NDArray[np.int64]
) -> Unfolding:
    """The automaton with these states, for all rows of the rule. Raises ModelTooLarge."""
    lengths = np.diff(rule.starts)
    places = int(lengths.max(initial=0))
    transitions = [steps(place) for place in range(places)]
    running = [np.flatnonzero(lengths > place) for place in range(places)]  # the rows that have a number there
    total = sum(len(rows) * (len(arcs) + states) for rows, arcs in zip(running, transitions, strict=True))
    if (total := total + len(lengths) * states) > MOST_TRANSITIONS:
        raise ModelTooLarge(f"an automaton with {total:,} transitions in all rows, the most are {MOST_TRANSITIONS:,}")
    domains = m.domain_of(rule.numbers)
    literals = [
        _value_literals(rule, domains, rows, place, arcs[:, 1])
        for place, (rows, arcs) in enumerate(zip(running, transitions, strict=True))
    ]
    reached = np.zeros((places + 1, len(lengths), states), bool)
    reached[0, :, start] = True
    passed = []
    for place, (rows, arcs) in enumerate(zip(running, transitions, strict=True)):
        passed.append(reached[place][rows][:, arcs[:, 0]] & (literals[place] != NEVER))
        reached[place + 1, rows] = _gather(passed[-1], arcs[:, 2], states)
    ends = np.zeros(states, bool)
    ends[accept] = True
    reached[lengths, np.arange(len(lengths))] &= ends
    for place in reversed(range(places)):
        rows, arcs = running[place], transitions[place]
        passed[place] &= reached[place + 1][rows][:, arcs[:, 2]]
        reached[place, rows] &= _gather(passed[place], arcs[:, 0], states)
    return _number_states(rule, domains, reached, running, transitions, passed, literals)


def _value_literals(
    rule: NumberRule, domains: DomainLiterals, rows: NDArray[np.int64], place: int, values: NDArray[np.int64]
) -> NDArray[np.int32]:
    """The literal that the number at that place has the value of a transition, shape (rows, transitions)."""
    different, which = np.unique(values, return_inverse=True)
    pairs = np.repeat(rule.starts[rows] + place, len(different)), np.tile(different, len(rows))
    return domains.find_is(*pairs).astype(np.int32).reshape(len(rows), len(different))[:, which.ravel()]


def _gather(passed: NDArray[np.bool_], states: NDArray[np.int64], count: int) -> NDArray[np.bool_]:
    """Which states some transition has, shape (rows, count); states: of each transition."""
    found = np.zeros((len(passed), count), bool)
    if len(states):
        order = np.argsort(states, kind="stable")
        different, first = np.unique(states[order], return_index=True)
        found[:, different] = np.logical_or.reduceat(passed[:, order], first, axis=1)
    return found


def _number_states(
    rule: NumberRule,
    domains: DomainLiterals,
    reached: NDArray[np.bool_],
    running: list[NDArray[np.int64]],
    transitions: list[NDArray[np.int64]],
    passed: list[NDArray[np.bool_]],
    literals: list[NDArray[np.int32]],
) -> Unfolding:
    """The states that are left, and the transitions between them, in columns."""
    rows, lengths = reached.shape[1], np.diff(rule.starts)
    refused = ~reached[0].any(axis=1)
    place, owner, _ = np.nonzero(reached)
    names = np.cumsum(reached.ravel()).reshape(reached.shape) - 1
    columns: list[list[NDArray[np.int64]]] = [[np.zeros(0, np.int64)] for _ in range(4)]
    for at, (mine, arcs, kept, of_value) in enumerate(zip(running, transitions, passed, literals, strict=True)):
        row, arc = np.nonzero(kept)
        tails, heads = names[at, mine[row], arcs[arc, 0]], names[at + 1, mine[row], arcs[arc, 2]]
        for column, part in zip(columns, (rule.starts[mine[row]] + at, of_value[row, arc], tails, heads), strict=True):
            column.append(part.astype(np.int64))
    numbers, values, tails, heads = (np.concatenate(column) for column in columns)
    is_last = place == lengths[owner]
    layers, of_value = place * rows + owner, values.astype(np.int32)
    return Unfolding(layers, owner, place == 0, is_last, numbers, of_value, tails, heads, refused, domains)
