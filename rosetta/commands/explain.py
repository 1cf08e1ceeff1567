"""`rosetta explain PUZZLE WHAT`: the solution step by step in the puzzle's words, or why there is none."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.contract import DONE, LIMIT, UsageError

if TYPE_CHECKING:
    from backends.contract import Limits
    from backends.reasons.job import ExplanationRequest
    from instances.resolve import ResolvedInstance
    from rosetta.commands.batch import VerbReport
    from rosetta.studies.asking.question import Question
    from rosetta.studies.explaining.explain import QuestionTrace

SEVERAL = {
    False: "no board of this size with one solution was set in the time (--time-limit)",
    True: "without --as-generated, one with a single solution is explained",
}
EXAMPLES = (
    "tents 8",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2",
    "akari 7 --html page.html",
    "akari source-4x4 --repair --all-conflicts",
    "tents 4x4:bgd_,0,1,0,2,2,0,1,0 --tree-rule adjacent",
    "lightsout 3 --to 5",
    "infeasible.lp",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Derive the solution step by step from the rules alone, in the puzzle's own words, or show why there is none.",
        EXAMPLES,
    )
    flags.add_puzzle(p)
    flags.add_formulation(p, "which model of the puzzle to explain")
    p.add_argument("--to", type=flags.positive_integer, default=None, metavar="N", help="only the first N steps")
    p.add_argument(
        "--as-generated",
        action="store_true",
        help="for a size: explain the board that the other verbs generate, even if it has several solutions (default: "
        "then explain a board with exactly one, as `generate --unique` makes it)",
    )
    p.add_argument(
        "--all-conflicts", action="store_true", help="if there is no solution: show all minimal conflicts, not just one"
    )
    p.add_argument(
        "--limit",
        type=flags.positive_integer,
        default=20,
        metavar="N",
        help="with --all-conflicts: at most N of them (default 20)",
    )
    p.add_argument(
        "--repair", action="store_true", help="if there is no solution: show the fewest clues to change, and to what"
    )
    flags.add_number(p, "--time-limit", flags.seconds, 10.0, "S", "seconds in all")
    flags.add_number(p, "--step-limit", flags.seconds, 2.0, "S", "seconds to look for the smallest reason of a step")
    flags.add_number(p, "--memory", flags.positive_integer, 8000, "MB", "memory")
    flags.add_page(p, ", with a picture of each step")
    flags.add_json(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from rosetta.commands import options
    from rosetta.commands.batch import run_each

    options.check_page(arguments)
    return run_each(arguments, _explain)


def _explain(arguments: argparse.Namespace) -> VerbReport:
    """Explain one instance."""
    from backends.contract import Limits, Unsupported
    from backends.reasons.job import ExplanationRequest
    from report.explanation.json_document import explanation_json
    from report.explanation.page import explanation_html
    from report.explanation.records import explanation_text
    from report.terminal import line_width
    from rosetta.commands import options
    from rosetta.commands.batch import VerbReport
    from rosetta.studies.explaining.explain import explanation_from

    resolved, question = options.question_from(arguments)
    limits = Limits(arguments.time_limit, arguments.memory, 1, arguments.seed)
    request = ExplanationRequest(
        steps=arguments.to,
        conflicts=arguments.limit if arguments.all_conflicts else 1,
        repair=arguments.repair,
        per_step=arguments.step_limit,
    )
    try:
        resolved, traced = _trace(arguments, resolved, question, request, limits)
    except Unsupported as reason:
        raise UsageError(str(reason)) from None
    command = options.repeat_command(arguments, html=None, json=False)
    explanation = explanation_from(resolved, traced, request, command=command)
    if arguments.json:
        head = options.provenance_from(
            arguments, (), {**limits.by_name, "step_seconds": arguments.step_limit}, what=resolved.what
        )
        text = explanation_json(explanation, head)
    else:
        text = explanation_text(explanation, line_width())
    options.write_page(
        arguments,
        lambda: explanation_html(explanation_from(resolved, traced, request, pictures=True, command=command)),
    )
    is_done = traced.trace.complete or (arguments.to is not None and not traced.trace.end_reason)
    return VerbReport(DONE if is_done else LIMIT, text)


def _trace(
    arguments: argparse.Namespace,
    resolved: ResolvedInstance,
    question: Question,
    request: ExplanationRequest,
    limits: Limits,
) -> tuple[ResolvedInstance, QuestionTrace]:
    """The trace of the instance; of a size whose board has several solutions, that of a board with one. Raises
    Unsupported."""
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.studies.explaining.explain import explained_formulation, trace_question
    from rosetta.studies.explaining.unique_board import set_unique_board
    from rosetta.studies.setting.setters import should_be_unique

    name = explained_formulation(question, arguments.formulation)
    with ProgressLine() as line:
        traced = trace_question(question, name, request, limits, line.show)
        if len(traced.trace.examples) > 1 and not arguments.as_generated:
            record, _, choices = options.instance_choices(arguments)
            unique = set_unique_board(record, resolved, question, choices, limits, line.show)
            if unique is not None:
                resolved, question = unique
                traced = trace_question(question, name, request, limits, line.show)
    if len(traced.trace.examples) > 1 and resolved.seed is not None and should_be_unique(question.puzzle):
        options.print_note("this board has several solutions; " + SEVERAL[arguments.as_generated])
    return resolved, traced
