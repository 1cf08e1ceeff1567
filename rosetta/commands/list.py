"""`rosetta list [NAME]`: all puzzles, or one of them whole."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from report.documents.provenance import Provenance
from rosetta.commands import flags
from rosetta.commands.contract import DONE
from rosetta.version import __version__

EXAMPLES = ("", "akari", "loopy                by another name that it has", "tents --json")


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "List all puzzles; or show one whole: its rules, a board with a solution, options, models, formats, commands.",
        EXAMPLES,
    )
    p.add_argument(
        "puzzle",
        metavar="NAME",
        nargs="?",
        default=None,
        help="a puzzle, by any of its names; without one, all are listed",
    )
    flags.add_json(p, lines=False)
    p.set_defaults(of_puzzles=())  # they are shown, not taken
    return p


def run(arguments: argparse.Namespace) -> int:
    program = verb_program(arguments.command)
    print(_list_all(arguments, program) if arguments.puzzle is None else _describe_one(arguments, program))
    return DONE


def _list_all(arguments: argparse.Namespace, program: Callable[[str], str]) -> str:
    """Every puzzle in a line. No puzzle of ours is loaded."""
    from report.listing.json_document import entries_json
    from report.listing.text import entries_text
    from report.terminal import line_width
    from rosetta.studies.listing.overview import list_puzzles

    entries = list_puzzles()
    if arguments.json:
        return entries_json(entries, _provenance(arguments))
    return entries_text(entries, line_width(), f"{program('list')} NAME")


def _describe_one(arguments: argparse.Namespace, program: Callable[[str], str]) -> str:
    """One puzzle whole."""
    from report.listing.json_document import description_json
    from report.listing.text import description_text
    from report.terminal import line_width
    from rosetta.studies.listing.describing import describe_puzzle

    described = describe_puzzle(arguments.puzzle)
    if arguments.json:
        return description_json(described, program, _provenance(arguments))
    return description_text(described, line_width(), program)


def _provenance(arguments: argparse.Namespace) -> Provenance:
    from report.provenance import provenance
    from rosetta.commands.options import repeat_command

    return provenance(__version__, {}, (), repeat_command(arguments))


def verb_program(command: str) -> Callable[[str], str]:
    """What is typed to run a verb, as `list` was: `rosetta VERB`, `python -m models.VERB`."""
    before = command.removesuffix("list")
    return lambda verb: f"{before}{verb}"
