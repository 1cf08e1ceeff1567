"""`explain`: the solution of an instance step by step, in the words of the puzzle, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import DONE, LIMIT
from rosetta.requests.kinds import MEGABYTES, POSITIVE, SECONDS, SWITCH, TextValue
from rosetta.requests.options import Flag, OptionGroup, option, request
from rosetta.verbs.caller import Caller, TextLook
from rosetta.verbs.solver_request import BoardRequest

if TYPE_CHECKING:
    from backends.contract import Limits
    from backends.reasons.job import ExplanationRequest
    from instances.resolve import ResolvedInstance
    from report.explanation.records import Explanation
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.studies.explaining.explain import QuestionTrace

MOST_CONFLICTS = 20  # where all are asked for
SEVERAL = {
    False: "no board of this size with one solution was set in the time (--time-limit)",
    True: "without --as-generated, one with a single solution is explained",
}


def _conflicts_from(values: Mapping[str, Any]) -> int:
    """How many conflicts the two flags ask for."""
    if values["limit"] is not None and not values["all_conflicts"]:
        raise InputError("--limit needs --all-conflicts")
    return (values["limit"] or MOST_CONFLICTS) if values["all_conflicts"] else 1


@request
class ExplainRequest(BoardRequest):
    """How an instance is explained."""

    formulation: str | None = option(
        TextValue("the name of a formulation", "NAME"),
        "which model of the puzzle to explain",
        default=None,
        group=OptionGroup.MODEL,
    )
    steps: int | None = option(
        POSITIVE, "only the first N steps", default=None, flag="--to", keyword_help="Only so many steps."
    )
    as_generated: bool = option(
        SWITCH,
        "",
        default=True,
        flags=(
            Flag(
                name="--as-generated",
                kind=SWITCH,
                help="for a size: explain the board that the other verbs generate, even if it has several solutions "
                "(default: then explain a board with exactly one, as `generate --unique` makes it)",
                default=False,
            ),
        ),
        keyword_help="Explain the board as it is. False: in place of one that was generated from a size and has "
        "several solutions, explain one with exactly one, as ``generate(.., unique=True)`` makes it of that size and "
        "seed; the `board` of the result is that one then.",
    )
    conflicts: int = option(
        POSITIVE,
        "",
        default=1,
        flags=(
            Flag(
                name="--all-conflicts",
                kind=SWITCH,
                help="if there is no solution: show all minimal conflicts, not just one",
                default=False,
            ),
            Flag(
                name="--limit",
                kind=POSITIVE,
                help=f"with --all-conflicts: at most N of them (default {MOST_CONFLICTS})",
            ),
        ),
        combine=_conflicts_from,
        go_together=True,
        keyword_help="Where there is no solution: so many minimal conflicts.",
    )
    repair: bool = option(
        SWITCH,
        "if there is no solution: show the fewest clues to change, and to what",
        default=False,
        keyword_help="Where there is no solution: also the fewest clues to change, and to what.",
    )
    time_limit: float = option(SECONDS, "seconds in all (default 10)", default=10.0, group=OptionGroup.LIMITS)
    step_limit: float = option(
        SECONDS,
        "seconds to look for the smallest reason of a step (default 2)",
        default=2.0,
        group=OptionGroup.LIMITS,
        keyword_help="Seconds for one step, after which the best reason found is taken.",
    )
    memory: int = option(MEGABYTES, "memory (default 8000)", default=8000, group=OptionGroup.LIMITS)

    def limits(self, seed: int = 0) -> Limits:
        """The limits of the whole explanation. seed: the board's."""
        from backends.contract import Limits

        return Limits(self.time_limit, self.memory, 1, self.seed_or(seed))

    def job(self) -> ExplanationRequest:
        """What the child process is asked for."""
        from backends.reasons.job import ExplanationRequest

        return ExplanationRequest(self.steps, self.conflicts, self.repair, self.step_limit)


@dataclass(frozen=True, eq=False)
class ExplainedInstance:
    """The explanation of an instance.

    request: how it was explained
    resolved: what was explained: the instance that was asked about, or one of its size with one solution
    traced: which rows and conclusions make a step
    limits: by name, as a document tells them
    command: the line that repeats it, as texts and pages show it; "" of a program
    """

    request: ExplainRequest
    resolved: ResolvedInstance
    traced: QuestionTrace
    limits: Mapping[str, float]
    command: str
    indent: int = 1

    @property
    def exit_code(self) -> int:
        trace = self.traced.trace
        return DONE if trace.complete or (self.request.steps is not None and not trace.end_reason) else LIMIT

    @property
    def changed(self) -> Mapping[str, Any]:
        return {"what": self.resolved.what}

    @cached_property
    def explanation(self) -> Explanation:
        """The explanation in words."""
        from rosetta.studies.explaining.explain import explanation_from

        return explanation_from(self.resolved, self.traced, self.request.job(), command=self.command)

    @cached_property
    def illustrated(self) -> Explanation:
        """The explanation with pictures, which are drawn when they are first looked at."""
        from rosetta.studies.explaining.explain import explanation_from

        return explanation_from(self.resolved, self.traced, self.request.job(), pictures=True, command=self.command)

    def text(self, look: TextLook) -> str:
        from report.explanation.records import explanation_text

        return explanation_text(self.explanation, look.width)

    def document(self, command: str | None = None) -> dict[str, Any]:
        from report.explanation.json_document import explanation_document
        from rosetta.verbs.documents import provenance_of

        head = provenance_of(self.limits, (), command)
        return dict[str, Any](explanation_document(self.explanation, head))

    def page(self) -> str:
        """A page of HTML that needs nothing from outside."""
        from report.explanation.page import explanation_html

        return explanation_html(self.illustrated)


def explain(asked: AskedInstance, request: ExplainRequest, caller: Caller) -> ExplainedInstance:
    """Explain an instance; in place of one that was made of a size and has several solutions, one with a single
    solution, unless it is wanted as it is. Raises InputError, also where the model cannot be explained."""
    from backends.contract import Unsupported

    limits = request.limits(asked.seed)
    try:
        resolved, traced = _trace(asked, request, limits, caller)
    except Unsupported as reason:
        raise InputError(str(reason)) from None
    command = caller.command_with(html=None, json=False) or ""
    named = {**limits.by_name, "step_seconds": request.step_limit}
    return ExplainedInstance(request, resolved, traced, named, command)


def _trace(
    asked: AskedInstance, request: ExplainRequest, limits: Limits, caller: Caller
) -> tuple[ResolvedInstance, QuestionTrace]:
    """What is explained, and the trace of it. Raises Unsupported."""
    from rosetta.studies.explaining.explain import explained_formulation, trace_question
    from rosetta.studies.explaining.unique_board import set_unique_board
    from rosetta.studies.setting.setters import should_be_unique

    resolved, question, job = asked.resolved, asked.question, request.job()
    name = explained_formulation(question, request.formulation)
    traced = trace_question(question, name, job, limits, caller.progress)
    if len(traced.trace.examples) > 1 and not request.as_generated:
        unique = set_unique_board(asked.record, resolved, question, asked.choices, limits, caller.progress)
        if unique is not None:
            resolved, question = unique
            traced = trace_question(question, name, job, limits, caller.progress)
    if len(traced.trace.examples) > 1 and resolved.seed is not None and should_be_unique(question.puzzle):
        caller.tell("this board has several solutions; " + SEVERAL[request.as_generated])
    return resolved, traced
