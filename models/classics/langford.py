"""Langford's problem: two of each number 1 to n in a row, k others between those that are k (Dudley Langford, 1958)."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer


def model(n: int) -> Model:
    """The numbers 1 to n: where the first of each stands; the second of k is k + 1 places behind it."""
    m = Model("langford")
    first, number = m.choices("first", n, range(1, 2 * n)), np.arange(1, n + 1)
    m.true("both of a number stand in the row", -first.at_least(2 * n - number))
    both, behind = np.concatenate([first, first]), np.concatenate([0 * number, number + 1])
    m.all_different("no two stand in one place", both, plus=behind)
    return m


CLASSIC = Classic(
    title="Langford's problem",
    summary="pairs of numbers in a row, k places between those of k",
    model=model,
    size="the largest number",
    usual=7,
    least=2,
    most=100,
    known=(
        KnownAnswer(3, "231213 and its reversal; OEIS A014552", solutions=2),
        KnownAnswer(4, "41312432 and its reversal; OEIS A014552", solutions=2),
        KnownAnswer(5, "Davies 1959, by the sum of all places", solutions=0),
        KnownAnswer(7, "26 and their reversals; OEIS A014552", solutions=52),
    ),
)
