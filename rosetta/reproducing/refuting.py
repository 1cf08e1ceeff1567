"""Claims of an item as models without a solution, which are refuted (`backends.justifying`), within a limit.

    no solution     the model                     exactly one, none is better     `rosetta.studies.proving`

A claim that is not proved keeps what it rests on otherwise, the word of one engine or of two. That the solver finds a
solution is more: then the claim is wrong, or the solver is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backends.contract import Limits
from backends.justifying.refutation import Refutation, RefutationStatus, refute
from models.neutral import Model
from report.reproduction.records import CONTRADICTORY, Line
from rosetta.foundation.progress import Progress, ignore_progress, name_progress
from rosetta.reproducing.records import solver_progress

SECONDS = 10.0  # for solver and check of a claim about one small board


def refute_claim(
    model: Model, what: str = "", seconds: float = SECONDS, progress: Progress = ignore_progress
) -> Refutation:
    """Is it proved that the model has no solution? what: for the progress."""
    return refute(model, Limits(seconds=seconds), progress=name_progress("a proof", solver_progress(what, progress)))


def is_proved(refutations: Sequence[Refutation]) -> bool:
    """All of them, and there is one?"""
    return bool(refutations) and all(each.status is RefutationStatus.PROVED for each in refutations)


def is_denied(refutations: Sequence[Refutation]) -> bool:
    """Does the solver find a solution of one?"""
    return any(each.status is RefutationStatus.SATISFIABLE for each in refutations)


def size_of_proof(refutations: Sequence[Refutation]) -> str:
    """`46 lemmas from 37 of 175 clauses`, of several proofs together; "" where one of them is missing."""
    checked = [each.checked for each in refutations if each.checked is not None]
    if not is_proved(refutations) or len(checked) < len(refutations):
        return ""
    lemmas = sum(each.lemmas[0] for each in checked)
    clauses, used = (sum(each.clauses[i] for each in checked) for i in (0, 1))
    return f"{lemmas:,} {'lemma' if lemmas == 1 else 'lemmas'} from {used:,} of {clauses:,} clauses"


def prove_line(line: Line, models: Sequence[Model], seconds: float = SECONDS) -> Line:
    """The line, true if none of the models has a solution, with its proof if there is one: `Proved by 46 lemmas from 37
    of 175 clauses, checked.` Contradictory where the solver finds a solution."""
    return line_with_proof(line, [refute_claim(model, seconds=seconds) for model in models])


def line_with_proof(line: Line, refutations: Sequence[Refutation]) -> Line:
    """The same of refutations that are there."""
    if is_denied(refutations):
        return replace(line, verdict=CONTRADICTORY, reason="Another solver finds a solution of what has none.")
    size = size_of_proof(refutations)
    return replace(line, proof=f"Proved by {size}, checked." if size else "")
