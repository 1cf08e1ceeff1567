"""`rosetta count PUZZLE WHAT`: the exact number of solutions, projected on the puzzle's answer."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rosetta.commands.contract import DONE, LIMIT, WRONG, UsageError
from rosetta.commands.flags import add_puzzle, add_solver_options, arguments_parser

if TYPE_CHECKING:
    from rosetta.studies.counting.count import Total

EXAMPLES = (
    "tents 3x3:aaaaa,2,0,2,2,0,2",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2 --tree-rule adjacent",
    "tents board.txt --distinct --backend cnf",
    "akari cross --distinct",
    "lightsout 4 --distinct",
    "tiling 8x8 --distinct",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = arguments_parser(command, "Count the solutions of a puzzle, exactly.", EXAMPLES)
    add_puzzle(p)
    add_solver_options(p)
    p.add_argument("--backend", default=None, metavar="B", help="which backend to use (default: the best one)")
    p.add_argument("--distinct", action="store_true", help="also count up to the symmetries of the board")
    return p


def run(arguments: argparse.Namespace) -> int:
    from backends.contract import Unsupported
    from models.puzzles.registry import puzzle
    from report.progress import Progress
    from rosetta.commands import options
    from rosetta.studies.attempts import profile_of
    from rosetta.studies.counting.count import count_answers, count_by_theory
    from rosetta.studies.question import Entrant
    from rosetta.studies.solving import default_backends

    known = None if arguments.backend or arguments.distinct else count_by_theory(*options.instance_arguments(arguments))
    if known is not None:
        return _print_total(arguments, puzzle(arguments.puzzle).name, _board(arguments), known)
    given, question = options.question_from(arguments)
    name, how = options.formulation(question, arguments.formulation), options.options(arguments)
    asked = (
        options.check_backends([arguments.backend], how, question.puzzle)
        if arguments.backend
        else default_backends(question)
    )
    try:
        with Progress() as progress:
            found = count_answers(
                question, asked, name, how, options.limits(arguments), progress.tick, arguments.distinct
            )
    except Unsupported as reason:
        raise UsageError(str(reason)) from None
    used = profile_of(question, Entrant(found.backend, name, how))
    return _print_total(arguments, question.puzzle.name, given.id, found, used)


def _board(arguments: argparse.Namespace) -> str:
    """The size that was asked for, as the ID of what has not been made."""
    from instances.resolve import parse_any_size
    from report.words import size_text

    return size_text(parse_any_size(arguments.what) or ())


def _print_total(arguments: argparse.Namespace, puzzle: str, id: str, found: Total, profile: str = "default") -> int:
    """Print the number; the exit code."""
    from report.comparison.json_documents import count_json

    sys.set_int_max_str_digits(0)  # Python prints no more than 4300 digits by itself; these are few compared to a board
    if arguments.json:
        print(
            count_json(
                puzzle=puzzle,
                id=id,
                count=found.number,
                distinct=found.distinct,
                exact=found.exact,
                backend=found.backend,
                seconds={"solve": found.seconds},
            )
        )
    else:
        print(_describe_total(found, profile))
    return WRONG if found.broken else DONE if found.exact else LIMIT


def _describe_total(found: Total, profile: str) -> str:
    """The number, the number up to symmetry, and how they were found."""
    from report.words import plural

    least = "at least " if found.by_listing and not found.exact else ""
    lines = [f"{least}{found.number}"]
    if found.distinct is not None:
        lines.append(f"{least}{found.distinct} up to symmetry")
    how = [found.backend]
    if found.symmetries > 1:
        how.append(f"one of {found.symmetries} alike by symmetry")
    if found.by_listing and found.number:
        how.append("every solution checked")
    elif found.checked:
        how.append(f"{plural(found.checked, 'solution')} checked")
    if found.witness:
        how.append(
            f"that there are no others confirmed by {found.witness}"
            if found.by_listing
            else f"counted again by {found.witness}"
        )
    told = "" if profile == "default" else f"; profile {profile}"
    lines.append(f"{', '.join(how)}, {found.seconds:.2f} s{told}")
    return "\n".join([*lines, *(f"  {line}" for line in (*found.broken, found.note) if line)])
