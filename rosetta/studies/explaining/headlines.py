"""What an explanation says before its steps and after them: whether there is a solution, whether there are several,
what the steps are, and where and why they stop.

    unique        one solution: by the search for another, or because the steps leave no choice
    several       two were met; what is common to all is explained
    solvable      one was met, and the time for the search for another is over
    unsatisfiable, unknown
"""

from __future__ import annotations

from backends.reasons.job import ExplanationRequest
from backends.reasons.trace import Backbone, Trace
from report.words import plural
from rosetta.studies.explaining.wording import Wording


def status_of(trace: Trace) -> str:
    """`Explanation.status`."""
    if trace.conflicts:
        return "unsatisfiable"
    if trace.unique:
        return "unique"
    return "several" if len(trace.examples) > 1 else "solvable" if trace.examples else "unknown"


def headline(words: Wording, trace: Trace, status: str) -> str:
    """What is known of the solutions."""
    if status == "unsatisfiable":
        return "There is no solution, and this is why."
    if status == "unknown":
        return "Whether there is a solution was not found out."
    if status == "unique" and not any(words.rows.answer):
        return "There is exactly one solution: nothing is left to decide."
    if status == "unique":
        return f"There is exactly one solution. Step by step, from the rules alone{_aside(words)}:"
    if status == "solvable":
        return "There is a solution; whether there is another was not found out."
    common = trace.backbone
    counted = common is not None and common.exact and common.solutions is not None
    many = f"{common.solutions:,}" if counted and common is not None else "several"
    if common is None or not common.exact or common.literals:
        return f"There are {many} solutions."
    return f"There are {many} solutions, and nothing is common to all of them{_aside(words)}."


def lead(words: Wording, trace: Trace, status: str) -> str:
    """What the steps are, where that is not in the headline."""
    common = trace.backbone
    if status not in ("several", "solvable") or common is None or not common.literals:
        return ""
    total, known = sum(words.rows.answer), len(common.literals)
    if not trace.steps:
        return f"Common to all {_count_phrase(known)} of {total:,} decisions." if common.exact else ""
    if not common.exact or status == "solvable":
        return f"What follows from the rules, and so holds in every solution{_aside(words)}:"
    follow = "it follows" if known == 1 else "they follow"
    return f"Common to all {_count_phrase(known)} of {total:,} decisions; {follow} from the rules{_aside(words)}:"


def _count_phrase(n: int) -> str:
    return "is 1" if n == 1 else f"are {n:,}"


def _aside(words: Wording) -> str:
    """Explained is what solves the puzzle at all."""
    return (
        f" (that the {words.plural} be as few as possible is not needed)" if words.model.objective is not None else ""
    )


def note(trace: Trace, asked: ExplanationRequest) -> str:
    """Why it is not all that was asked for; "" if it is."""
    if trace.complete:
        no_clues = asked.repair and trace.conflicts and not asked.clues
        return "No repair: nothing on such a board is a clue that could be changed." if no_clues else ""
    if trace.unexplained is not None:
        return _describe_unexplained(trace.backbone, len(trace.unexplained.literals))
    if trace.end_reason:
        return f"Not finished: {trace.end_reason}{_describe_extent(trace)}"
    if trace.conflicts:
        return f"There are more conflicts than these {len(trace.conflicts)}."
    return f"Stopped after {plural(asked.steps or 0, 'step')}, as asked for."


def _describe_extent(trace: Trace) -> str:
    """How much of what is to be explained has been."""
    if trace.backbone is None:
        return ""
    concluded = sum(len(step.conclusion) for step in trace.steps)
    alike = "" if trace.backbone.exact else " at most"
    return f"; {concluded:,} of{alike} {len(trace.backbone.literals):,} decisions are explained"


def _describe_unexplained(common: Backbone | None, left: int) -> str:
    """Where the steps stop, and why."""
    more = "one more decision is" if left == 1 else f"{left:,} more decisions are"
    counted = common.solutions if common is not None else None
    if common is not None and common.exact:
        if counted is None:
            why = "no reason was found in the time for a step."
            return f"Here the steps stop: {more} the same in all solutions, but {why}"
        went = "that shows in going through them, and no small reason was found."
        return f"Here the steps stop: {more} the same in all {counted:,} solutions; {went}"
    looked = "those that were looked at" if counted is None else f"the {counted:,} that were looked at"
    return f"Here the steps stop: {more} the same in {looked}; whether in all solutions was not found out."
