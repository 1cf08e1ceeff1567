"""One claim about a board, proved or refuted: what a warm parent does for `prove_store`.

The warm parent has the checker's loops loaded, which takes ten times as long as most proofs. Each solver, and each
check, is a child of its own under the limits, as always (`backends.justifying.refutation`).

A store has answers and no assignments. So for "the only answer" the SAT solver first looks for any: it is the one that
was claimed, or it refutes the claim.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from backends.contract import Limits, Values
from backends.justifying.refutation import prepare
from backends.running import supervisor
from rosetta.campaigns.planning.cells import CellInstance, pose_cell_question
from rosetta.campaigns.rows.board_proofs import PROVED, REFUTED, UNKNOWN, BoardClaim, BoardProof
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.formulations import base_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.testimony import answer_text, testimony_json, testimony_of
from rosetta.studies.proving.proved_runs import refuting_attempt
from rosetta.studies.refuting.claims_as_models import claim_of_no_better
from rosetta.studies.refuting.prove import CLAIMS, ClaimProof, StatedClaim, prove_claims, prove_stated_claim


@dataclass(frozen=True, slots=True)
class ProofRequest:
    """What is to be proved. formulations: in which cells claim it; answer: the JSON of the answer that is called the
    only one, "" for other claims; limits: of the claim, from solving to checking."""

    claim: BoardClaim
    instance: CellInstance
    formulations: tuple[str, ...]
    answer: str
    limits: Limits


def answer_request(request: ProofRequest) -> BoardProof:
    """What came of it. Raises InputError for a board that cannot be read, or rules that cannot be stated."""
    prepare()
    return prove_board_claim(pose_cell_question(request.instance), request)


def unsettled_proof(claim: BoardClaim, why: str, formulation: str, limits: Limits) -> BoardProof:
    """An attempt of which nothing came."""
    return _board_proof(claim, UNKNOWN, f"{CLAIMS[claim.claim]}: not proved: {why}", formulation, limits)


def prove_board_claim(question: Question, request: ProofRequest) -> BoardProof:
    """The claim proved, or refuted, within the limits, in one of its formulations. Raises InputError for rules that
    cannot be stated."""
    claim, limits = request.claim, request.limits
    formulation = question.rows_formulation(_choose_formulation(question, request.formulations))
    if claim.claim == "unique":
        return _prove_unique(question, formulation, request)
    if claim.claim == "optimal":
        model = claim_of_no_better(question.model(formulation), int(claim.subject))
        proof = prove_stated_claim(question, StatedClaim(claim.claim, model, formulation, ()), limits)
    else:
        (proof,) = prove_claims(question, formulation, frozenset([claim.claim]), (), limits)
    return _kept_proof(question, claim, proof, limits)


def _choose_formulation(question: Question, names: Sequence[str]) -> str:
    """Of those that make the claim the one that the puzzle advises, else the first in its own order."""
    puzzle = question.puzzle
    own = {base_formulation(puzzle, name) for name in names}
    advised = puzzle.extras.advice(question.instance).formulation
    return advised if advised in own else next(name for name in puzzle.formulations if name in own)


def _prove_unique(question: Question, formulation: str, request: ProofRequest) -> BoardProof:
    claim, limits, begun = request.claim, request.limits, work_seconds()
    model = question.model(formulation)
    model.objective = None
    outcome = supervisor.solve("cnf", model, limits)
    values = outcome.values
    if values is None:
        why = outcome.note or f"the SAT solver says {outcome.status}"
        return unsettled_proof(claim, why, formulation, limits)
    if answer_text(question.puzzle, question.answer(model, values)) == request.answer:
        left = replace(limits, seconds=max(limits.seconds - (work_seconds() - begun), 0.1))
        (proof,) = prove_claims(question, formulation, frozenset(["unique"]), [values], left)
        return _kept_proof(question, claim, proof, limits)
    if question.broken_rules(model, values):
        return unsettled_proof(claim, "the SAT solver has another one, which breaks a rule", formulation, limits)
    return _refutation(question, claim, StatedClaim("unique", model, formulation, ()), values, limits)


def _kept_proof(question: Question, claim: BoardClaim, proof: ClaimProof, limits: Limits) -> BoardProof:
    """What the store keeps of a proof: not its bytes, which a SAT solver finds again."""
    if proof.counterexample is not None:
        return _refutation(question, claim, proof.stated, proof.counterexample, limits)
    status, details = PROVED if proof.is_proved else UNKNOWN, json.dumps(proof.to_json())
    return _board_proof(claim, status, str(proof), proof.stated.formulation, limits, details)


def _refutation(
    question: Question, claim: BoardClaim, stated: StatedClaim, values: Values, limits: Limits
) -> BoardProof:
    """The claim refuted by that solution of its model, which keeps all rules."""
    attempt = refuting_attempt(question, stated.formulation, stated.model, values)
    testimony = json.dumps(testimony_json(testimony_of(question, attempt)))
    words = f"{CLAIMS[claim.claim]}: refuted by an answer that keeps all rules"
    return replace(_board_proof(claim, REFUTED, words, stated.formulation, limits), testimony=testimony)


def _board_proof(
    claim: BoardClaim, status: str, words: str, formulation: str, limits: Limits, details: str = "{}"
) -> BoardProof:
    ended = datetime.now(UTC).isoformat(timespec="milliseconds")
    return BoardProof(
        claim.instance, claim.claim, claim.subject, status, words, formulation, limits.seconds, limits.memory, details,
        ended=ended,
    )  # fmt: skip
