"""What all formulations of a circuit share: a literal for each arc, and one arc into each place and out of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.circuit.rule import Circuit
from models.neutral.global_rules.constants import number_rows, state_clauses, state_counts
from models.neutral.global_rules.contract import StatingModel
from models.neutral.numbers.domains import NEVER
from models.neutral.rows import group


class Arcs(NamedTuple):
    """The arcs that may be on the tour, row after row; all have the same length.

    row: which row of the rule
    tail, head: from which place to which one, from 0 in each row
    literal: holds if the arc is on the tour; perhaps ALWAYS
    """

    row: NDArray[np.int64]
    tail: NDArray[np.int64]
    head: NDArray[np.int64]
    literal: NDArray[np.int32]

    def take(self, chosen: NDArray[np.bool_]) -> Arcs:
        """The chosen arcs."""
        return Arcs(self.row[chosen], self.tail[chosen], self.head[chosen], self.literal[chosen])


def possible_arcs(m: StatingModel, rule: Circuit) -> Arcs:
    """The arcs that may be on the tour, and for all literals NEVER: it declares nothing."""
    starts, values = m.domain_values(rule.numbers)
    number = np.repeat(np.arange(len(rule.numbers)), np.diff(starts))
    row = rule.owners[number]
    arcs = Arcs(row, number - rule.starts[row], values, np.full(len(values), NEVER, np.int32))
    return arcs.take(_are_possible(rule, arcs))


def _are_possible(rule: Circuit, arcs: Arcs) -> NDArray[np.bool_]:
    """Which arcs lead to a place, and not to the same one, but where there is a single one."""
    size = np.diff(rule.starts)[arcs.row]
    is_place = (arcs.head >= 0) & (arcs.head < size)
    return np.asarray(is_place & ((arcs.head != arcs.tail) | (size == 1)), np.bool_)


def state_arcs(m: StatingModel, rule: Circuit) -> Arcs:
    """State that no place follows itself, but a single one, that none is followed by what is no place, and that each
    follows exactly one; returns the arcs."""
    domains = m.domain_of(rule.numbers)
    number = domains.owners
    row = rule.owners[number]
    arcs = Arcs(row, number - rule.starts[row], domains.values, domains.is_)
    is_arc = _are_possible(rule, arcs)
    state_clauses(m, rule, -arcs.literal[~is_arc][:, None], row[~is_arc])
    arcs = arcs.take(is_arc)
    into = group(arcs.literal, by=rule.starts[arcs.row] + arcs.head, n=len(rule.numbers))
    state_counts(m, 1, 1, rule.sentence, into)
    number_rows(m, rule, rule.owners)
    return arcs.take(arcs.literal != NEVER)
