"""Time that is enough on a machine with other work to do: no test asks whether something is quick."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from backends.contract import Outcome
from rosetta.foundation.limits import LimitReached

PATIENCE = 120.0  # seconds for what would otherwise never end
T = TypeVar("T")


def answer_within_limit(solve: Callable[[float], T], seconds: float = 0.5) -> T:
    """What comes of the first limit that leaves time for an answer: so many seconds, or two, four, .. times as many."""
    while seconds < PATIENCE:
        with suppress(LimitReached):
            found = solve(seconds)
            if not isinstance(found, Outcome) or found.values is not None:
                return found
        seconds *= 2
    raise AssertionError("no answer within any limit")
