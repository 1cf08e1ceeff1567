"""`rosetta count PUZZLE WHAT`: the exact number of solutions, projected on the puzzle's answer."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.contract import DONE, LIMIT, WRONG, UsageError

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
    p = flags.arguments_parser(command, "Count the solutions of a puzzle, exactly.", EXAMPLES)
    flags.add_puzzle(p)
    flags.add_solver_options(p)
    p.add_argument("--backend", default=None, metavar="B", help="which backend to use (default: the best one)")
    p.add_argument("--distinct", action="store_true", help="also count up to the symmetries of the board")
    return p


def run(arguments: argparse.Namespace) -> int:
    from backends.contract import Unsupported
    from models.puzzles.registry import puzzle
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.studies.counting.count import count_answers, count_by_theory
    from rosetta.studies.entrants import resolve_entrant
    from rosetta.studies.solving import default_backends

    if not (arguments.backend or arguments.distinct):
        by_theory = count_by_theory(*options.instance_arguments(arguments))
        if by_theory is not None:
            return _print_total(arguments, puzzle(arguments.puzzle).name, _board(arguments), by_theory)
    how = options.options(arguments)
    named = options.check_backends([arguments.backend] if arguments.backend else [], how, puzzle(arguments.puzzle))
    resolved, question = options.question_from(arguments)
    name = options.formulation(question, arguments.formulation)
    try:
        with ProgressLine() as line:
            entrants = (resolve_entrant(question, each, name, how) for each in named or default_backends(question))
            total = count_answers(question, entrants, options.limits(arguments), line.show, arguments.distinct)
    except Unsupported as reason:
        raise UsageError(str(reason)) from None
    return _print_total(arguments, question.puzzle.name, resolved.id, total)


def _board(arguments: argparse.Namespace) -> str:
    """The size as text: the ID of a board that is counted without being built."""
    from instances.resolve import parse_any_size
    from report.words import size_text

    return size_text(parse_any_size(arguments.what) or ())


def _print_total(arguments: argparse.Namespace, puzzle: str, id: str, total: Total) -> int:
    """Print the number; the exit code."""
    from report.comparison.json_documents import count_json

    sys.set_int_max_str_digits(0)  # Python prints no more than 4300 digits by itself; these are few compared to a board
    if arguments.json:
        print(
            count_json(
                puzzle=puzzle,
                id=id,
                count=total.number,
                distinct=total.distinct,
                exact=total.exact,
                backend=total.backend,
                seconds={"solve": total.seconds},
            )
        )
    else:
        print(_describe_total(total))
    return WRONG if total.broken else DONE if total.exact else LIMIT


def _describe_total(total: Total) -> str:
    """The number, the number up to symmetry, and how they were found."""
    from report.words import plural

    least = "at least " if total.by_listing and not total.exact else ""
    lines = [f"{least}{total.number}"]
    if total.distinct is not None:
        lines.append(f"{least}{total.distinct} up to symmetry")
    how = [total.backend]
    if total.symmetries > 1:
        how.append(f"one of {total.symmetries} alike by symmetry")
    if total.by_listing and total.number:
        how.append("every solution checked")
    elif total.checked:
        how.append(f"{plural(total.checked, 'solution')} checked")
    if total.witness:
        confirmed = "that there are no others confirmed by" if total.by_listing else "counted again by"
        how.append(f"{confirmed} {total.witness}")
    profile_text = "" if total.profile == "default" else f"; profile {total.profile}"
    lines.append(f"{', '.join(how)}, {total.seconds:.2f} s{profile_text}")
    return "\n".join([*lines, *(f"  {line}" for line in (*total.broken, total.note) if line)])
