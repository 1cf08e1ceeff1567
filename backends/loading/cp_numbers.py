"""Numbers of rules (`models.neutral.numbers`) as CP-SAT's expressions.

A literal and an integer are expressions as they are. A choice gets an integer z of its own, which comes after the
model's variables: "z = value" for each of its literals, guarded by it. CP-SAT sees in such rows that the literals
encode z: on four Latin squares of side 35, all_diff then met exactly the conflicts of rows about the literals; with one
row "z = sum of value * literal" instead, up to seventy times as many.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.loading.cp_constraints import Expressions, affine_expressions
from models.neutral import Model
from models.neutral.numbers.columns import NumberColumns
from models.neutral.rows import concatenated_ranges


class ChoiceIntegers:
    """The integers of a model's choices, each declared once, however many rules are about it."""

    def __init__(self, extended: Model) -> None:
        self.extended = extended
        self._known: dict[bytes, int] = {}  # the variable of a choice, by its literals and values

    def expressions(self, sentence: str, numbers: NumberColumns) -> Expressions:
        """Of each number. sentence: of the rule that is about them."""
        variables, chosen = numbers.refs.copy(), np.flatnonzero(np.diff(numbers.starts))
        if len(chosen):
            variables[chosen] = self._integers(sentence, numbers, chosen)
        return affine_expressions(variables, numbers.constants)

    def _integers(self, sentence: str, numbers: NumberColumns, chosen: NDArray[np.int64]) -> list[int]:
        """The variables of these choices, and rows for those that are new."""
        spans = np.stack([numbers.starts[chosen], numbers.starts[chosen + 1]], axis=1).tolist()
        keys = [numbers.literals[a:b].tobytes() + numbers.values[a:b].tobytes() for a, b in spans]
        new = {key: choice for key, choice in zip(keys, chosen.tolist(), strict=True) if key not in self._known}
        if new:
            variables = self._declare(sentence, numbers, np.array(list(new.values())))
            self._known.update(zip(new, variables.tolist(), strict=True))
        return [self._known[key] for key in keys]

    def _declare(self, sentence: str, numbers: NumberColumns, choices: NDArray[np.int64]) -> NDArray[np.int32]:
        first, lengths = numbers.starts[choices], np.diff(numbers.starts)[choices]
        entries = concatenated_ranges(first, lengths)
        literals, values = numbers.literals[entries], numbers.values[entries]
        begins = np.cumsum(lengths) - lengths
        low, high = np.minimum.reduceat(values, begins), np.maximum.reduceat(values, begins)
        variables = np.asarray(self.extended.ints(self.extended.fresh_name("choice"), len(choices), low, high))
        owners = np.repeat(variables, lengths)
        self.extended.linear(values, values, sentence, owners[:, None], 1, when=literals)
        return variables
