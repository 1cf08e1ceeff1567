"""A rewritten model has the same answers at the same cost, none more and none less."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from models.neutral import Model, objective_value
from models.neutral.json import to_json
from rosetta.studies.fuzzing.random_models import KINDS
from rosetta.studies.fuzzing.recipes import Recipe, make_model
from rosetta.studies.fuzzing.rewriting import STEPS, Rewriting, rewrite_model
from tests.support.brute_force import every_solution


def answers(model: Model) -> dict[tuple[int, ...], int | None]:
    """Every assignment that keeps all rows, with its cost, by trying all."""
    return {tuple(values.tolist()): objective_value(model, values) for values in every_solution(model)}


@cache
def small_models(profile: str) -> list[Model]:
    made = (make_model(Recipe(profile, 8, number)).model for number in range(0, 200, 2))
    return [model for model in made if np.prod((model.upper - model.lower + 1)[1:].astype(float)) <= 256][:12]


def require_same_answers(model: Model, rewriting: Rewriting) -> None:
    before = answers(model)
    carried = {tuple(rewriting.rewrite_values(np.array(point)).tolist()): cost for point, cost in before.items()}
    assert carried == answers(rewriting.model)
    restored = {tuple(rewriting.restore_values(np.array(point)).tolist()): cost for point, cost in carried.items()}
    assert restored == before


@pytest.mark.sample(4)
@pytest.mark.parametrize("profile", KINDS)
@pytest.mark.parametrize("step", STEPS)
def test_each_step_keeps_the_answers(profile, step):
    for number, model in enumerate(small_models(profile)):
        before = to_json(model)
        require_same_answers(model, Rewriting(*STEPS[step](model, np.random.default_rng(number)), (step,)))
        assert to_json(model) == before


@pytest.mark.sample(1)
@pytest.mark.parametrize("profile", KINDS)
def test_steps_after_each_other_keep_them(profile):
    """Most models are others then, and every step is used."""
    models, used = small_models(profile), set()
    rewritten = [rewrite_model(model, np.random.default_rng(number)) for number, model in enumerate(models)]
    for model, rewriting in zip(models, rewritten, strict=True):
        require_same_answers(model, rewriting)
        used |= set(rewriting.steps)
    assert used == set(STEPS)
    assert sum(to_json(a) != to_json(b.model) for a, b in zip(models, rewritten, strict=True)) > len(models) / 2
