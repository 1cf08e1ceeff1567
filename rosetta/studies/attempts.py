"""One backend on one formulation of one instance: build the model, solve, decode, check the answer.

An *attempt* is what happened; whether it is believed is decided over all attempts together (`comparing.judge`).
Every answer is checked twice, by code that no solver shares: against the rows as stated (`models.neutral.evaluate`) and
against the puzzle's own rules (`verify`). What an answer costs is computed from it, not taken from the solver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Values
from backends.profiles import profiles_of
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.contract import InputError
from rosetta.studies.question import (
    CheckedAnswer,
    Entrant,
    Question,
    checked_answer,
    entrant_options,
    find_derived_pieces,
    forbid_answers,
)
from rosetta.studies.special_solvers import KIND, resolve_backend

Tick: TypeAlias = Callable[[str, float], None]


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """What happened. answers: those found; complete: the engine says there are no others; derived_pieces: the pieces
    that propagation derived for every answer, None where it was not used."""

    entrant: Entrant
    kind: str
    outcome: Outcome
    seconds: Mapping[str, float]
    answers: tuple[CheckedAnswer, ...] = ()
    complete: bool = False
    derived_pieces: frozenset[Hashable] | None = None

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def attempt(
    question: Question, entrant: Entrant, limits: Limits, unique: bool = False, tick: Tick | None = None
) -> Attempt:
    """Run the entrant. With `unique`, also look for a second answer; `complete` then says there is none."""
    backend, options = resolve_backend(question, entrant.backend, entrant_options(question.puzzle, entrant))
    kind, start = backend.kind, time.perf_counter()
    alone = unique and kind == KIND  # it reads the instance, not the model, so it cannot be forbidden an answer
    try:
        model = question.model(entrant.formulation)
        # asking for uniqueness needs the variables of the answer, which a formulation may not have by itself
        project = question.puzzle.project(question.instance, model) if unique and not alone else None
    except InputError as refusal:
        return Attempt(entrant, kind, Outcome(Status.UNSUPPORTED, note=str(refusal)), {})
    built = time.perf_counter() - start
    outcome = supervisor.solve(backend, model, limits, options, _entrant_tick(entrant, tick))
    if outcome.values is None and outcome.status in (Status.SATISFIED, Status.OPTIMAL):
        outcome = replace(outcome, status=Status.ERROR, note=f"claims {outcome.status.value} and shows no assignment")
    if alone and outcome.values is not None:
        outcome = replace(outcome, note=_join_notes(outcome.note, "finds one answer, was not asked for others"))
    start = time.perf_counter()
    answers: tuple[CheckedAnswer, ...] = (
        () if outcome.values is None else (checked_answer(question, model, outcome.values),)
    )
    seconds = {"build": built, **outcome.seconds, "verify": time.perf_counter() - start}
    complete, pieces = outcome.status is Status.UNSATISFIABLE, find_derived_pieces(question, model, outcome)
    if project is not None and outcome.values is not None and not answers[0].broken:
        remaining = replace(limits, seconds=max(limits.seconds - sum(outcome.seconds.values()), 0.1))
        rest = forbid_answers(model, project, [outcome.values])
        other = supervisor.solve(backend, rest, remaining, options, _entrant_tick(entrant, tick))
        if other.status is Status.UNSUPPORTED:  # it takes no clauses, so that it cannot be forbidden an answer
            other = _second_solution(backend, model, project, outcome.values, remaining, options)
        outcome = replace(outcome, loading=outcome.loading + other.loading)
        complete = other.status is Status.UNSATISFIABLE
        if other.values is not None:
            answers = (*answers, checked_answer(question, rest, other.values))
        elif not complete:
            outcome = replace(outcome, note=_join_notes(outcome.note, f"uniqueness not settled: {other.note}"))
    return Attempt(entrant, kind, outcome, seconds, answers, complete, pieces)


def _second_solution(
    backend: Backend, model: Model, project: NDArray[np.int32], first: Values, limits: Limits, options: Options
) -> Outcome:
    """An assignment that differs from the first on `project`, out of a list of two."""
    two: list[Values] = []
    ended = supervisor.solutions(backend, model, project, limits, options, two.append, 2)
    for values in two:
        if (values[project] != first[project]).any():
            return Outcome(Status.SATISFIED, values)
    return Outcome(Status.UNSATISFIABLE if ended.complete else Status.UNKNOWN, note=ended.note)


def profile_of(question: Question, entrant: Entrant) -> str:
    """The profile that the entrant runs with: the default one where no parameters are tuned."""
    backend, options = resolve_backend(question, entrant.backend, entrant.options)
    profiles = profiles_of(backend, options.solver, question.puzzle.name)
    return options.profile if options.profile in profiles else profiles[0]


def _entrant_tick(entrant: Entrant, tick: Tick | None) -> supervisor.Tick | None:
    return None if tick is None else lambda elapsed: tick(entrant.backend, elapsed)


def _join_notes(*notes: str) -> str:
    return "; ".join(filter(None, notes))
