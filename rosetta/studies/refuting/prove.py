"""What a solved question claims, proved: "no solution", "none is better", "the only one", "these are all".

A claim becomes a model that has no solution if it is true (`claims_as_models`), a solver's proof of that is checked,
and so is every clause that it uses (`backends.justifying.refutation`). Each claim has the time limit for itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Values
from backends.justifying.refutation import SOLVER, Refutation, RefutationStatus, refute
from backends.running import supervisor
from models.neutral import Model, objective_value
from report.words import plural
from rosetta.foundation.progress import Progress, ignore_progress, name_progress
from rosetta.studies.asking.formulations import base_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.refuting.claims_as_models import claim_of_no_better, claim_of_no_other, claim_of_none

if TYPE_CHECKING:
    from report.documents.proofs import ClaimProofDocument

CLAIMS = {
    "answer": "no solution",
    "optimal": "none is better",
    "unique": "the only answer",
    "count": "no answers but these",
}


@dataclass(frozen=True, slots=True, eq=False)
class StatedClaim:
    """claim: one of CLAIMS; model: which has no solution if it is true, and whose rules are those of the formulation;
    values: assignments of the answers that it speaks of, the best one first."""

    claim: str
    model: Model
    formulation: str
    values: tuple[Values, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ClaimProof:
    """refutation: what came of the claim's model; counterexample: a solution of it that keeps all rules, where one was
    found: then the claim is not true."""

    stated: StatedClaim
    refutation: Refutation
    counterexample: Values | None = None

    @property
    def claim(self) -> str:
        """One of CLAIMS."""
        return self.stated.claim

    @property
    def is_proved(self) -> bool:
        """Is the claim true?"""
        return self.refutation.status is RefutationStatus.PROVED

    @property
    def is_settled(self) -> bool:
        """Is it known whether the claim is true?"""
        return self.is_proved or self.counterexample is not None

    @property
    def words(self) -> str:
        """What is claimed."""
        return CLAIMS[self.claim]

    def to_json(self) -> ClaimProofDocument:
        """As documents have it: lemmas and clauses are all of them, and how many of them were used."""
        refutation, checked = self.refutation, self.refutation.checked
        return {
            "claim": self.claim,
            "status": refutation.status,
            "solver": SOLVER,
            "lemmas": None if checked is None else list(checked.lemmas),
            "clauses": None if checked is None else list(checked.clauses),
            "bytes": len(refutation.proof),
            "seconds": refutation.seconds,
            "note": refutation.note,
        }

    def __str__(self) -> str:
        """`the only answer: proved by 505 lemmas of cadical195, from 178 of 2,217 clauses, in 0.05 s`."""
        refutation, checked = self.refutation, self.refutation.checked
        if not self.is_proved or checked is None:
            return f"{self.words}: not proved: {refutation.note}"
        lemmas = plural(checked.lemmas[0], "lemma")
        used, clauses = checked.clauses[1], checked.clauses[0]
        took = f"{sum(refutation.seconds.values()):.2f} s"
        return f"{self.words}: proved by {lemmas} of {SOLVER}, from {used:,} of {clauses:,} clauses, in {took}"


def prove_claims(
    question: Question,
    formulation: str,
    claims: frozenset[str],
    values: Sequence[Values],
    limits: Limits,
    progress: Progress = ignore_progress,
) -> tuple[ClaimProof, ...]:
    """Proofs of these claims (keys of CLAIMS), as far as they go. formulation: of the model; values: the assignments
    of the answers, the best one first; none where there is no solution."""
    stated = state_claims(question, formulation, claims, values)
    return tuple(prove_stated_claim(question, claim, limits, progress) for claim in stated)


def prove_stated_claim(
    question: Question, stated: StatedClaim, limits: Limits, progress: Progress = ignore_progress
) -> ClaimProof:
    """The proof of one claim; where the solver finds a solution instead, that is looked for and checked."""
    report = name_progress(f"proving: {CLAIMS[stated.claim]}", progress)
    refutation = refute(stated.model, limits, progress=report)
    if refutation.status is not RefutationStatus.SATISFIABLE:
        return ClaimProof(stated, refutation)
    values = supervisor.solve("cnf", stated.model, limits, progress=report).values
    is_solution = values is not None and not question.broken_rules(stated.model, values)
    return ClaimProof(stated, refutation, values if is_solution else None)


def state_claims(
    question: Question, formulation: str, claims: frozenset[str], values: Sequence[Values]
) -> Iterator[StatedClaim]:
    """Each of the claims as a model; one that cannot be stated is left out: it needs an answer, or an objective."""
    base = question.rows_formulation(formulation)
    model = question.model(base)
    if base != base_formulation(question.puzzle, formulation):  # whose rules are not all rows
        carried = [_carry_values(question.model(formulation), each, model) for each in values]
        values = [each for each in carried if each is not None]
    if "answer" in claims:
        yield StatedClaim("answer", claim_of_none(model), base, ())
    if not values:
        return
    cost = objective_value(model, values[0][: model.variables + 1])  # lists have values of added variables, too
    if "optimal" in claims and cost is not None:
        yield StatedClaim("optimal", claim_of_no_better(model, cost), base, tuple(values[:1]))
    project = question.puzzle.project(question.instance, model)  # may add the variables of the answer
    for claim, answers in (("unique", values[:1]), ("count", values)):
        if claim in claims:
            complete = [_complete_values(model, each) for each in answers]
            none = claim_of_no_other(model, project, [each for each in complete if each is not None])
            yield StatedClaim(claim, none, base, tuple(answers))


def _complete_values(model: Model, values: Values) -> Values | None:
    """The assignment with values for variables that were added since, which the others determine; None where none was
    found. Whatever they are: if they are not those of the answer, the claim is not true, and nothing is proved."""
    if len(values) == model.variables + 1:
        return values
    return _solution_with(model, np.arange(1, len(values)), values[1:])


def _carry_values(stated: Model, values: Values, model: Model) -> Values | None:
    """The assignment of another formulation as one of this one: the same values of the variables that both have."""
    both = [(array, model.arrays[name]) for name, array in stated.arrays.items() if name in model.arrays]
    pairs = [(old.ravel(), new.ravel()) for old, new in both if old.shape == new.shape]
    old, new = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
    return _solution_with(model, new, values[old])


def _solution_with(model: Model, variables: NDArray[np.integer[Any]], values: Values) -> Values | None:
    """An assignment that keeps the rows, with these values of these variables."""
    fixed = model.copy()
    fixed.objective = None
    fixed.linear(values, values, "as in the answer", variables[:, None], 1)
    return supervisor.solve("cnf", fixed, Limits()).values
