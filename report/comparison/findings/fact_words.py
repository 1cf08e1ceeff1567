"""The facts of a comparison in words: one wording of each, of which headline, verdict, closing sentence and checks are
put together.

    2 engines (cp-sat, CBC) found verified solutions with the minimum 12 (engines of different kinds agree)
    1 did not start within the budget (cbc)
    it is the only one (proved)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from report.comparison.findings.facts import (
    ComparisonFault,
    Fate,
    FaultKind,
    OthersKnown,
    OtherSolutions,
    SharedClaim,
)
from report.comparison.records import FileReading, Run
from report.comparison.run_labels import describe_runs, run_label
from report.evidence_words import IMPOSSIBLE_ROW, NOT_ASKED, with_support
from report.words import duration, join_names, one_line, plural
from rosetta.foundation.vocabulary import Status

FAULTS: Mapping[FaultKind, str] = {
    FaultKind.ANSWER: "wrong answer from {who}",
    FaultKind.READING: "the file is read otherwise by {who}",
    FaultKind.LIST: "wrong list of solutions from {who}",
    FaultKind.CONTRADICTION: "the answers contradict each other",
}
FATES: Mapping[Fate, str] = {
    Fate.NOT_ASKED: NOT_ASKED,
    Fate.STOPPED: "ended without an answer",
    Fate.LEFT_OPEN: "left it open, being incomplete",
    Fate.LATE: "did not start within the budget",
    Fate.FAILED: "ended with an error",
    Fate.REFUSED: "not run",
}
OTHERS: Mapping[OthersKnown, str] = {  # after "it is"
    OthersKnown.COUNTED: "{which}",
    OthersKnown.LISTED: "{which}, as those agree that looked for all",
    OthersKnown.SEVERAL_FOUND: "not the only one, as {number} different ones were found",
    OthersKnown.ANOTHER_FOUND: "not the only one, as another was found",
    OthersKnown.FORBIDDEN: "the only one, as one row alone forbids every other",
    OthersKnown.DENIED: "the only one",
}
UNKNOWN_OTHERS: Mapping[OthersKnown, str] = {
    OthersKnown.OPEN: "whether there is another was not found out",
    OthersKnown.NOT_ASKED: "whether there is another was not asked",
}


def describe_fault(fault: ComparisonFault) -> str:
    """`wrong answer from walksat`."""
    return FAULTS[fault.kind].format(who=join_names(fault.who))


def reasons(run: Run, most: int = 5) -> list[str]:
    """What is wrong with a wrong answer, one line for each broken rule."""
    if run.broken:
        lines = [f'breaks "{one_line(rule)}"' for rule in run.broken[:most]]
        more = len(run.broken) - most
        return [*lines, f"and breaks {plural(more, 'more rule')}"] if more > 0 else lines
    if run.note:
        return [one_line(run.note)]
    claim = "there is no solution" if run.status == Status.UNSATISFIABLE else f"its answer is {run.status}"
    return [f"says that {claim}, against a verified answer"]


def describe_reading(reading: FileReading) -> str:
    """How a program reads the file, where the model that was compared is another."""
    return f"{reading.reader} reads the file and says {reading.words}, the model that was compared has {reading.own}"


def describe_impossible_row(row: str) -> str:
    """That there is no solution, and the row that shows it."""
    return f"there is no solution, as {IMPOSSIBLE_ROW}: {one_line(row)}"


def describe_claim(status: Status, claim: SharedClaim) -> str:
    """Who says it, and what it rests on: `2 engines (cp-sat, CBC) say that there is no solution (proved)`."""
    if status is Status.UNSATISFIABLE:
        return _describe_speakers(claim, "there is no solution")
    what = "a verified solution" if len(claim.engines) == 1 else "verified solutions"
    found = f"{_describe_engines(claim)} found {what}"
    if not claim.costs:
        return found
    cost = " to ".join(str(cost) for cost in dict.fromkeys((claim.costs[0], claim.costs[-1])))
    if status is Status.OPTIMAL:
        return with_support(f"{found} with the {claim.runs[0].optimum} {cost}", claim.support)
    return f"{found} with the objective {cost}"


def _describe_engines(claim: SharedClaim) -> str:
    return f"{plural(len(claim.engines), 'engine')} ({join_names(claim.engines)})"


def _describe_speakers(claim: SharedClaim, what: str) -> str:
    says = "says" if len(claim.engines) == 1 else "say"
    return with_support(f"{_describe_engines(claim)} {says} that {what}", claim.support)


def describe_others(others: OtherSolutions, subject: str = "it") -> str:
    """Whether there is another solution than that subject: `it is the only one (proved)`."""
    if others.known in UNKNOWN_OTHERS:
        return UNKNOWN_OTHERS[others.known]
    which = "the only one" if others.number == "1" else f"one of {others.number}"
    text = f"{subject} is {OTHERS[others.known].format(which=which, number=others.number)}"
    return with_support(text, others.support)


def describe_denial(others: OtherSolutions) -> str:
    """Who says that there is no other solution: engines, or a row, which is told; else what is known of others."""
    if others.claim is not None:
        return _describe_speakers(others.claim, "there is no other")
    return ": ".join(filter(None, (describe_others(others, "the solution"), one_line(others.row))))


def describe_fate(fate: Fate, group: Sequence[Run], runs: Sequence[Run]) -> str:
    """How the runs of a group ended, and which they are: `2 ended without an answer (cbc, highs)`."""
    who = describe_runs(group, runs)
    if fate is Fate.LEFT_OPEN:
        return f"{who} {FATES[fate]}"
    number = plural(len(group), "backend") if fate is Fate.NOT_ASKED else str(len(group))
    return f"{number} {FATES[fate]} ({who})"


def describe_fastest(best: Run, runs: Sequence[Run]) -> str:
    """`cpsat, 31 ms in all`."""
    return f"{run_label(best, runs)}, {duration(best.total)} in all"
