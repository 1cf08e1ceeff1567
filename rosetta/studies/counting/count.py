"""How many answers there are, and how many up to symmetry: counted where that is possible, else listed (`counting`).

2^65536 answers cannot be checked one by one. An engine that counts is asked for the number (`asking`), with the
instance's symmetries to save it work (`orbits`). It is believed where the number was found a second time by code that
shares nothing with it, the symmetries included (`second_counts`). Some of the answers are listed and held against the
rules. The number up to symmetry follows from the number and a few more (`burnside`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algebra.limits import LimitReached
from backends.contract import Backend, Limits, Options, Status, Unsupported, Values
from instances.resolve import parse_any_size
from models.neutral import Model
from models.puzzles.contract import Answer, Puzzle
from rosetta.studies.counting.automorphisms import Images, automorphisms
from rosetta.studies.counting.burnside import OrbitCount, count_orbits
from rosetta.studies.counting.engines import CountingSession, Watch
from rosetta.studies.counting.listing import count_up_to_symmetry, list_answers
from rosetta.studies.counting.orbits import Summand, exactly_one_rows
from rosetta.studies.counting.recount import recount, summands_for
from rosetta.studies.question import Entrant, Question, entrant_options
from rosetta.studies.special_solvers import resolve_backend

THEORY = 10_000  # cells; up to here a board is counted by itself, which shows more
SAMPLES = 10  # answers that are checked of a number
LISTABLE = 1000  # answers; a smaller number that rests on one engine's word is shown by listing them instead


@dataclass(frozen=True, slots=True)
class Total:
    """A number of answers. by: who found it; witness: by what else it was found, "" if by nothing; checked: answers
    that were held against the rules; broken: what is wrong with one or with the number, in words; distinct: the number
    up to symmetry, None where it was not asked for; symmetries: how many the engine was spared by; listed: the answers
    were listed, each checked, and the witness says that there are no others; where nobody does, there may be more."""

    number: int
    backend: str
    witness: str
    seconds: float
    checked: int
    broken: tuple[str, ...] = ()
    note: str = ""
    distinct: int | None = None
    symmetries: int = 1
    by_listing: bool = False

    @property
    def exact(self) -> bool:
        """Does it rest on more than one engine's word?"""
        return bool(self.witness) and not self.broken


def count_answers(
    question: Question,
    backends: Sequence[str],
    formulation: str,
    options: Options,
    limits: Limits,
    watch: Watch | None = None,
    distinct: bool = False,
) -> Total:
    """The number of answers, and up to symmetry if asked for, by the first of the backends that takes the model:
    counted if it counts, else listed. Raises Unsupported where none does."""
    for name in backends:
        entrant, found, limit = Entrant(name, formulation, options), None, ""
        try:
            found = count_by_engine(question, entrant, limits, watch, distinct)
        except LimitReached as reason:
            limit = str(reason)
        if found is not None and (found.exact or found.broken or found.number > LISTABLE):
            return found
        these = list_answers(question, entrant, limits, watch=watch)
        if found is not None and not (these.complete or these.broken):
            return found
        if these.status is not Status.UNSUPPORTED:
            number, orbits = len(these.answers), count_up_to_symmetry(question, these.answers) if distinct else None
            return Total(
                number, name, these.witness, these.seconds, number, these.broken, these.note, orbits, by_listing=True
            )
        if limit:  # it counts, and cannot list
            return Total(0, name, "", limits.seconds, 0, note=limit, by_listing=True)
    raise Unsupported(f"{name} cannot count this: {these.note}")


def count_by_engine(
    question: Question, entrant: Entrant, limits: Limits, watch: Watch | None = None, distinct: bool = False
) -> Total | None:
    """The number of answers, and up to symmetry if asked for. None if this engine does not count this model without
    listing, or nothing is known of the symmetries of its variables. Raises LimitReached."""
    backend, options = resolve_backend(question, entrant.backend, entrant_options(question.puzzle, entrant))
    if not hasattr(backend, "count"):
        return None
    model = question.model(entrant.formulation)
    project = question.puzzle.project(question.instance, model)
    images = _symmetries(question, model, project, distinct)
    if distinct and len(images) < len(question.puzzle.symmetries(question.instance)):
        return None
    asking, sum_of = CountingSession(limits, watch), summands_for(backend, model, project, images)
    number = asking.weighted_sum(backend, options, sum_of)
    if number is None and asking.limit:
        raise LimitReached(asking.limit)
    if number is None:
        return None
    checked, broken = _check_sample(question, backend, options, Summand(1, model, project), number, asking)
    witness, note = "", "the number rests on one engine's word: it could not be counted again in time"
    second = recount(question, model, project, images, backend, asking)
    if second is not None:
        (witness, other), note = second, ""
        broken += () if other == number else (f"{entrant.backend} counts {number}, {witness} counts {other}",)
    spared = max(part.weight for part in sum_of)
    found = Total(number, entrant.backend, witness, asking.seconds, checked, broken[:5], note, symmetries=spared)
    if not distinct:
        return found
    return _with_orbits(found, count_orbits(number, model, images, backend, options, asking), asking.seconds)


def _symmetries(question: Question, model: Model, project: NDArray[np.int32], distinct: bool) -> Images:
    """Those of the model, where its variables are the answer and nothing besides, and they are of use; else the
    identity."""
    if len(project) < model.variables or not (distinct or next(exactly_one_rows(model), None) is not None):
        return np.arange(model.variables + 1, dtype=np.int32)[None]
    return automorphisms(question, model)


def _check_sample(
    question: Question, backend: Backend, options: Options, whole: Summand, number: int, asking: CountingSession
) -> tuple[int, tuple[str, ...]]:
    """How many answers were listed and held against the rules; what is wrong with them."""
    answers: set[Answer] = set()
    broken: list[str] = []

    def take(values: Values) -> None:
        answers.add(question.answer(whole.model, values))
        broken.extend(question.broken_rules(whole.model, values)[:5])

    ended = asking.list_solutions(backend, options, whole, take, SAMPLES)
    listed = ended.complete or ended.status is Status.SATISFIED
    if listed and len(answers) != min(number, SAMPLES):
        broken.append(f"{backend.name} counts {number}, and lists {len(answers)}")
    return len(answers), tuple(broken)


def _with_orbits(total: Total, orbits: OrbitCount, seconds: float) -> Total:
    """The total with the number up to symmetry. Both are exact, or neither."""
    witness, note = ("", orbits.doubt) if orbits.doubt else (total.witness, total.note)
    broken = (*total.broken, orbits.broken) if orbits.broken else total.broken
    return replace(total, distinct=orbits.number, witness=witness, note=note, broken=broken, seconds=seconds)


def count_by_theory(puzzle: Puzzle, what: str, options: Mapping[str, Any]) -> Total | None:
    """The number of answers of a board of that size, by two formulas, without the board. None where WHAT is no size, or
    the puzzle knows no theorem, or the board is so small that to count for oneself is better."""
    size = parse_any_size(what)
    if size is None or puzzle.theory is None or size[0] * size[1] < THEORY:
        return None
    start = time.monotonic()
    known = puzzle.theory(size, **options)
    if known is None:
        return None
    (first, number), (second, again) = known.items()
    broken = () if number == again else (f"{first} and {second} differ",)
    return Total(number, "theory", "a second formula", time.monotonic() - start, 0, broken, f"{first}; {second}")
