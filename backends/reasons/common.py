"""What all solutions have in common (the backbone).

By one solver: take a solution, ask for one that differs somewhere from what is common so far, and keep what the two
agree on, until there is none. That there is none is hard to show of exact covers; those are listed, by an engine made
for it, and intersected.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Values
from backends.reasons.selected import Selected
from backends.reasons.table import Table
from backends.reasons.trace import Common
from backends.registry import backend_named
from models.neutral import Form, Model, forms

COVER = frozenset({Form.EXACTLY_ONE, Form.AT_MOST_ONE})
LISTED = 50_000  # solutions


def is_cover(model: Model) -> bool:
    """Is the model an exact cover as it stands, and can these be listed here? Loads the engine."""
    return forms(model) <= COVER and backend_named("exactcover").probe() is None


def common(rows: Table, solver: Selected, covers: Iterable[Values] = ()) -> Common | None:
    """The literals of the answer that hold in every solution; None if there is no solution. covers: all solutions,
    where they can be listed."""
    everything = range(len(rows))
    shared = _listed(rows, covers)
    if shared is None:
        if not solver.satisfiable(everything):
            return None
        shared = [x for x in solver.literals() if rows.answer[abs(x)]]
        while shared and solver.satisfiable(everything, [solver.add([-x for x in shared])]):
            other = set(solver.literals())
            shared = [x for x in shared if x in other]
    return Common(tuple(sorted(shared, key=abs)), len(shared) == sum(rows.answer))


def listed(model: Model, answer: NDArray[np.int32], limits: Limits) -> Iterable[Values]:
    """All solutions of an exact cover."""
    return backend_named("exactcover").solutions(model, answer.ravel(), limits, Options())


def _listed(rows: Table, covers: Iterable[Values]) -> list[int] | None:
    """What these have in common; None where there are none, or too many to be sure."""
    first: Values | None = None
    alike = np.zeros(0, np.bool_)
    for count, values in enumerate(covers):
        if first is None:
            first, alike = values, np.array(rows.answer)
        alike &= values == first
        if not alike.any():
            return []
        if count == LISTED:
            return None
    if first is None:
        return None
    return [int(x) if first[x] else -int(x) for x in np.flatnonzero(alike)]
