"""`rosetta list [NAME]`: all puzzles, or one of them whole."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE

if TYPE_CHECKING:
    from report.documents.provenance import Provenance

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


def run(line: CommandLine) -> int:
    program = verb_program(line.command)
    print(_list_all(line, program) if line.values["puzzle"] is None else _describe_one(line, program))
    return DONE


def _list_all(line: CommandLine, program: Callable[[str], str]) -> str:
    """Every puzzle in a line. No puzzle of ours is loaded."""
    from report.listing.text import entries_text
    from report.terminal import line_width
    from rosetta.studies.listing.overview import list_classics, list_puzzles

    entries, classics = list_puzzles(), list_classics()
    if line.values["json"]:
        from report.documents.writing import document_text
        from report.listing.json_document import entries_document

        return document_text(entries_document(entries, classics, _provenance(line)), 1)
    return entries_text(entries, line_width(), f"{program('list')} NAME", classics)


def _describe_one(line: CommandLine, program: Callable[[str], str]) -> str:
    """One puzzle whole."""
    from report.listing.text import description_text
    from report.terminal import line_width
    from rosetta.studies.listing.describing import describe_puzzle

    described = describe_puzzle(line.values["puzzle"])
    if line.values["json"]:
        from report.documents.writing import document_text
        from report.listing.json_document import description_document

        return document_text(description_document(described, program, _provenance(line)), 1)
    return description_text(described, line_width(), program)


def _provenance(line: CommandLine) -> Provenance:
    from rosetta.verbs.documents import provenance_of

    return provenance_of({}, (), line.repeat())


def verb_program(command: str) -> Callable[[str], str]:
    """What is typed to run a verb, as `list` was: `rosetta VERB`, `python -m models.VERB`."""
    before = command.removesuffix("list")
    return lambda verb: f"{before}{verb}"
