"""A model without what is known: fixed variables become constants, rows that hold anyway go, the rest is renumbered.

    fixed x = c in a row       lo and hi lose its coefficient * c, the literal goes
    fixed in a clause          a true literal takes the row away, a false one goes
    fixed in a parity row      the remainder turns with every true literal that goes
    guard true, guard false    the guard goes, the row goes
    fixed in the objective     goes into `constant`

Sentences and row numbers stay, so that whatever comes after can still name the rule. The solutions of the smaller
model, lifted, are those of the model that lie within the bounds: all of them, if propagation gave the bounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.passes.restriction import restrict_model
from models.neutral import Model
from models.neutral.evaluate import literal_values

Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Substitution:
    """model: the smaller one; kept: for each of its variables the number in the larger model, shape (variables + 1,)
    with 0 at 0; values: the fixed values by number in the larger model; constant: what they cost."""

    model: Model
    original_numbers: NDArray[np.int32]
    values: Column
    constant: int

    def lift(self, values: Column) -> Column:
        """An assignment of the smaller model as one of the larger."""
        whole = self.values.copy()
        whole[self.original_numbers[1:]] = values[1:]
        return whole

    def projection(self, project: NDArray[np.int32]) -> NDArray[np.int32]:
        """What is left of a projection: its variables that are kept, in the numbers of the smaller model."""
        at = np.searchsorted(self.original_numbers, project)  # kept ascends
        at[at == len(self.original_numbers)] = 0
        found: NDArray[np.int32] = at[self.original_numbers[at] == project].astype(np.int32)
        return found


def substitute_fixed(model: Model, lower: Column, upper: Column) -> Substitution:
    """The model within these bounds (by variable number, none empty), without its fixed variables."""
    open_ = lower < upper
    numbers = np.flatnonzero(open_).astype(np.int32)
    rest, kept = restrict_model(model, numbers, lower, upper)
    constant = 0
    if model.objective is not None:
        terms, coefs = model.objective.literals, model.objective.coefs
        left = open_[np.abs(terms)]
        rest.minimize(model.objective.sentence, kept.renumber(terms[left]), coefs[left])
        constant = int((literal_values(lower, terms) * coefs)[~left].sum())
    return Substitution(rest, np.concatenate([np.zeros(1, np.int32), numbers]), np.where(open_, 0, lower), constant)
