"""A number of answers, proved: by certificates where the rules allow them; else all of them are listed and verified.

    certificates    `certified_total`: they say how many there are, whatever was counted before
    0 answers       the model has no solution
    n answers       n different ones keep all rules, and the model that forbids them has no solution

The last two are for numbers that a list can reach. A larger number without certificates stays cross-checked.
"""

from __future__ import annotations

from dataclasses import replace

from backends.contract import Limits, Options, Status, Unsupported
from models.puzzles.contract import NoSymmetries
from report.number_text import short_digits
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.affine_orbits import count_affine_orbits
from rosetta.studies.counting.answer_orbits import OrbitCount, count_up_to_symmetry
from rosetta.studies.counting.automorphisms import symmetry_generators
from rosetta.studies.counting.count import Total, with_note, with_orbits
from rosetta.studies.proving.certified_total import NumberProof, prove_number, state_distinct, state_first_total
from rosetta.studies.refuting.prove import ClaimProof, prove_claims
from rosetta.studies.refuting.worthwhile import limits_worthwhile
from rosetta.studies.solving.listing import AnswerList, list_answers

NO_CERTIFICATE = "the number up to symmetry was found among all solutions, and has no certificate of its own"
LISTED = 20_000  # answers; the clauses that forbid them are as many
STEPS = 3  # to the proof of a number that a list can reach: a certificate; the list; that there are no others


def prove_total(
    question: Question, formulation: str, total: Total, limits: Limits, progress: Progress = ignore_progress
) -> Total:
    """The total with a proof that it is the number, a note why there is none, or what is wrong with it. limits: of the
    certificates; else of the list, and of the proof that it is complete."""
    if total.broken:
        return total
    proved = _prove_total(question, formulation, total, limits, progress)
    is_walked = proved.distinct is not None and all(proof.claim != "distinct" for proof in proved.proofs)
    return with_note(proved, NO_CERTIFICATE) if is_walked and proved.is_proved else proved


def _prove_total(question: Question, formulation: str, total: Total, limits: Limits, progress: Progress) -> Total:
    """The same of a total that has no fault."""
    try:
        stated = state_first_total(question, formulation)
    except Unsupported as reason:
        return _prove_list(question, formulation, total, limits, progress, f"no certificate: {reason}")
    proof = prove_number(stated, limits, progress)
    if not proof.is_proved and total.number <= LISTED:
        return _prove_list(question, formulation, total, limits, progress, f"no certificate: {proof.proof.note}")
    certified = _with_number(total, proof)
    if proof.number is None or not total.wants_distinct or certified.broken:
        return certified
    return _prove_distinct(question, stated.formulation, proof.number, certified, limits, progress)


def prove_total_where_cheap(
    question: Question, formulation: str, total: Total, limits: Limits, progress: Progress = ignore_progress
) -> Total:
    """The total with a proof that it is the number, where that costs less than the counting, or with what is wrong with
    it. Nobody asked for it: of a proof that was not reached nothing is said."""
    worthwhile = limits_worthwhile(limits, total.seconds + total.witness_seconds)
    if worthwhile is None or total.is_proved:
        return total
    if total.number <= LISTED:
        worthwhile = replace(worthwhile, seconds=worthwhile.seconds / STEPS)
    try:
        proved = prove_total(question, formulation, total, worthwhile, progress)
    except InputError:  # no formulation has all rules in rows
        return total
    return proved if proved.is_proved or proved.broken else total


def _prove_distinct(
    question: Question, formulation: str, number: int, total: Total, limits: Limits, progress: Progress
) -> Total:
    """The total, whose number is proved, with a proof of the number up to symmetry, as far as there is one. Where there
    is no certificate, the orbits of all solutions are walked: as many as were proved are all."""
    try:
        stated = state_distinct(question, formulation, number)
    except Unsupported as refusal:
        reason = str(refusal)
    else:
        return _with_number(total, prove_number(stated, limits, progress))
    walked = _walk_affine_orbits(question, formulation, number, progress)
    if walked is not None:
        return _with_orbits_of_all(total, walked)
    if number <= LISTED:
        listing = _list_by_first(question, formulation, (total.backend, "cnf"), limits, progress)
        if len(listing.answers) == number and not listing.broken:
            return _with_list(question, total, listing)
    note = f"of the two numbers only the first is proved: {reason}"
    return replace(with_note(total, note), half_proved=True)


def _with_number(total: Total, proof: NumberProof) -> Total:
    """The total with one proof more, and its number where the total's own is what a list had when a limit ended it.
    Another number is wrong."""
    is_least = total.by_listing and not total.witness
    counted = total.distinct if proof.claim == "distinct" else total.number
    proofs = (*total.proofs, proof)
    if proof.number is None or proof.number == counted:
        return replace(total, proofs=proofs)
    if counted is None:  # up to symmetry: nobody could count it
        return replace(total, proofs=proofs, distinct=proof.number)
    if not is_least or counted > proof.number:
        up_to = " up to symmetry" if proof.claim == "distinct" else ""
        said, proved = short_digits(counted), short_digits(proof.number)
        fault = f"{total.backend} counts {said}{up_to}; it is proved that there are {proved}"
        return replace(total, proofs=proofs, broken=(fault,))
    if proof.claim == "distinct":
        return replace(total, proofs=proofs, distinct=proof.number)
    note = f"{total.backend} found {short_digits(counted)}; the proof says how many"
    return replace(total, proofs=proofs, number=proof.number, notes=(note, *total.notes))


def _prove_list(
    question: Question, formulation: str, total: Total, limits: Limits, progress: Progress, reason: str
) -> Total:
    """By a list of all answers. reason: why not in another way."""
    too_many = f"not proved: {reason}; of more than {LISTED:,} answers no list is made"
    if total.number > LISTED:
        return with_note(total, too_many)
    if total.number == 0 and total.exact:
        proofs = prove_claims(question, formulation, frozenset(["answer"]), (), limits, progress)
        return _with_proofs(total, proofs, reason)
    listing = _list_by_first(question, formulation, (total.backend, "cnf"), limits, progress)
    listed = len(listing.answers)
    if listing.broken:
        return replace(total, broken=listing.broken)
    if (listed != total.number and total.exact and listing.complete) or (total.exact and listed > total.number):
        said = f"{total.backend} counts {short_digits(total.number)}"
        return replace(total, broken=(f"{said}; {listed} different ones were verified",))
    if listed > LISTED:
        return with_note(total, too_many)
    if listing.values is None or listed < total.number or not (listing.ended or total.exact):
        why = f"{listed} of the answers were listed; {listing.note or 'a limit'}"
        return with_note(total, f"not proved: {reason}; {why}")
    claims = frozenset(["count" if listing.answers else "answer"])
    listed_total = _with_list(question, total, listing)
    if listed_total.broken:
        return listed_total
    proofs = prove_claims(question, formulation, claims, listing.values, limits, progress)
    return _with_proofs(listed_total, proofs, reason)


def _with_proofs(total: Total, proofs: tuple[ClaimProof, ...], reason: str) -> Total:
    """A counterexample is one answer more. reason: why there is no proof of another kind, said where these fail."""
    if not all(proof.is_settled for proof in proofs):
        total = with_note(total, reason)
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
    """The total with the numbers of the list, where it was not exact by itself. Another number up to symmetry of as
    many answers is wrong."""
    if not total.wants_distinct:
        return total if total.exact else replace(total, number=len(listing.answers), checked=len(listing.answers))
    if not total.exact:  # what was counted up to symmetry is of fewer
        total = replace(total, number=len(listing.answers), checked=len(listing.answers), distinct=None)
    return _with_orbits_of_all(total, count_up_to_symmetry(question, listing.answers, is_complete=True))


def _with_orbits_of_all(total: Total, orbits: OrbitCount) -> Total:
    """The total with the number up to symmetry of all answers; that another one was counted is a fault."""
    if total.distinct not in (None, orbits.number) and orbits.number is not None:
        fault = f"{total.backend} counts {total.distinct} up to symmetry; they are {orbits.number}"
        return replace(total, broken=(fault,))
    return with_orbits(total, orbits)


def _walk_affine_orbits(question: Question, formulation: str, number: int, progress: Progress) -> OrbitCount | None:
    """The orbits of all solutions of equations modulo 2, None where the rows are others, or the symmetries unknown."""
    model = question.model(formulation)
    try:
        return count_affine_orbits(model, symmetry_generators(question, model), number, progress)
    except NoSymmetries:
        return None
