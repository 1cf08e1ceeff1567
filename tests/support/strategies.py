"""Random small models as a strategy of hypothesis, which shrinks those that fail."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from models.neutral import Model
from tests.support.random_models import random_model

_numbers = cache(st.integers)  # making a strategy takes longer than drawing from it


@st.composite
def models(draw, objective: bool | None = None) -> Model:
    """As `random_model`."""
    return random_model(lambda low, high: draw(_numbers(low, high)), objective)
