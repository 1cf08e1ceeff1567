"""Cuts of few vertices: every answer of the rule keeps them, on random graphs, and they leave none out."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx
import numpy as np
import pytest

from backends.connectivity import lazy_cuts
from backends.connectivity.local_cuts import local_cuts
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model
from models.puzzles.boards import grid_edges

PATIENT = Limits(seconds=600)


def random_model(draw: Random) -> tuple[Model, np.ndarray, list[tuple[int, ...]]]:
    """A rule on up to seven vertices of which some are known to be there, or not to be; its variables; its answers."""
    n = draw.randint(1, 7)
    pairs = [(a, b) for a in range(n) for b in range(a)]
    edges = draw.sample(pairs, draw.randint(0, min(len(pairs), 9)))
    model = Model("connected")
    x = model.bools("x", n)
    on = np.array([draw.choice([int(v), int(v), -int(v), 0]) for v in x], np.int32)
    fixed = [int(on[v]) * draw.choice([1, 1, -1]) for v in range(n) if on[v] and draw.random() < 0.3]
    if fixed:
        model.true("known", fixed)
    roots = draw.choice([None, None, draw.sample(range(n), draw.randint(0, n))])
    model.connected("they are connected", on, np.array(edges).reshape(-1, 2), roots, by="lazy")
    answers = []
    for bits in product((0, 1), repeat=n):
        holds = {sign * (v + 1): bool(bits[v]) == (sign > 0) for v in range(n) for sign in (1, -1)} | {0: True}
        graph = networkx.Graph()
        graph.add_nodes_from(v for v in range(n) if holds[int(on[v])])
        graph.add_edges_from((a, b) for a, b in edges if a in graph and b in graph)
        parts = list(networkx.connected_components(graph))
        whole = len(parts) <= 1 if roots is None else all(part & set(roots) for part in parts)
        if whole and all(holds[literal] for literal in fixed):
            answers.append(bits)
    return model, x, answers


@pytest.mark.parametrize("seed", range(200))
def test_every_answer_keeps_them(seed):
    model, x, answers = random_model(Random(seed))
    clauses = local_cuts(model.open_graph_rules[0], model)
    for bits in answers:
        assert all(any(bits[abs(y) - 1] == (y > 0) for y in clause.tolist()) for clause in clauses)
    found = lazy_cuts.cutting_backend(backend_named("cnf")).solutions(model, x, PATIENT, Options())
    assert sorted(tuple(values[x].tolist()) for values in found) == answers


def test_there_are_some():
    assert (
        sum(
            len(local_cuts(model.open_graph_rules[0], model))
            for model, *_ in map(random_model, map(Random, range(200)))
        )
        > 300
    )


def test_without_a_vertex_that_is_known_there_are_none():
    model = Model("free")
    x = model.bools("x", (4, 4))
    model.connected("they are connected", x, grid_edges((4, 4)), by="lazy")
    assert local_cuts(model.open_graph_rules[0], model) == []
    model.true("a corner", x[0, 0])
    cuts = {tuple(clause.tolist()) for clause in local_cuts(model.open_graph_rules[0], model)}
    assert (-16, 12, 15) in cuts  # out of the other corner
    assert (-16, 11, 12, 14) in cuts  # and with one beside it
    assert all(-1 not in clause for clause in cuts)
