"""Budgets: the seconds for a whole command, in which several solves share.

    time limit   what the user says, else that of `Limits`
    budget       what the user says, else BUDGET seconds; in proportion more for a time limit that is set, and longer
                 than the usual one, so that as many solves can take all of it

What is not begun when the budget ends is left out, and what a budget cuts short says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from backends.contract import Limits
from rosetta.foundation.work_clock import work_seconds

BUDGET = 45.0  # seconds, with the usual time limit


@dataclass(slots=True)
class Deadline:
    """When the budget ends, on the clock of `work_clock`. Loading loops moves it back, too, as no limit counts that."""

    at: float = inf

    def seconds_left(self) -> float:
        return self.at - work_seconds()


def choose_budget(time_limit: float | None, budget: float | None) -> float:
    """Seconds for everything. time_limit, budget: those that the user set, None where it was not done."""
    if budget is not None:
        return budget
    usual = Limits().seconds
    return BUDGET * max(usual if time_limit is None else time_limit, usual) / usual
