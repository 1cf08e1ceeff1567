"""Each place has a position on the tour, which begins at place 0, and each position one place.

    successor of i is j, i at position t   =>   j at position t + 1
    0 at position 0;  exactly one position for each place, exactly one place for each position

For n places n^2 literals and up to n^3 clauses. The time-staged formulation, as in K. Fox, B. Gavish, S. Graves
(1980): An n-constraint formulation of the (time-dependent) traveling salesman problem, Operations Research 28.
"""

from __future__ import annotations

import numpy as np

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.circuit.arcs import possible_arcs, state_arcs
from models.neutral.global_rules.circuit.rule import Circuit
from models.neutral.global_rules.constants import number_rows, state_clauses, state_counts
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import group, segment_indices

MOST_CLAUSES = 30_000_000


def state_positions(m: StatingModel, rule: Circuit) -> None:
    """A literal for each place and position. Raises ModelTooLarge."""
    sizes = np.diff(rule.starts)
    if (total := int(sizes[possible_arcs(m, rule).row].sum())) > MOST_CLAUSES:
        raise ModelTooLarge(
            f"positions: up to {total:,} clauses, the most are {MOST_CLAUSES:,}; by='ranks' needs fewer"
        )
    arcs = state_arcs(m, rule)
    size = sizes[rule.owners]  # of the row of each place
    begins = np.cumsum(size) - size
    place = np.repeat(np.arange(len(size)), size)
    position = segment_indices(size)
    is_first = place == rule.starts[:-1][rule.owners[place]]
    at = np.where(is_first & (position == 0), ALWAYS, NEVER).astype(np.int32)
    free = ~is_first & (position > 0)
    if not free.any():
        return
    at[free] = np.asarray(m.bools(m.fresh_name("position"), int(free.sum())))
    taken = rule.starts[rule.owners[place]] + position
    for owner in (place, taken):
        state_counts(m, 1, 1, rule.sentence, group(at, by=owner, n=len(size)))
        number_rows(m, rule, rule.owners)
    first, arc = rule.starts[arcs.row], np.repeat(np.arange(len(arcs.row)), sizes[arcs.row])
    time = segment_indices(sizes[arcs.row])
    now = at[begins[first + arcs.tail][arc] + time]
    then = at[begins[first + arcs.head][arc] + (time + 1) % sizes[arcs.row][arc]]
    state_clauses(m, rule, np.stack([-arcs.literal[arc], -now, then], axis=1), arcs.row[arc])


FORMULATION = Formulation(
    "positions",
    state_positions,
    "each place has a position, and the next one the position after it",
    source="Fox, Gavish and Graves (1980)",
)
