"""What a reader should check before believing a comparison, checked here: each point is fine, or worth a look.

Threads, limits, one run or several, who is independent of whom, and what each verdict rests on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from report.comparison.findings.fact_words import (
    FATES,
    describe_claim,
    describe_denial,
    describe_fault,
    describe_impossible_row,
)
from report.comparison.findings.facts import ComparisonFacts, Fate, OthersKnown, facts_of
from report.comparison.records import Comparison, Run
from report.comparison.run_labels import describe_runs, run_label
from report.evidence_words import NOT_ASKED_BY_ROW
from report.words import duration, full_sentence, join_names, plural
from rosetta.foundation.vocabulary import Status


@dataclass(frozen=True, slots=True)
class Check:
    """One point, and whether it is fine."""

    fine: bool
    text: str


def checks(comparison: Comparison) -> list[Check]:
    """All points that apply to this comparison."""
    facts = facts_of(comparison)
    return [
        *_answers(comparison, facts),
        *_claims(comparison, facts),
        *_engines(comparison, facts),
        *_conditions(comparison),
    ]


def _answers(comparison: Comparison, facts: ComparisonFacts) -> Iterator[Check]:
    """Whether something is wrong, and how many answers keep the rules."""
    if facts.fault is not None:
        yield Check(False, full_sentence(describe_fault(facts.fault)))
    answered = [run for run in comparison.runs if run.answer is not None]
    verified = [run for run in answered if not run.broken]
    if answered:
        text = f"{len(verified)} of {plural(len(answered), 'answer')} passed the check against the rules of the puzzle."
        yield Check(len(verified) == len(answered), text)


def _claims(comparison: Comparison, facts: ComparisonFacts) -> Iterator[Check]:
    """What is claimed beyond answers that were checked, and whether more than one kind of engine stands behind it."""
    if comparison.impossible_row:
        yield Check(True, full_sentence(describe_impossible_row(comparison.impossible_row)))
    idle = facts.fates[Fate.NOT_ASKED]
    if idle:
        who = describe_runs(idle, comparison.runs)
        yield Check(True, f"{full_sentence(f'{NOT_ASKED_BY_ROW}: {who}')} They count nowhere.")
    for status, claim in ((Status.UNSATISFIABLE, facts.none), (Status.OPTIMAL, facts.best)):
        if claim is not None:
            yield Check(claim.is_confirmed, full_sentence(describe_claim(status, claim)))
    others = facts.others_by_runs
    if others is not None and facts.asked_for_others:
        is_fine = others.known is not OthersKnown.DENIED or (others.claim is not None and others.claim.is_confirmed)
        yield Check(is_fine, full_sentence(describe_denial(others)))


def _engines(comparison: Comparison, facts: ComparisonFacts) -> Iterator[Check]:
    """How many engines there are to compare, and whose times are not known."""
    is_enough = len(facts.engines) > 1 or bool(comparison.impossible_row)
    yield Check(is_enough, f"{plural(len(facts.engines), 'different engine')} with a definite answer.")

    def timed(run: Run) -> str:
        return f"{run_label(run, comparison.runs)} ({duration(run.total)})"

    unknown = "so how long they need is not known"
    named = {
        Fate.STOPPED: (f", {unknown}", join_names(map(timed, facts.fates[Fate.STOPPED]))),
        Fate.LATE: (f", {unknown}", describe_runs(facts.fates[Fate.LATE], comparison.runs)),
        Fate.FAILED: ("", describe_runs(facts.fates[Fate.FAILED], comparison.runs)),
    }
    for fate, (consequence, who) in named.items():
        if who:
            yield Check(False, full_sentence(f"{FATES[fate]}{consequence}: {who}"))


def _conditions(comparison: Comparison) -> Iterator[Check]:
    threads, repeat = comparison.limits.get("threads"), comparison.limits.get("repeat", 1)
    if threads is None:
        yield Check(False, "How many threads each run had is not recorded.")
    elif threads == 1:
        yield Check(True, "Every run had one thread, also those that could use more.")
    else:
        yield Check(False, f"Up to {threads:g} threads: solvers that use them are ahead of those that cannot.")
    if repeat > 1:
        yield Check(True, f"Times are medians of {repeat:g} runs.")
    else:
        yield Check(False, "Times are of one run each: a factor of less than two means little.")
    yield Check(True, "Totals count building, lowering, loading, solving, decoding and verifying, by wall clock.")
