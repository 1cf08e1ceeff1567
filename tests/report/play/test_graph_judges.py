"""Graph rules on boards that are not full: what cannot be mended any more is seen at once, and nothing else is."""

from __future__ import annotations

from tests.support.scripts import run_script

PATH = [[0, 1], [1, 2], [2, 3]]
SQUARES = [[0, 1], [1, 2], [2, 3], [0, 3], [4, 5], [5, 6], [6, 7], [4, 7], [3, 4]]  # two squares and a bridge
JUDGE = """data.map(([rule, known]) => {
  const bounds = { lower: known.map((value) => value ?? 0), upper: known.map((value) => value ?? 1) };
  return strayVertices(rule, bounds);
})"""


def connected(roots=None):
    return {"on": [1, 2, 3, 4], "edges": PATH, "links": [0, 0, 0], "roots": roots, "cycle": False}


def cycle():
    """Its vertices are all that are there: variables 10 to 17; its edges variables 1 to 9."""
    return {"on": list(range(10, 18)), "edges": SQUARES, "links": list(range(1, 10)), "roots": None, "cycle": True}


def on_edges(present, absent=()):
    """The values of variables: the edges by number, and the vertices of those that are there; entry 0 is none."""
    ends = {vertex for edge in present for vertex in SQUARES[edge]}
    edges = [1 if edge in present else 0 if edge in absent else None for edge in range(9)]
    return [None, *edges, *(1 if vertex in ends else None for vertex in range(8))]


def test_partial_boards_are_judged_as_soon_as_nothing_helps(tmp_path):
    first = [0, 1, 2, 3]
    cases = [
        (connected(), [None, 1, None, None, 1], []),
        (connected(), [None, 1, 1, 0, 1], [3]),  # cut off from the larger part
        (connected([True, False, False, False]), [None, None, None, 1, None], []),
        (connected([True, False, False, False]), [None, None, 0, 1, 1], [2, 3]),  # no way to the root
        (connected([True, False, False, False]), [None, 0, 1, None, None], [1]),  # the root is not there
        (cycle(), on_edges([0, 1, 2]), []),
        (cycle(), on_edges(first), []),  # closed, and nothing else is there
        (cycle(), on_edges([*first, 5]), first),  # closed too early
        (cycle(), on_edges([0, 1, 2, 5]), []),
        (cycle(), on_edges([0, 1, 2, 5], absent=[8]), [5, 6]),  # the bridge would have joined them
        (cycle(), on_edges(range(8)), list(range(8))),  # two cycles
    ]
    data = [[rule, known] for rule, known, _ in cases]
    assert run_script("graph_rules.js", data, JUDGE, tmp_path) == [stray for _, _, stray in cases]
