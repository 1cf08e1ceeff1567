"""The sentences with which a comparison ends, for a reader who knows neither the table nor the solvers.

    Solved: 5 engines found this solution, which keeps every rule; it is the only one (engines of different kinds
    agree). The fastest, highs, took 6.4 ms.

They say what was found, by how many engines, whether it is the only solution, and how fast. `verdict_sentence` names
the engines, and says what each of their claims rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from report.comparison.records import Comparison, Run
from report.comparison.verdict import answer_groups, fastest_run, run_label, wrong_runs
from report.words import duration, join_names
from rosetta.foundation.vocabulary import DEFINITE, Agreement, Evidence, Status, Verdict

SUPPORT = {  # the strongest first
    Evidence.PROVED: "proved",
    Evidence.CROSS_CHECKED: "engines of different kinds agree",
    Evidence.CLAIMED: "only one kind of engine says so",
}


def closing_sentence(comparison: Comparison, *, names_flags: bool = True) -> str:
    """These sentences. names_flags: is the reader on a command line?"""
    solved = [run for run in comparison.runs if run.verdict != Verdict.WRONG and run.status in DEFINITE]
    answered = [run for run in solved if run.status != Status.UNSATISFIABLE]
    if comparison.impossible_row:
        result = "No solution: one of the rules cannot hold on this board, which proves it"
    elif answered:
        result = f"Solved: {_describe_answer(answered)}; {_describe_others(comparison, answered, names_flags)}"
    elif solved:
        result = f"No solution: {_count_engines(solved)} found that there is none{_support(r.evidence for r in solved)}"
    else:
        result = "Not solved: no engine had an answer within the limits"
    return " ".join(filter(None, (_caution(comparison), f"{result}.", _describe_fastest(comparison))))


def _caution(comparison: Comparison) -> str:
    """What a reader has to know first, if something is wrong."""
    wrong = wrong_runs(comparison.runs)
    if wrong:
        return f"Caution: {join_names(run_label(run, comparison.runs) for run in wrong)} gave a wrong answer."
    return "Caution: answers contradict each other." if comparison.verdict == Agreement.DISAGREE else ""


def _count_engines(runs: Iterable[Run]) -> str:
    number = len({run.searcher for run in runs})
    return "one engine alone" if number == 1 else f"{number} engines"


def _describe_answer(answered: Sequence[Run]) -> str:
    """What was found, and by how many."""
    best = [run for run in answered if run.status == Status.OPTIMAL and run.objective is not None]
    same = len(answer_groups(best or answered)) < 2
    if best:
        what = "this solution" if same else "solutions such as this"
        reached = f"{_count_engines(best)} found {what}, with the {best[0].optimum} {best[0].objective}"
        return f"{reached}, and none is better{_support(run.claims.optimal for run in best)}"
    if same:
        return f"{_count_engines(answered)} found this solution, which keeps every rule"
    return f"{_count_engines(answered)} found solutions that keep every rule, of which this is one"


def _describe_others(comparison: Comparison, answered: Sequence[Run], names_flags: bool) -> str:
    """Whether there is another solution."""
    if comparison.solutions:
        return "it is the only one" if comparison.solutions == "1" else f"it is one of {comparison.solutions}"
    different, race = len(answer_groups(answered)), comparison.race
    if race is not None and race.total and race.verdict == Agreement.AGREE:
        counted = "the only one" if race.total == 1 else f"one of {race.total:,}"
        return f"it is {counted}, as those agree that looked for all"
    if different > 1:
        return f"it is not the only one, as {different} different ones were found"
    if comparison.answers_differ or any(run.unique is False for run in answered):
        return "it is not the only one, as another was found"
    only = [run for run in answered if run.unique]
    if any(run.sole_row for run in only):
        return "it is the only one, as one of the rules forbids every other (proved)"
    if only:
        return f"it is the only one{_support(run.claims.unique for run in only)}"
    if comparison.asked_unique:
        return "whether there is another was not found out"
    return f"whether there is another was not asked{' (--unique)' if names_flags else ''}"


def _support(claims: Iterable[Evidence | None]) -> str:
    """What a claim rests on, the strongest support that any run has."""
    known = set(claims)
    return next((f" ({words})" for evidence, words in SUPPORT.items() if evidence in known), "")


def _describe_fastest(comparison: Comparison) -> str:
    best = fastest_run(comparison.runs)
    if best is None:
        return ""
    return f"The fastest, {run_label(best, comparison.runs)}, took {duration(best.total)}."
