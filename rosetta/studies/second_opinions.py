"""Second opinions: whom to ask about what one kind of engine claims, in which order, within one limit for all.

    no solution       an engine of each other kind
    none is better    the puzzle's own solvers first, which read the instance, then an engine of each other kind

They are asked one after the other until one says the same, or something else. Each has an equal share of what is left
of the limit, and leaves to the next what it does not use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from algebra.progress import Progress, ignore_progress
from algebra.work_clock import work_seconds
from backends.contract import Limits
from rosetta.studies.attempts import Attempt, attempt
from rosetta.studies.entrants import SECOND_OPINIONS, Entrant, resolve_entrant
from rosetta.studies.formulations import second_formulation
from rosetta.studies.question import Question

ON_OPTIMA = ("cpsat", "highs", "cnf")  # those that know bounds first
LEAST_SHARE = 0.1  # seconds that each has, whatever the others took


def ask_others(
    question: Question, first: Attempt, claim: str, limits: Limits, progress: Progress = ignore_progress
) -> Attempt | None:
    """The attempt of the first backend of another kind that ends with the same status on the rules as stated; else the
    last that comes to a definite answer, or the first that was asked. claim: `answer` or `optimal`; limits: of all of
    them together."""
    best: Attempt | None = None
    asked = list(_others(question, first, claim))
    end = work_seconds() + limits.seconds
    for number, entrant in enumerate(asked):
        share = (end - work_seconds()) / (len(asked) - number)
        other = attempt(question, entrant, replace(limits, seconds=max(share, LEAST_SHARE)), progress=progress)
        if best is None or other.outcome.status.is_definite:
            best = other
        if other.outcome.status is first.outcome.status:
            break
    return best


def _others(question: Question, first: Attempt, claim: str) -> Iterator[Entrant]:
    """Engines of other kinds, one of each."""
    own = [
        solver.name
        for solver in question.puzzle.extras.solvers
        if solver.unfit_reason(question.instance, **question.rules) is None
    ]
    names = (*own, *ON_OPTIMA) if claim == "optimal" else SECOND_OPINIONS
    formulation = second_formulation(question.puzzle, question.instance, first.entrant.formulation)
    options = replace(first.entrant.options, solver=None, parameters={})  # these are the first engine's
    entrants = (resolve_entrant(question, name, formulation, options) for name in names)
    return (entrant for entrant in entrants if entrant.kind != first.entrant.kind)
