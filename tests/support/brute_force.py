"""The solutions of a small model, by trying every assignment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, evaluate


def every_solution(model: Model) -> Iterator[NDArray[np.int64]]:
    """Each by variable number, shape (variables + 1,)."""
    ranges = [range(lo, hi + 1) for lo, hi in zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True)]
    assignments = (np.array([0, *values], np.int64) for values in product(*ranges))
    return (values for values in assignments if not evaluate(model, values))


def first_solution(model: Model) -> NDArray[np.int64] | None:
    """None without one."""
    return next(every_solution(model), None)
