"""One backend on one formulation of one instance: build the model, solve, decode, check the answer.

An *attempt* is what happened; whether it is believed is decided over all attempts together (`judging.judge`).
Every answer is checked twice, by code that no solver shares: against the rows as stated (`models.neutral.evaluate`) and
against the puzzle's own rules (`verify`). What an answer costs is computed from it, not taken from the solver.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import STEPS, Ending, Limits, Outcome, StatedFile, Status, Values
from backends.passes.blocking import SENTENCE, blocking_clauses
from backends.passes.shuffling import shuffle_model
from backends.running import supervisor
from models.neutral import Model, objective_value
from models.puzzles.contract import Answer
from models.puzzles.model.instance import ModelInstance
from report.comparison.records import total_seconds
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress, name_progress
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import Entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.certificates import describe_infeasible_row


@dataclass(frozen=True, slots=True, eq=False)
class CheckedAnswer:
    """An answer, what it costs, and the rules it breaks."""

    answer: Answer
    cost: int | None
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """What happened.

    seconds: by step, of the solve and of the one that looks for another answer
    answers: those found
    complete: the engine says there are no others
    derived_pieces: the pieces that propagation derived for every answer, None where it was not used
    sole_row: the row that forbids the answer and alone cannot hold, so that the engine was not asked for another, and
        there is none
    cut_to: the seconds that it had, where more were asked for, and would have helped"""

    entrant: Entrant
    outcome: Outcome
    seconds: Mapping[str, float]
    answers: tuple[CheckedAnswer, ...] = ()
    complete: bool = False
    derived_pieces: frozenset[Hashable] | None = None
    sole_row: str | None = None
    cut_to: float | None = None

    @property
    def total(self) -> float:
        return total_seconds(self.seconds)


def attempt(
    question: Question,
    entrant: Entrant,
    limits: Limits,
    unique: bool = False,
    progress: Progress = ignore_progress,
    shuffled: bool = False,
) -> Attempt:
    """Run the entrant. With `unique`, also look for a second answer; `complete` then says there is none. progress: gets
    the entrant's name and the seconds; shuffled: the solver gets variables and rows in the order that the seed of the
    limits gives, unless it is one of the puzzle's own, which read the instance."""
    progress = name_progress(entrant.name, progress)
    alone = unique and entrant.special  # it reads the instance, not the model, so it cannot be forbidden an answer
    try:
        stated = question.state_model(entrant.formulation)
        start, model = work_seconds(), stated.model.copy()
        # asking for uniqueness needs the variables of the answer, which a formulation may not have by itself
        project = question.puzzle.project(question.instance, model) if unique and not alone else None
    except InputError as refusal:
        return Attempt(entrant, Outcome(Status.UNSUPPORTED, note=str(refusal)), {})
    built = stated.seconds + work_seconds() - start
    shuffled = shuffled and not entrant.special
    file = None if shuffled else _stated_file(question)
    outcome = _solve(entrant, model, limits, progress, shuffled, file)
    if outcome.values is None and outcome.status in (Status.SATISFIED, Status.OPTIMAL):
        outcome = replace(outcome, status=Status.ERROR, note=f"claims {outcome.status} and shows no assignment")
    if alone and outcome.values is not None:
        outcome = replace(outcome, note=_join_notes(outcome.note, "finds one answer, was not asked for others"))
    start = work_seconds()
    answers: tuple[CheckedAnswer, ...] = (
        () if outcome.values is None else (_check_answer(question, model, outcome.values),)
    )
    checking = work_seconds() - start
    complete, pieces = outcome.status is Status.UNSATISFIABLE, _derived_pieces(question, model, outcome)
    sole_row = None
    if project is not None and outcome.values is not None and not answers[0].broken:
        remaining = replace(limits, seconds=limits.seconds - outcome.total)
        rest = _forbid_answer(model, project, outcome.values)
        other = Outcome(Status.UNKNOWN, note=limits.time_limit_note, ended=Ending.TIME)
        if remaining.seconds > 0:
            other = _solve(entrant, rest, remaining, progress, shuffled)
        if other.status is Status.UNSUPPORTED:  # it takes no clauses, so that it cannot be forbidden an answer
            other = _second_solution(entrant, model, project, outcome.values, remaining)
        outcome = replace(
            outcome,
            seconds={step: outcome.seconds.get(step, 0.0) + other.seconds.get(step, 0.0) for step in STEPS},
            loading=outcome.loading + other.loading,
            cpu=outcome.cpu + other.cpu,
            peak_memory=max(outcome.peak_memory, other.peak_memory),
            contention=outcome.contention and other.contention and outcome.contention + other.contention,
        )
        complete, start = other.status is Status.UNSATISFIABLE, work_seconds()
        if other.values is not None:
            answers = (*answers, _check_answer(question, rest, other.values))
        elif other.ended is Ending.NOT_ASKED and (sole_row := describe_infeasible_row(question, rest)):
            outcome = replace(outcome, note=_join_notes(outcome.note, f"not asked for another answer: {sole_row}"))
        elif not complete:
            outcome = replace(outcome, note=_join_notes(outcome.note, f"uniqueness not settled: {other.note}"))
        checking += work_seconds() - start
    seconds = {"build": built, **outcome.seconds, "verify": checking}
    return Attempt(entrant, outcome, seconds, answers, complete, pieces, sole_row)


def _stated_file(question: Question) -> StatedFile | None:
    """The file that the models of the question say no more and no less than, None without one."""
    instance = question.instance
    if not isinstance(instance, ModelInstance) or not instance.file_format:
        return None
    return StatedFile(instance.file_format, instance.content)


def _solve(
    entrant: Entrant, model: Model, limits: Limits, progress: Progress, shuffled: bool, file: StatedFile | None = None
) -> Outcome:
    """What the entrant says of the model, which it may get shuffled. file: that the model was read from, if it is the
    whole question."""
    if not shuffled:
        options = replace(entrant.options, file=file) if entrant.backend.is_program else entrant.options
        return supervisor.solve(entrant.backend, model, limits, options, progress)
    shuffle = shuffle_model(model, limits.seed)
    return shuffle.lift(supervisor.solve(entrant.backend, shuffle.model, limits, entrant.options, progress))


def _check_answer(question: Question, model: Model, values: Values) -> CheckedAnswer:
    """The assignment decoded as an answer and checked against the rules."""
    answer = question.answer(model, values)
    return CheckedAnswer(answer, objective_value(model, values), question.broken_rules(model, values, answer))


def _derived_pieces(question: Question, model: Model, outcome: Outcome) -> frozenset[Hashable] | None:
    """The pieces that propagation fixed; None if it was not used, or ended in a contradiction."""
    if outcome.fixed is None or outcome.status is Status.UNSATISFIABLE:
        return None
    values = np.zeros(model.variables + 1, np.int64)
    values[outcome.fixed[outcome.fixed > 0]] = 1
    return question.puzzle.extras.pieces(question.answer(model, values))


def _forbid_answer(model: Model, project: NDArray[np.int32], solution: Values) -> Model:
    """The model without its objective, and with this solution, which keeps its rows, forbidden."""
    rest = model.copy()
    rest.objective = None
    rest.any(SENTENCE, [blocking_clauses(model, project).clause(solution == 1)])
    return rest


def _second_solution(
    entrant: Entrant, model: Model, project: NDArray[np.int32], first: Values, limits: Limits
) -> Outcome:
    """An assignment that differs from the first on `project`, out of a list of two."""
    two: list[Values] = []
    ended = supervisor.solutions(entrant.backend, model, project, limits, entrant.options, two.append, 2)
    seconds = {"solve": ended.seconds}
    for values in two:
        if (values[project] != first[project]).any():
            return Outcome(Status.SATISFIED, values, seconds=seconds)
    status = Status.UNSATISFIABLE if ended.complete else Status.UNKNOWN
    return Outcome(status, seconds=seconds, note=ended.note)


def _join_notes(*notes: str) -> str:
    return "; ".join(filter(None, notes))
