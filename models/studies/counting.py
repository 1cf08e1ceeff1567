"""Listing and counting answers, each held against the rules, the end of the list confirmed by a second engine.

A count says two things. "There are at least so many" is shown by the verified answers themselves, which are checked
as they arrive. "There are no others" is one engine's word, so an engine of another kind is given the model with all
known answers forbidden; only if it too finds nothing is the list complete.

An engine that counts without listing (2^65536 answers cannot be checked one by one) is asked for the number; it is
believed where it was counted again by code that shares nothing with it (`dimension`).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends import running
from backends.contract import Limits, Options, Status, Values
from backends.passes.blocking import SENTENCE
from backends.registry import backend_named
from instances.what import any_size
from models.neutral import Model
from models.puzzles.contract import Answer, Puzzle
from models.studies.attempts import Entrant, Question, asked
from models.studies.certificates import unreachable
from models.studies.dimension import dimension
from models.studies.own import backing
from models.studies.solving import SECOND_OPINIONS

Watch: TypeAlias = Callable[[str], None]
THEORY = 10_000  # cells; up to here a board is counted by itself, which shows more
SAMPLES = 10  # answers that are checked where the number is counted without listing them


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
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
class _Collected:
    """What has been found so far. signs: the clause that forbids each answer."""

    question: Question
    model: Model
    project: NDArray[np.int32]
    answers: dict[Answer, None] = field(default_factory=dict)
    signs: list[NDArray[np.bool_]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def take(self, values: Values) -> None:
        answer = self.question.answer(self.model, values)
        self.broken += self.question.broken(self.model, values)[:5]
        if answer in self.answers:
            self.broken.append("an answer was given twice")
        self.answers[answer] = None
        self.signs.append(values[self.project] == 1)

    def rest(self) -> Model:
        """The model without the answers found."""
        rest = self.model.copy()
        rest.objective = None
        if self.signs:
            rest.any(SENTENCE, np.where(np.stack(self.signs), -self.project, self.project))
        return rest


def listed(
    question: Question, entrant: Entrant, limits: Limits, most: int | None = None, watch: Watch | None = None
) -> Listed:
    """Up to `most` different answers; where the engine says there are no others, a second one is asked."""
    backend, options = backing(question, entrant.backend, asked(question.puzzle, entrant))
    model = question.model(entrant.formulation)
    found = _Collected(question, model, question.puzzle.project(question.instance, model))

    def tick(_: float) -> None:
        if watch is not None:
            watch(f"{entrant.backend}: {len(found.answers)} found")

    ended = running.solutions(backend, model, found.project, limits, options, found.take, most, tick)
    result = Listed(tuple(found.answers), "", ended.status, ended.seconds, tuple(found.broken[:5]), ended.note)
    if not ended.complete or result.broken:
        return result
    if not result.answers and unreachable(model):
        return replace(result, witness="one rule by itself", note=unreachable(model) or "")
    return _confirmed(result, found, backend.kind, entrant, limits, watch)


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of answers, counted without listing them. witness: by what else it was counted too, "" if by nothing;
    checked: answers that were held against the rules; the rest as in `Listed`."""

    number: int
    witness: str
    seconds: float
    checked: int
    broken: tuple[str, ...] = ()
    note: str = ""

    @property
    def exact(self) -> bool:
        """Does it rest on more than one engine's word?"""
        return bool(self.witness) and not self.broken


def counted(question: Question, entrant: Entrant, limits: Limits, watch: Watch | None = None) -> Counted | None:
    """The number of answers, from an engine that counts without listing, counted a second time by code of our own; a
    few answers are checked. None if this engine does not count this model."""
    backend, options = backing(question, entrant.backend, asked(question.puzzle, entrant))
    if not hasattr(backend, "count"):
        return None
    model = question.model(entrant.formulation)
    found = _Collected(question, model, question.puzzle.project(question.instance, model))

    def tick(seconds: float) -> None:
        if watch is not None:
            watch(f"{entrant.backend}: {seconds:.1f} s{''.join(f', {far}' for far in progress)}")

    progress: deque[str] = deque(maxlen=1)  # what the engine said last of how far it is
    number, ended = running.count(backend, model, found.project, limits, options, tick, progress.append)
    progress.clear()
    if number is None:
        return None
    some = running.solutions(backend, model, found.project, limits, options, found.take, SAMPLES, tick)
    all_of_them = some.complete or some.status is Status.SATISFIED
    if all_of_them and len(found.answers) != min(number, SAMPLES):
        found.broken.append(f"{entrant.backend} counts {number}, and lists {len(found.answers)}")
    again = dimension(model, found.project, time.monotonic() + limits.seconds)
    if again is not None and number != (0 if again < 0 else 1 << again):
        found.broken.append(f"{entrant.backend} counts {number}; elimination by integers differs")
    note = "" if again is not None else "the number rests on one engine's word: it could not be counted again in time"
    witness = "" if again is None else "elimination by integers"
    return Counted(number, witness, ended.seconds, len(found.answers), tuple(found.broken[:5]), note)


def by_theory(puzzle: Puzzle, what: str, options: Mapping[str, Any]) -> Counted | None:
    """The number of answers of a board of that size, by two formulas, without the board. None where WHAT is no size, or
    the puzzle knows no theorem, or the board is so small that to count for oneself is better."""
    size = any_size(what)
    if size is None or puzzle.theory is None or size[0] * size[1] < THEORY:
        return None
    start = time.monotonic()
    known = puzzle.theory(size, **options)
    if known is None:
        return None
    (first, number), (second, again) = known.items()
    broken = () if number == again else (f"{first} and {second} differ",)
    return Counted(number, "a second formula", time.monotonic() - start, 0, broken, f"{first}; {second}")


def _confirmed(
    result: Listed, found: _Collected, kind: str, entrant: Entrant, limits: Limits, watch: Watch | None
) -> Listed:
    """The result with the name of an engine of another kind that finds no further answer, or with what it found."""
    rest = found.rest()

    def tick(seconds: float) -> None:
        if watch is not None:
            watch(f"{other}: looking for others, {seconds:.1f} s")

    for other in SECOND_OPINIONS:
        if backend_named(other).kind == kind:
            continue
        outcome = running.solve(other, rest, limits, Options(profile=entrant.options.profile), tick)
        if outcome.status is Status.UNSATISFIABLE:
            return replace(result, witness=other)
        if outcome.values is not None and not found.question.broken(rest, outcome.values):
            return replace(result, broken=(f"{other} found an answer that {entrant.backend} missed",))
    return replace(result, note="no engine of another kind confirmed that there are no others")


def distinct(question: Question, answers: tuple[Answer, ...]) -> int:
    """How many answers there are up to the symmetries of the instance."""
    maps = question.puzzle.symmetries(question.instance)
    seen: set[Answer] = set()
    count = 0
    for answer in answers:
        if answer not in seen:
            count += 1
            seen.update(image(answer) for image in maps)
    return count
