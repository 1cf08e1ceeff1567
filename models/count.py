"""`python -m models.count PUZZLE WHAT`: the exact number of solutions, projected on the puzzle's answer."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from models.command import DONE, LIMIT, WRONG, Refused, add_puzzle, add_solving, arguments_parser

if TYPE_CHECKING:
    from models.studies.totals import Total

EXAMPLES = (
    "tents 3x3:aaaaa,2,0,2,2,0,2",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2 --tree-rule adjacent",
    "tents board.txt --distinct --backend cnf",
    "akari cross --distinct",
    "lightsout 4 --distinct",
    "tiling 8x8 --distinct",
)
LISTABLE = 1000  # answers; a smaller number that rests on one engine's word is shown by listing them instead


def parser() -> argparse.ArgumentParser:
    p = arguments_parser("count", "Count the solutions of a puzzle, exactly.", EXAMPLES)
    add_puzzle(p)
    add_solving(p)
    p.add_argument("--backend", default=None, metavar="B", help="which backend to use (default: the best one)")
    p.add_argument("--distinct", action="store_true", help="also count up to the symmetries of the board")
    return p


def run(arguments: argparse.Namespace) -> int:
    from instances.what import any_size
    from models import request
    from models.studies.attempts import Entrant, profile_of
    from models.studies.counting import distinct, listed
    from models.studies.solving import best
    from models.studies.totals import by_theory, counted
    from report.as_json import count_json
    from report.progress import Progress
    from report.words import size_text

    known = None if arguments.backend or arguments.distinct else by_theory(*request.named(arguments))
    if known is not None:
        board = size_text(any_size(arguments.what) or ())
        return _tell_counted(arguments, request.puzzle(arguments.puzzle).name, board, "theory", known)
    given, question = request.asked(arguments)
    name, how = request.formulation(question, arguments.formulation), request.options(arguments)
    asked = request.backends([arguments.backend], how, question.puzzle) if arguments.backend else best(question)
    with Progress() as progress:
        for backend in asked:
            entrant, limits = Entrant(backend, name, how), request.limits(arguments)
            total = counted(question, entrant, limits, progress.tick, arguments.distinct)
            if total is not None and (total.exact or total.broken or total.number > LISTABLE):
                return _tell_counted(arguments, question.puzzle.name, given.id, backend, total)
            found = listed(question, entrant, limits, watch=progress.tick)
            if found.status.value != "unsupported":
                break
        else:
            raise Refused(f"{backend} cannot count this: {found.note}")
    number = len(found.answers)
    up_to = distinct(question, found.answers) if arguments.distinct else None
    if arguments.json:
        print(
            count_json(
                puzzle=question.puzzle.name,
                id=given.id,
                count=number,
                distinct=up_to,
                exact=found.complete,
                backend=backend,
                seconds={"solve": found.seconds},
            )
        )
    else:
        least = "" if found.complete else "at least "
        print(f"{least}{number}")
        if up_to is not None:
            print(f"{least}{up_to} up to symmetry")
        confirmed = f", that there are no others confirmed by {found.witness}" if found.complete else ""
        used = profile_of(question, entrant)
        told = "" if used == "default" else f"; profile {used}"
        print(f"{backend}, every solution checked{confirmed}, {found.seconds:.2f} s{told}")
        for line in filter(None, (*found.broken, found.note)):
            print(f"  {line}")
    return WRONG if found.broken else DONE if found.complete else LIMIT


def _tell_counted(arguments: argparse.Namespace, puzzle: str, id: str, backend: str, total: Total) -> int:
    """Print a number that was counted without listing; the exit code."""
    from report.as_json import count_json
    from report.words import plural

    sys.set_int_max_str_digits(0)  # Python prints no more than 4300 digits by itself; these are few compared to a board
    if arguments.json:
        print(
            count_json(
                puzzle=puzzle,
                id=id,
                count=total.number,
                distinct=total.distinct,
                exact=total.exact,
                backend=backend,
                seconds={"solve": total.seconds},
            )
        )
    else:
        print(total.number)
        if total.distinct is not None:
            print(f"{total.distinct} up to symmetry")
        by = f", counted again by {total.witness}" if total.witness else ""
        spared = f", one of {total.symmetries} alike by symmetry" if total.symmetries > 1 else ""
        checked = f", {plural(total.checked, 'solution')} checked" if total.checked else ""
        print(f"{backend}{spared}{checked}{by}, {total.seconds:.2f} s")
        for line in filter(None, (*total.broken, total.note)):
            print(f"  {line}")
    return WRONG if total.broken else DONE if total.exact else LIMIT


if __name__ == "__main__":
    from models.command import main

    main("count")
