"""How far the sums of a model reach: for solvers whose numbers have 32 bits."""

from __future__ import annotations

import numpy as np

from models.neutral import Model


def refuse_far_sums(model: Model, largest: int, solver: str) -> str | None:
    """Why a solver does not take a model that has a sum, a number or a bound beyond `largest`; None if it may."""
    reach = largest_sum(model)
    return f"a sum or a number of {reach:,}; {solver} computes up to {largest:,}" if reach > largest else None


def largest_sum(model: Model) -> int:
    """The largest value, without its sign, that a row or the objective can have, or a part of it."""
    bounds = np.maximum(np.abs(model.lower), np.abs(model.upper))
    largest = int(bounds.max(initial=0))
    for block in model.blocks:
        if block.coefs is not None and len(block):
            terms = np.abs(block.coefs) * bounds[np.abs(block.rows.literals)]
            sides = np.minimum(np.abs([block.lo, block.hi]), block.rows.sums(terms) + 1)  # beyond that, none is closed
            largest = max(largest, int(block.rows.sums(terms).max()), int(sides.max()))
    if model.objective is not None:
        terms = np.abs(model.objective.coefs) * bounds[np.abs(model.objective.literals)]
        largest = max(largest, int(terms.sum()))
    return largest
