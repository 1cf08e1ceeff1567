"""Values of added variables: found exactly if there are some, as all assignments tell."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from models.neutral import Model, evaluate
from models.puzzles.model.added_values import find_values

LOWER, UPPER = np.array([0, 0, 0, 0, -2, 1]), np.array([1, 1, 1, 1, 3, 3])  # four Booleans, two integers


def random_model(rng):
    """Rows of every kind, guarded or not, over all variables."""
    model = Model("random")
    model.singles([f"x{i}" for i in range(1, 7)], LOWER, UPPER)
    for number in range(rng.integers(2, 7)):
        size = int(rng.integers(1, 4))
        chosen = rng.permutation(4)[:size] + 1
        literals = np.where(rng.random(size) < 0.5, chosen, -chosen)
        guard = {"when": [int(rng.integers(1, 5)) * int(rng.choice([-1, 1]))]} if rng.random() < 0.5 else {}
        match int(rng.integers(4)):
            case 0:
                model.any(f"rule {number}", [literals], **guard)
            case 1:
                model.parity(int(rng.integers(2)), f"rule {number}", [literals], **guard)
            case 2:
                model.at_most(1, f"rule {number}", [literals], **guard)
            case _:
                terms = np.concatenate([literals, [5, 6]])
                coefs = rng.choice([-3, -2, -1, 1, 2], len(terms))
                least = int(rng.integers(-4, 4))
                model.linear(least, least + int(rng.integers(3)), f"rule {number}", [terms], coefs, **guard)
    return model


@pytest.mark.parametrize("seed", range(30))
def test_values_are_found_exactly_if_there_are_some(seed):
    """Of the variables that are open, for every assignment of the others."""
    rng = np.random.default_rng(seed)
    model = random_model(rng)
    is_open = rng.random(6) < 0.6
    known = np.concatenate([[True], ~is_open])
    ranges = [range(low, high + 1) for low, high in zip(LOWER, UPPER, strict=True)]
    everything = [np.array([0, *values]) for values in product(*ranges)]
    extensible = {tuple(values[known]) for values in everything if not evaluate(model, values)}
    for start in {tuple(values[known]) for values in everything}:
        values = np.zeros(7, np.int64)
        values[known] = start
        find_values(model.stated_blocks, model.lower, model.upper, values, known)
        assert tuple(values[known]) == start
        assert (evaluate(model, values) == []) == (start in extensible)
