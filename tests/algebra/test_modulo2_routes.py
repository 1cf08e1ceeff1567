"""The routes through a system modulo 2 against each other: chase, packed elimination, compiled and not."""

from __future__ import annotations

import numpy as np
import pytest

from algebra import chase_order_kernel
from algebra.modulo2 import affine, chase_kernel, dense_elimination, dense_elimination_kernel, peeling_kernel
from algebra.modulo2.affine import AffineSpace, solve
from algebra.modulo2.dense_elimination import echelon, pack_bits, transpose_bits, unpack_bits
from algebra.modulo2.minimum import transform_kernel
from algebra.modulo2.minimum.blocks import kernel_blocks
from algebra.modulo2.minimum.transform import minimum
from algebra.modulo2.peeling import peel_matrix
from algebra.modulo2.sparse_matrix import SparseMatrix, matrix_from_entries
from backends.lowering.equations import equations
from rosetta.foundation.work_clock import work_seconds
from tests.support.parity_models import grid, lights, sparse, torus
from tests.support.plain_loops import use_plain_loops

KERNELS = (chase_order_kernel, chase_kernel, dense_elimination_kernel, transform_kernel, peeling_kernel)


@pytest.fixture(params=["compiled", "plain"])
def either(request, monkeypatch):
    """The test with compiled loops, and with the Python and numpy that stand in where numba is missing."""
    if request.param == "plain":
        use_plain_loops(monkeypatch, KERNELS)
    return request.param


def matrix(table: SparseMatrix) -> np.ndarray:
    """As truth values."""
    bits = np.zeros((len(table), table.columns), np.bool_)
    bits[table.owners, table.entries] = True
    return bits


def product(bits: np.ndarray, values: np.ndarray) -> np.ndarray:
    return bits.astype(np.int64) @ values.astype(np.int64) % 2 == 1


def rank(bits: np.ndarray) -> int:
    """By elimination of Python integers, an oracle of its own."""
    basis: dict[int, int] = {}
    for row in bits:
        number = int("".join("1" if bit else "0" for bit in row) or "0", 2)
        while number and number.bit_length() in basis:
            number ^= basis[number.bit_length()]
        if number:
            basis[number.bit_length()] = number
    return len(basis)


def systems(number: int, seed: int = 0):
    """Random tables of all shapes and densities, with right sides; half of them solvable by construction."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        shape = int(rng.integers(0, 45)), int(rng.integers(0, 45))
        bits = rng.random(shape) < rng.choice([0.02, 0.05, 0.1, 0.3, 0.5])
        odd = rng.random(shape[0]) < 0.5
        if rng.random() < 0.5:
            odd = product(bits, rng.random(shape[1]) < 0.5)
        yield matrix_from_entries(*np.nonzero(bits), shape), odd


def graphs():
    """Boards, tori, sparse graphs, a tree, as equations."""
    rng = np.random.default_rng(5)
    tree = np.stack([rng.integers(0, np.arange(1, 120)), np.arange(1, 120)], axis=1)
    for edges, vertices in (
        (grid(9, 9), 81),
        (grid(4, 30), 120),
        (torus(5, 7), 35),
        (torus(10, 10), 100),
        (sparse(150, 180, rng), 150),
        (sparse(150, 400, rng), 150),
        (tree, 120),
    ):
        for odd in (np.ones(vertices, np.int64), rng.integers(0, 2, vertices)):
            system = equations(lights(edges, vertices, odd))
            yield system.matrix, system.odd


def check(table: SparseMatrix, odd: np.ndarray, route: str) -> int | None:
    """What `solve` says is so: a solution and a whole basis of the kernel, or equations that sum to 0 = 1. The
    dimension of the kernel, None where there is no solution."""
    bits = matrix(table)
    space = solve(table, odd, route)
    if not isinstance(space, AffineSpace):
        assert not product(bits.T, space.chosen).any()
        assert np.count_nonzero(odd & space.chosen) % 2 == 1
        return None
    assert (product(bits, space.solution) == odd).all()
    vectors = unpack_bits(space.kernel_vectors(np.arange(space.dimension)), space.dimension)
    assert not product(bits, vectors).any()
    assert (vectors[space.parameters] == np.eye(space.dimension)).all(), "so they are independent"
    assert space.rank == rank(bits)
    assert not space.solution[space.parameters].any()
    some = np.random.default_rng(1).random(space.dimension) < 0.5
    assert (space.combination(some) == product(vectors, some)).all()
    return space.dimension


def test_the_routes_agree_on_random_systems(either):
    """The same solvability and dimension; solution, kernel, certificate hold; the rank is that of a third way."""
    endings = set()
    for table, odd in systems(120 if either == "compiled" else 30):
        ends = {check(table, odd, route) for route in ("chase", "dense", "auto")}
        assert len(ends) == 1
        endings |= {end is None for end in ends}
    assert endings == {True, False}


def test_the_routes_agree_on_graphs(either):
    """Boards with kernels, tori, trees, all lights or some."""
    for table, odd in graphs():
        assert check(table, odd, "chase") == check(table, odd, "dense")


def test_a_slice_of_words_at_a_time_gives_the_same(monkeypatch):
    """Where not all guesses fit into the memory at once."""
    system = equations(lights(grid(100, 70), 7000))
    whole = solve(system.matrix, system.odd, "chase")
    monkeypatch.setattr("algebra.modulo2.chase.WORDS", 1)
    sliced = solve(system.matrix, system.odd, "chase")
    assert (whole.solution == sliced.solution).all()
    assert len(whole.plan.core.guesses) == 70


def test_deep_peeling_gives_the_same(monkeypatch):
    """Both layers, as on graphs that are narrow like a tree."""
    monkeypatch.setattr(affine, "PEEL_SECONDS", 0.0)
    layers = set()
    for table, odd in [*graphs(), *systems(40, 3)]:
        monkeypatch.setattr(affine, "PIVOT_SECONDS", 1.0)  # whatever it costs
        deep = check(table, odd, "chase")
        layers.add(len(solve(table, odd, "chase").plan.layers))
        assert deep == check(table, odd, "dense")
    assert 2 in layers


def test_trees_are_peeled_to_nothing(either):
    """Nothing is guessed but what is free in the end."""
    rng = np.random.default_rng(6)
    tree = np.stack([rng.integers(0, np.arange(1, 300)), np.arange(1, 300)], axis=1)
    system = equations(lights(tree, 300))
    space = solve(system.matrix, system.odd, "chase")
    assert len(space.plan.core.guesses) <= space.dimension
    assert space.plan.eliminated > 250


def test_peeling_keeps_the_rank(either):
    """Pivots and the rest have the rank together; right sides go along with the additions."""
    for table, _ in systems(40, 4):
        layer = peel_matrix(table, 4, 9)
        if layer is None:
            continue
        assert rank(matrix(layer.rest)) + len(layer.rows) == rank(matrix(table))
        rest = matrix(layer.rest)
        assert not rest[layer.rows].any()
        assert not rest[:, layer.columns].any()


@pytest.mark.parametrize("shape", [(1, 1), (3, 64), (64, 65), (70, 64), (130, 200), (200, 130), (0, 5), (5, 0)])
@pytest.mark.parametrize("share", [0.02, 0.5])
def test_packed_elimination_gives_the_echelon_form(shape, share, either):
    """Compiled and not: reduced, of the right rank, with the rows behind carried along, nothing left below."""
    rng = np.random.default_rng(shape[0])
    bits = rng.random(shape) < share
    behind = np.concatenate([bits, np.eye(shape[0], dtype=np.bool_)], axis=1)
    form = echelon(pack_bits(behind), shape[1])
    reduced = unpack_bits(form.matrix, sum(shape))
    assert form.rank == rank(bits)
    assert (reduced[:, form.pivots] == np.eye(form.rank)).all()
    assert (reduced[:, : shape[1]] == product(bits.T, reduced[:, shape[1] :].T).T).all()
    assert not unpack_bits(form.nonpivot_rows, sum(shape))[:, : shape[1]].any()
    assert sorted([*form.pivots, *form.free_columns]) == list(range(shape[1]))


@pytest.mark.parametrize("shape", [(1, 1), (64, 65), (130, 200), (200, 130), (300, 640), (0, 5)])
@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_give_the_same_echelon_form(shape, threads, monkeypatch):
    """As numpy does column by column, also where there are more threads than words; the form is unique."""
    monkeypatch.setattr(dense_elimination, "LEAST_SHARED", 0)
    matrix = pack_bits(np.random.default_rng(shape[1]).random(shape) < 0.3)
    by_columns = matrix.copy()
    pivots = dense_elimination.echelon_by_columns(by_columns, shape[1])
    form = echelon(matrix, shape[1], threads)
    assert form.pivots.tolist() == sorted(pivots.tolist())
    assert (form.matrix == by_columns[: len(pivots)][np.argsort(pivots, kind="stable")]).all()


def test_the_packed_transpose(monkeypatch):
    """In one piece and in several."""
    bits = np.random.default_rng(2).random((100, 300)) < 0.5
    for held in (2**24, 1):
        monkeypatch.setattr(dense_elimination, "BATCH_BITS", held)
        assert (unpack_bits(transpose_bits(pack_bits(bits), 300), 100) == bits.T).all()


def test_the_minimum_is_that_of_all_solutions(either):
    """On random kernels with weights of either sign and zeros, against every solution there is."""
    rng = np.random.default_rng(7)
    several = 0
    for table, odd in systems(60 if either == "compiled" else 20, 8):
        space = solve(table, odd)
        if not isinstance(space, AffineSpace) or space.dimension > 14:
            continue
        weights = rng.integers(-5, 6, table.columns) * (rng.random(table.columns) < 0.8)
        lightest = minimum(space, weights, work_seconds() + 60)
        vectors = unpack_bits(space.kernel_vectors(np.arange(space.dimension)), space.dimension)
        numbers = np.arange(2**space.dimension)
        choices = (numbers[None] >> np.arange(space.dimension)[:, None]) & 1 == 1
        every = product(vectors, choices) ^ space.solution[:, None]
        costs = weights @ every
        assert lightest.cost == lightest.bound == costs.min() == weights[lightest.solution].sum()
        assert (product(matrix(table), lightest.solution) == odd).all()
        several += len(lightest.dimensions) > 1
    assert several > 3


def test_slices_and_wide_weights_give_the_same_minimum(monkeypatch, either):
    """Several slices of the transform; sums beyond 32 bits."""
    monkeypatch.setattr("algebra.modulo2.minimum.transform.SLICE", 3)
    system = equations(lights(grid(9, 9), 81))
    space = solve(system.matrix, system.odd)
    for scale in (1, 2**40):
        lightest = minimum(space, np.full(81, scale), work_seconds() + 60)
        assert (lightest.cost, lightest.bound) == (25 * scale, 25 * scale)


def test_a_minimum_that_is_cut_off_has_a_bound_that_holds(monkeypatch):
    """No time, and too many dimensions to try: the bound stays below the known minimum, the best above."""
    monkeypatch.setattr("algebra.modulo2.minimum.transform.SLICE", 2)
    system = equations(lights(grid(19, 19), 361))
    space = solve(system.matrix, system.odd)
    for widest in (62, 3):
        monkeypatch.setattr("algebra.modulo2.minimum.transform.WIDEST", widest)
        lightest = minimum(space, np.ones(361, np.int64), 0.0)
        assert lightest.bound < 141 <= lightest.cost
        assert (product(matrix(system.matrix), lightest.solution) == system.odd).all()


def test_blocks_share_no_variable_and_are_the_whole_kernel():
    """On the variables that count, their dimensions add up to the rank of the kernel there."""
    rng = np.random.default_rng(9)
    for table, odd in systems(60, 10):
        space = solve(table, odd & False)
        counted = rng.random(table.columns) < 0.6
        vectors = unpack_bits(space.kernel_vectors(np.arange(space.dimension)), space.dimension)
        parts = list(kernel_blocks(space, counted))
        everything = np.concatenate([np.zeros(0, np.int64), *(part.variables for part in parts)])
        assert len(np.unique(everything)) == len(everything)
        assert sum(part.dimension for part in parts) == rank(vectors[counted].T)
        for part in parts:
            sums = product(vectors[:, part.vectors], part.sums.T)
            assert (sums[part.variables] == part.directions.T).all()
            elsewhere = counted.copy()
            elsewhere[part.variables] = False
            assert not sums[elsewhere].any()
