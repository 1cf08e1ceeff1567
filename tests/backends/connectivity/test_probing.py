"""Probing: what it shows holds in all answers, by brute force on random graphs; what is cut off, by networkx."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx
import numpy as np
import pytest

from backends.connectivity import lazy_cuts
from backends.connectivity.probing import probed_literals
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model
from models.puzzles.boards import grid_edges

PATIENT = Limits(seconds=600)
SEEDS = range(300)


def holds(literal: int, bits: tuple[int, ...]) -> bool:
    return literal == 0 or (bits[abs(literal) - 1] == 1) == (literal > 0)


def random_model(seed: int) -> tuple[Model, np.ndarray, list[tuple[int, ...]]]:
    """One or two rules of connected vertices, with or without roots, the second one as rows or not; clauses and a sum.
    And its variables, and its answers."""
    draw = Random(seed)
    n = draw.randint(3, 8)
    model = Model("connected")
    x = model.bools("x", n)
    graphs = []
    for by in ["lazy", draw.choice(["lazy", "elimination", "distances"])][: draw.randint(1, 2)]:
        on = [draw.choice([v, v, v, v, -v, 0]) for v in draw.sample(range(1, n + 1), draw.randint(2, n))]
        pairs = [(a, b) for a in range(len(on)) for b in range(a)]
        edges = draw.sample(pairs, draw.randint(0, min(len(pairs), 10)))
        roots = draw.choice([None, draw.sample(range(len(on)), draw.randint(0, 2))])
        model.connected(f"{by} {len(graphs)}", np.array(on), np.array(edges, int).reshape(-1, 2), roots=roots, by=by)
        graphs.append((on, edges, roots))
    clauses = [
        [draw.choice([v, -v]) for v in draw.sample(range(1, n + 1), draw.randint(1, 3))]
        for _ in range(draw.randint(1, 5))
    ]
    for clause in clauses:
        model.any("a clause", np.array([clause]))
    most = draw.randint(1, n)
    model.at_most(most, "few", x[None])
    answers = [
        bits
        for bits in product((0, 1), repeat=n)
        if sum(bits) <= most
        and all(any(holds(y, bits) for y in clause) for clause in clauses)
        and all(is_connected(bits, *graph) for graph in graphs)
    ]
    return model, x, answers


def is_connected(bits: tuple[int, ...], on: list[int], edges: list[tuple[int, int]], roots: list[int] | None) -> bool:
    graph = networkx.Graph()
    graph.add_nodes_from(v for v, literal in enumerate(on) if holds(literal, bits))
    graph.add_edges_from((a, b) for a, b in edges if a in graph and b in graph)
    parts = list(networkx.connected_components(graph))
    return len(parts) <= 1 if roots is None else all(part & set(roots) for part in parts)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_shown_holds_in_all_answers(seed, monkeypatch):
    """And the answers found with it are all answers, each once."""
    model, x, answers = random_model(seed)
    shown = probed_literals(model, seconds=60)
    assert all(holds(y, bits) for y in shown.tolist() if abs(y) <= len(x) for bits in answers)
    monkeypatch.setattr(lazy_cuts, "LEAST_PROBED", 0)
    found = lazy_cuts.cutting_backend(backend_named("cnf")).solutions(model, x, PATIENT, Options())
    assert sorted(tuple(values[x].tolist()) for values in found) == answers


def test_much_is_shown():
    """Of what all answers have in common, most; and of models without an answer, most are found to have none."""
    common, shown, impossible, refuted = 0, 0, 0, 0
    for model, x, answers in map(random_model, SEEDS):
        literals = set(probed_literals(model, seconds=60).tolist())
        if answers:
            fixed = {int(v) if bit else -int(v) for v, bit in zip(x, answers[0], strict=True)}
            fixed = {y for y in fixed if all(holds(y, bits) for bits in answers)}
            common, shown = common + len(fixed), shown + len(fixed & literals)
        else:
            impossible, refuted = impossible + 1, refuted + any(-y in literals for y in literals)
    assert impossible > 100
    assert refuted > 0.8 * impossible
    assert common > 400
    assert shown > 0.7 * common


def test_a_way_around_is_shown_by_the_graph_alone():
    """Two corners are there, one cell of each of two walls is not, and all others of the walls are not either."""
    model = Model("walls")
    there = model.bools("there", (5, 5))
    model.true("corners", there[[0, 4], [0, 4]])
    model.true("walls", -np.concatenate([there[1, :4], there[3, 1:]]))
    model.connected("they are connected", there, grid_edges((5, 5)), by="lazy")
    shown = set(probed_literals(model, seconds=60).tolist())
    way = np.concatenate([there[0, 1:], there[1, 4:], there[2], there[3, :1], there[4, :4]])
    assert {int(v) for v in way} <= shown
    model.true("no way", -there[2, 2])
    shown = set(probed_literals(model, seconds=60).tolist())
    assert any(-y in shown for y in shown)


def test_time_ends_it():
    """It says what was shown so far."""
    assert len(probed_literals(random_model(0)[0], seconds=0)) <= len(probed_literals(random_model(0)[0], seconds=60))


@pytest.mark.parametrize("seed", range(100))
def test_what_is_cut_off_is_found(seed):
    from backends.connectivity.strays_kernel import IMPOSSIBLE, GraphColumns, Scratch, find_strays, grow_forest

    draw = Random(seed)
    n = draw.randint(1, 12)
    graph = networkx.gnm_random_graph(n, draw.randint(0, 2 * n), seed=seed)
    around = [list(graph[v]) for v in range(n)]
    columns = GraphColumns(
        np.cumsum([0, *map(len, around)]),
        np.array([w for beside in around for w in beside], np.int64),
        np.array([draw.choice([v + 1, v + 1, -v - 1]) for v in range(n)]),
        np.array([0, *range(n + 1)]),
        np.arange(n),
    )
    roots = np.array([draw.random() < 0.3 for _ in range(n)])
    value, parent = np.zeros(n + 1, np.int8), np.zeros(n, np.int64)
    scratch = Scratch(*(np.zeros(n, np.int64) for _ in range(4)))
    known = [draw.choice([v, -v]) for v in range(1, n + 1) if draw.random() < 0.2]
    for y in known:
        value[abs(y)] = np.sign(y)
    grow_forest(columns, roots, value, parent, scratch.queue)
    reached = reach_from_roots(graph, roots, columns.on, value)
    assert {v for v in range(n) if parent[v] != -1} == reached
    for _ in range(10):
        literals = np.array([draw.choice([v, -v]) for v in range(1, n + 1) if value[v] == 0 and draw.random() < 0.4])
        literals = literals.astype(np.int64)
        before, then = value.copy(), value.copy()
        then[np.abs(literals)] = np.sign(literals)
        signs = then[np.abs(columns.on)] * np.sign(columns.on)
        lost = {v for v in reached - reach_from_roots(graph, roots, columns.on, then) if signs[v] >= 0}
        count = find_strays(columns, value, parent, literals, scratch)
        assert (value == before).all()
        assert not scratch.state.any()
        if any(signs[v] > 0 for v in lost):
            assert count == IMPOSSIBLE
        else:
            assert sorted(scratch.strays[:count]) == sorted(columns.on[v] for v in lost)


def reach_from_roots(graph: networkx.Graph, roots: np.ndarray, on: np.ndarray, value: np.ndarray) -> set[int]:
    there = graph.subgraph(v for v in graph if value[abs(on[v])] * np.sign(on[v]) >= 0)
    return {w for v in there if roots[v] for w in networkx.node_connected_component(there, v)}
