"""Golomb rulers: marks whose distances are all different, on a ruler as short as possible (Sidon 1932)."""

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer


def model(n: int) -> Model:
    """A ruler with n marks."""
    m = Model("golomb")
    first, second = np.triu_indices(n, 1)
    mark, distance = m.ints("mark", n, 0, n * n), m.ints("distance", len(first), 1, n * n)
    m.linear(0, 0, "the first mark is at 0", mark[:1], 1)
    m.linear(1, None, "marks ascend", np.stack([mark[1:], mark[:-1]], axis=1), [1, -1])
    between = np.stack([mark[second], mark[first], distance], axis=1)
    m.linear(0, 0, "a distance is between two marks", between, [1, -1, -1])
    m.all_different("no two distances are the same", distance)
    m.linear(1, None, "the first distance is shorter than the last", distance[[-1, 0]], [1, -1], where=[n > 2])
    m.minimize("the length of the ruler", mark[-1])
    return m


CLASSIC = Classic(
    title="Golomb ruler",
    summary="the shortest ruler whose marks have different distances",
    model=model,
    size="the number of marks",
    usual=6,
    least=2,
    most=20,
    known=(
        KnownAnswer(4, "OEIS A003022", optimum=6),
        KnownAnswer(5, "OEIS A003022", optimum=11),
        KnownAnswer(6, "OEIS A003022; CSPLib 6", optimum=17),
    ),
)
