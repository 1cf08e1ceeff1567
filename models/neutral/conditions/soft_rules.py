"""Soft rules: rows that may be broken, each at its price, which is a part of the objective.

    minimise  the author's objective  +  sum of weight * broken          (maximise: minus)

Where the author states no objective, the weights of the broken rows are minimised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import freeze
from models.neutral.blocks import Kind, Objective, new_block
from models.neutral.checking import check_block
from models.neutral.errors import EXACT, ModelError
from models.neutral.rows import rows_from_lengths
from models.neutral.variables import VariableTable
from models.neutral.wording.phrases import Each

SENTENCE = "the weight of the rules that are broken"


@dataclass(frozen=True, slots=True, eq=False)
class SoftRule:
    """The rows of a rule that may be broken.

    sentence: of the rule.
    number: of each row in the author's table, shape (rows,).
    broken: the literal that holds if and only if the row is broken, shape (rows,).
    weights: what that costs, from 1 on, shape (rows,).
    of: what its rows are called, by number; None where nothing is said.
    """

    sentence: str
    number: NDArray[np.int64]
    broken: NDArray[np.int32]
    weights: NDArray[np.int64]
    of: Each | None = None

    def __post_init__(self) -> None:
        for column in (self.number, self.broken, self.weights):
            freeze(column)

    def describe_broken(self, values: NDArray[np.integer[Any]], most: int) -> str:
        """The rows that are broken, and what each costs: `lesson 3 (costs 1), lesson 5 (costs 2)`; "" where none is.
        values: by variable number; most: how many are named."""
        rows = np.flatnonzero((values[np.abs(self.broken)] == 1) == (self.broken > 0)).tolist()
        names = (f"row {n}" if self.of is None else self.of.word(n) for n in self.number[rows].tolist())
        costs = self.weights[rows].tolist()
        named = [f"{name} (costs {cost})" for name, cost in zip(names, costs, strict=True)]
        more = [f"and {len(named) - most:,} more (cost {sum(costs[most:])})"] if len(named) > most else []
        return ", ".join(named[:most] + more)


def with_weights(objective: Objective | None, rules: Sequence[SoftRule], model: VariableTable) -> Objective:
    """An objective that has no weights of these rules yet, with them. Raises ModelError beyond 2^53."""
    stated = objective or Objective(SENTENCE, np.zeros(0, np.int32), np.zeros(0, np.int64), only_weights=True)
    heaviest = max((int(rule.weights.max(initial=0)) for rule in rules), default=0)
    if heaviest * stated.sense.divisor >= EXACT:
        raise ModelError(
            f"soft: the weight {heaviest} times the divisor of the objective, {stated.sense.divisor}, reaches 2^53"
        )
    literals = np.concatenate([stated.literals, *(rule.broken for rule in rules)])
    weights = [rule.weights * stated.sense.divisor for rule in rules]
    coefs = np.concatenate([stated.coefs, *weights])
    table = rows_from_lengths(np.array([len(literals)]), literals)
    check_block(new_block(Kind.LINEAR, stated.sentence, table, 0, 0, coefs), model)
    return replace(stated, literals=table.literals, coefs=freeze(coefs))
