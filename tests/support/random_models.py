"""Random small models of every kind, for tests that compare solvers with brute force.

Every choice is a number from a range, so that whoever has such numbers draws models: `strategies.models` takes them
from hypothesis, which shrinks a model that fails; `random.Random(seed).randint` is ten times as fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from models.neutral import Model

Number: TypeAlias = Callable[[int, int], int]  # a number from the first to the second; the nearer to 0, the simpler

MOST_BOOLEANS, MOST_RULES = 5, 5
COSTS = (1, -1, 0, 2, -2, 0, 3, -3, 7, -7)
VERBS = ("any", "at_most", "at_least", "exactly", "between", "parity", "linear")


def random_model(number: Number, objective: bool | None = None) -> Model:
    """A model of up to five Booleans and one small integer with up to five rules: all kinds, guards, edge rows.

    objective: True for models that are about their objective (integers, negated literals and zeros are common in it),
    False for models without one, None for a few of each.
    """
    model = Model("random")
    booleans = model.bools("x", number(2 * bool(objective), MOST_BOOLEANS)).tolist()
    integers: list[int] = []
    if number(0, 3) > (0 if objective else 2):
        low = number(-2, 1)
        integers = model.ints("z", 1, low, low + number(0, 3)).tolist()
    for rule in range(number(0, 2 if objective else MOST_RULES)):
        _state_rule(number, model, f"rule {rule}", booleans, integers)
    if objective or (objective is None and number(0, 1)):
        row = _random_row(number, booleans, len(booleans) if objective else number(0, len(booleans)))
        terms = [*row, *integers]
        coefs = [COSTS[number(0, len(COSTS) - 1)] for _ in terms]
        model.minimize("cost", np.array(terms, np.int64), np.array(coefs, np.int64))
    return model


def _random_row(number: Number, booleans: list[int], length: int) -> list[int]:
    """So many of the Booleans, each once, with a sign."""
    left, row = list(booleans), []
    for _ in range(length):
        at, negated = divmod(number(0, 2 * len(left) - 1), 2)
        row.append(-left.pop(at) if negated else left.pop(at))
    return row


def _state_rule(number: Number, model: Model, sentence: str, booleans: list[int], integers: list[int]) -> None:
    """One rule with one to three rows."""
    rows = [_random_row(number, booleans, number(0, len(booleans))) for _ in range(number(1, 3))]
    guarded = booleans and number(0, 2) == 2
    guard = {"when": _random_row(number, booleans, 1)[0]} if guarded else {}
    verb, beyond = VERBS[number(0, len(VERBS) - 1)], len(booleans) + 1
    if verb == "any":
        model.any(sentence, rows, **guard)
    elif verb == "parity":
        model.parity(number(0, 1), sentence, rows, **guard)
    elif verb == "linear":
        rows = [row + integers * number(0, 1) for row in rows]
        coefs = [number(-4, 4) for row in rows for _ in row]
        lo = number(-5, 5) if number(0, 1) else None
        hi = number(-5, 6) if lo is None else lo + number(0, 5) if number(0, 1) else None
        model.linear(lo, hi, sentence, rows, np.array(coefs, np.int64), **guard)
    elif verb == "between":
        lo = number(-1, beyond)
        model.between(lo, number(lo, beyond + 1), sentence, rows, **guard)
    else:
        getattr(model, verb)(number(-1, beyond), sentence, rows, **guard)
