"""Random answers of a model: they keep it, and one is found wherever a small model has one."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from models.neutral import Model, evaluate
from models.puzzles.parts.planting import open_first, plant_answer
from models.puzzles.randomness import Stream
from tests.support.random_models import random_model

GRID = [(v, v + 1) for v in (0, 1, 3, 4)] + [(v, v + 3) for v in range(3)]  # two rows of three cells


def has_answer(model: Model) -> bool:
    return any(evaluate(model, [0, *values]) == [] for values in product((0, 1), repeat=model.variables))


def planted(model: Model, seed: int, likely: int = 50):
    variables = np.arange(1, model.variables + 1, dtype=np.int32)
    return plant_answer(model, variables, Stream("test", "answer", "small", seed), likely)


@pytest.mark.parametrize("part", range(8))
def test_an_answer_keeps_the_model_and_is_found_where_there_is_one(part):
    """Of models with all kinds of rows, guards and negative coefficients, by trying all assignments."""
    number = random.Random(part).randint
    found = {True: 0, False: 0}
    for seed in range(60):
        model = random_model(number, objective=False)
        if model.integer.any() or not model.variables:
            continue
        answer = planted(model, seed, likely=number(0, 100))
        assert (answer is not None) == has_answer(model)
        assert answer is None or evaluate(model, answer) == []
        found[answer is not None] += 1
    assert min(found.values()) > 2


def connected_cells(fixed: list[int]) -> Model:
    """Two rows of three cells, of which those that are there are connected, and these literals hold."""
    model = Model("cells")
    cells = model.bools("cell", 6)
    model.connected("connected", cells, GRID, by="lazy")
    model.true("fixed", fixed)
    return model


@pytest.mark.parametrize("fixed", list(product((1, -1), repeat=4)), ids=str)
def test_a_rule_that_is_open_is_kept(fixed):
    """Two cells in opposite corners, and the middle of both rows, there or not: all is found that can be connected."""
    model = connected_cells([sign * cell for sign, cell in zip(fixed, (1, 6, 2, 5), strict=True)])
    for seed in range(5):
        answer = planted(model, seed)
        assert (answer is not None) == has_answer(model)
        assert answer is None or evaluate(model, answer) == []


def test_answers_differ_by_seed_and_not_otherwise():
    model = connected_cells([1])
    answers = [tuple(planted(model, seed).tolist()) for seed in range(20)]
    assert answers == [tuple(planted(model, seed).tolist()) for seed in range(20)]
    assert len(set(answers)) > 5


def test_likely_says_how_many_free_variables_hold():
    model = Model("free")
    model.bools("x", 200)
    shares = [planted(model, 0, likely)[1:].mean() for likely in (0, 25, 75, 100)]
    assert shares[0] == 0
    assert shares[3] == 1
    assert shares[1] == pytest.approx(0.25, abs=0.1)
    assert shares[2] == pytest.approx(0.75, abs=0.1)


def test_the_first_model_with_an_open_rule_is_taken():
    """Else the first one."""
    plain, other, lazy = Model("plain"), Model("other"), connected_cells([1])
    assert open_first(iter([plain, lazy, other])) is lazy
    assert open_first(iter([plain, other])) is plain
