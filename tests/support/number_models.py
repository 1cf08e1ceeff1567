"""A small model with numbers of every sort, for tests of rules about numbers: they are few enough to try them all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, evaluate

CHOSEN = (0, 1, 3)  # what a choice may be


def number_model() -> tuple[Model, list[Any]]:
    """Two choices, two integers, one of them with a hole, and a Boolean; and these as numbers, also the negation."""
    model = Model("numbers")
    d = model.choices("d", 2, CHOSEN)
    n = model.ints("n", 1, -1, 1)
    h = model.ints("h", 1, values=[0, 2])
    x = model.bools("x", 1)
    return model, [*d, *n, *h, *x, *-x]


def random_row(draw: random.Random, pool: list[Any], length: int) -> list[Any]:
    """So many of the numbers, none twice, up to four, and now and then a constant; the first one is of the model."""
    *some, positive, negative = pool
    left = draw.sample([*some, draw.choice([positive, negative])], 5)
    return [left.pop() if place == 0 or draw.random() < 0.85 else draw.randint(0, 3) for place in range(length)]


def number_solutions(model: Model) -> Iterator[NDArray[np.int64]]:
    """The solutions of such a model, whatever rules it has, each by variable number, shape (variables + 1,)."""
    for *chosen, n, h, x in product(CHOSEN, CHOSEN, (-1, 0, 1), (0, 2), (0, 1)):
        values = np.zeros(model.variables + 1, np.int64)
        values[model.arrays["d"]] = np.array(chosen)[:, None] == CHOSEN
        for name, value in (("n", n), ("h", h), ("x", x)):
            values[model.arrays[name]] = value
        for literals, hold in model.literals_of_numbers(values):
            values[literals] = hold
        if not evaluate(model, values):
            yield values
