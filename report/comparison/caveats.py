"""What a reader should check before believing a comparison, checked here: each point is fine, or worth a look.

Threads, limits, one run or several, who is independent of whom, and what each verdict rests on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from report.comparison.notes import describe_group, group_by_text
from report.comparison.records import Comparison, Run
from report.comparison.verdict import describe_runs, run_label, wrong_runs
from report.words import duration, join_names, plural
from rosetta.foundation.vocabulary import DEFINITE, Evidence, Status, Verdict


@dataclass(frozen=True, slots=True)
class Check:
    """One point, and whether it is fine."""

    fine: bool
    text: str


def checks(comparison: Comparison) -> list[Check]:
    """All points that apply to this comparison."""
    return [*_answers(comparison), *_claims(comparison), *_engines(comparison), *_conditions(comparison)]


def _answers(comparison: Comparison) -> Iterator[Check]:
    runs = comparison.runs
    bad = wrong_runs(runs)
    if bad:
        yield Check(False, f"{plural(len(bad), 'wrong answer')}: {join_names(run_label(run, runs) for run in bad)}.")
    answered = [run for run in runs if run.answer is not None]
    verified = [run for run in answered if not run.broken]
    if answered:
        text = f"{len(verified)} of {plural(len(answered), 'answer')} passed the check against the rules of the puzzle."
        yield Check(len(verified) == len(answered), text)


def _claims(comparison: Comparison) -> Iterator[Check]:
    runs = comparison.runs
    if comparison.impossible_row:
        yield Check(True, f"That there is no solution is shown by one row alone: {comparison.impossible_row}.")
    idle = [run for run in runs if not run.was_asked]
    if idle:
        yield Check(True, f"Not asked, as one row alone cannot hold: {describe_runs(idle, runs)}. They count nowhere.")
    empty = [run for run in runs if run.status == Status.UNSATISFIABLE and run.verdict != Verdict.WRONG]
    if empty:
        resting = group_by_text(empty, lambda run: run.evidence or Evidence.CLAIMED)
        text = "; ".join(f"{describe_group(group, runs)} ({evidence})" for evidence, group in resting)
        yield Check(
            all(run.verdict == Verdict.CORRECT for run in empty), f"That there is no solution rests on: {text}."
        )
    minimal = [
        run
        for run in runs
        if run.status == Status.OPTIMAL and run.objective is not None and run.verdict != Verdict.WRONG
    ]
    if minimal:
        engines = list(dict.fromkeys(run.searcher for run in minimal))
        lone = all(run.claims.optimal == Evidence.CLAIMED for run in minimal)
        alone = ", one kind of engine, and confirmed by no other" if lone else ""
        proved = any(run.claims.optimal == Evidence.PROVED for run in minimal)
        alone = " and proved" if proved else alone
        text = f"That the {minimal[0].optimum} is {minimal[0].objective} is said by {join_names(engines)}{alone}."
        yield Check(proved or (len(engines) > 1 and not lone), text)
    uniqueness_runs = [run for run in runs if run.unique is not None]
    if uniqueness_runs:
        claims = group_by_text(uniqueness_runs, _describe_uniqueness)
        text = "; ".join(f"{describe_group(group, runs)}: {claim}" for claim, group in claims)
        lone = all(run.claims.unique == Evidence.CLAIMED for run in uniqueness_runs)
        yield Check(
            len({run.unique for run in uniqueness_runs}) == 1 and not lone, f"Uniqueness was asked for: {text}."
        )


def _describe_uniqueness(run: Run) -> str:
    word = "unique" if run.unique else "not unique"
    return word if run.claims.unique is None else f"{word} ({run.claims.unique})"


def _engines(comparison: Comparison) -> Iterator[Check]:
    runs = comparison.runs
    engines = list(dict.fromkeys(run.searcher for run in runs if run.status in DEFINITE))
    is_enough = len(engines) > 1 or bool(comparison.impossible_row)
    yield Check(is_enough, f"{plural(len(engines), 'different engine')} with a definite answer.")
    stopped = [
        f"{run_label(run, runs)} ({duration(run.total)})"
        for run in runs
        if run.status == Status.UNKNOWN and run.started and run.was_asked and run.complete
    ]
    if stopped:
        yield Check(False, f"Ended without an answer, so how long they need is not known: {join_names(stopped)}.")
    late = [run for run in runs if not run.started]
    if late:
        yield Check(
            False, f"Did not start within the budget, so how long they need is not known: {describe_runs(late, runs)}."
        )
    failed = [run for run in runs if run.status == Status.ERROR]
    if failed:
        yield Check(False, f"Ended with an error: {describe_runs(failed, runs)}.")


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
