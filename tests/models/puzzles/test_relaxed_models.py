"""Models that break one rule break it in every way, and no other: what `test_verify_keeps_every_rule` relies on."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from models.neutral import evaluate
from tests.support.puzzle_boards import solutions
from tests.support.relaxed_models import TOO_FEW, TOO_MANY, break_rule, breakable_rules
from tests.support.strategies import models


@pytest.mark.sample(0.125)
@settings(max_examples=60)
@given(models(objective=False))
def test_a_rule_is_broken_in_every_way_and_no_other_is(model):
    """Of random models, compared with all assignments of their variables; and of each rule without the others."""
    bounds = zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True)
    every = [np.array([0, *values]) for values in product(*(range(least, most + 1) for least, most in bounds))]
    for sentence in {block.sentence for block in model.blocks}:
        alone = model.copy()
        alone.blocks = [block for block in model.blocks if block.sentence == sentence]
        for m, side in product((model, alone), (TOO_FEW, TOO_MANY)):
            check_broken_models(m, (sentence, side), every)


def check_broken_models(m, rule, every):
    """The rule is broken from this side by some rows, or by all that are broken."""
    project = m.boolean_variables
    for quantifier, keep_other_side in ((any, False), (all, True)):
        possible = rule in breakable_rules(m)
        broken = solutions(break_rule(m, *rule, keep_other_side), project, 2**10) if possible else []
        expected = [values for values in every if is_broken(rule, evaluate(m, values), quantifier)]
        assert {tuple(values[project]) for values in broken} == {tuple(values[project]) for values in expected}


def is_broken(rule, broken_rows, quantifier):
    """Whether these are rows of this rule only, any (or all) of them broken from its side."""
    sides = [TOO_FEW if row.value < row.lo else TOO_MANY for row in broken_rows]
    return {row.sentence for row in broken_rows} == {rule[0]} and quantifier(side == rule[1] for side in sides)
