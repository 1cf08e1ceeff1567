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
    from rosetta.studies.formulations import choose_formulation
    from rosetta.studies.question import Entrant
    from rosetta.studies.solving import choose_backends

    total_by_theory = (
        None if arguments.backend or arguments.distinct else count_by_theory(*options.instance_arguments(arguments))
    )
    if total_by_theory is not None:
        return _print_total(arguments, puzzle(arguments.puzzle).name, _board(arguments), total_by_theory)
    resolved, question = options.question_from(arguments)
    name = choose_formulation(question.puzzle, question.instance, arguments.formulation)
    how = options.options(arguments)
    backends = choose_backends(question, arguments.backend, how)
    try:
        with Progress() as progress:
            total = count_answers(
                question, backends, name, how, options.limits(arguments), progress.tick, arguments.distinct
            )
    except Unsupported as reason:
        raise UsageError(str(reason)) from None
    used = profile_of(question, Entrant(total.backend, name, how))
    return _print_total(arguments, question.puzzle.name, resolved.id, total, used)


def _board(arguments: argparse.Namespace) -> str:
    """The size as text: the ID of a board that is counted without being built."""
    from instances.resolve import parse_any_size
    from report.words import size_text

    return size_text(parse_any_size(arguments.what) or ())


def _print_total(arguments: argparse.Namespace, puzzle: str, id: str, total: Total, profile: str = "default") -> int:
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
        print(_describe_total(total, profile))
    return WRONG if total.broken else DONE if total.exact else LIMIT


def _describe_total(total: Total, profile: str) -> str:
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
        how.append(
            f"that there are no others confirmed by {total.witness}"
            if total.by_listing
            else f"counted again by {total.witness}"
        )
    profile_text = "" if profile == "default" else f"; profile {profile}"
    lines.append(f"{', '.join(how)}, {total.seconds:.2f} s{profile_text}")
    return "\n".join([*lines, *(f"  {line}" for line in (*total.broken, total.note) if line)])
