"""Listing and counting answers, each held against the rules, the end of the list confirmed by a second engine.

A count says two things. "There are at least so many" is shown by the verified answers themselves. "There are no
others" is one engine's word, so an engine of another kind is given the model with all known answers forbidden;
only if it too finds nothing is the count confirmed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from backends import running
from backends.contract import Limits, Status
from backends.passes.blocking import SENTENCE, differs
from backends.registry import backend_named, split_name
from models.neutral import Model
from models.puzzles.contract import Answer
from models.studies.attempts import Entrant, Question, asked
from models.studies.solving import SECOND_OPINIONS

Watch: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """Different answers. complete: the engine says there are no others; witness: who confirmed that; broken: what
    is wrong with an answer or with the end of the list, in words; seconds: wall clock."""

    answers: tuple[Answer, ...]
    complete: bool
    seconds: float
    witness: str = ""
    broken: tuple[str, ...] = ()
    note: str = ""


def listed(
    question: Question,
    entrant: Entrant,
    limits: Limits,
    most: int | None = None,
    watch: Watch | None = None,
) -> Listed:
    """Up to `most` different answers. With most=None the end of the list is put to a second engine."""
    name, options = split_name(entrant.backend, asked(question.puzzle, entrant))
    model = question.model(entrant.formulation)
    project = question.puzzle.project(question.instance, model)

    def tick(found: int) -> None:
        if watch is not None:
            watch(f"{entrant.backend}: {found} found")

    start = time.perf_counter()
    found = running.solutions(name, model, project, limits, options, most, tick)
    seconds = time.perf_counter() - start
    answers = tuple(dict.fromkeys(question.answer(model, values) for values in found.values))
    broken = [rule for values in found.values for rule in question.broken(model, values)][:5]
    if len(answers) < len(found.values):
        broken.append("an answer was given twice")
    result = Listed(answers, found.complete, seconds, broken=tuple(broken), note=found.note)
    if not found.complete or broken:
        return result
    if found.values:
        model.any(SENTENCE, np.stack([differs(values, project) for values in found.values]))
    return _confirmed(result, question, model, name, limits, watch)


def _confirmed(
    result: Listed, question: Question, rest: Model, name: str, limits: Limits, watch: Watch | None
) -> Listed:
    """The result with the name of an engine of another kind that finds no further answer, or with what it found."""
    for other in SECOND_OPINIONS:
        if backend_named(other).kind == backend_named(name).kind:
            continue
        if watch is not None:
            watch(f"{other}: looking for others")
        outcome = running.solve(other, rest, limits)
        if outcome.status is Status.UNSATISFIABLE:
            return replace(result, witness=other)
        if outcome.values is not None and not question.broken(rest, outcome.values):
            return replace(result, complete=False, broken=(f"{other} found an answer that {name} missed",))
    return replace(result, note="no second engine confirmed within the limit that there are no others")


def distinct(question: Question, answers: tuple[Answer, ...]) -> int:
    """How many answers there are up to the symmetries of the instance."""
    seen: set[Answer] = set()
    count = 0
    for answer in answers:
        if answer not in seen:
            count += 1
            seen.update(image(answer) for image in question.puzzle.symmetries(question.instance))
    return count
