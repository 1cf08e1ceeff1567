"""Unions of random models: what is said of their parts is what brute force says of each by itself."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

from models.neutral import evaluate, objective_value
from models.neutral.checking import check_block
from models.puzzles.model.instance import model_hash
from rosetta.studies.fuzzing.random_models import KINDS
from rosetta.studies.fuzzing.recipes import Recipe, draw_parts, make_model
from rosetta.studies.fuzzing.truth import truth_of_parts
from rosetta.studies.fuzzing.unions import Union, broken_parts, costs_of_parts, largest_numbers, take_parts
from tests.support.brute_force import every_solution

TOGETHER = 40


def union_of(profile: str, number: int = 0) -> Union:
    return draw_parts(Recipe(profile, 6, number * TOGETHER, together=TOGETHER))


def small_parts(union: Union, most: int) -> list[int]:
    """Parts of at most so many assignments."""
    sizes = np.ones(union.count)
    np.multiply.at(sizes, union.parts[1:], (union.model.upper - union.model.lower + 1)[1:])
    return np.flatnonzero(sizes <= most).tolist()


def part_of(union: Union, *parts: int) -> Union:
    return take_parts(union, np.isin(np.arange(union.count), parts))[0]


@pytest.mark.sample(3)
@pytest.mark.parametrize("profile", KINDS)
@pytest.mark.parametrize("number", range(4))
def test_truth_is_what_brute_force_says(profile, number):
    """Of drawn unions and of rewritten ones: how many answers, the least cost, and an answer that has it."""
    union = union_of(profile, number)
    for block in union.model.blocks:
        check_block(block, union.model)
    truth = truth_of_parts(union)
    assert (costs_of_parts(union, truth.witness) == truth.best)[truth.solutions > 0].all()
    assert (broken_parts(union, truth.witness) == (truth.solutions == 0))[truth.solutions > 0].all()
    for part in small_parts(union, 64):
        alone = part_of(union, part).model
        solutions = list(every_solution(alone))
        assert truth.solutions[part] == len(solutions)
        if solutions:
            assert truth.best[part] == min(objective_value(alone, each) or 0 for each in solutions)


@pytest.mark.parametrize("profile", KINDS)
def test_every_second_union_is_the_one_before_it_rewritten(profile):
    before, after = union_of(profile, 2), union_of(profile, 3)
    assert model_hash(before.model) != model_hash(after.model)
    truths = truth_of_parts(before), truth_of_parts(after)
    assert (truths[0].solutions == truths[1].solutions).all()
    assert (truths[0].best == truths[1].best).all()
    assert 0.6 < np.mean(truths[0].solutions > 0) < 1


@pytest.mark.parametrize("profile", KINDS)
def test_a_union_has_the_product_of_the_answers(profile):
    union = union_of(profile)
    some = part_of(union, *small_parts(union, 8)[:3])
    assert some.count > 1
    parts = [len(list(every_solution(part_of(some, each).model))) for each in range(some.count)]
    assert len(list(every_solution(some.model))) == prod(parts)


@pytest.mark.parametrize("profile", KINDS)
def test_broken_rows_and_costs_are_those_of_the_parts(profile):
    union, rng = union_of(profile, 1), np.random.default_rng(0)
    values = np.concatenate([[0], rng.integers(union.model.lower[1:], union.model.upper[1:] + 1)])
    broken, costs = broken_parts(union, values), costs_of_parts(union, values)
    assert broken.any()
    assert not broken.all()
    largest = largest_numbers(union)
    for part in range(union.count):
        alone, former = take_parts(union, np.arange(union.count) == part)
        assert bool(evaluate(alone.model, values[former])) == broken[part]
        assert (objective_value(alone.model, values[former]) or 0) == costs[part]
        assert largest_numbers(alone)[0] == largest[part]
    assert sum(costs) == (objective_value(union.model, values) or 0)


def test_a_recipe_makes_one_part_again():
    for number in (3, TOGETHER + 3):
        recipe = Recipe("mixed", 6, number, together=TOGETHER)
        union = draw_parts(recipe)
        assert model_hash(make_model(recipe).model) == model_hash(part_of(union, 3).model)
        planted = make_model(recipe).planted
        assert planted is None or evaluate(make_model(recipe).model, planted) == []
