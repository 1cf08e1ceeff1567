"""One backend on one formulation of one instance: build, run, decode, and hold the answer against the rules.

An *attempt* is what happened; whether it deserves belief is decided over all attempts together (`judging`).
Every answer is checked twice, by code that no solver shares: the rows as they were stated (`evaluate`), and the
puzzle's own rules (`verify`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from backends import running
from backends.contract import Limits, Options, Outcome, Status, Values
from backends.registry import backend_named, split_name
from models.neutral import Form, Model, evaluate
from models.puzzles.contract import Answer, Instance, Puzzle

Tick: TypeAlias = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who runs on what: a backend's full name (`cnf:glucose42`), a formulation, how to go about it."""

    backend: str
    formulation: str
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """An instance, and the reading of its rules."""

    puzzle: Puzzle
    instance: Instance
    rules: Mapping[str, str] = field(default_factory=dict)

    def model(self, formulation: str) -> Model:
        return self.puzzle.formulations[formulation](self.instance, **self.rules)

    def answer(self, model: Model, values: Values) -> Answer:
        return self.puzzle.decode(self.instance, model, values)

    def broken(self, model: Model, values: Values) -> tuple[str, ...]:
        """The rules an assignment breaks, as stated in the model and as the puzzle tells them."""
        rows = [str(row) for row in evaluate(model, values)[:5]]
        return (*rows, *self.puzzle.verify(self.instance, self.answer(model, values), **self.rules)[:5])


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """What happened. answers: those found, each with the rules it breaks; complete: there are no others."""

    entrant: Entrant
    kind: str
    outcome: Outcome
    seconds: Mapping[str, float]
    answers: tuple[tuple[Answer, tuple[str, ...]], ...] = ()
    complete: bool = False


def attempt(
    question: Question, entrant: Entrant, limits: Limits, unique: bool = False, tick: Tick | None = None
) -> Attempt:
    """Run the entrant. With `unique`, also look for a second answer; `complete` then says there is none."""
    name, options = split_name(entrant.backend, asked(question.puzzle, entrant))
    start = time.perf_counter()
    model = question.model(entrant.formulation)
    built = time.perf_counter()

    def ticking(elapsed: float) -> None:
        if tick is not None:
            tick(entrant.backend, elapsed)

    outcome = running.solve(name, model, limits, options, ticking)
    answers, checked = _checked(question, model, outcome)
    seconds = {"build": built - start, **outcome.seconds, "verify": checked}
    complete = outcome.status is Status.UNSATISFIABLE
    if unique and answers:
        left = max(limits.seconds - sum(outcome.seconds.values()), 0.1)
        more, complete, note = _second(question, model, name, options, replace(limits, seconds=left), answers[0][0])
        answers = (*answers, *more)
        outcome = replace(outcome, note="; ".join(filter(None, (outcome.note, note))))
    return Attempt(entrant, backend_named(name).kind, outcome, seconds, answers, complete)


def asked(puzzle: Puzzle, entrant: Entrant) -> Options:
    """The entrant's options, with the encodings that the formulation asks for where none was named."""
    wishes = {Form(form): name for form, name in puzzle.encodings.get(entrant.formulation, {}).items()}
    return replace(entrant.options, encodings={**wishes, **entrant.options.encodings})


def _checked(
    question: Question, model: Model, outcome: Outcome
) -> tuple[tuple[tuple[Answer, tuple[str, ...]], ...], float]:
    if outcome.values is None:
        return (), 0.0
    start = time.perf_counter()
    found = (question.answer(model, outcome.values), question.broken(model, outcome.values))
    return (found,), time.perf_counter() - start


def _second(
    question: Question, model: Model, name: str, options: Options, limits: Limits, first: Answer
) -> tuple[tuple[tuple[Answer, tuple[str, ...]], ...], bool, str]:
    """Answers other than the first, whether there are none, and what kept that from being settled."""
    model = model.copy()
    project = question.puzzle.project(question.instance, model)
    found = running.solutions(name, model, project, limits, options, most=2)
    answers = [(question.answer(model, v), question.broken(model, v)) for v in found.values]
    others = tuple(pair for pair in answers if pair[0] != first)
    settled = found.complete or bool(others)
    note = "" if settled else f"uniqueness not settled: {found.note}"
    return others[:1], found.complete and not others, note
