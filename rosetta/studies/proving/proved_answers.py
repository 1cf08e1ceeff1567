"""Answers that were found, with what they claim proved: `solve --prove`."""

from __future__ import annotations

from dataclasses import replace

from backends.contract import Limits
from report.comparison.records import Claims
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Caveat, Evidence, Status, Verdict
from rosetta.studies.refuting.worthwhile import limits_worthwhile
from rosetta.studies.solving.answers import FoundAnswers


def prove_answers(
    found: FoundAnswers, limits: Limits, progress: Progress = ignore_progress, again: bool = False
) -> FoundAnswers:
    """The same with proofs of what it claims; a run whose claims are proved says so. limits: of each claim; again: also
    of what is proved already, by a certificate of another kind."""
    wanted = claims_to_prove(found, again)
    if not wanted:
        return found
    from rosetta.studies.proving.proved_runs import label_run
    from rosetta.studies.refuting.prove import CLAIMS, prove_claims  # and the checkers of proofs: few answers need them

    proofs = prove_claims(found.question, found.run.formulation, wanted, found.values, limits, progress)
    run = found.run
    for claim in {proof.claim for proof in proofs if proof.is_proved} & {"unique", "count"}:  # nobody may claim it yet
        run = replace(
            run, claims=replace(run.claims, **{claim: Evidence.CLAIMED}), unique=run.unique or claim == "unique"
        )
    run = label_run(run, proofs)
    missing = [CLAIMS[claim] for claim in sorted(wanted - {proof.claim for proof in proofs})]
    if missing:
        note = f"not proved, since the answers are too many to keep: {', '.join(missing)}"
        run = replace(run, note="; ".join(filter(None, (run.note, note))))
    proved = replace(found, run=run, proofs=proofs if again else (*found.proofs, *proofs))
    if run.verdict == Verdict.WRONG:
        return proved
    return replace(proved, run=replace(run, verdict=Verdict.CORRECT if _is_settled(proved) else Verdict.UNPROVED))


def prove_unasked(found: FoundAnswers, limits: Limits, progress: Progress = ignore_progress) -> FoundAnswers:
    """The same with proofs of what it claims that nobody asked for: where nothing else settles it, with what second
    opinions left of their limit; else as far as they cost less than the solving. Of what was not reached nothing is
    said."""
    if not claims_to_prove(found):
        return found
    if found.run.verdict == Verdict.UNPROVED:
        left = limits.seconds - found.asking
        allowed = replace(limits, seconds=left) if left > 0 else None
    else:
        allowed = limits_worthwhile(limits, found.seconds)
    if allowed is None:
        return found
    try:
        proved = prove_answers(found, allowed, progress)
    except InputError:  # no formulation has all rules in rows
        return found
    settled = tuple(proof for proof in proved.proofs if proof.is_settled)
    return replace(proved, proofs=settled) if settled else found


def claims_to_prove(found: FoundAnswers, again: bool = False) -> frozenset[str]:
    """What is claimed and not proved yet: that there is no answer, none that is better, no other (where that was
    asked), that these are all (where all were asked for). again: proved or not."""
    run, claims = found.run, Claims() if again else found.run.claims
    if run.verdict == Verdict.WRONG:
        return frozenset()
    wanted = {
        "answer": (run.status == Status.UNSATISFIABLE or bool(run.impossible_row)) and claims.answer != Evidence.PROVED,
        "optimal": run.status == Status.OPTIMAL and run.objective is not None and claims.optimal != Evidence.PROVED,
        "count": found.request.most is None and claims.count != Evidence.PROVED and bool(run.answer),
        "unique": found.request.unique
        and run.unique is not False
        and claims.unique != Evidence.PROVED
        and bool(run.answer),
    }
    return frozenset(claim for claim, is_wanted in wanted.items() if is_wanted)


def _is_settled(found: FoundAnswers) -> bool:
    """Does nothing of what was asked rest on the word of one kind of engine, or on nothing?"""
    labels = (getattr(found.run.claims, claim) for claim in claims_to_prove(found, again=True))
    return Caveat.BETTER_OPEN not in found.run.caveats and all(
        label not in (None, Evidence.CLAIMED) for label in labels
    )
