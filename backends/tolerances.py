"""Large numbers: what is believed of a solver that keeps rows only up to a tolerance, and when it is asked again.

    largest number of a row   answer of the solver                      what is done
    from `rounded` on         rounded to whole numbers, it breaks rows  asked again without `step`, with `tight`
    from `confirmed` on       no solution                               asked again without `step`; that is believed
    from `confirmed` on       the optimum                               asked again without `step`: the better of both
    from `coarse` on          anything about all assignments            left out: only the answer is kept

What takes 1e-6 for whole takes a row with a coefficient of 1,000,000 for kept where it is missed by 1. Answers can be
checked, so wrong ones are noticed; of what is said of all other assignments, nothing can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from backends.contract import Outcome, Status
from backends.lowering.linear import LinearProgram
from models.neutral import Model, evaluate
from rosetta.foundation.limits import LimitReached

Parameters: TypeAlias = Mapping[str, bool | int | float | str]
Run: TypeAlias = Callable[..., Outcome]  # one run of the solver, with parameters by name; raises LimitReached


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerances:
    """What one solver's answers are worth where numbers are large. Each threshold: from such a number on.

    solver, step: their names in sentences; the step is the one that loses answers, and that can be left out
    plain: the parameters of a run without that step
    tight: those with the least tolerances that the solver takes; with none it is not asked again where an answer breaks
        rows
    rounded: an answer may break rows when it is rounded
    confirmed: "no solution" and an optimum may be wrong, and are confirmed by a run without the step
    coarse: a tolerance is as large as 1 in a row: nothing that is said of all assignments is a proof. A backend tells
        it as `proves_below`
    wide: the same for bounds of a variable, told as `proves_within`
    relative: the tolerance of a row grows with its sides, so that these count as its coefficients do"""

    solver: str
    step: str
    plain: Parameters
    tight: Parameters
    rounded: int
    confirmed: int
    coarse: int
    wide: int
    relative: bool = False

    @property
    def unconfirmed(self) -> str:
        """The note where time runs out before an optimum is confirmed."""
        return (
            f"{self.solver} calls this optimal, but its {self.step} is not to be believed here, and without it time "
            "ran out"
        )

    @property
    def too_coarse(self) -> str:
        """The note where something was claimed of all assignments that is no proof."""
        return (
            f"{_genitive(self.solver)} tolerances are too coarse for coefficients of {self.coarse:,} and more to prove "
            "anything"
        )

    @property
    def too_wide(self) -> str:
        """The same where it is a variable that is large."""
        return (
            f"{_genitive(self.solver)} tolerances are too coarse for variables of {self.wide:,} and more to prove "
            "anything"
        )

    @property
    def not_whole(self) -> str:
        """The note where there is no answer but one that breaks rows."""
        return (
            f"{_genitive(self.solver)} answer has variables that are whole only up to a tolerance; rounded, it breaks "
            "rows"
        )


def _genitive(name: str) -> str:
    return f"{name}'" if name.endswith("S") else f"{name}'s"


def ask_with_care(
    model: Model, program: LinearProgram, run: Run, tolerances: Tolerances, parameters: Parameters
) -> Outcome:
    """What the solver says, where need be confirmed by a second run, and no more than its tolerances allow. program:
    what the model was lowered to. Raises LimitReached if time ends with nothing in hand."""
    largest = largest_of_rows(program, tolerances.relative)
    outcome, plain = run(**parameters), {**parameters, **tolerances.plain}
    if outcome.status is Status.UNSATISFIABLE and largest >= tolerances.confirmed:
        outcome = run(**plain)
    is_wide = largest_bound(program) >= tolerances.wide
    if (largest >= tolerances.rounded or is_wide) and breaks_rows(model, outcome):
        if tolerances.tight:
            outcome = run(**{**plain, **tolerances.tight})
        if breaks_rows(model, outcome):
            note = tolerances.not_whole
            return replace(outcome, status=Status.UNKNOWN, values=None, objective=None, bound=None, note=note)
    if outcome.status is Status.OPTIMAL and largest >= tolerances.confirmed:
        try:
            again = run(**plain)
        except LimitReached:
            again = Outcome(Status.UNKNOWN)
        doubt = tolerances.too_coarse if largest >= tolerances.coarse else tolerances.unconfirmed
        outcome = _better_optimum(model, outcome, again, doubt)
    if largest >= tolerances.coarse:
        return drop_claims(outcome, tolerances.too_coarse)
    return drop_claims(outcome, tolerances.too_wide) if is_wide else outcome


def largest_of_rows(program: LinearProgram, with_sides: bool) -> int:
    """The largest coefficient of a row, without its sign. with_sides: or side that can be missed."""
    largest = int(np.abs(program.table.coefs).max(initial=0))
    if not with_sides:
        return largest
    sides = np.concatenate(program.bounds)
    return max(largest, int(np.abs(sides[np.isfinite(sides)]).max(initial=0)))


def largest_bound(program: LinearProgram) -> int:
    """Of a variable, without its sign."""
    return int(max(np.abs(program.lower).max(initial=0), np.abs(program.upper).max(initial=0)))


def breaks_rows(model: Model, outcome: Outcome) -> bool:
    """Is it an answer that is none?"""
    return outcome.values is not None and evaluate(model, outcome.values) != []


def _better_optimum(model: Model, outcome: Outcome, again: Outcome, doubt: str) -> Outcome:
    """The better answer of the two. again: of the second run, which proves the optimum only if it came to its end;
    doubt: the note if it did not."""
    if again.status is not Status.OPTIMAL or breaks_rows(model, again):
        return replace(outcome, status=Status.SATISFIED, bound=None, note=doubt)
    assert outcome.objective is not None
    assert again.objective is not None
    return again if again.objective < outcome.objective else outcome


def drop_claims(outcome: Outcome, note: str) -> Outcome:
    """The answer, without what is said of all other assignments."""
    if outcome.status is Status.UNSATISFIABLE:
        return replace(outcome, status=Status.UNKNOWN, note=note)
    if outcome.status is Status.OPTIMAL:
        return replace(outcome, status=Status.SATISFIED, bound=None, note=note)
    return replace(outcome, bound=None)
