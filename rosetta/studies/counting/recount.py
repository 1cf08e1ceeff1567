"""A number of answers counted a second time, by code that shares nothing with the engine that was first.

By a solver that the puzzle brings itself, or where one of those was first, by an engine that it advises; then by
dancing links (`dancing_links`), or by elimination with Python integers (`algebra.integers`), if the rows are such.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from algebra.integers import projected_dimension
from backends.contract import Backend, Options
from models.neutral import Block, Kind, Model
from rosetta.studies.counting.automorphisms import Images
from rosetta.studies.counting.dancing_links import DancingLinks
from rosetta.studies.counting.engines import CountingSession
from rosetta.studies.counting.orbits import Summand, summands
from rosetta.studies.question import Question
from rosetta.studies.special_solvers import KIND, resolve_backend

TOTAL_SECONDS = 55.0  # seconds that a number and its second count may take together: with what is around it, a minute
BY_INTEGERS = "elimination by integers"


def recount(
    question: Question, model: Model, project: NDArray[np.int32], images: Images, first: Backend, asked: CountingSession
) -> tuple[str, int] | None:
    """Who else finds a number, and which. asked: of the first; a second count may take what it left of the whole, and
    no less than the first might have taken."""
    limits = replace(asked.limits, seconds=max(TOTAL_SECONDS - asked.seconds, asked.limits.seconds))
    asking = CountingSession(limits, asked.watch)
    counters = [own.name for own in question.puzzle.solvers if own.count is not None]
    if first.name in counters:
        counters = [*question.puzzle.advice(question.instance).solvers]
    asked_again: list[tuple[Backend, Options]] = [resolve_backend(question, name, Options()) for name in counters]
    asked_again.append((DancingLinks(), Options()))
    for backend, options in asked_again:
        if hasattr(backend, "count"):
            number = asking.weighted_sum(backend, options, summands_for(backend, model, project, images))
            if number is not None:
                return backend.name, number
    exponent = dimension(model, project, time.monotonic() + limits.seconds, asked.watch)
    return None if exponent is None else (BY_INTEGERS, 0 if exponent < 0 else 1 << exponent)


def dimension(
    model: Model, project: NDArray[np.int32], deadline: float, watch: Callable[[str], None] | None = None
) -> int | None:
    """`algebra.integers.projected_dimension` of the model's rows; None also where the model has other rows than parity
    and single literals, or with a guard."""
    if model.integer.any() or not all(map(_is_parity, model.blocks)):
        return None
    tables = [block.rows for block in model.blocks]
    lengths = np.concatenate([np.zeros(1, np.int64), *(table.lengths for table in tables)])
    entries = np.concatenate([np.zeros(0, np.int64), *(np.abs(table.literals) for table in tables)])
    negated = [block.rows.sums((block.rows.literals < 0).astype(np.int64)) for block in model.blocks]
    odd = [(block.lo + count) % 2 == 1 for block, count in zip(model.blocks, negated, strict=True)]
    right_sides = np.concatenate([np.zeros(0, np.bool_), *odd])
    return projected_dimension(np.cumsum(lengths), entries, right_sides, model.variables, project, deadline, watch)


def _is_parity(block: Block) -> bool:
    """Parity rows, or literals that hold, which are the same with one literal and an odd sum."""
    single = block.kind is Kind.CLAUSE and bool((block.rows.lengths == 1).all())
    return block.when is None and (block.kind is Kind.PARITY or single)


def summands_for(backend: Backend, model: Model, project: NDArray[np.int32], images: Images) -> tuple[Summand, ...]:
    """The sum that the backend is asked for: a puzzle's own counter reads the instance, not a model, so it can be
    spared nothing."""
    return (Summand(1, model, project),) if backend.kind == KIND else summands(model, project, images)
