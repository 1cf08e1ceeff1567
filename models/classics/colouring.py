"""Graph colouring: few colours, and neighbours have different ones. Mycielski's graphs need many without a triangle."""

from __future__ import annotations

import numpy as np

from models.neutral import Model
from models.puzzles.model.classic import Classic, KnownAnswer

PETERSEN = (
    [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
)


def mycielski(k: int) -> list[tuple[int, int]]:
    """The edges of the graph without triangles that needs k colours (Jan Mycielski, 1955)."""
    edges, n = [(0, 1)], 2
    for _ in range(k - 2):
        edges += [(a, n + b) for pair in edges for a, b in (pair, pair[::-1])] + [(n + i, 2 * n) for i in range(n)]
        n = 2 * n + 1
    return edges


def model(graph: int | list[tuple[int, int]]) -> Model:
    """Mycielski's graph of that number of colours, or any graph."""
    edges = np.array(mycielski(graph) if isinstance(graph, int) else graph)
    m, vertices = Model("colouring"), int(edges.max()) + 1
    most = int(np.bincount(edges.ravel()).max()) + 1  # as many are enough for any graph
    colour, colours = m.choices("colour", vertices, range(1, most + 1)), m.ints("colours", (), 1, most)
    m.all_different("neighbours have different colours", colour[edges])
    m.maximum("the number of colours is the highest", colours, colour)
    m.minimize("the number of colours", colours)
    return m


NAMES = {"petersen": PETERSEN}
KNOWN = (KnownAnswer("petersen", "Petersen 1898", optimum=3), KnownAnswer(4, "Mycielski 1955", optimum=4))
SUMMARY = "as few colours as possible, neighbours have others"
CLASSIC = Classic("Graph colouring", SUMMARY, model, "the colours that are needed", 4, 2, 8, NAMES, known=KNOWN)
