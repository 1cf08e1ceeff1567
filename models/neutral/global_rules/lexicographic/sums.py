"""Each side as one number in a mixed base, whose digits are its numbers, and a row that compares the two.

    sum of weight(i) * left(i)  <=  sum of weight(i) * right(i)        and 1 less, where the sides are never the same
    weight(i) = product over all later places of how many values there are from the least to the greatest

The arithmetic formulation of A. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh (2002): Global constraints for
lexicographic orderings, CP. It needs no literals, and is for sums below 2^53.
"""

from __future__ import annotations

import numpy as np

from models.neutral.errors import EXACT, ModelTooLarge
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.lexicographic.prefix import SOURCE
from models.neutral.global_rules.lexicographic.rule import Lexicographic
from models.neutral.global_rules.sums import add_terms, number_terms, state_sums


def state_weighted_sums(m: StatingModel, rule: Lexicographic) -> None:
    """One row each. Raises ModelTooLarge."""
    rows, left, right = rule.pairs
    lower, upper = m.number_bounds(rule.numbers)
    spans = np.maximum(upper[left], upper[right]) - np.minimum(lower[left], lower[right]) + 1
    weights, longest = np.ones(len(rows), np.int64), int(rule.lengths.max(initial=0))
    ends = np.cumsum(rule.lengths)
    largest = np.maximum(np.abs(lower), np.abs(upper)).astype(float)
    totals, product = np.zeros(rule.rows), np.ones(rule.rows)
    for back in range(longest):  # the last places of all rows, then those before them
        row = np.flatnonzero(rule.lengths > back)
        place = ends[row] - 1 - back
        weights[place] = product[row].astype(np.int64)
        totals[row] += product[row] * (largest[left[place]] + largest[right[place]])
        product[row] *= spans[place]
        if totals.max() >= EXACT:
            worst = rule.name_of_row(int(totals.argmax()))
            raise ModelTooLarge(f"{worst}: sums: the sums may reach 2^53; by='prefix' or by='guards' takes such rows")
    difference = add_terms(
        rule.rows,
        number_terms(rows, rule.numbers.take(right), weights),
        number_terms(rows, rule.numbers.take(left), -weights),
    )
    state_sums(m, rule, difference, np.arange(rule.rows), int(rule.strict), None)


FORMULATION = Formulation(
    "sums", state_weighted_sums, "both sides as numbers in a mixed base, compared in one row", source=SOURCE
)
