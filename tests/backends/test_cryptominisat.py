"""CryptoMiniSat: parities as they are, the traps of its package, and its limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Limits, Options, Status
from backends.cryptominisat import BACKEND, NATIVE, _find_solution, exclusive_ors, load_solver
from backends.lowering.clauses import to_clauses
from backends.outcomes import Stopwatch
from models.neutral import Model, evaluate
from rosetta.foundation.limits import LimitReached

pytest.importorskip("pycryptosat")
LIMITS = Limits(seconds=60)


def solutions(model: Model, of: np.ndarray) -> list[tuple[int, ...]]:
    return sorted(tuple(v[of].tolist()) for v in BACKEND.solutions(model, of, LIMITS, Options()))


def test_parities_are_handed_over_with_their_signs() -> None:
    m = Model("parities")
    x = m.bools("x", 4)
    m.parity([1, 0, 0], "rows", [[x[0], x[1]], [x[0], -x[1], x[2]], [-x[1], -x[2], x[3]]])
    lowered = to_clauses(m, LIMITS, Options(), native=NATIVE)
    assert lowered.rows == 0
    assert lowered.encodings == "parity=native"
    assert list(exclusive_ors(lowered.native)) == [([1, 2], True), ([1, 2, 3], True), ([2, 3, 4], False)]


def test_a_system_of_equations_modulo_two_has_as_many_solutions_as_its_rank_says() -> None:
    """Against elimination by hand: 2^(n - rank) solutions, or none if a row reduces to 0 = 1."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        n, rows = 7, int(rng.integers(2, 9))
        matrix = rng.random((rows, n)) < 0.5
        matrix[~matrix.any(axis=1), 0] = True
        odd = rng.integers(0, 2, rows)
        m = Model("system")
        x = m.bools("x", n)
        signs = rng.choice([-1, 1], (rows, n))
        flipped = odd ^ ((signs < 0) & matrix).sum(axis=1) % 2
        m.parity(flipped, "equations", [np.where(signs[r] > 0, x, -x)[matrix[r]] for r in range(rows)])
        rank, solvable = eliminated(matrix, odd)
        assert len(solutions(m, x)) == (2 ** (n - rank) if solvable else 0), seed


def eliminated(matrix: np.ndarray, odd: np.ndarray) -> tuple[int, bool]:
    """The rank over GF(2), and whether the system can be solved."""
    a, rank = np.column_stack([matrix, odd]).astype(int), 0
    for column in range(matrix.shape[1]):
        pivots = np.flatnonzero(a[rank:, column])
        if len(pivots):
            a[[rank, rank + pivots[0]]] = a[[rank + pivots[0], rank]]
            for r in range(len(a)):
                if r != rank and a[r, column]:
                    a[r] ^= a[rank]
            rank += 1
            if rank == len(a):
                break
    return rank, not a[rank:, -1].any()


def test_a_long_parity_is_kept() -> None:
    """Longer than what the solver takes in one piece."""
    m = Model("long")
    x = m.bools("x", 3000)
    m.parity(1, "odd", x)
    m.at_most(0, "all but the last", x[:-1])
    outcome = BACKEND.solve(m, LIMITS, Options())
    assert outcome.status is Status.SATISFIED
    assert outcome.values is not None
    assert evaluate(m, outcome.values) == []
    m.true("and not the last", -x[-1])
    assert BACKEND.solve(m, LIMITS, Options()).status is Status.UNSATISFIABLE


def test_a_guarded_parity_counts_only_under_its_guard() -> None:
    m = Model("guarded")
    x = m.bools("x", 4)
    m.parity(1, "odd if the first holds", x[1:], when=x[0])
    expected = [(0, a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    expected += [(1, a, b, c) for _, a, b, c in expected if (a + b + c) % 2]
    assert solutions(m, x) == sorted(expected)


def test_an_empty_parity() -> None:
    for odd, number in ((0, 2), (1, 0)):
        m = Model("empty")
        x = m.bools("x", 1)
        m.parity(odd, "of nothing", [[]])
        assert len(solutions(m, x)) == number


@pytest.mark.parametrize(
    ("clauses", "satisfiable"),
    [([0], False), ([1, 0, 0, 2, 0], False), ([1, 2, 0, 0], False), ([], True), ([1, 1, -1, 0, 2, 2, 0], True)],
)
def test_empty_clauses_are_seen_and_repeated_literals_are_taken(clauses: list[int], satisfiable: bool) -> None:
    """The package by itself passes over an empty clause in an array."""
    lowered = to_clauses(Model("none"), LIMITS, Options())
    flat = np.array(clauses, np.int32)
    lowered = replace(lowered, clauses=flat, rows=int((flat == 0).sum()), variables=5)
    holds = _find_solution(load_solver(lowered, LIMITS), lowered, LIMITS, Stopwatch())
    assert (holds is not None) is satisfiable
    assert holds is None or (len(holds) == 6 and (2 not in clauses or holds[2]))


def pigeons(n: int) -> Model:
    m = Model("pigeons")
    x = m.bools("x", (n + 1, n))
    m.any("each pigeon has a hole", x)
    m.at_most(1, "no hole has two", x.T)
    return m


def test_the_time_limit_is_kept_and_is_no_answer() -> None:
    with pytest.raises(LimitReached):
        BACKEND.solve(pigeons(14), Limits(seconds=0.5), Options())


def test_seeds_and_threads() -> None:
    assert BACKEND.solve(pigeons(5), Limits(seconds=60, threads=2), Options()).status is Status.UNSATISFIABLE
    rng = np.random.default_rng(3)
    m = Model("many solutions")
    x = m.bools("x", 60)
    m.any("three of them", np.array([rng.permutation(x)[:3] * rng.choice([-1, 1], 3) for _ in range(200)]))
    answers = {}
    for seed in (0, 1, 2, 3, 2**40 + 5, 0):
        values = BACKEND.solve(m, Limits(seed=seed), Options()).values
        assert values is not None
        assert answers.setdefault(seed, values.tolist()) == values.tolist()
    assert len({tuple(values) for values in answers.values()}) > 1
