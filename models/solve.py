"""`python -m models.solve PUZZLE WHAT`: one verified answer, drawn."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from models.command import (
    DONE,
    LIMIT,
    WRONG,
    Refused,
    add_puzzle,
    add_solving,
    arguments_parser,
    colour_wanted,
    positive,
)

if TYPE_CHECKING:
    from backends.contract import Limits
    from instances.what import Given
    from models.studies.attempts import Entrant, Question
    from models.studies.counting import Listed
    from models.studies.solving import Solved
    from report.progress import Progress
    from report.records import Run

EXAMPLES = (
    "tents 8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1",
    "tents board.txt --backend cnf:glucose42",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2 --tree-rule adjacent --all",
)


def parser() -> argparse.ArgumentParser:
    p = arguments_parser("solve", "Solve a puzzle: one answer, checked against the rules and drawn.", EXAMPLES)
    add_puzzle(p)
    add_solving(p)
    p.add_argument("--backend", default=None, metavar="B", help="which backend to use (default: the best one)")
    p.add_argument("--unique", action="store_true", help="also say whether the answer is the only one")
    several = p.add_mutually_exclusive_group()
    several.add_argument("--all", action="store_true", help="every answer")
    several.add_argument("--limit", type=positive, default=None, metavar="N", help="up to N answers")
    return p


def run(arguments: argparse.Namespace) -> int:
    from models import request
    from models.studies.attempts import Entrant
    from models.studies.solving import best_backend, solve
    from report.progress import Progress

    given, question = request.asked(arguments)
    name = request.formulation(question.puzzle, arguments.formulation)
    entrant = Entrant(arguments.backend or best_backend(question), name, request.options(arguments))
    limits = request.limits(arguments)
    several = arguments.all or arguments.limit is not None
    with Progress() as progress:
        solved = solve(
            question, entrant, limits, arguments.unique, lambda who, s: progress.tick(who, s, limits.seconds)
        )
        found = _list(arguments, question, entrant, limits, progress) if several and solved.run.answer else None
    if solved.run.status == "unsupported":
        raise Refused(f"{entrant.backend} cannot solve this: {solved.run.note}")
    if arguments.json:
        _print_json(given, question, solved.run, found)
    else:
        _print_text(given, question, solved, found)
    broken = solved.run.verdict == "wrong" or bool(found and found.broken)
    complete = solved.run.verdict == "correct" and (found is None or found.complete or not arguments.all)
    return WRONG if broken else DONE if complete else LIMIT


def _list(
    arguments: argparse.Namespace, question: Question, entrant: Entrant, limits: Limits, progress: Progress
) -> Listed:
    from models.studies.counting import listed

    return listed(question, entrant, limits, arguments.limit, progress.tick)


def _print_json(given: Given, question: Question, run: Run, found: Listed | None) -> None:
    from report.as_json import solve_json

    told = question.puzzle.answer_json
    print(
        solve_json(
            puzzle=question.puzzle.name,
            id=given.id,
            backend=run.backend,
            status=run.status,
            verdict=run.verdict,
            evidence=run.evidence,
            objective=run.objective,
            unique=run.unique,
            answer=run.answer,
            seconds=run.seconds,
            size=run.size,
            answers=None if found is None else [told(answer) for answer in found.answers],
        )
    )


def _print_text(given: Given, question: Question, solved: Solved, found: Listed | None) -> None:
    run, draw = solved.run, question.puzzle.draw_text
    print(f"{question.puzzle.name}, {given.source}\n{given.id}\n")
    for answer in (found.answers if found else solved.answers[:1]) or (None,):
        print(draw(question.instance, answer, colour=colour_wanted()), end="\n\n")
    print(f"{run.backend} ({run.engine} {run.version}): {run.status} in {run.total:.2f} s; {_judgement(run)}")
    if solved.witness is not None:
        print(f"second opinion, {solved.witness.backend}: {solved.witness.status}")
    if run.unique is not None:
        print("the only answer" if run.unique else "not the only answer")
    if found is not None:
        print(f"{len(found.answers)} answers{', and no others' if found.complete else ''}")
    for line in filter(None, (*run.broken, run.note, *(found.broken if found else ()), found.note if found else "")):
        print(f"  {line}")


def _judgement(run: Run) -> str:
    """The verdict in words."""
    words = {
        "verified": "checked against the rules",
        "proved": "one rule shows it by itself",
        "cross-checked": "engines of different kinds agree",
        "claimed": "nobody else could confirm it",
    }
    return "WRONG" if run.verdict == "wrong" else words.get(run.evidence or "", "no definite answer")


if __name__ == "__main__":
    from models.command import main

    main("solve")
