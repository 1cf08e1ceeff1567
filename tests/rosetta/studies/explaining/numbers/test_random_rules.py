"""Random rules about numbers: what explanations conclude holds in every solution, and follows from what they say."""

from __future__ import annotations

import random

import numpy as np
import pytest

from benchmarks.explaining.entailment import has_counterexample
from rosetta.studies.explaining.step_reasons import assign_literals
from tests.rosetta.studies.explaining.numbers.test_number_steps import FORBIDDEN, traced
from tests.support.number_models import number_model, number_solutions
from tests.support.number_rules import STATED

SEEDS = 40


def value_of(model, place, values):
    """The value of a number in a solution, by variable number."""
    if place.variable:
        return int(values[place.variable])
    (choice,) = (each for each in model.choice_arrays if each.name == place.array)
    number = int(np.ravel_multi_index(place.index, choice.shape))
    return int((values[choice.literals[number]] * choice.values).sum())


def holds(words, model, literal, values):
    number = words.number_rows.number(literal)
    if number < 0:
        return (values[abs(literal)] == 1) == (literal > 0)
    value = value_of(model, words.numbers.places[number], values)
    return (value == words.value_of[abs(literal)]) == (literal > 0)


@pytest.mark.parametrize("kind", sorted(STATED))
def test_explanations_of_random_rules_hold(kind):
    told = 0
    for seed in range(SEEDS):
        draw = random.Random(seed)
        model, pool = number_model()
        for each in (kind, draw.choice(sorted(STATED))):
            STATED[each](draw, model, pool)
        solutions = list(number_solutions(model))
        words, steps, trace = traced(model)
        assert bool(trace.conflicts) == (not solutions), seed
        for conflict in trace.conflicts:
            places = (*conflict.clues, *conflict.rules)
            lines = [*words.describe_clash(places, conflict.chain), *(words.row(place).name for place in places)]
            assert not any(map(FORBIDDEN.search, lines)), (seed, lines)
        values = words.rows.open_values()
        for folded in steps:
            reasons, _ = words.describe_folded(folded, values)
            assert reasons, seed
            assert not any(map(FORBIDDEN.search, reasons)), (seed, reasons)
            assert not has_counterexample(words.model, folded.step.rows, folded.step), (seed, folded)
            assert all(holds(words, model, x, each) for x in folded.step.conclusion for each in solutions), seed
            assign_literals(values, folded.step.conclusion)
            told += 1
    assert told
