"""Variables that a model declares after its global rules: in every formulation they are found again."""

from __future__ import annotations

import pytest

import rosetta as rs
from models.neutral.global_rules.registry import formulation_names
from models.puzzles.model.instance import ModelInstance, own_number
from models.puzzles.model.record import own_formulations

BY = ("intervals", "values", "pairs")


def later_numbers(by="intervals"):
    """Rules whose formulation declares variables, and behind them integers, choices and Booleans."""
    m = rs.Model("later")
    first = m.ints("first", 3, 1, 3)
    m.all_different("the first are different", first, by=by)
    second, third, flags = m.ints("second", 2, 5, 8), m.choices("third", 2, [2, 5, 7]), m.bools("flag", 2)
    m.linear(14, 14, "the second add up", second, 1)
    m.all_different("the third are different", third, by=by)
    m.exactly(1, "one flag", flags)
    m.true("given", first[0].is_(2))
    return m


@pytest.mark.parametrize("stated", BY)
@pytest.mark.parametrize("asked", BY)
def test_answers_are_the_same_in_every_formulation(stated, asked):
    model = later_numbers(stated)
    values = rs.solve(model, formulation=asked).answer
    assert sorted(values["first"]) == [1, 2, 3]
    assert sum(values["second"]) == 14
    assert len(set(values["third"])) == 2
    assert sum(values["flag"]) == 1
    assert rs.count(model, formulation=asked).count == 2 * 3 * 6 * 2


def test_numbers_lead_there_and_back():
    instance = ModelInstance(later_numbers())
    told = instance.projected_variables().tolist()
    for by in formulation_names("all_different"):
        model = own_formulations(instance)[by](instance)
        assert [own_number(instance, model, x) for x in instance.projected_variables(model).tolist()] == told
