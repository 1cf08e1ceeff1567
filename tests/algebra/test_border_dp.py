"""Dynamic programming over narrow systems against every solution there is, and against the transform."""

from __future__ import annotations

import numpy as np
import pytest

from algebra.modulo2.affine import AffineSpace, solve
from algebra.modulo2.minimum import border_dp, border_dp_kernel, border_order_kernel, border_plan_kernel
from algebra.modulo2.minimum import minimum_choice as picker
from algebra.modulo2.minimum.border_dp import BorderPlan, find_plan, solve_plan
from algebra.modulo2.minimum.minimum_choice import CheapestSolution, cheapest_solution
from algebra.modulo2.minimum.transform import minimum
from algebra.modulo2.sparse_matrix import SparseMatrix, matrix_from_entries
from backends.lowering.equations import equations
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.work_clock import work_seconds
from tests.support.parity_models import grid, lights, sparse, torus
from tests.support.patience import answer_within_limit
from tests.support.plain_loops import use_plain_loops

KERNELS = (border_dp_kernel, border_order_kernel, border_plan_kernel)


@pytest.fixture(params=["compiled", "plain"])
def either(request, monkeypatch):
    """The test with compiled loops, and as the Python they are where numba is missing."""
    if request.param == "plain":
        use_plain_loops(monkeypatch, KERNELS)
    return request.param


@pytest.fixture(params=["by degree", "swept"])
def order(request, monkeypatch):
    """The test with either order of closing."""
    if request.param == "swept":
        monkeypatch.setattr(border_dp, "_degree_order", border_dp._sweep_order)
    monkeypatch.setattr(border_dp, "ORDERS", 1)
    return request.param


def tree(vertices: int, rng: np.random.Generator) -> np.ndarray:
    """The edges of a random recursive tree."""
    return np.stack([rng.integers(0, np.arange(1, vertices)), np.arange(1, vertices)], axis=1)


def partial_tree(vertices: int, width: int, share: float, rng: np.random.Generator) -> np.ndarray:
    """A random tree of cliques of width + 1 vertices, with a share of its edges."""
    cliques, edges = [list(range(width))], []
    for vertex in range(width, vertices):
        clique = cliques[int(rng.integers(len(cliques)))]
        edges += [(other, vertex) for other in clique]
        gone = int(rng.integers(width))
        cliques.append([*clique[:gone], *clique[gone + 1 :], vertex])
    return np.array(edges)[rng.random(len(edges)) < share]


def broken(table: SparseMatrix, odd: np.ndarray, x: np.ndarray) -> int:
    """Rows that are not kept, one after the other."""
    rows = np.split(table.entries, table.starts[1:-1]) if len(table) else []
    return sum(int(x[row].sum()) % 2 != int(right) for row, right in zip(rows, odd, strict=True))


def random_systems(number: int, seed: int):
    """Solvable, of up to 12 variables: with empty rows, variables in no row, heavy rows, rows that say the same."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        rows, variables = int(rng.integers(0, 14)), int(rng.integers(1, 13))
        bits = rng.random((rows, variables)) < rng.choice([0.1, 0.2, 0.4, 0.8])
        odd = bits @ rng.integers(0, 2, variables) % 2 == 1
        weights = rng.integers(-9, 10, variables) * (rng.random(variables) < 0.8)
        yield bits, odd, weights


def test_the_minimum_is_that_of_all_assignments(either, order):
    """Brute force over all 2^n: the value is the least, every row is kept."""
    free = 0
    for bits, odd, weights in random_systems(150 if either == "compiled" else 40, 1):
        rows, variables = bits.shape
        table = matrix_from_entries(*np.nonzero(bits), bits.shape)
        plan = find_plan(table, odd)
        assert isinstance(plan, BorderPlan)
        x = solve_plan(plan, weights)
        every = (np.arange(2**variables)[:, None] >> np.arange(variables)) & 1
        is_solution = (
            (every @ bits.T.astype(np.int64) % 2 == odd).all(axis=1) if rows else np.ones(len(every), np.bool_)
        )
        assert broken(table, odd, x) == 0
        assert weights @ x == (every[is_solution] @ weights).min()
        free += int(is_solution.sum() > 4)
    assert free > 15, "there is something to choose"


def graphs(number: int, seed: int):
    """Trees, rings, ladders, strips, trees of cliques, sparse graphs, with some lights on and any weights."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        size = int(rng.integers(5, 60))
        ring = np.stack([np.arange(size), (np.arange(size) + 1) % size], axis=1)
        width = int(rng.integers(1, 5))
        for edges, vertices in (
            (tree(size, rng), size),
            (ring, size),
            (grid(width, size), width * size),
            (partial_tree(size, width, rng.random(), rng), size),
            (sparse(size, size, rng), size),
            (torus(4, 3 + size // 6), 4 * (3 + size // 6)),
        ):
            everything = equations(lights(edges, vertices))
            odd = everything.odd
            if rng.random() < 0.5:
                pressed = rng.random(vertices) < 0.5
                sums = np.bincount(everything.matrix.owners[pressed[everything.matrix.entries]], minlength=vertices)
                odd = sums % 2 == 1
            weights = rng.integers(-4, 10, vertices) if rng.random() < 0.7 else np.ones(vertices, np.int64)
            yield everything.matrix, odd, weights


@pytest.mark.sample(1)
def test_graphs_cost_the_same_by_the_transform(either, order):
    """Two ways that share nothing but the table of ones."""
    several = wide = 0
    for table, odd, weights in graphs(40 if either == "compiled" else 3, 2):
        space = solve(table, odd)
        assert isinstance(space, AffineSpace)
        plan = find_plan(table, odd)
        if isinstance(plan, str):  # one order may be bad where the other is good
            wide += 1
            continue
        x = solve_plan(plan, weights)
        assert broken(table, odd, x) == 0
        if space.dimension <= 18:
            lightest = minimum(space, weights, work_seconds() + 60)
            assert weights @ x == lightest.cost == lightest.bound
            several += space.dimension > 3
    assert several > (20 if either == "compiled" else 1)
    assert wide < 15


def test_known_numbers_of_presses():
    """Boards, all lights to be turned (OEIS A075464), and tori that perfect codes cover: a fifth of the vertices."""
    for n, fewest in enumerate([1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72], 1):
        system = equations(lights(grid(n, n), n * n))
        assert solve_plan(find_plan(system.matrix, system.odd), np.ones(n * n, np.int64)).sum() == fewest
    system = equations(lights(torus(5, 5), 25))
    assert solve_plan(find_plan(system.matrix, system.odd), np.ones(25, np.int64)).sum() == 5
    system = equations(lights(torus(5, 40), 200))
    assert solve_plan(find_plan(system.matrix, system.odd), np.ones(200, np.int64)).sum() == 40


def test_a_strip_has_a_way_per_column_of_lights():
    """Half of the exponent: 8 x 200 lights, borders of up to 17 values and parities, tables of 2^8."""
    system = equations(lights(grid(8, 200), 1600))
    plan = find_plan(system.matrix, system.odd)
    assert plan.width <= 10
    assert broken(system.matrix, system.odd, solve_plan(plan, np.ones(1600, np.int64))) == 0


def test_heavy_rows_and_hubs_are_no_wider():
    """A path with one row over all of it; a star. The least is known: by hand, and since a star needs its centre."""
    count = 3000
    pairs = np.repeat(np.arange(0, count - 2, 3), 3) // 3
    rows = np.concatenate([pairs, np.full(count, count // 3)])
    columns = np.concatenate([np.arange(len(pairs)), np.arange(count)])
    table = matrix_from_entries(rows, columns, (count // 3 + 1, count))
    odd = np.ones(count // 3 + 1, np.bool_)
    odd[-1] = (count // 3) % 2 == 1
    weights = np.tile([5, 3, 4], count // 3)
    plan = find_plan(table, odd)
    x = solve_plan(plan, weights)
    assert (plan.width <= 4, weights @ x, broken(table, odd, x)) == (True, count, 0)
    star = np.stack([np.zeros(4999, np.int64), np.arange(1, 5000)], axis=1)
    system = equations(lights(star, 5000))
    plan = find_plan(system.matrix, system.odd)
    assert plan.width <= 2
    assert np.flatnonzero(solve_plan(plan, np.ones(5000, np.int64))).tolist() == [0]


def test_what_is_not_narrow_or_has_no_solution_is_said():
    """A board as wide as long, a random graph, an impossible sum."""
    rng = np.random.default_rng(3)
    for edges, vertices in ((grid(60, 60), 3600), (sparse(2000, 4000, rng), 2000), (torus(25, 25), 625)):
        system = equations(lights(edges, vertices))
        reason = find_plan(system.matrix, system.odd)
        assert isinstance(reason, str)
        assert "more than" in reason
    table = matrix_from_entries(np.array([0, 0, 1, 1, 2, 2]), np.array([0, 1, 1, 2, 2, 0]), (3, 3))
    assert find_plan(table, np.array([True, True, True])) == "they have no solution"


def test_limits():
    """Memory and time, before and during."""
    system = equations(lights(grid(14, 60), 840))
    assert "MB" in find_plan(system.matrix, system.odd, megabytes=0.01)
    assert "time" in find_plan(system.matrix, system.odd, deadline=work_seconds() - 1)
    plan = find_plan(system.matrix, system.odd)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(border_dp, "PAUSE", 2**10)
        in_parts = solve_plan(plan, np.ones(840, np.int64))
        with pytest.raises(LimitReached, match="time"):
            solve_plan(plan, np.ones(840, np.int64), work_seconds() - 1)
    assert (in_parts == solve_plan(plan, np.ones(840, np.int64))).all()


def pick(
    edges: np.ndarray, vertices: int, weights: np.ndarray | None = None, seconds: float = 60.0
) -> CheapestSolution:
    """The picker's answer for all lights."""
    system = equations(lights(edges, vertices))
    space = solve(system.matrix, system.odd)
    weights = np.ones(vertices, np.int64) if weights is None else weights
    cheapest = cheapest_solution(system.matrix, system.odd, space, weights, work_seconds() + seconds)
    assert broken(system.matrix, system.odd, cheapest.solution) == 0
    assert weights[cheapest.solution].sum() == cheapest.cost
    return cheapest


def test_the_way_is_picked_by_what_it_costs():
    """Small kernels and small blocks by the transform, large kernels of narrow graphs by tables, and why."""
    rng = np.random.default_rng(4)
    unique, board = pick(grid(6, 6), 36), pick(grid(9, 9), 81)
    assert (unique.method, board.method) == ("the only solution", "cheapest by a transform over it")
    apart = pick(np.concatenate([grid(4, 4) + 16 * i for i in range(40)]), 640)
    assert (apart.cost, apart.bound) == (160, 160)
    assert apart.method == "cheapest by dynamic programming, width 4: the kernel has 160 dimensions"
    crowded = pick(grid(59, 59), 59 * 59)  # nullity 22
    assert (crowded.cost, crowded.bound) == (1485, 1485)
    assert "since for dynamic programming no narrow order was found" in crowded.method
    forest = tree(20_000, rng)
    large = pick(forest, 20_000)
    assert large.method.startswith("cheapest by dynamic programming, width 2: the kernel has ")
    assert large.cost == large.bound
    wide = pick(torus(12, 12), 144)
    assert (wide.cost, wide.method) == (48, "cheapest by a transform over it")


def test_both_ways_of_the_picker_give_the_same(monkeypatch):
    """A tree of cliques with a kernel of some hundred dimensions in small blocks, weights of either sign."""
    rng = np.random.default_rng(5)
    edges = partial_tree(1500, 2, 0.6, rng)
    weights = rng.integers(-3, 9, 1500)
    ways = set()
    costs = set()
    for seconds in (0.0, 1.0):  # what a solution of the transform is said to take
        monkeypatch.setattr(picker, "SUM_SECONDS", seconds)
        monkeypatch.setattr(picker, "KERNEL_SECONDS", 0.0)
        cheapest = pick(edges, 1500, weights)
        assert cheapest.cost == cheapest.bound
        ways.add(cheapest.method.split(":")[0].split(",")[0])
        costs.add(cheapest.cost)
    assert ways == {"cheapest by a transform over it", "cheapest by dynamic programming"}
    assert len(costs) == 1


def test_what_neither_way_does_has_a_bound():
    """A torus of nullity 32, no strip: the reason is said, and the bound is no more than the known minimum."""
    cheapest = answer_within_limit(lambda seconds: pick(torus(20, 20), 400, seconds=seconds), 0.2)
    assert cheapest.bound <= 80 <= cheapest.cost
    assert "since for dynamic programming" in cheapest.method
