"""Linear systems modulo k against trying every x, and every part of the machinery against a simpler one."""

from __future__ import annotations

import sys
from itertools import product
from math import gcd, prod

import numpy as np
import pytest

from algebra import chase_order
from algebra.modulok import chase
from algebra.modulok import rows as modular_rows
from algebra.modulok.dense_elimination import BLOCK, MOST_MODULUS, check_size, echelon
from algebra.modulok.minimum import MOST_WEIGHED, all_weights, lightest_solution
from algebra.modulok.rows import rows_of
from algebra.modulok.solve import ModularContradiction, ModularSolutions, contradicts, prime_powers, solve
from tests.support.every_case import each_seed


def brute_force(matrix, right, k: int) -> set[tuple[int, ...]]:
    """Every x that does it, by Python integers."""
    equations = list(zip(matrix.tolist(), right.tolist(), strict=True))
    return {
        x
        for x in product(range(k), repeat=matrix.shape[1])
        if all((sum(a * b for a, b in zip(row, x, strict=True)) - side) % k == 0 for row, side in equations)
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


@pytest.mark.sample(1)
@pytest.mark.parametrize("crowded", [True, False], ids=["eliminated", "chased"])
@pytest.mark.parametrize("step_seconds", [0.0, 1.0], ids=["in steps", "one by one"])
def test_small_systems_have_the_solutions_that_brute_force_finds(crowded, step_seconds, monkeypatch):
    """Each solution exactly once; their number; no solution with weights that show it. k = 2..12, by every route."""
    monkeypatch.setattr(chase, "is_dense", lambda rows: crowded)
    monkeypatch.setattr(modular_rows, "STEP_SECONDS", step_seconds)
    solvable = 0
    for matrix, right, k in systems(400, seed=1):
        truth, answer = brute_force(matrix, right, k), solve(matrix, right, k)
        if isinstance(answer, ModularContradiction):
            assert not truth
            assert contradicts(matrix, right, k, answer.weights)
        else:
            solvable += 1
            solutions = every(answer)
            assert answer.count == len(solutions) == len(truth)
            assert set(solutions) == truth
            assert all(k % order == 0 for order in answer.orders)
    assert 100 < solvable < 380


def test_weights_that_were_tampered_with_are_refused():
    """One weight changed where its equation is not 0; all weights 0; a multiple that loses the right side; any weights
    where there is a solution."""
    random, refused = np.random.default_rng(2), 0
    for matrix, right, k in systems(1500, seed=3):
        answer = solve(matrix, right, k)
        if isinstance(answer, ModularSolutions):
            assert not contradicts(matrix, right, k, random.integers(0, k, len(matrix)))
            continue
        assert not contradicts(matrix, right, k, 0 * answer.weights)
        assert not contradicts(matrix, right, k, answer.weights[1:])
        value = int(answer.weights @ right)
        assert not contradicts(matrix, right, k, answer.weights * (k // gcd(value, k)))
        changing = np.flatnonzero((matrix % k).any(axis=1))
        if len(changing):
            tampered = answer.weights.copy()
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
            for solutions in answers:
                assert not ((matrix @ solutions.solution - right) % k).any()
                assert not (matrix @ solutions.generators().T % k).any()
                assert not (solutions.generators().T * solutions.orders % k).any()
        else:
            assert not planted
            assert all(contradicts(matrix, right, k, contradiction.weights) for contradiction in answers)


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
    solution, weights = form.solve(right)
    assert weights is None
    assert not ((shuffled.astype(object) @ solution - right) % q).any()
    assert not (shuffled.astype(object) @ form.kernel() % q).any()


@pytest.mark.parametrize("exchange", [False, True])
@each_seed(60)
def test_sums_of_columns_are_found_as_trying_all_finds_them(seed, exchange):
    """Sums that cancel; of those that leave one row the one with the least factor; weights of the rows that add up to a
    right side, or a sum of columns that shows that there are none."""
    rng = np.random.default_rng(seed)
    p, e = [(2, 1), (2, 2), (3, 1), (3, 2), (5, 1), (2, 3)][seed % 6]
    k, (rows, columns) = p**e, rng.integers(1, 5, 2)
    matrix = rng.integers(0, k, (rows, columns)) * (rng.random((rows, columns)) < 0.8)
    form, right = echelon(matrix, p, e, exchange), rng.integers(0, k, columns)
    if k**columns < 5000:
        vectors = np.array(list(product(range(k), repeat=columns)))
        sums = vectors @ matrix.T % k
        cancelling = {tuple(x) for x, total in zip(vectors.tolist(), sums, strict=True) if not total.any()}
        generators = form.kernel().T
        combined = [tuple(np.array(t, np.int64) @ generators % k) for t in product(*map(range, form.orders))]
        assert len(combined) == len(set(combined))
        assert set(combined) == cancelling
        spanned = set(map(tuple, sums.tolist()))
        for row, x in enumerate(form.least_multiples(np.arange(rows)).T):
            unit = np.arange(rows) == row
            least = min((c for c in range(1, k) if tuple((c * unit).tolist()) in spanned), default=0)
            assert (matrix @ x % k == least * unit).all()
            assert least or not x.any()
    y, x = form.solve_left(right)
    if y is not None:
        assert (y @ matrix % k == right).all()
    else:
        assert not (matrix @ x % k).any()
        assert right @ x % k
    y = form.left_kernel_vector()
    injective = len({tuple(y @ matrix % k) for y in np.array(list(product(range(k), repeat=rows)))}) == k**rows
    assert (y is None) == injective
    assert y is None or (y.any() and not (y @ matrix % k).any())


@pytest.mark.parametrize("k", [2, 3, 4, 6, 12])
def test_the_order_of_a_chase_is_the_same_compiled_and_not(k, monkeypatch):
    """Each determined variable with a unit in its row, and no unknown beside it; every variable that is in a row."""
    random = np.random.default_rng(k)
    for _ in range(40):
        height, width = random.integers(1, 40, 2)
        rows = rows_of(random.integers(0, k, (height, width)) * (random.random((height, width)) < 0.15), k)
        table, across = (rows.starts, rows.entries), (rows.transpose.starts, rows.transpose.entries)
        units = np.gcd(rows.values, k) == 1
        order, by = chase_order.chase_order(table, across, units, compiled=True)
        monkeypatch.delitem(sys.modules, "algebra.chase_order_kernel", raising=False)  # else it is used, being there
        plain_order, plain_by = chase_order.chase_order(table, across, units)
        assert order.tolist() == plain_order.tolist()
        assert by.tolist() == plain_by.tolist()
        assert sorted(order.tolist()) == np.unique(rows.entries).tolist()
        place = {variable: i for i, variable in enumerate(order.tolist())}
        matrix = rows.dense()
        for i, (variable, row) in enumerate(zip(order.tolist(), by.tolist(), strict=True)):
            if row != chase_order.NO_ROW:
                assert gcd(int(matrix[row, variable]), k) == 1
                assert all(place[other] <= i for other in np.flatnonzero(matrix[row]).tolist())


def test_the_fewest_are_found_among_all_solutions():
    """Every sum, against adding up each solution; k = 2..12."""
    weighed = 0
    for matrix, right, k in systems(600, seed=5, most=300):
        answer = solve(matrix, right, k)
        if isinstance(answer, ModularSolutions) and answer.count > 1:
            sums = [sum(x) for x in every(answer)]
            solutions = answer.solution, answer.generators(), answer.orders, k
            assert all_weights(*solutions).ravel().tolist() == sums
            best, weight = lightest_solution(*solutions)
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
    solutions = solve(np.zeros((3, 300), int), [0, 0, 0], 12)
    assert solutions.count == 12**300
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


@pytest.mark.parametrize("number", [2, 7, 12, 97, 100, 360, 3600, 2**19, 1019 * 1021])
def test_factoring(number):
    """The powers multiply to the number, and no smaller number divides a prime."""
    assert prime_powers(360) == [(2, 3), (3, 2), (5, 1)]
    powers = prime_powers(number)
    assert prod(prime**exponent for prime, exponent in powers) == number
    assert all(prime % divisor for prime, _ in powers for divisor in range(2, min(prime, 1100)) if divisor < prime)
