"""Second opinions: whom to ask about what one kind of engine claims, in which order, within one limit for all.

    no solution       an engine of each other kind; a proof
    none is better    the puzzle's own solvers, which read the instance; an engine of each other kind; a proof
    no others         the quickest engine of another kind, if it is quick; a proof; other engines, the quick ones first

They are asked one after the other until the claim is settled. Each has half of what is left of the limit, the last one
all of it. Where no rows state a rule about a graph, an engine that has a constraint for it is quickest, then one that
keeps what it has learnt with every cut; one that starts anew with every cut is not quick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from backends.connectivity.lazy_cuts import needs_cuts, suit_backend
from backends.contract import Backend, Limits
from models.neutral import Model
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.entrants import ON_OPTIMA, SECOND_OPINIONS, Entrant, engines_of_other_kinds, resolve_entrant
from rosetta.studies.asking.formulations import second_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, attempt

PROOF = "a proof"  # the way to settle a claim that needs no engine's word
LEAST_SHARE = 0.1  # seconds that each way has, whatever the others took
Way = TypeVar("Way")


def ways_to_deny_others(kind: str, model: Model) -> list[Backend | str]:
    """By whom to confirm that the model, in which the known answers are forbidden, has no solution: backends of other
    kinds than that, and PROOF."""
    others = list(engines_of_other_kinds(kind))
    quick = sorted(
        (each for each in others if _is_quick(each, model)),
        key=lambda each: needs_cuts(each, suit_backend(each, model)),
    )
    return [*quick[:1], PROOF, *quick[1:], *(backend for backend in others if backend not in quick)]


def share_limit(ways: Sequence[Way], limits: Limits) -> Iterator[tuple[Way, Limits]]:
    """Each of the ways with its share of the limit, when its turn comes."""
    end = work_seconds() + limits.seconds
    for number, way in enumerate(ways, 1):
        left = end - work_seconds()
        share = left if number == len(ways) else left / 2
        yield way, replace(limits, seconds=max(share, LEAST_SHARE))


def ask_others(
    question: Question, first: Attempt, claim: str, limits: Limits, progress: Progress = ignore_progress
) -> Attempt | None:
    """The attempt of the first backend of another kind that ends with the same status on the rules as stated; else the
    last that comes to a definite answer, or the first that was asked. claim: `answer` or `optimal`; limits: of all of
    them together, and of a proof, whose share is left."""
    best: Attempt | None = None
    for entrant, share in share_limit([*_others(question, first, claim), None], limits):
        if entrant is None:
            break
        other = attempt(question, entrant, share, progress=progress)
        if best is None or other.outcome.status.is_definite:
            best = other
        if other.outcome.status is first.outcome.status:
            break
    return best


def _others(question: Question, first: Attempt, claim: str) -> Iterator[Entrant]:
    """Engines of other kinds, one of each."""
    own = [
        solver.name
        for solver in question.puzzle.extras.solvers
        if solver.unfit_reason(question.instance, **question.rules) is None
    ]
    names = (*own, *ON_OPTIMA) if claim == "optimal" else SECOND_OPINIONS
    formulation = second_formulation(question.puzzle, question.instance, first.entrant.formulation)
    options = replace(first.entrant.options, solver=None, parameters={})  # these are the first engine's
    entrants = (resolve_entrant(question, name, formulation, options) for name in names)
    return (entrant for entrant in entrants if entrant.kind != first.entrant.kind)


def _is_quick(backend: Backend, model: Model) -> bool:
    """Does it keep what it has learnt, whatever cuts come?"""
    return backend.incremental is not None or not needs_cuts(backend, suit_backend(backend, model))
