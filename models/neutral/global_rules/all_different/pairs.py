"""Each pair of numbers: not both have the same value. A clause for each pair and value that both may have."""

from __future__ import annotations

import numpy as np

from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.all_different.rule import AllDifferent
from models.neutral.global_rules.all_different.values import rows_of_values
from models.neutral.global_rules.constants import clauses_without_constants
from models.neutral.global_rules.contract import Formulation, StatingModel
from models.neutral.rows import concatenated_ranges

MOST_CLAUSES = 50_000_000


def state_pairs(m: StatingModel, rule: AllDifferent) -> None:
    """Not v here, or not v there."""
    table, _, _ = rows_of_values(rule, m.domain_of(rule.numbers))
    lengths = table.lengths
    if (total := int((lengths * (lengths - 1) // 2).sum())) > MOST_CLAUSES:
        raise ModelTooLarge(f"pairs: {total:,} clauses, the most are {MOST_CLAUSES:,}; by='values' needs fewer rows")
    place = np.arange(len(table.literals))
    later = np.repeat(table.starts[1:], lengths) - place - 1  # literals of the same value after this one
    second = concatenated_ranges(place + 1, later)
    clauses = np.stack([-np.repeat(table.literals, later), -table.literals[second]], axis=1)
    rows, _ = clauses_without_constants(clauses)
    m.any(rule.sentence, rows)


FORMULATION = Formulation("pairs", state_pairs, "no two numbers have the same value, pair by pair")
