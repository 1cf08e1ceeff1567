"""Linear systems modulo k against trying every x, and every part of the machinery against a simpler one."""

from __future__ import annotations

from itertools import product
from math import gcd, prod

import numpy as np
import pytest

from algebra.modulok import chase
from algebra.modulok import rows as modular_rows
from algebra.modulok.dense_elimination import BLOCK, MOST_MODULUS, check_size, echelon
from algebra.modulok.minimum import MOST_WEIGHED, all_weights, lightest_solution
from algebra.modulok.rows import rows_of
from algebra.modulok.solve import ModularContradiction, ModularSolutions, contradicts, prime_powers, solve


def brute_force(matrix, right, k: int) -> set[tuple[int, ...]]:
    """Every x that does it, by Python integers."""
    equations = list(zip(matrix.tolist(), right.tolist(), strict=True))
    return {
        x
        for x in product(range(k), repeat=matrix.shape[1])
        if all((sum(a * b for a, b in zip(row, x, strict=True)) - wanted) % k == 0 for row, wanted in equations)
    }


def every(solutions: ModularSolutions) -> list[tuple[int, ...]]:
    """What the generators make of the one solution."""
    generators = solutions.generators()
    choices = product(*map(range, solutions.orders))
    return [
        tuple(((solutions.solution + np.array(t, np.int64) @ generators) % solutions.modulus).tolist()) for t in choices
    ]


def systems(number: int, seed: int, most: int = 1500):
    """Small ones with every kind of matrix: crowded or nearly empty, symmetric or not, solvable for sure or not."""
    random = np.random.default_rng(seed)
    for _ in range(number):
        k = int(random.integers(2, 13))
        columns = int(random.integers(0, int(np.log(most) / np.log(k)) + 1))
        rows = columns if random.random() < 0.5 else int(random.integers(0, 7))
        matrix = random.integers(0, k, (rows, columns)) * (random.random((rows, columns)) < random.random())
        if rows == columns and random.random() < 0.7:
            matrix = np.triu(matrix) + np.triu(matrix, 1).T
        planted = matrix @ random.integers(0, k, columns)
        yield matrix, planted % k if random.random() < 0.5 else random.integers(0, k, rows), k


@pytest.mark.parametrize("crowded", [True, False], ids=["eliminated", "chased"])
@pytest.mark.parametrize("step_seconds", [0.0, 1.0], ids=["in steps", "one by one"])
def test_small_systems_have_the_solutions_that_brute_force_finds(crowded, step_seconds, monkeypatch):
    """Each solution exactly once; their number; no solution with weights that show it. k = 2..12, by every route."""
    monkeypatch.setattr(chase, "is_dense", lambda rows: crowded)
    monkeypatch.setattr(modular_rows, "STEP_SECONDS", step_seconds)
    solvable = 0
    for matrix, right, k in systems(400, seed=1):
        truth, found = brute_force(matrix, right, k), solve(matrix, right, k)
        if isinstance(found, ModularContradiction):
            assert not truth
            assert contradicts(matrix, right, k, found.weights)
        else:
            solvable += 1
            listed = every(found)
            assert found.count == len(listed) == len(truth)
            assert set(listed) == truth
            assert all(k % order == 0 for order in found.orders)
    assert 100 < solvable < 380


def test_weights_that_were_tampered_with_are_refused():
    """One weight changed where its equation is not 0; all weights 0; a multiple that loses the right side; any weights
    where there is a solution."""
    random, refused = np.random.default_rng(2), 0
    for matrix, right, k in systems(1500, seed=3):
        found = solve(matrix, right, k)
        if isinstance(found, ModularSolutions):
            assert not contradicts(matrix, right, k, random.integers(0, k, len(matrix)))
            continue
        assert not contradicts(matrix, right, k, 0 * found.weights)
        assert not contradicts(matrix, right, k, found.weights[1:])
        value = int(found.weights @ right)
        assert not contradicts(matrix, right, k, found.weights * (k // gcd(value, k)))
        changing = np.flatnonzero((matrix % k).any(axis=1))
        if len(changing):
            tampered = found.weights.copy()
            tampered[random.choice(changing)] += 1
            assert not contradicts(matrix, right, k, tampered)
            refused += 1
    assert refused > 200


def sparse(random, k: int, size: int) -> np.ndarray:
    """A matrix with about three entries per row, units or not."""
    matrix = np.zeros((size, size), np.int64)
    matrix[random.integers(0, size, 3 * size), random.integers(0, size, 3 * size)] = random.integers(1, k, 3 * size)
    return matrix


@pytest.mark.parametrize("k", [2, 3, 4, 6, 8, 9, 12, 25, 36, 97, 100])
def test_chasing_and_plain_elimination_agree_on_larger_sparse_systems(k, monkeypatch):
    """The same number of solutions, kernels of the same kind, each other's differences in the kernel; or neither."""
    random = np.random.default_rng(k)
    for size, planted in ((30, True), (150, True), (150, False)):
        matrix = sparse(random, k, size)
        right = matrix @ random.integers(0, k, size) if planted else random.integers(0, k, size)
        answers = []
        for crowded in (False, True):
            monkeypatch.setattr(chase, "is_dense", lambda rows, answer=crowded: answer)
            answers.append(solve(matrix, right, k))
        chased, eliminated = answers
        assert type(chased) is type(eliminated)
        if isinstance(chased, ModularSolutions):
            assert len(chased.chase.guesses) < len(eliminated.chase.guesses)
            assert powers(chased.orders) == powers(eliminated.orders)
            for found in answers:
                assert not ((matrix @ found.solution - right) % k).any()
                assert not (matrix @ found.generators().T % k).any()
                assert not (found.generators().T * found.orders % k).any()
        else:
            assert not planted
            assert all(contradicts(matrix, right, k, found.weights) for found in answers)


def powers(orders: list[int]) -> list[int]:
    """Cyclic groups of these orders as groups whose orders are powers of primes."""
    return sorted(prime**exponent for order in orders for prime, exponent in prime_powers(order))


@pytest.mark.parametrize(("prime", "exponent"), [(2, 1), (2, 5), (3, 3), (7, 1), (1021, 2)])
def test_elimination_finds_the_invariants_a_matrix_was_made_with(prime, exponent):
    """D with known powers of p, between invertible matrices; more pivots than fit into one block."""
    random, q = np.random.default_rng(prime), prime**exponent
    size = BLOCK + 40
    powers = random.integers(0, exponent + 1, size)
    lower, upper = np.tril(random.integers(0, q, (2, size, size)), -1) + np.eye(size, dtype=np.int64)
    matrix = (lower * prime**powers % q).astype(object) @ upper.T % q
    shuffled = matrix.astype(np.int64)[random.permutation(size)][:, random.permutation(size)]
    form = echelon(shuffled, prime, exponent)
    assert sorted(form.orders) == sorted(prime ** int(power) for power in powers if power)
    x = random.integers(0, q, size)
    right = (shuffled.astype(object) @ x % q).astype(np.int64)
    one, weights = form.solve(right)
    assert weights is None
    assert not ((shuffled.astype(object) @ one - right) % q).any()
    assert not (shuffled.astype(object) @ form.kernel() % q).any()


def test_the_fewest_are_found_among_all_solutions():
    """Every sum, against adding up each solution; k = 2..12."""
    weighed = 0
    for matrix, right, k in systems(600, seed=5, most=300):
        found = solve(matrix, right, k)
        if isinstance(found, ModularSolutions) and found.count > 1:
            sums = [sum(x) for x in every(found)]
            told = found.solution, found.generators(), found.orders, k
            assert all_weights(*told).ravel().tolist() == sums
            best, weight = lightest_solution(*told)
            assert weight == min(sums) == best.sum()
            assert not ((matrix @ best - right) % k).any()
            weighed += 1
    assert weighed > 100


def test_a_kernel_of_many_dimensions_is_not_weighed():
    """2^21 solutions: refused before there is an array for them."""
    assert prod([2] * 21) > MOST_WEIGHED
    with pytest.raises(MemoryError, match="1,048,576 solutions to weigh, found 2,097,152"):
        lightest_solution(np.zeros(21, np.int64), np.eye(21, dtype=np.int64), [2] * 21, 2)


def test_numbers_of_solutions_are_exact_of_any_size():
    """No equation says anything: k^n solutions; 2 x = 0 modulo 12 for every x: 2^n."""
    found = solve(np.zeros((3, 300), int), [0, 0, 0], 12)
    assert found.count == 12**300
    assert solve(2 * np.eye(300, dtype=int), np.zeros(300, int), 12).count == 2**300
    assert isinstance(solve(2 * np.eye(300, dtype=int), np.ones(300, int), 12), ModularContradiction)


def test_wrong_shapes_and_moduli_are_refused():
    """With what was expected."""
    with pytest.raises(ValueError, match="expected a modulus 2"):
        solve([[1]], [0], 1)
    with pytest.raises(ValueError, match="expected a modulus 2"):
        solve([[1]], [0], MOST_MODULUS + 1)
    with pytest.raises(ValueError, match="expected 1 right sides"):
        solve([[1]], [0, 0], 3)
    with pytest.raises(ValueError, match=r"shape \(rows, columns\)"):
        solve([1], [0], 3)
    with pytest.raises(ValueError, match="modulo 5"):
        solve(rows_of([[1]], 5), [0], 3)
    with pytest.raises(MemoryError, match="10,000 equations in 10,000 guesses"):
        check_size(10_000, 10_000)


@pytest.mark.parametrize("number", [2, 12, 97, 100, 3600, 2**19, 1019 * 1021])
def test_factoring(number):
    """The powers multiply to the number, and no smaller number divides a prime."""
    found = prime_powers(number)
    assert prod(prime**exponent for prime, exponent in found) == number
    assert all(prime % divisor for prime, _ in found for divisor in range(2, min(prime, 1100)) if divisor < prime)
