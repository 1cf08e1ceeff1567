"""The sentences with which a comparison ends, for a reader who knows neither the table nor the solvers.

    Solved: 5 engines found this solution, which keeps every rule; it is the only one (engines of different kinds
    agree). The fastest, highs, took 6.4 ms.

They say what was found, by how many engines, whether it is the only solution, and how fast. `verdict_sentence` names
the engines.
"""

from __future__ import annotations

from report.comparison.findings.fact_words import describe_fault, describe_others
from report.comparison.findings.facts import ComparisonFacts, OthersKnown, SharedClaim, facts_of
from report.comparison.records import Comparison, Run
from report.comparison.run_labels import run_label
from report.comparison.run_order import answer_groups
from report.evidence_words import IMPOSSIBLE_ROW, NO_ANSWER, with_support
from report.words import duration
from rosetta.foundation.vocabulary import Status


def closing_sentence(comparison: Comparison, *, names_flags: bool = True) -> str:
    """These sentences. names_flags: is the reader on a command line?"""
    facts = facts_of(comparison)
    caution = "" if facts.fault is None else f"Caution: {describe_fault(facts.fault)}."
    fastest = "" if facts.fastest is None else _describe_fastest(facts.fastest, comparison)
    return " ".join(filter(None, (caution, f"{_describe_result(comparison, facts, names_flags)}.", fastest)))


def _describe_result(comparison: Comparison, facts: ComparisonFacts, names_flags: bool) -> str:
    """What came of it."""
    answered = [run for status, claim in facts.claims.items() if status != Status.UNSATISFIABLE for run in claim.runs]
    if comparison.impossible_row:
        return f"No solution: {IMPOSSIBLE_ROW}, which proves it"
    if answered:
        flag = " (--unique)" if names_flags and facts.others.known is OthersKnown.NOT_ASKED else ""
        return f"Solved: {_describe_answer(facts, answered)}; {describe_others(facts.others)}{flag}"
    if facts.none is not None:
        told = f"No solution: {_count_engines(facts.none)} found that there is none"
        return with_support(told, facts.none.support)
    return f"Not solved: {NO_ANSWER} within the limits"


def _count_engines(claim: SharedClaim) -> str:
    number = len(claim.engines)
    return "one engine alone" if number == 1 else f"{number} engines"


def _describe_answer(facts: ComparisonFacts, answered: list[Run]) -> str:
    """What was found, and by how many."""
    best = facts.best
    told = SharedClaim(tuple(answered)) if best is None else best
    is_same = len(answer_groups(told.runs)) < 2
    who = _count_engines(told)
    if best is not None:
        what = "this solution" if is_same else "solutions such as this"
        reached = f"{who} found {what}, with the {best.runs[0].optimum} {best.costs[0]}"
        return with_support(f"{reached}, and none is better", best.support)
    if is_same:
        return f"{who} found this solution, which keeps every rule"
    return f"{who} found solutions that keep every rule, of which this is one"


def _describe_fastest(best: Run, comparison: Comparison) -> str:
    return f"The fastest, {run_label(best, comparison.runs)}, took {duration(best.total)}."
