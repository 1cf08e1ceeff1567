"""Definitions against all assignments: what remains has the same solutions, and they lift to those of the whole."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.sparse import csr_array

from backends.exchanging.definitions import LinearRows, substitute_definitions
from backends.exchanging.problem import exchange_problem
from backends.lowering.canonical import canonical_rules
from models.puzzles.registry import puzzle

VARIABLES = 9


def random_rows(seed: int) -> tuple[LinearRows, np.ndarray]:
    """Nine Booleans under two to four rows that may define one, of either sign, and others with their variables."""
    rng = np.random.default_rng(seed)
    matrix, lo, hi = [], [], []

    def add(coefs, low, high):
        row = np.zeros(VARIABLES, np.int64)
        row[rng.choice(VARIABLES, len(coefs), replace=False)] = coefs
        matrix.append(row)
        lo.append(low)
        hi.append(high)

    for _ in range(rng.integers(2, 5)):
        others = int(rng.integers(1, 4))
        add(np.array([-1] + [1] * others) * rng.choice([-1, 1]), 0, 0)
    for _ in range(3):
        add(np.ones(3, np.int64), 0, 1)
        add(rng.integers(-2, 3, 4), -1, 2)
    rows = LinearRows(csr_array(np.array(matrix)), np.array(lo), np.array(hi), np.arange(len(lo)))
    rows.matrix.eliminate_zeros()
    return rows, rng.random(len(lo)) < 0.8


def solutions(rows: LinearRows) -> np.ndarray:
    """All assignments that keep the rows, shape (solutions, variables), ascending."""
    values = np.array(list(product((0, 1), repeat=rows.matrix.shape[1])))
    sums = values @ rows.matrix.toarray().T
    return values[((rows.lo <= sums) & (sums <= rows.hi)).all(axis=1)]


def test_the_solutions_stay_the_same():
    defined, dropped = 0, 0
    for seed in range(300):
        rows, kept = random_rows(seed)
        definitions, rest = substitute_definitions(rows, kept)
        lifted = {tuple(definitions.lift(values)) for values in solutions(rest)}
        assert lifted == {tuple(values) for values in solutions(rows)}, seed
        assert set(rest.number) <= set(range(len(rows.lo))), seed
        defined += VARIABLES - len(definitions.remaining)
        dropped += len(rows.lo) - len(rest.lo)
    assert min(defined, dropped) > 100


def test_counted_rows_define_nothing():
    rows, _ = random_rows(0)
    definitions, rest = substitute_definitions(rows, np.zeros(len(rows.lo), bool))
    assert len(definitions.remaining) == VARIABLES
    assert (rest.matrix != rows.matrix).nnz == 0


@pytest.mark.parametrize("size", [(14, 14), (20, 31)])
def test_tents_are_sums_of_links(size):
    """All links of a board remain, and of its tents those that no tree is beside."""
    board, _ = puzzle("tents").generate(size, 0)
    model = puzzle("tents").formulations["default"](board)
    problem = exchange_problem(canonical_rules(model), model.variables, 12)
    remaining = set(problem.definitions.remaining + 1)
    tent, link = model.arrays["tent"], model.arrays["link"]
    trees = np.pad(board.trees, 1)
    beside = trees[:-2, 1:-1] | trees[2:, 1:-1] | trees[1:-1, :-2] | trees[1:-1, 2:]
    assert remaining == {*link.ravel(), *tent[~beside | board.trees]}
