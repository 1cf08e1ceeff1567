"""`rosetta explain PUZZLE WHAT`: the solution step by step in the puzzle's words, or why there is none."""

from __future__ import annotations

import argparse
import shutil
import sys

from rosetta.commands.contract import DONE, LIMIT, UsageError
from rosetta.commands.flags import add_puzzle, arguments_parser, positive_integer, seconds

EXAMPLES = (
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2",
    "akari 7 --html page.html",
    "akari source-4x4 --repair --all-conflicts",
    "tents 4x4:bgd_,0,1,0,2,2,0,1,0 --tree-rule adjacent",
    "lightsout 3 --to 5",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = arguments_parser(
        command,
        "The solution step by step in the puzzle's words, from its rules alone; or why there is none.",
        EXAMPLES,
    )
    add_puzzle(p)
    p.add_argument("--formulation", default=None, metavar="NAME", help="the puzzle's model to explain from")
    p.add_argument("--to", type=positive_integer, default=None, metavar="N", help="only the first N steps")
    p.add_argument(
        "--all-conflicts", action="store_true", help="where there is no solution: all minimal conflicts, not one"
    )
    p.add_argument(
        "--limit",
        type=positive_integer,
        default=20,
        metavar="N",
        help="at most so many conflicts (default 20), with the above",
    )
    p.add_argument(
        "--repair", action="store_true", help="where there is no solution: the fewest clues to change, and to what"
    )
    p.add_argument("--time-limit", type=seconds, default=10.0, metavar="S", help="seconds in all (default 10)")
    p.add_argument(
        "--step-limit",
        type=seconds,
        default=2.0,
        metavar="S",
        help="seconds for one step, after which the best reason found is taken (default 2)",
    )
    p.add_argument("--memory", type=positive_integer, default=8000, metavar="MB", help="memory (default 8000)")
    p.add_argument("--html", default=None, metavar="FILE", help="also write a self-contained page, one picture a step")
    p.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else there")
    return p


def run(arguments: argparse.Namespace) -> int:
    from backends.contract import Limits, Unsupported
    from backends.reasons.job import ExplanationRequest
    from report.explanation.json_document import explanation_json
    from report.explanation.page import explanation_html
    from report.explanation.records import explanation_text
    from report.progress import Progress
    from report.saving import check_target, save
    from rosetta.commands import options
    from rosetta.studies.explaining.explain import explained_formulation, explanation_from, trace_question

    if arguments.html is not None:
        check_target(arguments.html)
    resolved, question = options.question_from(arguments)
    name = explained_formulation(question, arguments.formulation)
    limits = Limits(arguments.time_limit, arguments.memory, 1, arguments.seed)
    request = ExplanationRequest(
        steps=arguments.to,
        conflicts=arguments.limit if arguments.all_conflicts else 1,
        repair=arguments.repair,
        per_step=arguments.step_limit,
    )
    try:
        with Progress() as progress:
            traced = trace_question(
                question, name, request, limits, lambda what, elapsed: progress.tick(what, elapsed, limits.seconds)
            )
    except Unsupported as reason:
        raise UsageError(str(reason)) from None
    command = options.repeat_command(arguments, html=None, json=False)
    explanation = explanation_from(resolved, traced, request, command=command)
    if arguments.json:
        print(explanation_json(explanation))
    else:
        print(
            explanation_text(explanation, shutil.get_terminal_size().columns if sys.stdout.isatty() else None), end=""
        )
    if arguments.html is not None:
        save(
            arguments.html,
            explanation_html(explanation_from(resolved, traced, request, pictures=True, command=command)),
        )
        print(f"page written to {arguments.html}", file=sys.stderr)
    return DONE if traced.trace.complete or (arguments.to is not None and not traced.trace.end_reason) else LIMIT
