"""Shuffling: the same solutions in another order, lifted to the model as stated; proofs are lifted too."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backends.contract import Limits, Options, Status
from backends.passes.shuffling import shuffle_model
from backends.registry import backend_named
from models.neutral import Model, evaluate, forms, objective_value
from models.puzzles.registry import names, puzzle
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import attempt
from tests.support.puzzle_boards import boards
from tests.support.strategies import models


def assignments(model):
    """All assignments within the bounds."""
    ranges = [range(low, high + 1) for low, high in zip(model.lower[1:], model.upper[1:], strict=True)]
    return (np.array((0, *values), np.int64) for values in product(*ranges))


@given(models(), st.integers(0, 5))
def test_the_solutions_and_what_they_cost_stay(model, seed):
    """Every assignment of the shuffled model breaks the same rows as the one it is lifted to."""
    shuffle = shuffle_model(model, seed)
    assert forms(shuffle.model) == forms(model)
    assert {name: array.tolist() for name, array in shuffle.model.arrays.items()} == {
        name: array.tolist() for name, array in model.arrays.items()
    }
    for values in assignments(shuffle.model):
        lifted = shuffle.lift_values(values)
        assert (model.lower <= lifted).all()
        assert (lifted <= model.upper).all()
        broken = sorted(map(str, evaluate(shuffle.model, values)))
        assert len(broken) == len(evaluate(model, lifted))
        assert objective_value(shuffle.model, values) == objective_value(model, lifted)


def text_of(model):
    """All that a solver sees."""
    rows = [
        (b.kind, b.rows.starts.tolist(), b.rows.literals.tolist(), b.lo.tolist(), b.hi.tolist()) for b in model.blocks
    ]
    return repr((rows, model.lower.tolist(), model.upper.tolist()))


@pytest.mark.parametrize("name", names())
def test_another_seed_is_another_order(name):
    """And the same seed the same."""
    board = max((p for p, _ in boards(name)), key=lambda p: len(puzzle(name).format(p)))
    model = next(iter(puzzle(name).formulations.values()))(board)
    texts = [text_of(shuffle_model(model, seed).model) for seed in (0, 1, 0)]
    assert texts[0] == texts[2]
    assert len({text_of(model), *texts}) == 3


def test_a_certificate_is_lifted():
    """The rows whose sum is 0 = 1 are named as they were stated, and add up to it there."""
    model = Model("odd")
    x = model.bools("x", 6)
    model.parity([0, 1, 0, 1, 1, 0], "pairs", [[x[i], x[(i + 1) % 6]] for i in range(6)])
    model.true("one holds", x[2])
    model.parity(1, "all", x)
    for seed in range(8):
        shuffle = shuffle_model(model, seed)
        outcome = backend_named("gf2").solve(shuffle.model, Limits(), Options())
        assert outcome.status is Status.UNSATISFIABLE
        certificate = shuffle.lift(outcome).certificate
        odd, used = 0, np.zeros(7, np.int64)
        for block, row in zip(certificate.blocks.tolist(), certificate.rows.tolist(), strict=True):
            literals = model.blocks[block].rows[row]
            odd += int(model.blocks[block].lo[row]) if block != 1 else 1
            used[np.abs(literals)] += 1
        assert odd % 2 == 1
        assert not (used % 2).any()


def test_fixed_literals_are_lifted():
    model = Model("fixed")
    x = model.bools("x", 5)
    model.true("given", [x[1], -x[3]])
    for seed in range(5):
        shuffle = shuffle_model(model, seed)
        outcome = backend_named("propagate").solve(shuffle.model, Limits(), Options())
        assert {2, -4} <= set(shuffle.lift(outcome).fixed.tolist())


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_verdicts_do_not_change(name):
    """Shuffled or not: the same status, the rules kept, the same cost, the same uniqueness."""
    record = puzzle(name)
    for board, _ in boards(name)[:4]:
        question = Question(record, board, {option: values[0] for option, values in record.options.items()})
        entrant = resolve_entrant(question, "cpsat", next(iter(record.formulations)))
        results = set()
        for shuffled, seed in ((False, 0), (True, 0), (True, 1)):
            tried = attempt(question, entrant, Limits(seed=seed), unique=True, shuffled=shuffled)
            assert not any(answer.broken for answer in tried.answers)
            costs = tried.answers[0].cost if tried.answers else None
            results.add((tried.outcome.status, tried.complete, len(tried.answers), costs))
        assert len(results) == 1
