"""Literals that the sides are equal so far, as guards of linear rows: no literal is made for a value.

    e(i - 1)  =>  left(i) <= right(i)             e(i): the first i numbers of both sides are equal
    e(i)      =>  right(i) <= left(i)
    s(i)      =>  left(i) + 1 <= right(i)         s(i): e(i - 1), not e(i)

The literals are those of `prefix`; I. Gent, P. Prosser, B. Smith (2002): A 0/1 encoding of the GACLex constraint for
pairs of vectors, ECAI workshop on modelling and solving problems with constraints.
"""

from __future__ import annotations

import numpy as np

from models.neutral.global_rules.constants import number_rows
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.global_rules.lexicographic.prefix import state_prefixes
from models.neutral.global_rules.lexicographic.rule import Lexicographic
from models.neutral.global_rules.sums import add_terms, number_terms, state_sums
from models.neutral.numbers.domains import ALWAYS


def state_guards(m: StatingModel, rule: Lexicographic) -> None:
    """Three rows for each place."""
    rows, left, right = rule.pairs
    before, equal, is_asked = state_prefixes(m, rule)
    place = np.arange(len(left))
    above = add_terms(
        len(left),
        number_terms(place, rule.numbers.take(right), 1),
        number_terms(place, rule.numbers.take(left), -1),
    )
    less = np.where(before == ALWAYS, -equal, before).astype(np.int32)
    inner = is_asked & (before != ALWAYS) & (np.abs(equal) != ALWAYS)
    if inner.any():
        less[inner] = np.asarray(m.bools(m.fresh_name("less"), int(inner.sum())))
        m.exactly(1, rule.sentence, np.stack([less, equal, -before], axis=1)[inner])
        number_rows(m, rule, rows[inner])
    state_sums(m, rule, above, rows, 0, None, when=before)
    above, rows = above.take(is_asked), rows[is_asked]
    state_sums(m, rule, above, rows, None, 0, when=equal[is_asked])
    state_sums(m, rule, above, rows, 1, None, when=less[is_asked])


FORMULATION = Formulation(
    "guards",
    state_guards,
    "literals that the sides are equal so far, as guards of linear rows",
    source="Gent, Prosser and Smith (2002)",
)
