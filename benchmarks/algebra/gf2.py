"""Linear algebra modulo 2 timed: `python -m benchmarks.algebra.gf2 [goals] [dense] [minimum] [narrow] [--seed 1]`.

    goals     lights on large graphs, from the model to a checked answer, one thread; times beside their goals
    dense     the same boards by packed elimination alone, and random matrices against M4RI (see `m4ri`; left out where
              it is not installed): ratios of medians of interleaved rounds
    minimum   fewest presses on square boards with large kernels: nanoseconds per solution
    narrow    fewest presses on trees and strips: dynamic programming against the transform and CP-SAT, on the same
              systems, ratios of medians of interleaved rounds; and alone where neither of them can solve them

Without arguments, all four. Seconds are processor time, so that other load on the machine matters less; all compilation
is done before the clock starts.
"""

from __future__ import annotations

import sys
from functools import partial
from statistics import median

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2.affine import AffineSpace, solve
from algebra.modulo2.dense_elimination import count_words, echelon, unpack_bits
from algebra.modulo2.minimum.border_dp import BorderPlan, find_plan, solve_plan
from algebra.modulo2.minimum.transform import minimum
from backends.contract import Limits, Options, Status
from backends.cpsat import BACKEND as CPSAT
from backends.gf2 import BACKEND
from backends.lowering.equations import equations
from benchmarks.algebra import m4ri
from benchmarks.timing import take_turns, time_call
from models.neutral import Model, evaluate
from models.neutral.rows import group
from rosetta.foundation.work_clock import work_seconds

Edges = NDArray[np.int64]


def main(words: list[str]) -> None:
    seed = int(words[words.index("--seed") + 1]) if "--seed" in words else 1
    parts = [word for word in words if word in PARTS] or list(PARTS)
    assert BACKEND.probe() is None
    print(f"gf2 with {BACKEND.version()}")
    for word in parts:
        PARTS[word](np.random.default_rng(seed))


def run_goals(rng: np.random.Generator) -> None:
    """Each graph once: seconds of one thread, from the model to its answer."""
    cubic, larger = random_regular(10**4, 3, rng), random_regular(10**5, 3, rng)
    for name, edges, vertices, goal in (
        ("grid 1000 x 1000", grid(1000), 10**6, 15),
        ("Delaunay", delaunay(10**5, rng), 10**5, 3),
        ("partial 4-tree", partial_tree(10**5, 4, 0.5, rng), 10**5, 3),
        ("random cubic", cubic, 10**4, None),
        ("random cubic", larger, 10**5, 15),
        ("random tree", tree(10**6, rng), 10**6, 20),
    ):
        model = lights_model(edges, vertices)
        seconds, outcome = time_call(partial(BACKEND.solve, model, Limits(seconds=300), Options()))
        assert outcome.values is not None
        assert evaluate(model, outcome.values) == []
        aim = f"goal {goal} s, {'kept' if seconds <= goal else 'missed'}" if goal else "no goal"
        wall = f"{outcome.total:.2f} s on the wall"
        print(f"{name:18} {vertices:9,} vertices {seconds:7.2f} s  ({aim}; {wall})  {outcome.note}")


def run_dense(rng: np.random.Generator) -> None:
    """Packed elimination alone against the chase; against M4RI."""
    for n in (30, 60, 100):
        system = equations(lights_model(grid(n), n * n))
        routes = {route: partial(solve, system.matrix, system.odd, route) for route in ("chase", "dense")}
        runs = take_turns({route: partial(time_call, run) for route, run in routes.items()}, 5)
        assert all(isinstance(space, AffineSpace) for solved in runs.values() for _, space in solved)
        chase, plain = (median(seconds for seconds, _ in solved) for solved in runs.values())
        print(f"board {n} x {n}: chase {chase:.4f} s, packed elimination {plain:.4f} s, {plain / chase:.0f} times that")
    try:
        library = m4ri.load_library()
    except OSError as missing:
        print(f"without M4RI: {missing}")
        return
    for size in (1000, 4000, 16000):
        ours, theirs = [], []
        for _ in range(5 if size < 10000 else 1):
            words = rng.integers(0, 2**64, (size, count_words(size)), np.uint64)
            words[:, -1] &= np.uint64((1 << (size % 64 or 64)) - 1)
            spent, rank = m4ri.eliminate(library, size, size, (unpack_bits(words, size) + np.uint8(48)).tobytes())
            theirs.append(spent)
            seconds, eliminated = time_call(partial(echelon, words, size))
            assert eliminated.rank == rank
            ours.append(seconds)
        ratio = median(ours) / median(theirs)
        print(f"random {size} x {size}: ours {median(ours):.3f} s, M4RI {median(theirs):.3f} s, ratio {ratio:.1f}")


def run_minimum(rng: np.random.Generator) -> None:
    """Boards with kernels of 14 to 28 dimensions."""
    for n in (23, 30, 59, 64):
        system = equations(lights_model(grid(n), n * n))
        space = solve(system.matrix, system.odd)
        assert isinstance(space, AffineSpace)
        seconds, best = time_call(partial(minimum, space, np.ones(n * n, np.int64), work_seconds() + 300))
        each = seconds / 2**space.dimension * 1e9
        proved = "" if best.cost == best.bound else f", not below {best.bound}"
        print(
            f"board {n} x {n}: {best.cost} presses{proved}; 2^{space.dimension} in {seconds:.2f} s, {each:.1f} ns each"
        )


def run_narrow(rng: np.random.Generator) -> None:
    """From the model to the least number of presses."""
    for name, edges, vertices, peers in (
        ("random tree", tree(300, rng), 300, ("transform", "cpsat")),
        ("random tree", tree(5000, rng), 5000, ("transform", "cpsat")),
        ("ladder", grid(2, 200), 400, ("transform", "cpsat")),
        ("strip 5 x 40", grid(5, 40), 200, ("transform", "cpsat")),
        ("partial 2-tree", partial_tree(400, 2, 0.6, rng), 400, ("transform", "cpsat")),
        ("random tree", tree(10**5, rng), 10**5, ()),
        ("random tree", tree(10**6, rng), 10**6, ()),
        ("caterpillar", caterpillar(10**5, rng), 10**5, ()),
        ("partial 3-tree", partial_tree(10**5, 3, 0.6, rng), 10**5, ()),
        ("strip 8 x 500", grid(8, 500), 4000, ()),
        ("strip 14 x 1000", grid(14, 1000), 14000, ()),
    ):
        model = lights_model(edges, vertices)
        model.minimize("presses", model.boolean_variables)
        ways = {way: partial(time_call, partial(WAYS[way], model)) for way in ("tables", *peers)}
        runs = take_turns(ways, 3 if peers else 1)
        times = {way: median(seconds for seconds, _ in answered) for way, answered in runs.items()}
        mine, (fewest, _) = times["tables"], runs["tables"][-1][1]
        line = f"{name:16} {vertices:9,} vertices, {fewest:,} presses by tables in {mine:.4f} s"
        for way in peers:
            value, proved = runs[way][-1][1]
            assert not proved or value == fewest
            ratio = times[way] / mine
            line += f"; {way} {ratio:,.1f} times that{'' if proved else f', not proved ({value})'}"
        print(line, flush=True)


def presses_by_tables(model: Model) -> tuple[int | None, bool]:
    system = equations(model)
    plan = find_plan(system.matrix, system.odd)
    assert isinstance(plan, BorderPlan), plan
    solution = solve_plan(plan, np.ones(model.variables, np.int64))
    assert not len(system.broken_equations(solution))
    return int(solution.sum()), True


def presses_by_transform(model: Model) -> tuple[int | None, bool]:
    system = equations(model)
    space = solve(system.matrix, system.odd)
    assert isinstance(space, AffineSpace)
    best = minimum(space, np.ones(model.variables, np.int64), work_seconds() + 20)
    return best.cost, best.cost == best.bound


def presses_by_cpsat(model: Model) -> tuple[int | None, bool]:
    outcome = CPSAT.solve(model, Limits(seconds=20), Options())
    return outcome.objective, outcome.status is Status.OPTIMAL


WAYS = {"tables": presses_by_tables, "transform": presses_by_transform, "cpsat": presses_by_cpsat}
PARTS = {"goals": run_goals, "dense": run_dense, "minimum": run_minimum, "narrow": run_narrow}


# ---- graphs ------------------------------------------------------------------------------------------------------


def lights_model(edges: Edges, vertices: int) -> Model:
    """All lights on: an odd number of each vertex and its neighbours is pressed."""
    model = Model("lights")
    press = model.bools("press", vertices)
    ends = np.concatenate([np.arange(vertices), edges[:, 0], edges[:, 1]])
    others = np.concatenate([np.arange(vertices), edges[:, 1], edges[:, 0]])
    model.parity(1, "each light is turned", group(press[others], by=ends, n=vertices))
    return model


def grid(height: int, width: int | None = None) -> Edges:
    """A board, square without a width."""
    width = width or height
    cell = np.arange(height * width).reshape(height, width)
    down = np.stack([cell[:-1].ravel(), cell[1:].ravel()], axis=1)
    return np.concatenate([down, np.stack([cell[:, :-1].ravel(), cell[:, 1:].ravel()], axis=1)])


def tree(vertices: int, rng: np.random.Generator) -> Edges:
    """A random tree: each vertex is joined to an earlier one."""
    return np.stack([rng.integers(0, np.arange(1, vertices)), np.arange(1, vertices)], axis=1)


def caterpillar(vertices: int, rng: np.random.Generator) -> Edges:
    """A path of half the vertices; each other vertex is joined to a random one of the path."""
    spine = vertices // 2
    path = np.stack([np.arange(spine - 1), np.arange(1, spine)], axis=1)
    return np.concatenate([path, np.stack([rng.integers(0, spine, vertices - spine), np.arange(spine, vertices)], 1)])


def delaunay(vertices: int, rng: np.random.Generator) -> Edges:
    """The triangulation of random points in a square."""
    from scipy.spatial import Delaunay

    corners = Delaunay(rng.random((vertices, 2))).simplices
    return unique_edges(np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [0, 2]]]))


def partial_tree(vertices: int, width: int, share: float, rng: np.random.Generator) -> Edges:
    """A random tree of cliques of width + 1 vertices, with a share of its edges."""
    cliques, edges = [list(range(width))], []
    for vertex in range(width, vertices):
        clique = cliques[int(rng.integers(len(cliques)))]
        edges += [(other, vertex) for other in clique]
        gone = int(rng.integers(width))
        cliques.append([*clique[:gone], *clique[gone + 1 :], vertex])
    return np.array(edges)[rng.random(len(edges)) < share]


def random_regular(vertices: int, degree: int, rng: np.random.Generator) -> Edges:
    """Half-edges paired at random; the few loops and double edges are dropped, so that a few degrees are smaller."""
    ends = rng.permutation(np.repeat(np.arange(vertices), degree)).reshape(-1, 2)
    return unique_edges(ends[ends[:, 0] != ends[:, 1]])


def unique_edges(edges: Edges) -> Edges:
    return np.unique(np.sort(edges, axis=1), axis=0)


if __name__ == "__main__":
    main(sys.argv[1:])
