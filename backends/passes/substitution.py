"""Substitution of fixed variables: they become constants, rows that always hold are dropped, the rest is renumbered.

    fixed x = c in a row       lo and hi lose its coefficient * c, the literal goes
    fixed in a clause          a true literal removes the row, a false one goes
    fixed in a parity row      the remainder flips with every true literal that goes
    guard true, guard false    the guard goes, the row goes
    fixed in the objective     goes into `constant`

Sentences and row numbers stay, so that later steps can still name the rule. The solutions of the smaller
model, lifted, are those of the model that lie within the bounds: all of them, if propagation gave the bounds.
`hybrid` hands the smaller model to another backend.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.passes.restriction import restrict_model
from models.neutral import Model
from models.neutral.rows import literal_values

Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Substitution:
    """model: the smaller one; original_numbers: for each of its variables its number in the larger model, shape
    (variables + 1,) with 0 at 0; values: the fixed values by number in the larger model; constant: what they cost."""

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
        """A projection in the smaller model: its open variables, in their new numbers."""
        project = np.asarray(project)  # literals, perhaps
        at = np.searchsorted(self.original_numbers, project)  # original_numbers ascends
        at[at == len(self.original_numbers)] = 0
        projected: NDArray[np.int32] = at[self.original_numbers[at] == project].astype(np.int32)
        return projected


def substitute_fixed(model: Model, lower: Column, upper: Column) -> Substitution:
    """The model within these bounds (by variable number, none empty), without its fixed variables."""
    open_ = lower < upper
    numbers = np.flatnonzero(open_).astype(np.int32)
    rest, restriction = restrict_model(model, numbers, lower, upper)
    constant = 0
    if model.objective is not None:
        terms, coefs = model.objective.literals, model.objective.coefs
        is_open = open_[np.abs(terms)]
        rest.minimize(model.objective.sentence, restriction.renumber(terms[is_open]), coefs[is_open])
        constant = int((literal_values(lower, terms) * coefs)[~is_open].sum())
    return Substitution(rest, np.concatenate([np.zeros(1, np.int32), numbers]), np.where(open_, 0, lower), constant)
