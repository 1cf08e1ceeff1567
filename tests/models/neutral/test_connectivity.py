"""Connected graphs and single cycles: every formulation says what networkx sees, on all small graphs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import networkx
import numpy as np
import pytest

from backends.connectivity.cuts import broken_cuts
from backends.connectivity.lazy_cuts import cutting_backend, needs_cuts
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import CONNECTIVITY, CYCLES, Model, ModelError, evaluate
from models.neutral.errors import ModelTooLarge
from models.neutral.global_rules.connected import distances, elimination
from models.neutral.global_rules.graphs import least_connected
from models.neutral.global_rules.registry import kind_of
from models.neutral.json import from_json, to_json

PATIENT = Limits(seconds=600)
PAIRS = {n: list(combinations(range(n), 2)) for n in range(1, 6)}


def all_graphs(most: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Every labelled graph of up to so many vertices."""
    for n in range(1, most + 1):
        for size in range(len(PAIRS[n]) + 1):
            yield from ((n, list(edges)) for edges in combinations(PAIRS[n], size))


def graphs_of_five() -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Every graph of five vertices, up to isomorphism, its vertices in a random order (Read and Wilson, An atlas of
    graphs, 1998)."""
    stream = random.Random(5)
    for graph in networkx.graph_atlas_g():
        if len(graph) == 5:
            names = stream.sample(range(5), 5)
            yield 5, sorted((min(names[a], names[b]), max(names[a], names[b])) for a, b in graph.edges)


def is_connected(n: int, edges, bits, links=None, roots=None) -> bool:
    graph = networkx.Graph()
    graph.add_nodes_from(v for v in range(n) if bits[v])
    graph.add_edges_from(e for i, e in enumerate(edges) if bits[e[0]] and bits[e[1]] and (links is None or links[i]))
    parts = list(networkx.connected_components(graph))
    return len(parts) <= 1 if roots is None else all(part & set(roots) for part in parts)


def is_cycle(edges, bits) -> bool:
    graph = networkx.Graph([edge for edge, bit in zip(edges, bits, strict=True) if bit])
    degrees = {degree for _, degree in graph.degree()}
    return degrees == {2} and networkx.is_connected(graph)


def solutions_of(model: Model, project, backend: str = "cnf") -> set[tuple[int, ...]]:
    """All values of some variables; each is also held against the judge."""
    listed = cutting_backend(backend_named(backend)).solutions(model, project, PATIENT, Options())
    found = []
    for values in listed:
        assert evaluate(model, values) == []
        found.append(tuple(values[project].tolist()))
    assert len(set(found)) == len(found)
    return set(found)


def check_connected(n: int, edges, by: str, roots=None, with_links: bool = False, backend: str = "cnf") -> None:
    model = Model("connected")
    x = model.bools("x", n + (len(edges) if with_links else 0))
    links = x[n:] if with_links else None
    model.connected("they are connected", x[:n], np.array(edges).reshape(-1, 2), roots, links, by)
    expected = {
        bits
        for bits in product((0, 1), repeat=len(x))
        if is_connected(n, edges, bits, bits[n:] if with_links else None, roots)
    }
    assert solutions_of(model, x, backend) == expected, (n, edges, roots)


def check_cycle(edges, by: str, backend: str = "cnf") -> None:
    model = Model("cycle")
    x = model.bools("x", len(edges))
    model.single_cycle("they form a loop", x, np.array(edges), by)
    expected = {bits for bits in product((0, 1), repeat=len(edges)) if is_cycle(edges, bits)}
    assert solutions_of(model, x, backend) == expected, edges


@pytest.mark.parametrize("by", [*CONNECTIVITY, "native"])
def test_connected_graphs_of_up_to_four_vertices(by):
    for n, edges in all_graphs(4):
        check_connected(n, edges, by)
        check_connected(n, edges, by, roots=[0])
        if n == 4:
            check_connected(n, edges, by, roots=[1, 3])


@pytest.mark.parametrize("by", CONNECTIVITY)
def test_connected_graphs_of_five_vertices(by):
    assert len(list(graphs_of_five())) == 34
    for n, edges in graphs_of_five():
        check_connected(n, edges, by)
        check_connected(n, edges, by, roots=[2, 4])


@pytest.mark.parametrize("by", CONNECTIVITY)
def test_edges_with_literals(by):
    for n, edges in all_graphs(3):
        check_connected(n, edges, by, with_links=True)
        check_connected(n, edges, by, roots=[0], with_links=True)
    check_connected(4, PAIRS[4], by, with_links=True)


@pytest.mark.parametrize("by", [*(by for by in CYCLES if by != "circuit"), "native"])
def test_cycles_of_up_to_five_vertices(by):
    for _, edges in [*all_graphs(4), *graphs_of_five()]:
        if edges:
            check_cycle(edges, by)


@pytest.mark.parametrize("by", ["circuit", "lazy", "native"])
def test_cycles_by_constraint_programming(by):
    for edges in [PAIRS[4], PAIRS[5], PAIRS[4][:5], PAIRS[5][2:]]:
        check_cycle(edges, by, "cpsat")


@pytest.mark.parametrize("backend", ["cpsat", "highs", "cbc", "minicard", "hybrid"])
def test_any_backend_takes_cuts(backend):
    check_connected(4, PAIRS[4][:4], "lazy", backend=backend)
    check_connected(4, PAIRS[4][1:5], "lazy", roots=[0, 2], backend=backend)
    check_cycle(PAIRS[4], "lazy", backend)


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
def test_cuts_follow_from_the_rule_and_forbid_what_breaks_it(seed):
    """By all assignments: each cut is broken by the one it was made for, and kept by every one that keeps the rule."""
    stream = random.Random(seed)
    n = stream.randint(2, 5)
    edges = [pair for pair in PAIRS[n] if stream.random() < 0.7]
    roots = stream.choice([None, [0], [0, n - 1]])
    model = Model("cut")
    x = model.bools("x", n + len(edges))
    x = np.asarray(x)
    links = np.where(np.array([stream.random() < 0.6 for _ in edges], np.bool_), x[n:], 0)
    on = np.where(np.array([stream.random() < 0.8 for _ in range(n)]), x[:n], 0)
    model.connected("they are connected", on, np.array(edges).reshape(-1, 2), roots, links, "lazy")
    (rule,) = model.graph_rules
    cuts, kept = [], []
    for bits in product((0, 1), repeat=len(x)):
        values = np.array([0, *bits])
        there = [bits[v] if on[v] else 1 for v in range(n)]
        ways = [bits[n + i] if links[i] else 1 for i in range(len(edges))]
        if is_connected(n, edges, there, ways, roots):
            kept.append(values)
            assert broken_cuts(rule, values) == []
        else:
            mine = broken_cuts(rule, values)
            assert mine
            assert not any((values[np.abs(cut)] == (cut > 0)).any() for cut in mine)
            cuts += mine
    for cut in {tuple(cut.tolist()): cut for cut in cuts}.values():
        assert all((values[np.abs(cut)] == (cut > 0)).any() for values in kept)


def test_a_vertex_that_is_always_there():
    for by in CONNECTIVITY:
        model = Model("fixed")
        x = model.bools("x", 3)
        model.connected("they are connected", [0, *x.tolist()], [[0, 1], [1, 2], [2, 3]], by=by)
        assert solutions_of(model, x) == {(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)}


def test_two_vertices_that_are_always_there_and_cannot_meet():
    for by in CONNECTIVITY:
        model = Model("apart")
        x = model.bools("x", 1)
        model.connected("they are connected", [0, int(x[0]), 0], [[0, 1]], by=by)
        assert solutions_of(model, x) == set()


def test_the_least_cost_of_connected_vertices():
    """With an objective: the cheapest way between the ends of a cycle of six."""
    edges = [(i, (i + 1) % 6) for i in range(6)]
    for by in CONNECTIVITY:
        for backend in ("cpsat", "highs", "maxsat"):
            model = Model("cheapest")
            x = model.bools("x", 6)
            model.true("the ends are there", x[[0, 2]])
            model.connected("they are connected", x, edges, by=by)
            model.minimize("cost", x, [1, 9, 1, 1, 1, 1])
            outcome = cutting_backend(backend_named(backend)).solve(model, Limits(), Options())
            assert (outcome.status.value, outcome.objective) == ("optimal", 5), (by, backend)


def test_the_judge_sees_the_graph_and_not_what_was_made_of_it():
    model = Model("judged")
    x = model.bools("x", 3)
    model.connected("the cells are connected", x, [[0, 1], [1, 2]], by="lazy")
    assert evaluate(model, [0, 1, 1, 0]) == []
    assert [str(row) for row in evaluate(model, [0, 1, 0, 1])] == [
        "rule 'the cells are connected': expected 1 component, found 2"
    ]


@pytest.mark.parametrize("fault", range(6))
def test_wrong_cycles_are_judged_by_name(fault):
    edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)]
    chosen = [[1, 1, 1, 1, 1, 1, 0], [0] * 7, [1, 1, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 1], [1] * 7, [0] * 6 + [1]]
    model = Model("judged")
    x = model.bools("x", 7)
    model.single_cycle("one loop", x, edges, by="lazy")
    values = np.zeros(model.variables + 1, np.int64)
    values[x] = chosen[fault]
    touched = {v for edge, bit in zip(edges, chosen[fault], strict=True) if bit for v in edge}
    values[model.arrays["visited"][sorted(touched)]] = 1
    assert any("vertices without two edges" in str(row) or "cycle" in str(row) for row in evaluate(model, values))


def test_rules_without_rows_are_not_overlooked():
    """Whoever reads the rows of a model with an open rule is told so."""
    model = Model("open")
    x = model.bools("x", 3)
    model.connected("the cells are connected", x, [[0, 1], [1, 2]], by="lazy")
    with pytest.raises(ModelError, match="'the cells are connected' is not written as rows"):
        model.blocks  # noqa: B018
    assert model.relaxed().blocks == []
    with pytest.raises(ModelError, match="not written as rows"):
        backend_named("cnf").solve(model, Limits(), Options())


@pytest.mark.parametrize("by", CYCLES)
def test_graph_rules_are_kept_as_json(by):
    model = Model("kept")
    x = model.bools("x", 3)
    model.single_cycle("one loop", x, [[0, 1], [1, 2], [0, 2]], by)
    if by != "circuit":
        model.connected("joined", -x, [[0, 1]], roots=[2], by=by)
    twin = from_json(to_json(model))
    assert to_json(twin) == to_json(model)
    assert str(twin) == str(model)
    values = np.zeros(model.variables + 1, np.int64)
    assert evaluate(twin, values) == evaluate(model, values)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"edges": [[0, 3]]}, "edges: expected vertices from 0 to 2, found 3"),
        ({"edges": [[1, 1]]}, "edges: vertex 1 is joined to itself"),
        ({"edges": [0, 1]}, "edges: expected pairs of vertices"),
        ({"edges": [[0, 1]], "by": "magic"}, "by: expected one of elimination"),
        ({"edges": [[0, 1]], "by": "circuit"}, "by: expected one of elimination"),
        ({"edges": [[0, 1]], "roots": [3]}, "roots: expected vertices from 0 to 2"),
        ({"edges": [[0, 1]], "roots": [True]}, "roots: expected 3 truth values"),
        ({"edges": [[0, 1]], "links": [1, 2]}, "links: expected a literal for each of 1 edges, found 2"),
        ({"edges": [[0, 1]], "links": [9]}, "literal 9: unknown variable"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    model = Model("refused")
    x = model.bools("x", 3)
    with pytest.raises(ModelError, match=message):
        model.connected("they are connected", x, **arguments)


def test_integers_are_no_vertices():
    model = Model("refused")
    with pytest.raises(ModelError, match="integer"):
        model.connected("they are connected", model.ints("n", 2, 0, 5), [[0, 1]])


def test_too_large_graphs_are_refused_before_they_are_made(monkeypatch):
    monkeypatch.setattr(elimination, "MOST_VERTICES", 3)
    model = Model("large")
    with pytest.raises(ModelTooLarge, match="up to 3 vertices, found 4"):
        model.connected("they are connected", model.bools("x", 4), PAIRS[4], by="elimination")


def is_near(n: int, edges, bits, roots, within) -> bool:
    """Whether everything that is there is at most so many steps away from a root (without roots, from some vertex)."""
    graph = networkx.Graph()
    graph.add_nodes_from(v for v in range(n) if bits[v])
    graph.add_edges_from(e for e in edges if bits[e[0]] and bits[e[1]])

    def reaches_all(starts) -> bool:
        steps = networkx.multi_source_dijkstra_path_length(graph, starts) if starts else {}
        return all(v in steps and steps[v] <= within[v] for v in graph)

    if roots is not None:
        return reaches_all([root for root in roots if bits[root]])
    return not graph or any(reaches_all([v]) for v in graph)


@pytest.mark.sample(8, each="by")
@pytest.mark.parametrize("by", ["distances", "ranks"])
@pytest.mark.parametrize("seed", range(25))
def test_bounds_of_distances(by, seed):
    """These two keep the bounds, which leave nothing out where they follow from other rules."""
    stream = random.Random(seed)
    n = stream.randint(2, 5)
    edges = [pair for pair in PAIRS[n] if stream.random() < 0.6]
    roots = stream.choice([None, [0], [0, n - 1]])
    within = [stream.randint(0, n) for _ in range(n)] if roots else [stream.randint(0, n)] * n
    model = Model("bounded")
    x = model.bools("x", n)
    model.connected("they are connected", x, np.array(edges).reshape(-1, 2), roots, by=by, within=within)
    expected = {bits for bits in product((0, 1), repeat=n) if is_near(n, edges, bits, roots, within)}
    assert solutions_of(model, x) == expected, (n, edges, roots, within)


def test_distances_of_large_graphs_are_refused(monkeypatch):
    monkeypatch.setattr(distances, "MOST_VARIABLES", 15)
    model = Model("large")
    with pytest.raises(ModelTooLarge, match="would need 16 variables, at most 15"):
        model.connected("they are connected", model.bools("x", 4), PAIRS[4], by="distances")


def test_components_of_random_graphs():
    stream = random.Random(3)
    for _ in range(200):
        n = stream.randint(1, 60)
        edges = [(a, b) for a, b in ((stream.randrange(n), stream.randrange(n)) for _ in range(n)) if a != b]
        graph = networkx.Graph(edges)
        graph.add_nodes_from(range(n))
        expected = {v: min(part) for part in networkx.connected_components(graph) for v in part}
        least = least_connected(n, np.array(edges, np.int64).reshape(-1, 2))
        assert dict(enumerate(least.tolist())) == expected


def test_every_formulation_is_named():
    """A file makes a formulation; what puzzles offer is listed, in the order in which it is shown."""
    connected, cycle = kind_of("connected"), kind_of("single_cycle")
    assert {*connected.formulations, "lazy"} == set(CONNECTIVITY)
    assert {*cycle.formulations, "lazy", "circuit"} == set(CYCLES)
    assert connected.default == cycle.default == CONNECTIVITY[0] == CYCLES[0]


def test_what_is_native_is_a_circuit_where_a_backend_has_one():
    """CP-SAT takes the rule as it is, in one round; others get cuts."""
    model = Model("native")
    x = model.bools("x", 6)
    model.single_cycle("one loop", x, PAIRS[4], "native")
    assert [needs_cuts(backend_named(name), model) for name in ("cpsat", "cnf", "highs")] == [False, True, True]
    assert model.open_rules == model.graph_rules
