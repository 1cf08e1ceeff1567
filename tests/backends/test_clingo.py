"""What is clingo's own: rules about graphs by recursion, large sums as digits, wide integers, its limit."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import islice, product
from random import Random

import networkx
import numpy as np
import pytest

from backends.clingo import BACKEND
from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options, Status
from backends.loading.asp import rule_writer
from backends.registry import backend_named
from instances.formats.contract import format_named
from models.neutral import Model, evaluate, objective_value
from models.neutral.rows import rows_of
from models.puzzles.nurikabe.instance import ANY_SIZE
from models.puzzles.registry import puzzle
from rosetta.foundation.limits import LimitReached
from tests.support.brute_force import every_solution
from tests.support.known_boards import published_texts

PATIENT = Limits(seconds=600)


def listed(model: Model, project) -> list[tuple[int, ...]]:
    """What it lists, each answer judged; they are as many as it counts."""
    found = []
    for values in BACKEND.solutions(model, project, PATIENT, Options()):
        assert evaluate(model, values) == []
        found.append(tuple(values[project].tolist()))
    assert BACKEND.count(model, project, PATIENT, Options()) == len(found) == len(set(found))
    return sorted(found)


def random_graph(draw: Random) -> tuple[int, list[tuple[int, int]]]:
    """Up to five vertices and edges."""
    n = draw.randint(0, 5)
    pairs = [(a, b) for a in range(n) for b in range(a)]
    return n, draw.sample(pairs, draw.randint(0, min(len(pairs), 5)))


def graph_of(n, edges, vertices, links) -> networkx.Graph:
    graph = networkx.Graph()
    graph.add_nodes_from(v for v in range(n) if vertices[v])
    graph.add_edges_from(e for e, link in zip(edges, links, strict=True) if link and all(vertices[v] for v in e))
    return graph


@pytest.mark.parametrize("seed", range(120))
def test_connected_graphs_are_those_of_networkx(seed):
    """With roots and without, with links, with vertices and edges that are always there, negated literals, and none."""
    draw = Random(seed)
    n, edges = random_graph(draw)
    model = Model("connected")
    x = model.bools("x", n + len(edges) + 1)[:-1]
    literals = np.array([draw.choice([int(v), -int(v), 0] if draw.random() < 0.5 else [int(v)]) for v in x], np.int32)
    on, links = literals[:n], literals[n:] if draw.random() < 0.5 else None
    roots = draw.choice([None, sorted(draw.sample(range(n), draw.randint(0, n)))])
    model.connected("they are connected", on, np.array(edges).reshape(-1, 2), roots, links, by="native")
    assert model.open_graph_rules
    expected = []
    for bits in product((0, 1), repeat=len(x)):
        holds = [bool(bits[abs(v) - 1]) == (v > 0) if v else True for v in literals.tolist()]
        graph = graph_of(n, edges, holds[:n], holds[n:] if links is not None else [True] * len(edges))
        parts = list(networkx.connected_components(graph))
        if len(parts) <= 1 if roots is None else all(part & set(roots) for part in parts):
            expected.append(bits)
    assert listed(model, x) == expected


@pytest.mark.parametrize("seed", range(30))
def test_single_cycles_are_those_of_networkx(seed):
    draw = Random(seed)
    edges = draw.sample([(a, b) for a in range(5) for b in range(a)], draw.randint(3, 9))
    model = Model("cycle")
    edge = model.bools("edge", len(edges))
    model.single_cycle("the edges form one cycle", edge, np.array(edges), by="native")
    expected = []
    for bits in product((0, 1), repeat=len(edges)):
        graph = networkx.Graph([e for e, bit in zip(edges, bits, strict=True) if bit])
        if {degree for _, degree in graph.degree()} == {2} and networkx.is_connected(graph):
            expected.append(bits)
    assert listed(model, edge) == expected


def test_it_takes_the_rule_and_not_its_cuts():
    """A path of 2,000 vertices of which both ends are there: by cuts that would take many rounds."""
    model = Model("path")
    x = model.bools("x", 2000)
    model.true("both ends", [x[0], x[-1]])
    model.connected("a path", x, np.stack([np.arange(1999), np.arange(1, 2000)], axis=1), by="native")
    outcome = BACKEND.solve(model, PATIENT, Options())
    assert outcome.status is Status.SATISFIED
    assert outcome.values[x].all()
    assert "rounds" not in outcome.stats


@pytest.mark.parametrize("seed", range(60))
def test_large_sums_are_exact(seed):
    """Beyond the 32 bits in which it adds, and around them: rows, guarded or not, and costs."""
    draw = Random(seed)
    model, n, most = Model("large"), draw.randint(2, 6), draw.choice([2**29, 2**31, 2**33, 2**40, 2**48])
    x = model.bools("x", n)
    signs = np.array([draw.choice([1, -1]) for _ in range(n)])
    for _ in range(2):
        coefs = np.array([draw.randint(-most, most) if draw.random() < 0.8 else 1 for _ in range(n)])
        bits = np.array([draw.randint(0, 1) for _ in range(n)])
        middle = int(coefs @ np.where(signs > 0, bits, 1 - bits))
        lo, hi = (middle - draw.choice([0, 1, most]), middle + draw.choice([0, 1, most]))
        model.linear(
            lo, hi, "a sum", np.where(signs > 0, x, -x)[None], coefs[None], when=draw.choice([None, int(x[0])])
        )
    costs = np.array([draw.randint(-most, most) for _ in range(n)])
    model.minimize("costs", x, costs)
    right = list(every_solution(model))
    outcome = BACKEND.solve(model, PATIENT, Options())
    assert len(listed(model, x)) == len(right)
    if not right:
        assert outcome.status is Status.UNSATISFIABLE
        return
    best = min(int(costs @ values[x]) for values in right)
    assert (outcome.status, outcome.objective) == (Status.OPTIMAL, best)
    assert evaluate(model, outcome.values) == []


@pytest.mark.parametrize("bounds", [(-7, 9), (-300, 400), (5, 70_000), (-(2**34), 2**35)])
def test_integers_have_all_their_values_and_no_other(bounds):
    """Narrow ones have an atom a step, wide ones binary digits: both ends are reached, and each value once."""
    lower, upper = bounds
    for sign, best in ((1, lower), (-1, -upper)):
        model = Model("integer")
        number = model.ints("number", 1, lower, upper)
        model.minimize("its value", number, [sign])
        outcome = BACKEND.solve(model, PATIENT, Options())
        assert (outcome.status, outcome.objective) == (Status.OPTIMAL, best)
    model = Model("few of its values")
    number = model.ints("number", 1, lower, upper)
    model.linear(upper - 5, upper + 5, "near the top", [number], 1)
    assert listed(model, model.arrays["number"]) == [(value,) for value in range(upper - 5, upper + 1)]


def knapsack(items: int) -> Model:
    """Far too hard to be solved to optimality, and every choice within the budget is an answer."""
    draw, model = Random(3), Model("knapsack")
    x = model.bools("x", items)
    weights = np.array([draw.randint(1000, 2000) for _ in range(items)])
    model.linear(0, int(weights.sum()) // 2, "a budget", x[None], weights[None])
    model.minimize("what is left", -x, weights + np.array([draw.randint(-99, 99) for _ in range(items)]))
    return model


def test_at_its_limit_it_hands_in_the_best_so_far():
    model, start = knapsack(300), time.monotonic()
    outcome = BACKEND.solve(model, Limits(seconds=0.5), Options())
    assert outcome.status is Status.SATISFIED
    assert evaluate(model, outcome.values) == []
    assert outcome.objective == objective_value(model, outcome.values)
    assert outcome.bound is None
    assert time.monotonic() - start > 0.4


def test_lists_and_counts_end_at_their_limit():
    model = Model("free")
    x = model.bools("x", 60)
    with pytest.raises(LimitReached):
        BACKEND.count(model, x, Limits(seconds=0.3), Options())
    with pytest.raises(LimitReached):
        for _ in BACKEND.solutions(model, x, Limits(seconds=0.3), Options()):
            pass


def test_counting_tells_how_many_it_has_found(monkeypatch):
    monkeypatch.setattr("backends.clingo.REPORT_SECONDS", 0.001)
    model, notes = Model("free"), []
    x = model.bools("x", 16)
    assert BACKEND.count(model, x, PATIENT, Options(), lambda outcome: notes.append(outcome.note)) == 2**16
    assert notes
    assert all(note.endswith(" found") for note in notes)


def test_costs_play_no_part_in_lists_and_counts():
    model = Model("costs")
    x, y = model.bools("x", 4), model.bools("y", 3)
    model.at_least(2, "two of them", [x])
    model.any("one of y", [y])
    model.minimize("few", x, [1, 2, 3, 4])
    assert len(listed(model, x)) == 11
    assert listed(model, np.zeros(0, np.int32)) == [()]
    assert len(listed(model, y)) == 7


def test_the_slow_way_writes_the_same_program(monkeypatch):
    """Through the Python layer, where the C functions cannot be used."""
    assert rule_writer.bulk_fault() is None
    draw, models = Random(8), []
    for _ in range(20):
        model = Model("some")
        x = model.bools("x", 6)
        number = model.ints("number", 1, -2, 3)
        coefs = np.array([[draw.randint(-3, 3) for _ in range(4)]])
        model.linear(-1, 3, "a sum", [*x[:3], number[0]], coefs[0], when=int(x[5]))
        model.parity(draw.randint(0, 1), "odd or even", [x[draw.randint(0, 2) :]])
        models.append((model, np.arange(1, 8, dtype=np.int32)))
    bulk = [listed(*each) for each in models]
    monkeypatch.setattr(rule_writer, "bulk_fault", lambda: "it is tried")
    assert [listed(*each) for each in models] == bulk
    assert sum(map(len, bulk)) > 100
    assert BACKEND.loading() == "in bulk, by the C functions of clingo"


def test_it_stays_and_takes_more_clauses():
    model = Model("more and more")
    x = model.bools("x", 5)
    model.at_most(3, "some", [x])
    ask = BACKEND.incremental(model, PATIENT, Options())
    forbidden: set[tuple[int, ...]] = set()
    clauses = rows_of(np.zeros((0, 0), np.int32))
    while (outcome := ask(clauses)).values is not None:
        bits = tuple(outcome.values[x].tolist())
        assert evaluate(model, outcome.values) == []
        assert bits not in forbidden
        forbidden.add(bits)
        clauses = rows_of([np.where(outcome.values[x] == 1, -x, x)])
    assert outcome.status is Status.UNSATISFIABLE
    assert len(forbidden) == 26


def test_it_prints_nothing(capfd):
    model = knapsack(20)
    BACKEND.solve(model, PATIENT, Options())
    with pytest.raises(RuntimeError):
        BACKEND.solve(model, PATIENT, Options(parameters={"configuration": "none such"}))
    assert capfd.readouterr() == ("", "")


def seas(name: str, formulation: str, board) -> list:
    """All answers of a Nurikabe, decoded, by that backend."""
    record, backend = puzzle("nurikabe"), cutting_backend(backend_named(name))
    model = record.formulations[formulation](board)
    found = backend.solutions(model, record.project(board, model), PATIENT, Options())
    return sorted(record.decode(board, model, values) for values in islice(found, 400))


@pytest.mark.parametrize("seed", range(8))
def test_its_own_rules_allow_what_rows_allow(seed):
    """Boards of Nurikabe with a clue too few, or of unknown size: without rows for it, and for SAT by rows alone."""
    board = puzzle("nurikabe").generate((6, 5), seed)[0]
    clues = board.clues.copy()
    first, *_ = np.flatnonzero(clues).tolist()
    clues.flat[first] = (0, ANY_SIZE)[seed % 2]
    changed = replace(board, clues=clues)
    assert seas("clingo", "mixed", changed) == seas("cnf", "elimination", changed)
    (answer,) = seas("clingo", "mixed", board)[:1]
    assert puzzle("nurikabe").verify(board, answer) == []


@pytest.mark.sample(2)
@pytest.mark.skipif(not published_texts("nurikabe"), reason="no published boards beside the checkout")
@pytest.mark.parametrize("board", published_texts("nurikabe"))
def test_published_boards_of_nurikabe_have_one_answer(board):
    """The published one, also of 20x36 cells with an island of 46, for which it needs no guess."""
    texts = published_texts("nurikabe")[board]
    _, p = format_named("puzzlekit").read(texts["problem"], "nurikabe")
    rows = texts["solution"].strip().splitlines()[1:]
    sea = tuple((r, c) for r, row in enumerate(rows) for c, word in enumerate(row.split()) if word == "x")
    assert seas("clingo", "mixed", p) == [sea]


def test_it_is_asked_with_its_own_rules_by_default():
    assert {"connected", "single_cycle"} <= backend_named("clingo").native
