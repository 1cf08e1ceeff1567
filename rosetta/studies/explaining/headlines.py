"""The sentences before and after the steps of an explanation: whether there are solutions, what the steps are, and
where and why they stop. The status of an explanation is one of:

    unique        one solution: no other was found, or the steps leave no choice
    several       two were found; what all solutions have in common is explained
    solvable      one was found, and the time to search for another is over
    unsatisfiable, unknown
"""

from __future__ import annotations

from backends.reasons.job import ExplanationRequest
from backends.reasons.trace import Backbone, Trace
from models.neutral import Model
from report.words import plural
from rosetta.foundation.vocabulary import Status
from rosetta.studies.explaining.wording import Wording


def status_of(trace: Trace) -> str:
    """`Explanation.status`."""
    if trace.conflicts:
        return "unsatisfiable"
    if trace.unique:
        return "unique"
    return "several" if len(trace.examples) > 1 else "solvable" if trace.examples else "unknown"


def headline(words: Wording, trace: Trace, status: str) -> str:
    """What is known about the solutions."""
    if status == Status.UNSATISFIABLE:
        return "There is no solution, and this is why."
    if status == Status.UNKNOWN:
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
    total, decided = sum(words.rows.answer), len(common.literals)
    if not trace.steps:
        return f"Common to all of them {_count_phrase(decided)} of {total:,} decisions." if common.exact else ""
    if not common.exact or status == "solvable":
        return f"What follows from the rules, and so holds in every solution{_aside(words)}:"
    follow = "it follows" if decided == 1 else "they follow"
    common_part = f"Common to all of them {_count_phrase(decided)} of {total:,} decisions"
    return f"{common_part}; {follow} from the rules{_aside(words)}:"


def _count_phrase(n: int) -> str:
    return "is 1" if n == 1 else f"are {n:,}"


def _aside(words: Wording) -> str:
    """An aside for models with an objective: the steps explain any solution, not a best one."""
    return "" if words.model.objective is None else " (of any solution, not only of a best one)"


def note(trace: Trace, request: ExplanationRequest, model: Model) -> str:
    """Why the explanation is less than was asked for; "" if it is complete."""
    if trace.complete:
        no_clues = request.repair and trace.conflicts and not any(block.is_clue for block in model.blocks)
        return "No repair: nothing on such a board is a clue that could be changed." if no_clues else ""
    if trace.unexplained is not None:
        return _describe_unexplained(trace.backbone, len(trace.unexplained.literals))
    if trace.end_reason:
        return f"Not finished: {trace.end_reason}{_describe_extent(trace)}"
    if trace.conflicts:
        return f"There are more conflicts than these {len(trace.conflicts)}."
    return f"Stopped after {plural(request.steps or 0, 'step')}, as asked for."


def _describe_extent(trace: Trace) -> str:
    """How many of the decisions to be explained are explained."""
    if trace.backbone is None:
        return ""
    concluded = sum(len(step.conclusion) for step in trace.steps)
    alike = "" if trace.backbone.exact else " at most"
    return f"; {concluded:,} of{alike} {len(trace.backbone.literals):,} decisions are explained"


def _describe_unexplained(common: Backbone | None, count: int) -> str:
    """Where the steps stop, and why."""
    more = "one more decision is" if count == 1 else f"{count:,} more decisions are"
    counted = common.solutions if common is not None else None
    if common is not None and common.exact:
        if counted is None:
            why = "no reason was found in the time for a step."
            return f"Here the steps stop: {more} the same in all solutions, but {why}"
        went = "that shows in going through them, and no small reason was found."
        return f"Here the steps stop: {more} the same in all {counted:,} solutions; {went}"
    looked = "those that were looked at" if counted is None else f"the {counted:,} that were looked at"
    return f"Here the steps stop: {more} the same in {looked}; whether in all solutions was not found out."
