"""Random small models as a strategy of hypothesis, which shrinks those that fail; and tests of few examples or many."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from models.neutral import Model
from tests.support.random_models import random_model

_numbers = cache(st.integers)  # making a strategy takes longer than drawing from it


@st.composite
def models(draw, objective: bool | None = None) -> Model:
    """As `random_model`."""
    return random_model(lambda low, high: draw(_numbers(low, high)), objective)


def drawn(few: int, many: int, *strategies: SearchStrategy) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator: the test gets what is drawn from these strategies, new in every run: a few times, or, in `make
    exhaustive`, as often as it takes to be sure."""

    def decorate(check: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.parametrize("examples", [few, pytest.param(many, marks=pytest.mark.exhaustive)])
        def run(examples: int) -> None:
            how = settings(
                max_examples=examples,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                database=None,
                report_multiple_bugs=False,
            )
            how(given(*strategies)(check))()

        run.__name__, run.__doc__, run.__module__ = check.__name__, check.__doc__, check.__module__
        return run

    return decorate
