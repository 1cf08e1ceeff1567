"""The definitions of the text books: what an answer of each classic is, and what it costs.

A function for each classic gets what the model is of (a size, or a name) and an answer, the values of its arrays. It
says by `assert` what is wrong, and returns the value of the objective, None where there is none. None of them knows the
model: they are written from the definition.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

Arrays = dict[str, Any]


def check_queens(n: int, column) -> None:
    """n queens, of which no two share a row, a column or a diagonal."""
    assert sorted(column) == list(range(1, n + 1))
    for r, s in combinations(range(n), 2):
        assert abs(column[r] - column[s]) != s - r


CHECKS: dict[str, Callable[..., int | None]] = {
    name.removeprefix("check_"): check for name, check in globals().copy().items() if name.startswith("check_")
}


def value_of(name: str, what: int | str, answer: Arrays) -> int | None:
    """What an answer costs by the definition; AssertionError for one that is none."""
    return CHECKS[name](what, **{key: np.array(values).tolist() for key, values in answer.items()})
