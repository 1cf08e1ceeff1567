"""The second count of a number of answers, by code that shares nothing with the engine that counted first.

First by one of the puzzle's own solvers, or, where one of those was the first engine, by a backend that the puzzle
advises; then by elimination with Python integers (`algebra.integers`) or by dancing links (`dancing_links`), if the
rows allow it. Before dancing links, products of tensors (`tensors`), merged states with a certificate (`merged_states`)
and the counters of another kind than the first (`counters`) have a second each; in the end these have what is left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from algebra.integers import projected_dimension
from backends.contract import Limits, Options
from models.neutral import Block, Kind, Model
from report.words import duration
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import Entrant, resolve_entrant
from rosetta.studies.asking.formulations import base_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.automorphisms import Images
from rosetta.studies.counting.counters import FIRST_TURN
from rosetta.studies.counting.dancing_links import DANCING_LINKS
from rosetta.studies.counting.engines import CountingSession
from rosetta.studies.counting.merged_states import MERGED_STATES
from rosetta.studies.counting.orbits import Summand, summands
from rosetta.studies.counting.tensors import TENSORS

SECOND_SECONDS = 55.0  # where nobody sets a limit: a minute with everything around it. The second count is the slower
# one, as it uses less symmetry or less clever code: with twice the 10 s of the first, 3x4x5 would not end on a machine
# half as fast
BY_INTEGERS = "elimination by integers"


@dataclass(frozen=True, slots=True)
class Recount:
    """A second count. number: None if nobody found one; witness: who did; seconds: of all that were asked; note: why
    there is none."""

    number: int | None
    witness: str
    seconds: float
    note: str = ""


def second_limits(limits: Limits, is_given: bool) -> Limits:
    """The limits of the second count. limits: of the first; is_given: the user set its seconds, so they hold for each
    of the two."""
    return limits if is_given else replace(limits, seconds=max(SECOND_SECONDS, limits.seconds))


def describe_shortfall(question: Question, limits: Limits) -> str:
    """That the second count will likely not end within these limits, and which limit is enough; "" if it will, or if
    nobody knows. To be said before counting."""
    fit = (own for own in question.puzzle.extras.solvers if own.count is not None and own.count_seconds is not None)
    for own in fit:
        assert own.count_seconds is not None
        if own.unfit_reason(question.instance, **question.rules) is None:
            seconds = own.count_seconds(question.instance, **question.rules)
            if seconds <= limits.seconds:
                return ""
            enough = 60 * math.ceil(2 * seconds / 60)
            return (
                f"counting this again, by {own.name}, takes some {duration(seconds)}, and {limits.seconds:g} s are its "
                f"limit; a time limit of {enough} s is likely to be enough"
            )
    return ""


def recount(
    question: Question,
    model: Model,
    project: NDArray[np.int32],
    images: Images,
    first: Entrant,
    session: CountingSession,
    others: Sequence[Entrant] = (),
) -> Recount:
    """The number, found again. session: with the limits of the second count, all of which share them; others: counters
    of any kind."""
    formulation, reasons = base_formulation(question.puzzle, first.formulation), dict[str, str]()
    others = [other for other in others if other.kind != first.kind]

    def ask(entrant: Entrant, seconds: float | None = None) -> Recount | None:
        if not entrant.counts or session.has_no_time:
            return None
        number = session.weighted_sum(entrant, summands_for(entrant, model, project, images), seconds)
        if number is not None:
            return Recount(number, entrant.backend.name, session.seconds)
        if session.limit:
            reasons[entrant.backend.name] = session.limit
        return None

    for name in _puzzle_counters(question, first):
        if (found := ask(resolve_entrant(question, name, formulation))) is not None:
            return found
    start = work_seconds()
    exponent = dimension(model, project, start + session.seconds_left, session.progress)
    session.seconds += work_seconds() - start
    if exponent is not None:
        return Recount(0 if exponent < 0 else 1 << exponent, BY_INTEGERS, session.seconds)
    for entrant, seconds in _share_rest(formulation, others, session, reasons):
        if (found := ask(entrant, seconds)) is not None:
            return found
    told = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
    return Recount(None, "", session.seconds, told or "nobody else counts this")


def _puzzle_counters(question: Question, first: Entrant) -> Sequence[str]:
    """The puzzle's own solvers that count; where one of those was the first engine, those that the puzzle advises."""
    counters = [own.name for own in question.puzzle.extras.solvers if own.count is not None]
    return question.puzzle.extras.advice(question.instance).solvers if first.name in counters else counters


def _share_rest(
    formulation: str, others: Sequence[Entrant], session: CountingSession, reasons: Mapping[str, str]
) -> Iterator[tuple[Entrant, float]]:
    """Whom to ask, with the seconds of each: all for a moment, then our own, then the others that were too slow.
    reasons: why those that were asked have no number, by their names, when the next is asked for."""
    tensors, certified, links = (
        Entrant(backend.name, backend, formulation, Options()) for backend in (TENSORS, MERGED_STATES, DANCING_LINKS)
    )
    turn = min(FIRST_TURN, session.limits.seconds / 10)
    for other in (tensors, certified, *others) if others else ():
        yield other, turn
    for own, share in ((tensors, 2), (certified, 4), (links, 2)) if others else ((links, 1),):
        yield own, session.seconds_left / share
    slow = [other for other in others if other.backend.name in reasons]
    for at, other in enumerate(slow):
        yield other, session.seconds_left / (len(slow) - at)


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
