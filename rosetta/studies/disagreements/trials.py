"""A trial: is a backend wrong about a model, in the way in which it was caught?

The accused backend and its references are run on the model as it is, and judged as in any comparison, so that nothing
counts as a fault but what an answer refutes that keeps every row. A list of answers, or their number, is judged as
`solve --all` and `count` judge it. Hundreds of trials run in a warm parent, which has
the libraries loaded; backends that only this process knows run from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, assert_never

import numpy as np

from backends.contract import Limits, Options, Unsupported, Values
from backends.registry import MODULES
from backends.running.warm import WarmParent
from models.neutral import Model
from models.puzzles.model.instance import ModelAnswer, ModelInstance, complete_assignment
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Verdict
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import Entrant, resolve_entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.count import count_answers
from rosetta.studies.disagreements.shrinking import OutOfRuns
from rosetta.studies.judging.attempts import attempt
from rosetta.studies.judging.judge import judge_attempts
from rosetta.studies.solving.listing import list_answers

MOST_ENGINES = 4  # that a list or a count asks, one after the other
PATIENCE = 5.0  # seconds beyond the limits of a trial, after which the warm parent is started anew


class Task(Enum):
    """What the backend was asked for: one answer, several, or how many there are."""

    SOLVE = "solve"
    LIST = "list"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Accused:
    """A backend that was caught. name: in full; formulation: `stated`, or a presolved form of the model; options: all
    that it ran with; status: what it claimed; references: backends whose answers refuted it, () where its own did;
    most: answers that were to be listed, None for all."""

    name: str
    formulation: str
    options: Options
    status: str
    references: tuple[str, ...]
    limits: Limits
    task: Task = Task.SOLVE
    most: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TrialResult:
    """note: what is wrong, "" if nothing is; values: an assignment that keeps every row, or else the wrong one."""

    note: str = ""
    values: Values | None = None


def run_trial(request: tuple[Accused, Model]) -> TrialResult:
    """The trial of the accused on that model."""
    accused, model = request
    question = question_about_model(model)[1]
    entrant = resolve_entrant(question, accused.name, accused.formulation, accused.options)
    match accused.task:
        case Task.SOLVE:
            return _try_solving(question, entrant, accused)
        case Task.LIST:
            listing = list_answers(question, entrant, accused.limits, accused.most)
            known = (listing.missed,) if listing.missed is not None else listing.answers
            return _describe_faults(question, listing.broken, known)
        case Task.COUNT:
            try:
                return _describe_faults(question, count_answers(question, [entrant], accused.limits).broken, ())
            except Unsupported:
                return TrialResult()
        case _:
            assert_never(accused.task)


def _describe_faults(question: Question, faults: Sequence[str], known: Sequence[ModelAnswer]) -> TrialResult:
    """known: answers; without one, what variables are fixed at is 0, or what is near it."""
    if not faults:
        return TrialResult()
    instance: ModelInstance = question.instance
    lower, upper = instance.model.lower, instance.model.upper
    values = complete_assignment(instance, known[0]) if known else np.clip(np.zeros_like(lower), lower, upper)
    return TrialResult("; ".join(faults[:2]), values)


def _try_solving(question: Question, entrant: Entrant, accused: Accused) -> TrialResult:
    entrants = [entrant]
    entrants += [resolve_entrant(question, name, "stated") for name in accused.references]
    attempts = [attempt(question, entrant, accused.limits) for entrant in entrants]
    run = judge_attempts(question, attempts)[0]
    if run.verdict != Verdict.WRONG or run.status != accused.status:
        return TrialResult()
    sound = [tried for tried in attempts[1:] if tried.answers and not tried.answers[0].broken]
    best = min(sound, key=lambda tried: tried.answers[0].cost or 0, default=attempts[0])
    return TrialResult("; ".join((run.note, *run.broken[:2])), best.outcome.values)


@dataclass(slots=True)
class Trials:
    """Counts the trials of one accused backend, and ends them. most: how many; until: a time of `time.monotonic`."""

    accused: Accused
    most: int
    until: float
    progress: Progress = ignore_progress
    runs: int = 0
    note: str = ""
    _parent: WarmParent | None = field(default=None, init=False)

    def __enter__(self) -> Trials:
        names = (self.accused.name, *self.accused.references)
        if all(name.partition(":")[0] in MODULES for name in names):
            self._parent = WarmParent("rosetta.studies.disagreements.trials:run_trial", solvers=names)
        return self

    def __exit__(self, *_: Any) -> None:
        if self._parent is not None:
            self._parent.kill()

    def __call__(self, model: Model) -> Values | None:
        """An assignment of the model if the accused fails on it, else None. Raises OutOfRuns."""
        if self.runs >= self.most or work_seconds() > self.until:
            raise OutOfRuns
        self.runs += 1
        rows = sum(map(len, model.blocks))
        self.progress(f"shrinking: run {self.runs} of {self.most}, {rows:,} rows, {model.variables:,} variables")
        result = self._run(model)
        if result is None or result.values is None:
            return None
        self.note = result.note
        return result.values

    def _run(self, model: Model) -> TrialResult | None:
        """The result; None if the trial did not end."""
        if self._parent is None:
            return run_trial((self.accused, model))
        self._parent.submit((self.accused, model))
        runs = 1 + len(self.accused.references) if self.accused.task is Task.SOLVE else MOST_ENGINES
        seconds = self.accused.limits.seconds * runs + PATIENCE
        reply = self._parent.receive(seconds)
        if reply is None:
            self._parent.kill("the trial did not end")
            return None
        result: TrialResult | None = reply.result if not reply.fault else None
        return result
