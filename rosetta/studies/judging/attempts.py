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


@dataclass(frozen=True, slots=True, eq=False)
class _Asking:
    """What an entrant is asked.

    model: of its formulation, which it gets shuffled where `shuffled` says so
    project: the variables of the answer, where another answer is asked for; None where it is not
    built: seconds that stating the model took"""

    question: Question
    entrant: Entrant
    model: Model
    project: NDArray[np.int32] | None
    limits: Limits
    progress: Progress
    shuffled: bool
    built: float

    def solve(self, model: Model, limits: Limits, file: StatedFile | None = None) -> Outcome:
        """What the entrant says of a model. file: that the model was read from, if it is the whole question."""
        return _solve(self.entrant, model, limits, self.progress, self.shuffled, file)


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
    try:
        asked = _pose_question(question, entrant, limits, unique, progress, shuffled)
    except InputError as refusal:
        return Attempt(entrant, Outcome(Status.UNSUPPORTED, note=str(refusal)), {})
    first = _ask_for_answer(asked)
    if asked.project is not None and first.answers and not first.answers[0].broken:
        return _ask_for_another(asked, asked.project, first)
    if unique and entrant.special and first.answers:
        return _add_note(first, "finds one answer, was not asked for others")
    return first


def _pose_question(
    question: Question, entrant: Entrant, limits: Limits, unique: bool, progress: Progress, shuffled: bool
) -> _Asking:
    """What the entrant is asked. A solver of the puzzle's own reads the instance, not the model, so that it gets none
    that is shuffled, and cannot be forbidden an answer. Raises InputError."""
    stated = question.state_model(entrant.formulation)
    start, model = work_seconds(), stated.model.copy()
    # asking for uniqueness needs the variables of the answer, which a formulation may not have by itself
    project = question.puzzle.project(question.instance, model) if unique and not entrant.special else None
    built = stated.seconds + work_seconds() - start
    progress = name_progress(entrant.name, progress)
    return _Asking(question, entrant, model, project, limits, progress, shuffled and not entrant.special, built)


def _ask_for_answer(asked: _Asking) -> Attempt:
    """The first question: an answer, which is checked."""
    question, model = asked.question, asked.model
    outcome = asked.solve(model, asked.limits, None if asked.shuffled else _stated_file(question))
    if outcome.values is None and outcome.status in (Status.SATISFIED, Status.OPTIMAL):
        outcome = replace(outcome, status=Status.ERROR, note=f"claims {outcome.status} and shows no assignment")
    start = work_seconds()
    answers = () if outcome.values is None else (_check_answer(question, model, outcome.values),)
    seconds = {"build": asked.built, **outcome.seconds, "verify": work_seconds() - start}
    complete, pieces = outcome.status is Status.UNSATISFIABLE, _derived_pieces(question, model, outcome)
    return Attempt(asked.entrant, outcome, seconds, answers, complete, pieces)


def _ask_for_another(asked: _Asking, project: NDArray[np.int32], first: Attempt) -> Attempt:
    """The second question: another answer than the first, within what is left of the limits. Times are those of both.
    project: the variables of the answer."""
    assert first.outcome.values is not None
    rest = _forbid_answer(asked.model, project, first.outcome.values)
    other = _second_outcome(asked, project, first.outcome, rest)
    both, start, row = _join_effort(first.outcome, other), work_seconds(), None
    answers, complete, note = first.answers, other.status is Status.UNSATISFIABLE, ""
    if other.values is not None:
        answers = (*answers, _check_answer(asked.question, rest, other.values))
    elif other.ended is Ending.NOT_ASKED and (row := describe_infeasible_row(asked.question, rest)):
        note = f"not asked for another answer: {row}"
    elif not complete:
        note = f"uniqueness not settled: {other.note}"
    checking = first.seconds["verify"] + work_seconds() - start
    seconds = {"build": asked.built, **both.seconds, "verify": checking}
    second = replace(first, outcome=both, seconds=seconds, answers=answers, complete=complete, sole_row=row)
    return _add_note(second, note)


def _second_outcome(asked: _Asking, project: NDArray[np.int32], first: Outcome, rest: Model) -> Outcome:
    """What the entrant says of the model in which its answer is forbidden; of an entrant that takes no clauses, so that
    it cannot be forbidden an answer, the second of a list of two."""
    assert first.values is not None
    left = replace(asked.limits, seconds=asked.limits.seconds - first.total)
    if left.seconds <= 0:
        return Outcome(Status.UNKNOWN, note=asked.limits.time_limit_note, ended=Ending.TIME)
    other = asked.solve(rest, left)
    if other.status is Status.UNSUPPORTED:
        return _second_solution(asked.entrant, asked.model, project, first.values, left)
    return other


def _join_effort(first: Outcome, other: Outcome) -> Outcome:
    """The first outcome with the time and the memory of both."""
    return replace(
        first,
        seconds={step: first.seconds.get(step, 0.0) + other.seconds.get(step, 0.0) for step in STEPS},
        loading=first.loading + other.loading,
        cpu=first.cpu + other.cpu,
        peak_memory=max(first.peak_memory, other.peak_memory),
        contention=first.contention and other.contention and first.contention + other.contention,
    )


def _add_note(tried: Attempt, note: str) -> Attempt:
    """The attempt with one note more, if it is any."""
    joined = "; ".join(filter(None, (tried.outcome.note, note)))
    return replace(tried, outcome=replace(tried.outcome, note=joined))


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
