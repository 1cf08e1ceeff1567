"""The literals that a number of the row is one of the values: so many of them hold as the result says.

    sum of "x is v", for each number x and each of the values v  =  result

As a row that counts where the result is known, else as a linear row. The decomposition of `among` (N. Beldiceanu,
E. Contejean, 1994: Introducing global constraints in CHIP).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.constants import state_counts
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.count.rule import CountRule
from models.neutral.global_rules.sums import add_terms, literal_terms, number_terms, state_sums
from models.neutral.rows import group

SOURCE = "Beldiceanu and Contejean (1994)"


def state_literals(m: StatingModel, rule: CountRule) -> None:
    """One row each."""
    owners, _, literals = counted_literals(m, rule)
    if rule.lo is not None and rule.hi is not None:
        state_counts(m, rule.lo, rule.hi, rule.sentence, group(literals, by=owners, n=rule.rows), of=rule.of or "")
        return
    row = np.arange(rule.rows)
    result = number_terms(row, rule.numbers.take(rule.starts[:-1]), -1)
    state_sums(m, rule, add_terms(rule.rows, literal_terms(owners, literals), result), row, 0, 0)


def counted_literals(
    m: StatingModel, rule: CountRule
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    """The row, the number, and the literal that it is one of the values, number after number."""
    places = counted_places(rule)
    numbers = rule.numbers.take(places)
    starts, values = m.domain_values(numbers)
    asked = np.isin(values, rule.values)
    number = np.repeat(np.arange(len(numbers)), np.diff(starts))[asked]
    literals = m.equality_literals(numbers, number, values[asked])
    return rule.owners[places][number], places[number], literals


def counted_places(rule: CountRule) -> NDArray[np.int64]:
    """Which of the numbers of the rule are counted."""
    is_counted = np.ones(len(rule.numbers), np.bool_)
    if rule.has_result:
        is_counted[rule.starts[:-1]] = False
    return np.flatnonzero(is_counted)


FORMULATION = Formulation(
    "literals",
    state_literals,
    "the literals that numbers are among the values, counted in one row",
    source=SOURCE,
    default=True,
)
