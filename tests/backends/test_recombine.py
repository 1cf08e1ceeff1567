"""Exchanges as a backend: boards with long sums against the rules of the puzzle, random models against brute force, and
what it leaves open."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from backends.contract import Limits, Options, Status, Unsupported
from backends.recombine import BACKEND
from backends.registry import backend_named
from models.neutral import Model, evaluate
from models.puzzles.registry import puzzle
from rosetta.foundation.limits import LimitReached

LIMITS = Limits(seconds=60.0)
SHORT = Options(parameters={"length": "2"})


def random_model(seed: int) -> Model:
    """Ten Booleans under a few clauses, rows that allow one literal, weighted rows of two, and two or three sums of six
    to nine literals of both signs."""
    rng = np.random.default_rng(seed)
    model = Model(f"random {seed}")
    x = model.bools("x", 10)

    def literals(length: int) -> np.ndarray:
        return rng.choice(x, length, replace=False) * rng.choice([-1, 1], length)

    for _ in range(2):
        model.any("clause", literals(3))
        model.at_most(1, "one at most", literals(2))
        model.linear(-1, 3, "weighted", literals(2), rng.integers(-3, 4, 2))
    for _ in range(int(rng.integers(2, 4))):
        length = int(rng.integers(6, 10))
        low = int(rng.integers(1, length - 1))
        model.between(low, low + int(rng.integers(0, 2)), "sum", literals(length))
    return model


def has_solution(model: Model) -> bool:
    """By trying all 1,024 assignments at once."""
    values = np.array(list(product((0, 1), repeat=model.variables)))
    holds = np.ones(len(values), bool)
    for block in model.blocks:
        coefs = np.ones(len(block.rows.literals), int) if block.coefs is None else block.coefs
        for row, (first, end) in enumerate(pairwise(block.rows.starts)):
            literals = block.rows.literals[first:end]
            terms = np.where(literals > 0, values[:, np.abs(literals) - 1], 1 - values[:, np.abs(literals) - 1])
            sums = terms @ coefs[first:end]
            holds &= (block.lo[row] <= sums) & (sums <= block.hi[row])
    return bool(holds.any())


@pytest.mark.parametrize(("name", "models"), [("recombine", 40), ("recombine:cpsat", 40)])
def test_random_models_against_brute_force(name, models):
    """A model with a solution gets one that keeps every row; one without is left open, or refuted before the search."""
    searched = 0
    for model in map(random_model, range(models)):
        solvable = has_solution(model)
        try:
            outcome = backend_named(name).solve(model, Limits(seconds=30.0 if solvable else 0.1), SHORT)
        except LimitReached:
            assert not solvable, model.name
            continue
        if outcome.values is not None:
            assert evaluate(model, outcome.values) == [], model.name
        assert (outcome.status is Status.SATISFIED) is solvable, (model.name, outcome.note)
        assert solvable or outcome.status in (Status.UNKNOWN, Status.UNSATISFIABLE)
        searched += outcome.stats.get("accepted", 0) > 0
    assert searched > models // 10


@pytest.mark.parametrize("size", [(30, 30), (14, 40), (50, 50)])
def test_boards_are_solved_by_the_rules_of_the_puzzle(size):
    """Tents boards of the source's generator, judged by code that shares nothing with models."""
    tents = puzzle("tents")
    board, _ = tents.generate(size, 2)
    model = tents.formulations["default"](board)
    outcome = BACKEND.solve(model, LIMITS, Options())
    assert outcome.status is Status.SATISFIED, outcome.note
    assert tents.verify(board, tents.decode(board, model, outcome.values)) == []
    assert outcome.stats["accepted"] > 0


def test_the_same_seed_gives_the_same_search():
    """To the number of exchanges, on a board that is not solved so soon."""
    tents = puzzle("tents")
    board, _ = tents.generate((40, 40), 0)
    model, options = tents.formulations["default"](board), Options(parameters={"chains": "20000"})
    runs = [BACKEND.solve(model, Limits(seconds=60.0, seed=seed), options) for seed in (5, 5, 6)]
    assert runs[0].stats == runs[1].stats
    assert runs[0].stats != runs[2].stats


def test_sums_that_cannot_be_met_are_left_open():
    """Each row of the square by itself can have its seven, and each column its eight; together they cannot."""
    model = Model("square")
    x = model.bools("x", (14, 14))
    model.any("pairs", np.stack([x[:, 0::2].ravel(), x[:, 1::2].ravel()], axis=1))
    model.exactly(7, "rows", x)
    model.exactly(8, "columns", x.T)
    for seconds in (0.5, 2, 8, 32):  # until the search has begun
        outcome = BACKEND.solve(model, Limits(seconds=seconds), Options(parameters={"chains": "1000000000"}))
        assert (outcome.status, outcome.values) == (Status.UNKNOWN, None)
        if f"time limit of {seconds} s; never fewer than" in outcome.note:
            break
    else:
        raise AssertionError(outcome.note)
    outcome = BACKEND.solve(model, LIMITS, Options(parameters={"chains": "1000"}))
    assert (outcome.status, outcome.stats["chains"]) == (Status.UNKNOWN, 1000)
    assert outcome.note.startswith("undecided after 1,000 chains, ")
    assert outcome.note.endswith(" long sums off")


def test_a_sum_that_nothing_changes_is_left_open():
    """The sum of a variable and of what is not among the twelve that define it is twelve, never seven."""
    model = Model("constant")
    t, y = model.bools("t", 1), model.bools("y", 12)
    model.exactly(1, "definition", np.concatenate([-t, y]))
    model.exactly(7, "sum", np.concatenate([t, -y]))
    outcome = BACKEND.solve(model, LIMITS, Options(parameters={"chains": "1000"}))
    assert (outcome.status, outcome.values, outcome.stats["chains"]) == (Status.UNKNOWN, None, 1000)


def test_integers_in_a_row_are_refused():
    """Whatever number a variable has among those that remain."""
    model = Model("bounded objective")
    t, y, z = model.bools("t", 3), model.bools("y", (3, 5)), model.ints("z", 1, 0, 9)
    model.exactly(1, "definitions", np.concatenate([-t[:, None], y], axis=1))
    model.exactly(2, "sum", y.ravel())
    model.linear(3, 9, "bound", np.concatenate([z, t[:1]]), np.array([1, 2]))
    with pytest.raises(Unsupported, match="integers in the objective"):
        BACKEND.solve(model, LIMITS, Options())


def test_short_rows_that_cannot_hold_are_refuted_by_the_inner_backend():
    """Three literals, pairwise not all alike; and a sum over others."""
    model = Model("triangle")
    a, b, c = x = model.bools("x", 3)
    y = model.bools("y", 14)
    for first, second in ((a, b), (b, c), (a, c)):
        model.exactly(1, "differ", [[first, second]])
    model.exactly(7, "sum", y)
    outcome = BACKEND.solve(model, LIMITS, Options())
    assert outcome.status is Status.UNSATISFIABLE
    assert outcome.note.startswith("cnf on the short rows alone")
    assert len(x) == 3


def test_what_has_no_long_sum_goes_to_the_inner_backend():
    model = Model("small")
    model.exactly(2, "sum", model.bools("x", 5))
    outcome = BACKEND.solve(model, LIMITS, Options())
    assert outcome.status is Status.SATISFIED
    assert outcome.values.sum() == 2
    assert outcome.note == "cnf on the whole of what is left, which has no long sum"
