"""The seconds of a whole command."""

import pytest

from backends.contract import Limits
from rosetta.studies.asking.budgets import BUDGET, choose_budget


@pytest.mark.parametrize(
    ("time_limit", "budget", "seconds"),
    [
        (None, None, BUDGET),
        (Limits().seconds, None, BUDGET),
        (3.0, None, BUDGET),
        (2 * Limits().seconds, None, 2 * BUDGET),
        (600.0, None, 60 * BUDGET),
        (None, 7.0, 7.0),
        (600.0, 7.0, 7.0),
    ],
)
def test_a_budget_that_is_not_set_follows_a_longer_time_limit(time_limit, budget, seconds):
    assert choose_budget(time_limit, budget) == pytest.approx(seconds)
