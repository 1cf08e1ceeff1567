"""A literal for each tuple: it is the one that the numbers are.

    t => number = v, for each number
    number = v => some tuple in which it is v

Tuples that a value tells apart from all others need none. Of a forbidden table these are the tuples beside it, which
may be many. F. Bacchus (2007): GAC via unit propagation, CP.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.constants import number_rows, state_clauses
from models.neutral.global_rules.contract import Formulation, StatingModel, Strength
from models.neutral.global_rules.table.literals import check_literals, literals_of_tuples, tuples_beside
from models.neutral.global_rules.table.rule import TableRule
from models.neutral.numbers.domains import ALWAYS, NEVER
from models.neutral.rows import group, prepend, rows_from_lengths


def state_tuples(m: StatingModel, rule: TableRule) -> None:
    """A literal for each row and each tuple that it may be."""
    tuples = rule.known_tuples if rule.allowed else tuples_beside(m, rule)
    check_literals(rule, tuples, "tuples")
    domains = m.domain_of(rule.numbers)
    literals = literals_of_tuples(rule, domains, tuples)
    row, which = np.nonzero((literals != NEVER).all(axis=2))
    literals = literals[row, which]
    refused = np.flatnonzero(np.bincount(row, minlength=rule.rows) == 0)
    if len(refused):
        nothing = rows_from_lengths(np.zeros(len(refused), np.int64), np.zeros(0, np.int32))
        m.any(rule.sentence, nothing)
        number_rows(m, rule, refused)
    places = [domains.find_places(rule.starts[row] + column, tuples[which, column]) for column in range(rule.width)]
    chosen = _literal_for_each(m, literals, places, len(domains.is_))
    for column in range(rule.width):
        state_clauses(m, rule, np.stack([-chosen, literals[:, column]], axis=1), row)
    if places:
        owners = rule.owners[domains.owners]
        having = group(np.tile(chosen, rule.width), by=np.concatenate(places), n=len(owners))
        kept = ~np.isin(owners, refused)
        state_clauses(m, rule, prepend(-domains.is_, having).take(kept), owners[kept])


def _literal_for_each(
    m: StatingModel, literals: NDArray[np.int32], places: list[NDArray[np.int64]], values: int
) -> NDArray[np.int32]:
    """A literal for each tuple: one of its own, where no other tuple has it."""
    chosen = np.zeros(len(literals), np.int32)
    chosen[(literals == ALWAYS).all(axis=1)] = ALWAYS
    for column, place in enumerate(places):
        alone = (chosen == 0) & (np.bincount(place, minlength=values)[place] == 1)
        chosen[alone] = literals[alone, column]
    fresh = chosen == 0
    chosen[fresh] = np.asarray(m.bools(m.fresh_name("tuple"), int(fresh.sum())))
    return chosen


FORMULATION = Formulation(
    "tuples",
    state_tuples,
    "a literal for each tuple",
    source="Bacchus (2007)",
    strength=Strength.DOMAIN,
    default=True,
)
