"""`rosetta solve PUZZLE WHAT`: one verified answer, drawn."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rosetta.commands import flags
from rosetta.commands.contract import DONE, LIMIT, WRONG, UsageError

if TYPE_CHECKING:
    from backends.contract import Limits
    from instances.resolve import ResolvedInstance
    from models.puzzles.contract import Answer
    from report.comparison.records import Run
    from report.progress import ProgressLine
    from rosetta.studies.counting.listing import AnswerList
    from rosetta.studies.entrants import Entrant
    from rosetta.studies.question import Question
    from rosetta.studies.solving import SolveResult

EXAMPLES = (
    "tents 8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1",
    "tents board.txt --backend cnf:glucose42",
    "lightup 7x7:b3gB0c0dBaBaBa1aBd1c01g0b --unique",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2 --tree-rule adjacent --all",
    "lightsout torus:5x8 --lit 0:0,2:3 --any",
    "lightsout graph.graphml --lit a,b,c",
    "tiling soma",
    "akari 7 --backend walksat --heuristic jw --noise 0.1 --flips 100000",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Solve a puzzle: one answer, checked against the rules and drawn.", EXAMPLES)
    flags.add_puzzle(p)
    flags.add_solver_options(p)
    p.add_argument(
        "--backend",
        default=None,
        metavar="B",
        help="which backend to use (default: the best one); --backend walksat -h: its settings too",
    )
    p.add_argument("--unique", action="store_true", help="also say whether the answer is the only one, of any cost")
    several = p.add_mutually_exclusive_group()
    several.add_argument("--all", action="store_true", help="every answer")
    several.add_argument("--limit", type=flags.positive_integer, default=None, metavar="N", help="up to N answers")
    return p


def run(arguments: argparse.Namespace) -> int:
    from backends.contract import Status
    from models.puzzles.registry import puzzle
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.studies.entrants import resolve_entrant
    from rosetta.studies.solving import default_backends, solve

    how, limits = options.options(arguments), options.limits(arguments)
    named = options.check_backends([arguments.backend] if arguments.backend else [], how, puzzle(arguments.puzzle))
    resolved, question = options.question_from(arguments)
    name = options.formulation(question, arguments.formulation)
    refusals: dict[str, str] = {}
    with ProgressLine() as line:
        for backend in named or default_backends(question):
            entrant = resolve_entrant(question, backend, name, how)
            solved = solve(question, entrant, limits, line.show)
            answer_list = _list_answers(arguments, question, entrant, limits, line) if solved.run.answer else None
            if solved.run.status == "unsupported":
                refusals.setdefault(solved.run.note, f"{backend} cannot solve this")
            elif answer_list is not None and answer_list.status is Status.UNSUPPORTED:
                refusals.setdefault(answer_list.note, f"{backend} cannot list answers")
            else:
                break
        else:
            raise UsageError("; ".join(f"{who}: {why}" for why, who in refusals.items()))
    several = arguments.all or arguments.limit is not None
    run = solved.run if answer_list is None or not arguments.unique else _judge_uniqueness(solved.run, answer_list)
    if arguments.json:
        listed = answer_list.answers if answer_list else ()
        answers = [question.puzzle.answer_json(answer) for answer in listed] if several else None
        _print_json(resolved, question, run, answers)
    else:
        _print_text(resolved, question, replace(solved, run=run), answer_list if several else None)
        if answer_list is not None and not several and len(answer_list.answers) > 1:
            _print_difference(question, answer_list.answers)
    broken = run.verdict == "wrong" or bool(answer_list and answer_list.broken)
    complete = (not arguments.all or answer_list is None or answer_list.complete) and not (
        arguments.unique and run.unique is None
    )
    definite = run.verdict == "correct" and (complete or run.status == "unsatisfiable")
    return WRONG if broken else DONE if definite else LIMIT


def _list_answers(
    arguments: argparse.Namespace, question: Question, entrant: Entrant, limits: Limits, line: ProgressLine
) -> AnswerList | None:
    """Up to as many answers as --all or --limit ask for, two for --unique; None if one is enough."""
    from rosetta.studies.counting.listing import list_answers

    most = None if arguments.all else max(arguments.limit or 0, 2 if arguments.unique else 0)
    return None if most == 0 else list_answers(question, entrant, limits, most, line.show)


def _judge_uniqueness(run: Run, answer_list: AnswerList) -> Run:
    """The run with `unique` set from the list. It stays None where no second engine confirms the end of the list."""
    if len(answer_list.answers) > 1:
        return replace(run, unique=False)
    if answer_list.complete:
        return replace(run, unique=True)
    return replace(run, note="; ".join(filter(None, (run.note, "uniqueness not settled", answer_list.note))))


def _print_json(resolved: ResolvedInstance, question: Question, run: Run, answers: list[dict[str, Any]] | None) -> None:
    from report.comparison.json_documents import solve_json

    print(
        solve_json(
            puzzle=question.puzzle.name,
            id=resolved.id,
            backend=run.backend,
            status=run.status,
            verdict=run.verdict,
            evidence=run.evidence,
            objective=run.objective,
            unique=run.unique,
            answer=run.answer,
            seconds=run.seconds,
            size=run.size,
            answers=answers,
        )
    )


def _print_text(
    resolved: ResolvedInstance, question: Question, solved: SolveResult, answer_list: AnswerList | None
) -> None:
    from report.words import one_line, plural

    run, draw = solved.run, question.puzzle.draw_text
    print(f"{question.puzzle.name}, {one_line(resolved.source)}\n{resolved.id}\n")
    # a limit may end a list before its first
    answers = (answer_list.answers if answer_list else ()) or solved.answers[:1]
    for answer in answers or (None,):
        print(draw(question.instance, answer, colour=flags.wants_colour()), end="\n\n")
    engine = " ".join(filter(None, (run.engine, run.version)))
    profile = "" if run.profile == "default" else f"; profile {run.profile}"
    cost = "" if run.objective is None else f", objective {run.objective}"
    print(f"{run.backend} ({engine}): {run.status}{cost} in {run.total:.2f} s; {_describe_verdict(run)}{profile}")
    if solved.witness is not None:
        print(f"second opinion, {solved.witness.backend}: {solved.witness.status}")
    if run.unique is not None:
        print("the only answer" if run.unique else "not the only answer")
    if answer_list is not None:
        confirmed = f", and no others ({answer_list.witness} agrees)" if answer_list.complete else ""
        least = "at least " if answer_list.status.value == "unknown" else ""  # a limit ended the list
        print(f"{least}{plural(len(answers), 'answer')}{confirmed}")
    faults = (*answer_list.broken, answer_list.note) if answer_list else ()
    for line in filter(None, (*run.broken, run.note, *faults)):
        print(f"  {one_line(line)}")


def _print_difference(question: Question, answers: Sequence[Answer]) -> None:
    """Print the first two answers on one board, marked where they differ."""
    first, other = answers[:2]
    board = question.puzzle.draw_text(question.instance, first, second=other, colour=flags.wants_colour())
    print(f"\nwhere another answer differs:\n\n{board}")


def _describe_verdict(run: Run) -> str:
    """The verdict in words."""
    words = {
        "verified": "checked against the rules",
        "proved": "the rules show it by themselves",
        "cross-checked": "engines of different kinds agree",
        "claimed": "nobody else could confirm it",
    }
    return "WRONG" if run.verdict == "wrong" else words.get(run.evidence or "", "no definite answer")
