"""Listing and counting answers, each held against the rules, the end of the list confirmed by a second engine.

A count says two things. "There are at least so many" is shown by the verified answers themselves, which are checked
as they arrive. "There are no others" is one engine's word, so an engine of another kind is given the model with all
known answers forbidden; only if it too finds nothing is the list complete.

What cannot be listed is counted otherwise (`totals`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Status, Values
from backends.passes.blocking import SENTENCE, blocking_clauses
from backends.registry import backend_named
from backends.running import supervisor
from models.neutral import Model
from models.puzzles.contract import Answer
from rosetta.studies.comparing.certificates import describe_infeasible_row
from rosetta.studies.question import Entrant, Question, entrant_options
from rosetta.studies.solving import SECOND_OPINIONS
from rosetta.studies.special_solvers import resolve_backend

Watch: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class AnswerList:
    """Different answers. witness: who confirmed that there are no others, "" if nobody did; status: of the engine,
    UNSUPPORTED or ERROR where it gave up; broken: what is wrong with an answer or with the end of the list, in
    words; seconds: of the engine and of checking what it found."""

    answers: tuple[Answer, ...]
    witness: str
    status: Status
    seconds: float
    broken: tuple[str, ...] = ()
    note: str = ""

    @property
    def complete(self) -> bool:
        """Are these all, on more than one engine's word?"""
        return bool(self.witness) and not self.broken


@dataclass(slots=True)
class _Collection:
    """What has been found so far. signs: which variables of `project` hold in each answer."""

    question: Question
    model: Model
    project: NDArray[np.int32]
    answers: dict[Answer, None] = field(default_factory=dict)
    signs: list[NDArray[np.bool_]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def take(self, values: Values) -> None:
        answer = self.question.answer(self.model, values)
        self.broken += self.question.broken_rules(self.model, values)[:5]
        if answer in self.answers:
            self.broken.append("an answer was given twice")
        self.answers[answer] = None
        self.signs.append(values[self.project] == 1)

    def remaining_model(self) -> Model:
        """The model without the answers found, which keep its rows."""
        rest = self.model.copy()
        rest.objective = None
        if self.signs:
            rest.any(SENTENCE, blocking_clauses(self.model, self.project).clauses(np.stack(self.signs)))
        return rest


def list_answers(
    question: Question, entrant: Entrant, limits: Limits, most: int | None = None, watch: Watch | None = None
) -> AnswerList:
    """Up to `most` different answers; where the engine says there are no others, a second one is asked."""
    backend, options = resolve_backend(question, entrant.backend, entrant_options(question.puzzle, entrant))
    model = question.model(entrant.formulation)
    found = _Collection(question, model, question.puzzle.project(question.instance, model))

    def tick(seconds: float) -> None:
        if watch is not None:
            watch(f"{entrant.backend}: {describe_rate(len(found.answers), seconds)}")

    ended = supervisor.solutions(backend, model, found.project, limits, options, found.take, most, tick)
    result = AnswerList(tuple(found.answers), "", ended.status, ended.seconds, tuple(found.broken[:5]), ended.note)
    if not ended.complete or result.broken:
        return result
    if not result.answers and (row := describe_infeasible_row(question, model)):
        return replace(result, witness="one rule by itself", note=row)
    return _confirm_list(result, found, backend.kind, entrant, limits, watch)


def describe_rate(number: int, seconds: float) -> str:
    """For the progress line: `58 found, 30.5 per second`."""
    return f"{number} found" + (f", {number / seconds:.1f} per second" if number and seconds > 0 else "")


def _confirm_list(
    result: AnswerList, found: _Collection, kind: str, entrant: Entrant, limits: Limits, watch: Watch | None
) -> AnswerList:
    """The result with the name of an engine of another kind that finds no further answer, or with what it found."""
    rest = found.remaining_model()

    def tick(seconds: float) -> None:
        if watch is not None:
            watch(f"{other}: looking for others, {seconds:.1f} s")

    for other in SECOND_OPINIONS:
        if backend_named(other).kind == kind:
            continue
        outcome = supervisor.solve(other, rest, limits, Options(profile=entrant.options.profile), tick)
        if outcome.status is Status.UNSATISFIABLE:
            return replace(result, witness=other)
        if outcome.values is not None and not found.question.broken_rules(rest, outcome.values):
            return replace(result, broken=(f"{other} found an answer that {entrant.backend} missed",))
    return replace(result, note="no engine of another kind confirmed that there are no others")


def count_up_to_symmetry(question: Question, answers: tuple[Answer, ...]) -> int:
    """How many answers there are up to the symmetries of the instance."""
    maps = question.puzzle.symmetries(question.instance)
    seen: set[Answer] = set()
    count = 0
    for answer in answers:
        if answer not in seen:
            count += 1
            seen.update(image(answer) for image in maps)
    return count
