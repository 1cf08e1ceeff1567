"""The verdict over a comparison: as a headline, and as a sentence that names the engines and what their claims rest on.

agree: 2 engines (cp-sat, CBC) found verified solutions; 1 ended without an answer (highs)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from report.comparison.findings.fact_words import (
    FATES,
    describe_claim,
    describe_denial,
    describe_fastest,
    describe_fate,
    describe_fault,
    describe_impossible_row,
    describe_reading,
    reasons,
)
from report.comparison.findings.facts import ComparisonFacts, Fate, FaultKind, facts_of
from report.comparison.records import Comparison, Run
from report.comparison.run_labels import run_label
from report.comparison.run_order import ratio_to_fastest, sort_runs, wrong_runs
from report.evidence_words import IMPOSSIBLE_ROW, NO_ANSWER
from report.words import join_names, plural, ratio
from rosetta.foundation.vocabulary import Agreement, Status, Verdict

MAX_PACED = 8  # so many runs are named after the fastest; the table has them all
UNFINISHED = (Fate.STOPPED, Fate.LATE, Fate.FAILED)  # whose answers could have been compared
TOLD_FATES = (Fate.NOT_ASKED, Fate.STOPPED, Fate.LEFT_OPEN, Fate.LATE, Fate.FAILED)


def headline(comparison: Comparison) -> str:
    """The verdict in a few words."""
    facts = facts_of(comparison)
    if facts.fault is not None:
        return _capitalise(describe_fault(facts.fault))
    if comparison.verdict == Agreement.PROVED:
        return f"No solution: {IMPOSSIBLE_ROW}"
    if comparison.verdict == Agreement.AGREE:
        return f"{plural(len(facts.engines), 'engine')} agree: {_common_answer(comparison, facts.fastest)}"
    alone = len(facts.engines) == 1
    return f"Only {join_names(facts.engines)} has an answer" if alone else _capitalise(NO_ANSWER)


def _capitalise(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _common_answer(comparison: Comparison, best: Run | None) -> str:
    """What they agree on. best: the fastest run."""
    if best is None:
        return "nothing contradicts"
    if best.status == Status.UNSATISFIABLE:
        return "there is no solution"
    if best.status == Status.OPTIMAL and best.objective is not None:
        return f"the {best.optimum} is {best.objective}"
    return "there are several solutions" if comparison.answers_differ else "a solution that keeps every rule"


def describe_pace(comparison: Comparison) -> str:
    """Who was fastest, and how far behind the others were; empty if nobody was correct."""
    best, runs = facts_of(comparison).fastest, comparison.runs
    if best is None:
        return ""
    rest = [(run, ratio_to_fastest(run, best)) for run in sort_runs(runs) if run is not best]
    ratios = [f"{run_label(run, runs)} {ratio(value)}" for run, value in rest if value is not None]
    if len(ratios) > MAX_PACED + 1:
        ratios = [*ratios[:MAX_PACED], f"{len(ratios) - MAX_PACED} more up to {ratios[-1].rpartition(' ')[2]}"]
    behind = f" (in multiples of that: {join_names(ratios)})" if ratios else ""
    return f"Fastest: {describe_fastest(best, runs)}{behind}"


def verdict_sentence(comparison: Comparison) -> str:
    """The verdict in a sentence: wrong answers, what each engine claims, and how the other runs ended."""
    runs = comparison.runs
    wrongs = [f"WRONG answer from {run_label(run, runs)}: {reasons(run, 1)[0]}" for run in wrong_runs(runs)]
    return f"{comparison.verdict}: {'; '.join([*wrongs, *describe_findings(comparison)]) or 'nothing was run'}"


def describe_findings(comparison: Comparison) -> list[str]:
    """The parts of that sentence, without the wrong answers."""
    facts, row = facts_of(comparison), comparison.impossible_row
    incomplete = comparison.verdict == Agreement.INCOMPLETE
    return [
        *_describe_contradiction(comparison, facts),
        *([describe_impossible_row(row)] if row else []),
        *(describe_claim(status, claim) for status, claim in facts.claims.items()),
        *_describe_uniqueness(facts),
        *([NO_ANSWER] if incomplete and comparison.runs and not facts.fates[Fate.ANSWERED] else []),
        *_describe_fates(comparison.runs, facts),
        *(_describe_gaps(facts) if incomplete else []),
    ]


def _describe_contradiction(comparison: Comparison, facts: ComparisonFacts) -> list[str]:
    """That answers contradict each other, or who reads the file otherwise. Of a race, a sentence of its own says so."""
    if comparison.other_readings:
        return [describe_reading(reading) for reading in comparison.other_readings]
    raced = comparison.race is not None and comparison.race.verdict == Agreement.DISAGREE
    if facts.fault is None or facts.fault.kind is not FaultKind.CONTRADICTION or raced:
        return []
    return [describe_fault(facts.fault)]


def _describe_uniqueness(facts: ComparisonFacts) -> list[str]:
    """What the runs say of other solutions, where they were asked."""
    others = facts.others_by_runs
    return [describe_denial(others)] if others is not None and facts.asked_for_others else []


def _describe_fates(runs: Sequence[Run], facts: ComparisonFacts) -> Iterator[str]:
    """How the runs without an answer ended."""
    for fate in TOLD_FATES:
        group = facts.fates[fate]
        if fate is Fate.NOT_ASKED:  # who is wrong in that is told before
            group = tuple(run for run in group if run.verdict != Verdict.WRONG)
        if group:
            yield describe_fate(fate, group, runs)


def _describe_gaps(facts: ComparisonFacts) -> Iterator[str]:
    """What an incomplete comparison lacks."""
    if facts.fates[Fate.ANSWERED] and not any(facts.fates[fate] for fate in UNFINISHED):
        yield "no second engine to compare with"
    if facts.fates[Fate.REFUSED]:
        yield f"{len(facts.fates[Fate.REFUSED])} {FATES[Fate.REFUSED]}"
