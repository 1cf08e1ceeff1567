"""The second count of a number of answers, by code that shares nothing with the engine that counted first.

First by one of the puzzle's own solvers, or, where one of those was the first engine, by a backend that the puzzle
advises; then by dancing links (`dancing_links`) or by elimination with Python integers (`algebra.integers`), if the
rows allow it.
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from algebra.integers import projected_dimension
from algebra.progress import Progress, ignore_progress
from backends.contract import Options
from models.neutral import Block, Kind, Model
from rosetta.studies.counting.automorphisms import Images
from rosetta.studies.counting.dancing_links import DANCING_LINKS
from rosetta.studies.counting.engines import CountingSession
from rosetta.studies.counting.orbits import Summand, summands
from rosetta.studies.entrants import Entrant, resolve_entrant
from rosetta.studies.formulations import base_formulation
from rosetta.studies.question import Question

TOTAL_SECONDS = 55.0  # seconds for a number and its second count together: a minute with everything around them
BY_INTEGERS = "elimination by integers"


def recount(
    question: Question,
    model: Model,
    project: NDArray[np.int32],
    images: Images,
    first: Entrant,
    first_session: CountingSession,
) -> tuple[str, int] | None:
    """Who else finds a number, and which. first_session: of the first count; the second may take what that left of
    TOTAL_SECONDS, and no less than the limit of the first."""
    limits = replace(
        first_session.limits, seconds=max(TOTAL_SECONDS - first_session.seconds, first_session.limits.seconds)
    )
    session = CountingSession(limits, first_session.progress)
    counters = [own.name for own in question.puzzle.extras.solvers if own.count is not None]
    if first.name in counters:
        counters = [*question.puzzle.extras.advice(question.instance).solvers]
    formulation = base_formulation(question.puzzle, first.formulation)
    entrants = [resolve_entrant(question, name, formulation) for name in counters]
    for entrant in (*entrants, Entrant(DANCING_LINKS.name, DANCING_LINKS, formulation, Options())):
        if entrant.counts:
            number = session.weighted_sum(entrant, summands_for(entrant, model, project, images))
            if number is not None:
                return entrant.backend.name, number
    exponent = dimension(model, project, time.monotonic() + limits.seconds, first_session.progress)
    return None if exponent is None else (BY_INTEGERS, 0 if exponent < 0 else 1 << exponent)


def dimension(
    model: Model, project: NDArray[np.int32], deadline: float, progress: Progress = ignore_progress
) -> int | None:
    """`algebra.integers.projected_dimension` of the model's rows; None also if the model has rows other than parities
    and single literals, or guarded ones."""
    if model.integer.any() or not all(map(_is_parity, model.blocks)):
        return None
    tables = [block.rows for block in model.blocks]
    lengths = np.concatenate([np.zeros(1, np.int64), *(table.lengths for table in tables)])
    entries = np.concatenate([np.zeros(0, np.int64), *(np.abs(table.literals) for table in tables)])
    negated = [block.rows.sums((block.rows.literals < 0).astype(np.int64)) for block in model.blocks]
    odd = [(block.lo + count) % 2 == 1 for block, count in zip(model.blocks, negated, strict=True)]
    right_sides = np.concatenate([np.zeros(0, np.bool_), *odd])

    def report(what: str, row: float = 0.0, rows: float | None = None, note: str = "") -> None:
        progress(f"{what}: row {row} of {rows}")  # in words: these are no seconds

    return projected_dimension(np.cumsum(lengths), entries, right_sides, model.variables, project, deadline, report)


def _is_parity(block: Block) -> bool:
    """Is it a block of parity rows, or of single literals, which are parity rows of one literal with an odd sum?"""
    single = block.kind is Kind.CLAUSE and bool((block.rows.lengths == 1).all())
    return block.when is None and (block.kind is Kind.PARITY or single)


def summands_for(entrant: Entrant, model: Model, project: NDArray[np.int32], images: Images) -> tuple[Summand, ...]:
    """The sum that the backend counts. A puzzle's own counter reads the instance, not a model, so it counts the
    whole."""
    return (Summand(1, model, project),) if entrant.special else summands(model, project, images)
