"""What proofs about boards say of the rows of a store: each row judged in their light, and what it claims.

An answer that refutes a claim is judged with the testimonies of the rows, and contradicts whatever it contradicts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from backends.contract import Status
from rosetta.campaigns.rows.board_proofs import PROVED, REFUTED, BoardProof
from rosetta.campaigns.rows.columns import answer_hash
from rosetta.foundation.errors import InputError
from rosetta.foundation.vocabulary import Verdict
from rosetta.studies.judging.claims import claims_unique
from rosetta.studies.judging.judge import Judgement, label_as_proved
from rosetta.studies.judging.testimony import Testimony, testimony_from_json

NAMES = MappingProxyType({"answer": Status.UNSATISFIABLE, "optimal": Status.OPTIMAL, "unique": "unique"})
"""What the column `claims` calls each claim, by its field in `Claims`."""
FOUND_WHILE_PROVING = "that answer was found while this was to be proved"


def refuting_testimonies(proofs: Iterable[BoardProof]) -> list[Testimony]:
    """Those of the answers that refute claims. Raises InputError for one that cannot be read."""
    try:
        return [testimony_from_json(json.loads(proof.testimony), None) for proof in proofs if proof.testimony]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the answer of a proof cannot be read: {error!r:.100}") from None


def judge_by_proofs(testimony: Testimony, judgement: Judgement, proofs: Sequence[BoardProof]) -> Judgement:
    """The judgement with the label `proved` on what is proved of the board. judgement: with the refuting testimonies
    among those that were judged; proofs: about the same instance."""
    if not proofs:
        return judgement
    by_claim = {(proof.claim, proof.subject): proof for proof in proofs}
    if judgement.verdict == Verdict.WRONG:
        refuted = (by_claim.get(made) for made in _claims_made(testimony, judgement.unique))
        known = any(proof is not None and proof.status == REFUTED for proof in refuted)
        return replace(judgement, note=f"{judgement.note}; {FOUND_WHILE_PROVING}") if known else judgement
    for claim, subject in standing_claims(testimony, judgement):
        proof = by_claim.get((claim, subject))
        if proof is not None and proof.status == PROVED:
            judgement = label_as_proved(judgement, claim)
    return judgement


def standing_claims(testimony: Testimony, judgement: Judgement) -> list[tuple[str, str]]:
    """The claims that it makes and nothing refutes, each with its subject."""
    if judgement.verdict == Verdict.WRONG:
        return []
    made = _claims_made(testimony, judgement.unique)
    return [(claim, subject) for claim, subject in made if getattr(judgement.claims, claim) is not None]


def claims_text(status: str, judgement: Judgement) -> str | None:
    """The column `claims` of a row with that status: what is claimed beside an answer, and what that rests on."""
    if judgement.verdict == Verdict.WRONG:
        return None
    labels = {
        "answer": judgement.claims.answer if status == Status.UNSATISFIABLE else None,
        "optimal": judgement.claims.optimal,
        "unique": judgement.claims.unique if judgement.unique else None,
    }
    return " ".join(f"{NAMES[claim]}={label}" for claim, label in labels.items() if label is not None) or None


def _claims_made(testimony: Testimony, unique: bool | None) -> Iterator[tuple[str, str]]:
    """What it claims. unique: its claim, None where that was not asked, or not settled."""
    if testimony.status is Status.UNSATISFIABLE:
        yield "answer", ""
    if not testimony.answers:
        return
    first = testimony.answers[0]
    if testimony.status is Status.OPTIMAL and first.cost is not None:
        yield "optimal", str(first.cost)
    if unique and claims_unique(testimony):
        yield "unique", answer_hash(first.text)
