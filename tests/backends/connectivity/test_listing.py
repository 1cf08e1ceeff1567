"""Answers listed under graph rules without rows: as many as by brute force, each once, and with little work.

The oracle goes through all assignments of small random models and looks at each graph with networkx.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

import networkx
import numpy as np
import pytest

from backends import cnf
from backends.connectivity.lazy_cuts import MOST_BROKEN, SOLVED, cutting_backend
from backends.contract import Backend, Limits, Options, Outcome, Status
from backends.passes.blocking import list_solutions
from backends.registry import backend_named, modules
from models.neutral import Form, Model
from rosetta.foundation.limits import LimitReached
from tests.support.every_case import each_seed

PATIENT = Limits(seconds=600)
LISTERS = ("cnf", "cpsat", "minicard", "cryptominisat", "hybrid:cpsat")
GRID = [(v, v + 1) for v in range(9) if v % 3 < 2] + [(v, v + 3) for v in range(6)]  # 3x3


def usable(name: str) -> Backend:
    backend = backend_named(name)
    if reason := backend.probe():
        pytest.skip(f"{name}: {reason}")
    return backend


def list_with(backend: Backend, model: Model, project, limits: Limits = PATIENT) -> list[tuple[int, ...]]:
    listed = cutting_backend(backend).solutions(model, np.asarray(project, np.int32), limits, Options())
    return [tuple(values[project].tolist()) for values in listed]


def hold(bits, literals) -> list[bool]:
    """Which literals hold; bits: of the variables from 1 on; 0 always does."""
    return [x == 0 or bool(bits[abs(x) - 1]) == (x > 0) for x in map(int, literals)]


def random_model(seed: int):
    """A model with a graph rule and another row with a guard, the test of an assignment, and variables to differ on."""
    stream = random.Random(seed)
    n = stream.randint(2, 4)
    edges = [(a, b) for b in range(n) for a in range(b) if stream.random() < 0.7] or [(0, 1)]
    model = Model("random")
    x = np.asarray(model.bools("x", n + len(edges)))
    signs = np.array([stream.choice((1, 1, -1)) for _ in x], np.int32)
    on, links = (signs * x)[:n], (signs * x)[n:]
    on = np.where([stream.random() < 0.7 for _ in on], on, 0)
    links = np.where([stream.random() < 0.7 for _ in links], links, 0) if stream.random() < 0.7 else None
    roots = stream.choice([None, None, [0], [0, n - 1]])
    model.connected("they are connected", on, np.array(edges), roots, links, by="lazy")
    guard, some = int(x[0]), stream.sample(x.tolist(), 2)
    model.exactly(1, "one of two, if the first variable holds", [some], when=guard)

    def is_solution(bits) -> bool:
        there, ways = hold(bits, on), hold(bits, links if links is not None else [0] * len(edges))
        graph = networkx.Graph()
        graph.add_nodes_from(v for v in range(n) if there[v])
        graph.add_edges_from(e for e, way in zip(edges, ways, strict=True) if way and there[e[0]] and there[e[1]])
        parts = list(networkx.connected_components(graph))
        joined = len(parts) <= 1 if roots is None else all(part & set(roots) for part in parts)
        return joined and (not bits[guard - 1] or sum(hold(bits, some)) == 1)

    project = np.array(sorted(stream.sample(x.tolist(), stream.choice((len(x), len(x), stream.randint(1, len(x)))))))
    return model, is_solution, project


@cache
def random_case(seed: int):
    """The model, the variables to differ on, and their values in all answers."""
    model, is_solution, project = random_model(seed)
    every = product((0, 1), repeat=model.variables)
    return model, project, {tuple(bits[x - 1] for x in project) for bits in every if is_solution(bits)}


@pytest.mark.parametrize("backend", LISTERS)
@each_seed(12)
def test_lists_are_what_brute_force_finds(seed, backend):
    model, project, expected = random_case(seed)
    listed = list_with(usable(backend), model, project)
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


def spanning() -> tuple[Model, np.ndarray]:
    """Which edges of a grid connect all of its vertices."""
    model = Model("spanning")
    edge = model.bools("edge", len(GRID))
    model.connected("all vertices are connected", [0] * 9, GRID, links=edge, by="lazy")
    return model, np.asarray(edge)


def connects(bits) -> bool:
    graph = networkx.Graph()
    graph.add_nodes_from(range(9))
    graph.add_edges_from(edge for edge, bit in zip(GRID, bits, strict=True) if bit)
    return networkx.is_connected(graph)


@cache
def connecting_edges() -> set[tuple[int, ...]]:
    """The answers, by brute force."""
    return {bits for bits in product((0, 1), repeat=len(GRID)) if connects(bits)}


def bonds() -> int:
    """The cuts that there may be: ways to part the grid into two sides, each of them connected."""
    graph = networkx.Graph(GRID)
    sides = [{v for v in graph if bits[v]} for bits in product((0, 1), repeat=9) if bits[0] and not all(bits)]
    return sum(all(networkx.is_connected(graph.subgraph(part)) for part in (a, set(graph) - a)) for a in sides)


@dataclass(slots=True)
class Calls:
    """How often a backend was asked."""

    solves: int = 0
    lists: int = 0

    def counting(self, inner: Backend) -> Backend:
        def solve(*arguments):
            self.solves += 1
            return inner.solve(*arguments)

        def solutions(*arguments):
            self.lists += 1
            return inner.solutions(*arguments)

        return replace(inner, solve=solve, solutions=solutions)


@pytest.mark.parametrize("backend", ["cpsat", "cryptominisat", "hybrid:cpsat"])
def test_few_lists_give_many_answers(backend):
    """A new solve for each answer would be more than 400 of them."""
    (model, edge), calls = spanning(), Calls()
    listed = list_with(calls.counting(usable(backend)), model, edge)
    assert len(listed) == len(connecting_edges()) > 400
    assert set(listed) == connecting_edges()
    assert calls.lists < 30
    assert calls.solves < 30


def test_one_solver_gives_all_answers(monkeypatch):
    """cnf: one solver, which is asked once for each answer, for each assignment that was cut off, and at the end."""
    loaded, asked, load, solve = [], [], cnf.load_solver, cnf._solve_loaded
    monkeypatch.setattr(cnf, "load_solver", lambda *args: loaded.append(args) or load(*args))
    monkeypatch.setattr(cnf, "_solve_loaded", lambda *args: asked.append(args) or solve(*args))
    model, edge = spanning()
    answers = len(list_with(usable("cnf"), model, edge))
    assert answers == len(connecting_edges())
    assert len(loaded) == 1
    assert answers + 1 < len(asked) <= answers + 1 + bonds()


def fake_backend(solve, solutions) -> Backend:
    return Backend(
        name="fake",
        kind="fake",
        takes=frozenset(Form),
        probe=lambda: None,
        version=lambda: "1",
        solve=solve,
        solutions=solutions,
    )


def three_cells() -> tuple[Model, np.ndarray, dict[str, np.ndarray]]:
    """Three cells in a row, and assignments by the cells that are there."""
    model = Model("row")
    x = model.bools("x", 3)
    model.connected("they are connected", x, [[0, 1], [1, 2]], by="lazy")
    return model, np.asarray(x), {"".join(map(str, b)): np.array([0, *b]) for b in product((0, 1), repeat=3)}


def solving(*assignments):
    """A solve that gives these, one after the other."""
    rest = iter(assignments)
    return lambda model, limits, options, tell=None: Outcome(Status.SATISFIED, next(rest))


def test_a_limit_within_a_list_is_no_end():
    model, x, values = three_cells()

    def solutions(*_):
        yield values["111"]
        raise LimitReached("time limit of 1 s")

    listed = cutting_backend(fake_backend(solving(values["100"], values["110"]), solutions)).solutions(
        model, x, PATIENT, Options()
    )
    assert [next(listed)[x].tolist() for _ in range(3)] == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    with pytest.raises(LimitReached, match="time limit of 1 s"):
        next(listed)


def test_no_time_is_no_end():
    model, edge = spanning()
    for name in LISTERS:
        with pytest.raises(LimitReached):
            list_with(usable(name), model, edge, Limits(seconds=0.0))


def test_who_wants_no_more_ends_the_list_of_the_backend():
    model, x, values = three_cells()
    ended = []

    def solutions(*_):
        try:
            yield values["111"]
            yield values["011"]
        finally:
            ended.append(True)

    listed = cutting_backend(fake_backend(solving(values["100"], values["110"]), solutions)).solutions(
        model, x, PATIENT, Options()
    )
    for _ in range(3):
        next(listed)
    assert not ended
    listed.close()
    assert ended


def test_a_backend_that_ignores_cuts_is_left_to_the_judge():
    """It gives 1.1 again and again: once the cut is known, the assignment is handed on, and the list ends."""
    model, x, values = three_cells()
    backend = fake_backend(solving(values["100"], values["110"]), lambda *_: iter([values["101"]]))
    assert list_with(backend, model, x) == [(1, 0, 0), (1, 1, 0), (1, 0, 1)]


def test_an_answer_behind_a_broken_assignment_with_the_same_projection():
    """On the ends alone: 1.1 breaks the rule, 111 keeps it; the backend shows the one that breaks it first."""
    model, x, values = three_cells()
    ends, lists = x[[0, 2]], []

    def solutions(rest, project, limits, options):
        lists.append(rest)
        yield from ([values["101"]] if len(lists) == 1 else [values["111"]] if len(lists) == 2 else [])

    backend = fake_backend(solving(values["100"], values["001"]), solutions)
    assert list_with(backend, model, ends) == [(1, 0), (0, 1), (1, 1)]
    assert len(lists) == 2


def test_a_list_goes_on_while_few_assignments_break_the_rule():
    """It is left at the last that it may hold; all of their cuts are there in the next list."""
    n = 2 * MOST_BROKEN + 2
    model = Model("pairs")
    x = np.asarray(model.bools("x", n))
    model.connected("they are connected", x, [[0, 1]], by="lazy")
    pairs = [np.array([0, *(int(v in (0, i)) for v in range(n))]) for i in range(2, n)]  # 0 and a cell that is apart
    lists = []

    def solutions(rest, *_):
        lists.append(sum(len(block.rows) for block in rest.blocks))
        yield from pairs if len(lists) == 1 else []

    first, second = np.zeros(n + 1, int), np.array([0, 1] + [0] * (n - 1))
    assert len(list_with(fake_backend(solving(first, second), solutions), model, x)) == SOLVED
    assert lists == [SOLVED, SOLVED + MOST_BROKEN]


def test_who_lists_anew_is_known():
    """The fact in the record is what the function is."""
    for name in modules():
        backend = backend_named(name)
        lists_anew = isinstance(backend.solutions, partial) and backend.solutions.func is list_solutions
        assert backend.lists_anew == lists_anew, name
