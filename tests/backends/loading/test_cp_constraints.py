"""CP-SAT's own constraints: each allows what its docstring says, by brute force, and both routes build the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import pytest

from backends.loading import cp_constraints, cp_library, cp_proto, cp_rows
from backends.loading.cp_constraints import Expressions, NativeConstraints
from models.neutral import Model

SEEDS = 40


def small_model() -> Model:
    model = Model("small")
    model.bools("x", 3)
    model.ints("z", 2, -1, 2)
    model.ints("w", 1, 3, 4)
    return model


def random_expressions(draw: random.Random, count: int) -> tuple[Expressions, list[tuple[int, int, int]]]:
    """So many, and each as a variable, a coefficient and a constant: literals of both signs, integers, constants."""
    literals = [draw.choice([1, 2, 3, -1, -2, -3, 4, 5, 6, 4, 5, 0]) for _ in range(count)]
    constants = [draw.choice([0, 0, 0, 1, 2, -1, -3]) for _ in range(count)]
    triples = [(abs(x), (x > 0) - (x < 0), constant + (x < 0)) for x, constant in zip(literals, constants, strict=True)]
    return cp_constraints.affine_expressions(np.array(literals, np.int32), np.array(constants, np.int64)), triples


Judge = Callable[[list[int]], bool]  # of all values of the model, entry 0 is no variable


@dataclass(frozen=True)
class Case:
    constraints: NativeConstraints
    judge: Judge


def values_of(triples: list[tuple[int, int, int]], values: list[int]) -> list[int]:
    return [coef * values[variable] + constant for variable, coef, constant in triples]


def random_case(kind: str, draw: random.Random) -> Case:
    """One or two rows of that kind."""
    count = draw.randint(1, 2)
    least = 0 if kind == "all_different" else 1
    k = draw.randint(1, 3)
    lengths = [k if kind == "table" else draw.randint(least, 4) for _ in range(count)]
    starts = np.cumsum([0, *lengths])
    numbers, triples = random_expressions(draw, int(starts[-1]))
    single, targets = random_expressions(draw, count)
    index, indices = random_expressions(draw, count)

    def rows(values: list[int]) -> Iterator[tuple[int, list[int]]]:
        every = values_of(triples, values)
        return ((row, every[a:b]) for row, (a, b) in enumerate(pairwise(starts.tolist())))

    def judged(holds: Callable[[list[int], int, list[int]], bool]) -> Judge:
        """holds: the values of a row, the value of its target, and of its index, in a list."""
        return lambda values: all(
            holds(row, values_of(targets, values)[i], values_of(indices, values)[i]) for i, row in rows(values)
        )

    if kind == "all_different":
        return Case(cp_constraints.all_different(starts, numbers), judged(lambda row, *_: len(set(row)) == len(row)))
    if kind == "element":
        return Case(
            cp_constraints.element(index, single, starts, numbers),
            judged(lambda row, target, place: 0 <= place < len(row) and row[place] == target),
        )
    if kind in ("maximum", "minimum"):
        best = max if kind == "maximum" else min
        return Case(
            getattr(cp_constraints, kind)(single, starts, numbers), judged(lambda row, target, _: best(row) == target)
        )
    if kind == "table":
        tuples = [[draw.randint(-1, 3) for _ in range(k)] for _ in range(draw.randint(0, 6))]
        allowed = draw.random() < 0.5
        return Case(
            cp_constraints.table(starts, numbers, np.array(tuples, np.int64).reshape(-1, k), allowed),
            judged(lambda row, *_: (row in tuples) == allowed),
        )
    assert kind == "automaton"
    arrows = list(product((-1, 0), range(-2, 5)))
    moves = {arrow: draw.randint(-1, 0) for arrow in draw.sample(arrows, draw.randint(8, 14))}
    first, final = draw.randint(-1, 0), sorted({draw.randint(-1, 0) for _ in range(draw.randint(0, 2))})

    def accepts(row: list[int], *_: int) -> bool:
        state: int | None = first
        for value in row:
            state = None if state is None else moves.get((state, value))
        return state in final

    tails, labels = np.array(list(moves)).T
    heads = np.array(list(moves.values()))
    return Case(
        cp_constraints.automaton(starts, numbers, first, np.array(final, np.int64), tails, labels, heads),
        judged(accepts),
    )


KINDS = ("all_different", "element", "table", "automaton", "maximum", "minimum")


def listed(model: Model, constraints: list[NativeConstraints]) -> set[tuple[int, ...]]:
    """Every solution by CP-SAT, through the Python layer."""
    from ortools.sat.python import cp_model

    loaded, found = cp_rows.load(model, [], constraints), set()
    assert loaded.model.validate() == ""

    class Keep(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.add(tuple(self.response_proto.solution))

    loaded.parameters.enumerate_all_solutions = True
    loaded.parameters.num_workers = 1
    response = loaded.solve(Keep())
    assert int(response.status) in (cp_library.OPTIMAL, cp_library.INFEASIBLE)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_allows_what_it_says(kind):
    """All solutions over small domains; most cases have some, and not all assignments."""
    model = small_model()
    ranges = [range(lo, hi + 1) for lo, hi in zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True)]
    told = 0
    for seed in range(SEEDS):
        case = random_case(kind, random.Random(f"{kind} {seed}"))
        every = list(product(*ranges))
        right = {values for values in every if case.judge([0, *values])}
        told += 0 < len(right) < len(every)
        assert listed(model, [case.constraints]) == right, seed
    assert told > SEEDS // 4


def test_both_routes_build_the_same_and_the_bytes_are_solved_alike(tmp_path):
    """To the byte what the library itself writes; the C function finds a solution wherever there is one."""
    model, path = small_model(), tmp_path / "model.pb"
    for seed in range(SEEDS):
        draw = random.Random(seed)
        cases = [random_case(draw.choice(KINDS), draw) for _ in range(draw.randint(1, 3))]
        constraints = [case.constraints for case in cases]
        loaded = cp_rows.load(model, [], constraints)
        assert loaded.model.export_to_file(str(path))
        assert bytes(cp_proto.proto_bytes(model, [], constraints)) == path.read_bytes(), seed
        if cp_library.reason() is None:
            bulk = cp_library.load(model, [], constraints)
            bulk.parameters.num_workers = 1
            response = bulk.solve()
            assert (response.status == cp_library.OPTIMAL) == bool(listed(model, constraints)), seed
            if response.status == cp_library.OPTIMAL:
                assert all(case.judge([0, *response.solution]) for case in cases), seed


def test_the_trial_depends_on_each_kind():
    """With all of its constraints it has the known solution and no other; without any of them it has more."""
    model, constraints, (_, values, _) = cp_library.trial_constraints()
    assert listed(model, constraints) == {tuple(values)}
    assert len({group.kind for group in constraints}) == len(constraints) == 6
    for dropped in range(len(constraints)):
        assert len(listed(model, constraints[:dropped] + constraints[dropped + 1 :])) > 1, constraints[dropped].kind


def test_a_circuit_visits_the_nodes_without_a_loop():
    """On three nodes with all arcs and loops: both ways round, the three pairs, or nothing but loops."""
    model = Model("nodes")
    arc = model.bools("arc", (3, 3))
    tails, heads = np.divmod(np.arange(9), 3)
    constraints = [cp_constraints.circuit(np.array([0, 9]), tails, heads, np.asarray(arc).ravel())]

    def one_circuit(values: tuple[int, ...]) -> bool:
        table = np.reshape(values, (3, 3))
        if (table.sum(axis=0) != 1).any() or (table.sum(axis=1) != 1).any():
            return False
        moved = [i for i in range(3) if not table[i, i]]
        return len(moved) != 1

    right = {values for values in product((0, 1), repeat=9) if one_circuit(values)}
    assert listed(model, constraints) == right
    assert len(right) == 6
