"""Formulations where the numbers of the cases may be other values: holes, single values, values just beyond."""

from __future__ import annotations

import pytest

from models.neutral.global_rules.registry import kind_of
from tests.models.neutral.global_rules.test_formulations import answers, completions, has_several
from tests.support.rule_cases import FORMULATIONS, cases_of
from tests.support.rule_strength import ORDER, is_single, weakest


@pytest.mark.sample(6)
@pytest.mark.parametrize(("kind", "by"), FORMULATIONS)
def test_formulations_are_what_they_say_whatever_the_values_are(kind, by):
    """They mean the rule; what they declare is determined, if they say so; propagation finds what they promise."""
    formulation = kind_of(kind).formulations[by]
    cases = [case for case in cases_of(kind) if any(number.form != "Boolean" for number in case.numbers)]
    for case in (case.varied(seed) for case in cases for seed in range(4)):
        assert answers(*case.model(by)) == case.kept(), case
        assert not formulation.unique or not has_several(completions(*case.model(by))), case
        if is_single(case):
            strength, left = weakest(case, by)
            assert ORDER.index(strength) <= ORDER.index(formulation.strength), (case, left)
