"""A number of answers counted a second time, by code that shares nothing with the engine that was first.

By a solver that the puzzle brings itself, or where one of those was first, by an engine that it advises; then by
dancing links (`danced`), or by elimination with Python integers (`dimension`), if the rows are such.
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Options
from models.neutral import Model
from models.studies.asking import Asking
from models.studies.attempts import Question
from models.studies.automorphisms import Images
from models.studies.danced import DancingLinks
from models.studies.dimension import dimension
from models.studies.orbits import Part, parts
from models.studies.own import KIND, backing

WHOLE = 55.0  # seconds that a number and its second count may take together: with what is around it, a minute
BY_INTEGERS = "elimination by integers"


def again(
    question: Question, model: Model, project: NDArray[np.int32], images: Images, first: Backend, asked: Asking
) -> tuple[str, int] | None:
    """Who else finds a number, and which. asked: of the first; a second count may take what it left of the whole, and
    no less than the first might have taken."""
    limits = replace(asked.limits, seconds=max(WHOLE - asked.seconds, asked.limits.seconds))
    asking = Asking(limits, asked.watch)
    counters = [own.name for own in question.puzzle.solvers if own.count is not None]
    if first.name in counters:
        counters = [*question.puzzle.advice(question.instance).solvers]
    asked_again: list[tuple[Backend, Options]] = [backing(question, name, Options()) for name in counters]
    asked_again.append((DancingLinks(), Options()))
    for backend, options in asked_again:
        if hasattr(backend, "count"):
            number = asking.sum(backend, options, parts_for(backend, model, project, images))
            if number is not None:
                return backend.name, number
    exponent = dimension(model, project, time.monotonic() + limits.seconds, asked.watch)
    return None if exponent is None else (BY_INTEGERS, 0 if exponent < 0 else 1 << exponent)


def parts_for(backend: Backend, model: Model, project: NDArray[np.int32], images: Images) -> tuple[Part, ...]:
    """The sum that the backend is asked for: a puzzle's own counter reads the instance, not a model, so it can be
    spared nothing."""
    return (Part(1, model, project),) if backend.kind == KIND else parts(model, project, images)
