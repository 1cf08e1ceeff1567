"""Steiner triples: blocks of three points such that each pair of points is in one of them (Kirkman 1847)."""

from itertools import combinations

import numpy as np

from models.neutral import Model, each, group
from models.puzzles.model.classic import Classic, KnownAnswer


def model(n: int) -> Model:
    """A system on n points."""
    m = Model("steiner")
    triples, pairs = np.array(list(combinations(range(n), 3))), np.array(list(combinations(range(n), 2)))
    a, b, c = triples.T + 1
    chosen = m.bools("triple", len(triples), says=each("the triple {a}, {b}, {c}", a=a, b=b, c=c))
    number = np.zeros((n, n), int)
    number[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    inside = np.stack([number[triples[:, i], triples[:, j]] for i, j in ((0, 1), (0, 2), (1, 2))], axis=1)
    of = each("points {first} and {second}", first=pairs[:, 0] + 1, second=pairs[:, 1] + 1)
    m.exactly(1, "each pair of points is in one triple", group(np.stack([chosen] * 3, axis=1), by=inside), of=of)
    return m


CLASSIC = Classic(
    title="Steiner triples",
    summary="triples of points, each pair of points in one of them",
    model=model,
    size="the number of points",
    usual=7,
    least=3,
    most=60,
    known=(
        KnownAnswer(6, "Kirkman 1847: n is 1 or 3 modulo 6", solutions=0),
        KnownAnswer(7, "the Fano plane in 30 positions; OEIS A030128", solutions=30),
        KnownAnswer(9, "OEIS A030128", solutions=840),
    ),
)
