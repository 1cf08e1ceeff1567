"""The knapsack problem: the things of the greatest value that a knapsack can hold (Dantzig 1957)."""

from __future__ import annotations

from typing import NamedTuple

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer
from models.puzzles.randomness import Stream


class Load(NamedTuple):
    """What may be taken: the weight and the value of each thing, and the weight that the knapsack holds."""

    weights: list[int]
    values: list[int]
    capacity: int


P01 = Load([23, 31, 29, 44, 53, 38, 63, 85, 89, 82], [92, 57, 49, 68, 60, 43, 67, 84, 87, 72], 165)


def model(load: int | Load, stream: Stream) -> Model:
    """So many things with weights of 10 to 60 and values of about as much, or those that are given."""
    if isinstance(load, int):
        weights = [10 + stream.number_below(51) for _ in range(load)]
        values = [weight + stream.number_below(21) for weight in weights]
        load = Load(weights, values, sum(weights) // 2)
    m = Model("knapsack")
    take = m.bools("take", len(load.weights))
    m.linear(None, load.capacity, f"the knapsack holds a weight of {load.capacity}", take, load.weights)
    m.maximize("the value of what is taken", take, load.values)
    return m


SUMMARY, NAMES = "things of the greatest value that a knapsack holds", {"p01": P01}
KNOWN = (KnownAnswer("p01", "Kreher and Stinson 1998, as P01 of Burkardt's collection KNAPSACK_01", optimum=309),)
CLASSIC = Classic("Knapsack", SUMMARY, model, "the number of things", 20, 1, 1_000, NAMES, is_random=True, known=KNOWN)
