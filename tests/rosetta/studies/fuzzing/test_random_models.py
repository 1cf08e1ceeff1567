"""Random models are those of their number, small, legal, and of every kind; what is planted keeps every row."""

from __future__ import annotations

import numpy as np
import pytest

from models.neutral import Kind, evaluate
from models.puzzles.model.instance import model_hash
from rosetta.studies.fuzzing.random_models import KINDS
from rosetta.studies.fuzzing.recipes import Recipe, make_model
from tests.support.brute_force import first_solution


@pytest.mark.sample(1)
@pytest.mark.parametrize("profile", KINDS)
def test_models_of_a_profile(profile):
    """Each is another one, and the same again; some have a solution, many a planted one."""
    made = [make_model(Recipe(profile, 3, number)) for number in range(60)]
    assert len({model_hash(each.model) for each in made[::2]}) == 30
    for number in (6, 7):
        assert model_hash(make_model(Recipe(profile, 3, number)).model) == model_hash(made[number].model)
        assert model_hash(make_model(Recipe(profile, 4, number)).model) != model_hash(made[number].model)
    planted = [each for each in made if each.planted is not None]
    assert all(evaluate(each.model, each.planted) == [] for each in planted)
    assert 15 < len(planted) < 45
    assert [each.rewriting is not None for each in made] == [False, True] * 30
    small = [each.model for each in made if np.prod((each.model.upper - each.model.lower + 1)[1:].astype(float)) < 300]
    solvable = [first_solution(model) is not None for model in small]
    assert any(solvable)


def test_every_kind_of_row_comes_up():
    kinds = {block.kind for number in range(40) for block in make_model(Recipe("mixed", 0, number)).model.blocks}
    assert kinds == set(Kind)
    assert any(
        block.when is not None for number in range(40) for block in make_model(Recipe("mixed", 0, number)).model.blocks
    )
