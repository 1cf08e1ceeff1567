"""A number of answers, proved: all of them are listed and verified, and that there are no others is refuted.

    0 answers       the model has no solution
    n answers       n different ones keep all rules, and the model that forbids them has no solution

That is for numbers that a list can reach. A larger number stays cross-checked.
"""

from __future__ import annotations

from dataclasses import replace

from algebra.progress import Progress, ignore_progress
from backends.contract import Limits, Options, Status
from rosetta.studies.counting.count import Total
from rosetta.studies.counting.listing import AnswerList, count_up_to_symmetry, list_answers
from rosetta.studies.entrants import resolve_entrant
from rosetta.studies.proving.prove import ClaimProof, prove_claims
from rosetta.studies.question import Question

LISTED = 20_000  # answers; the clauses that forbid them are as many


def prove_total(
    question: Question, formulation: str, total: Total, limits: Limits, progress: Progress = ignore_progress
) -> Total:
    """The total with a proof that it is the number, a note why there is none, or what is wrong with it. limits: of the
    list, and of the proof."""
    if total.broken:
        return total
    if total.number > LISTED:
        return _with_note(total, f"not proved: of more than {LISTED:,} answers no list is made")
    if total.number == 0 and total.exact:
        proofs = prove_claims(question, formulation, frozenset(["answer"]), (), limits, progress)
        return _with_proofs(total, proofs)
    listing = _list_by_first(question, formulation, (total.backend, "cnf"), limits, progress)
    listed = len(listing.answers)
    if listing.broken:
        return replace(total, broken=listing.broken)
    if (listed != total.number and total.exact and listing.complete) or (total.exact and listed > total.number):
        return replace(total, broken=(f"{total.backend} counts {total.number}; {listed} different ones were verified",))
    if listing.values is None or listed < total.number:
        return _with_note(total, f"not proved: {listed} of the answers were listed; {listing.note or 'a limit'}")
    claims = frozenset(["count" if listing.answers else "answer"])
    proofs = prove_claims(question, formulation, claims, listing.values, limits, progress)
    return _with_proofs(_with_list(question, total, listing), proofs)


def _with_proofs(total: Total, proofs: tuple[ClaimProof, ...]) -> Total:
    """A counterexample is one answer more."""
    refuted = any(proof.counterexample is not None for proof in proofs)
    broken = ("one more answer, which keeps all rules, was found while proving that there is none",) if refuted else ()
    return replace(total, proofs=proofs, broken=broken)


def _list_by_first(
    question: Question, formulation: str, backends: tuple[str, ...], limits: Limits, progress: Progress
) -> AnswerList:
    """The list by the first of the backends that can list."""
    for name in backends:
        entrant = resolve_entrant(question, name, formulation, Options())
        listing = list_answers(question, entrant, limits, LISTED + 1, progress)
        if listing.status is not Status.UNSUPPORTED:
            break
    return listing


def _with_list(question: Question, total: Total, listing: AnswerList) -> Total:
    """The total with the numbers of the list, where it was not exact by itself."""
    if total.exact:
        return total
    distinct = None if total.distinct is None else count_up_to_symmetry(question, listing.answers)
    return replace(total, number=len(listing.answers), checked=len(listing.answers), distinct=distinct)


def _with_note(total: Total, note: str) -> Total:
    return replace(total, note="; ".join(filter(None, (total.note, note))))
