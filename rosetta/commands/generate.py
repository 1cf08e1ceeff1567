"""`rosetta generate PUZZLE SIZE`: instances with a planted solution; on request with no other one."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from report.words import LONGEST_MESSAGE, one_line
from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.commands.json_lines import LINES, print_line
from rosetta.commands.request_flags import add_request
from rosetta.foundation.exit_codes import DONE, LIMIT
from rosetta.requests.options import OptionGroup
from rosetta.verbs.generate import GeneratedBoards, GenerateRequest

if TYPE_CHECKING:
    from report.progress import ProgressLine
    from rosetta.verbs.caller import Caller
    from rosetta.verbs.generate import BoardOrder

EXAMPLES = (
    "tents 30 --unique",
    "tents 10 --unique --minimal --difficulty hard --count 5",
    "akari 14 --unique --symmetry rotation --bare 5 --numbered 15 --show",
    "tents 15 --unique --tree-rule unique-matching",
    "tiling 8x8 --pieces random --unique",
    "tiling 6x10 --given --show",
    "lightsout 6x6 --presses 9",
    "lightsout gnp:20,0.3 --nullity 2 --to graphml",
    "tents 12 --unique --count 100 --to tatham > book.txt",
    "akari 8 --booklet booklet.html     12 puzzles to print, solutions at the back",
    "akari 8 --count 5 --play sheet.html     5 puzzles to play in a browser, offline",
)
MORE = (
    "",
    "The same seed gives the same board on every machine; --count N uses consecutive seeds, starting at --seed. With",
    "--unique this needs the pinned version of python-sat, since its answers decide where a board is changed.",
    "A puzzle may have flags of its own, such as --symmetry of akari: `generate akari --help` shows them.",
    "Uniqueness is confirmed by an engine of another kind. At a limit you get the boards made so far (exit code 3).",
)
# of the flags in a command line that repeats a request
ORDER = (OptionGroup.MODEL, OptionGroup.USUAL, OptionGroup.OUTPUT, OptionGroup.LIMITS)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Make boards, and print one ID per line, or drawings, or another format.", EXAMPLES, *MORE
    )
    flags.add_size(p)
    add_request(p, GenerateRequest, json=False, first=ORDER)
    flags.add_json(p)
    p.set_defaults(of_setters=[])  # the puzzle's own flags are added as soon as it is named
    return p


def run(line: CommandLine) -> int:
    from report.progress import ProgressLine
    from rosetta.commands.each_instance import caller_of
    from rosetta.verbs.generate import generate

    _check_size(line)
    request = line.request(GenerateRequest)
    request.check_files()
    order = _order(line, request)
    with ProgressLine() as progress:
        caller = caller_of(line, progress)

        def show(so_far: GeneratedBoards) -> None:
            progress.clear()
            _show_latest(line, so_far)

        result = generate(order, request, caller, show)
        is_bound = not result.boards or _write_pages(result, caller, progress)
    _show_end(line, result)
    return LIMIT if result.exit_code == DONE and not is_bound else result.exit_code


def _check_size(line: CommandLine) -> None:
    """Raises UsageError where there is a puzzle without a size, or a size without a puzzle."""
    from models.puzzles.registry import canonical_name, describe_names, is_known, names

    name, size = line.values["puzzle"], line.values["what"]
    if is_known(name) and size is not None:
        return
    if is_known(name):
        example = f"{line.command} {canonical_name(name)} 8"
        raise UsageError(f"expected a size after {name}, such as: {example}")
    if name[:1].isdigit():
        raise UsageError(
            f"expected a puzzle before {name[:60]} ({describe_names()}), such as: "
            f"{line.command} {names()[0]} {name[:60]}"
        )
    canonical_name(name)  # raises: no such puzzle


def _order(line: CommandLine, request: GenerateRequest) -> BoardOrder:
    """What is to be made."""
    from models.puzzles.registry import puzzle
    from rosetta.studies.asking.asked_instance import choices_of
    from rosetta.verbs.generate import order_boards

    record = puzzle(line.values["puzzle"])
    given = {name: line.values[name] for name in line.values["of_setters"]}
    wishes = {name: value for name, value in given.items() if value is not None}
    return order_boards(record, line.values["what"], choices_of(record, line.values), wishes, request)


def _show_latest(line: CommandLine, so_far: GeneratedBoards) -> None:
    """Print the board that was made last, or why there is none."""
    from rosetta.commands.each_instance import look_of
    from rosetta.verbs.generated_text import latest_notes, latest_text

    latest = so_far.outcomes[-1]
    is_made = latest in so_far.boards[-1:]
    if not is_made:
        _tell(str(latest))
    if line.values["json"] == LINES:
        _print_seed(line, so_far, latest.seed)
    elif is_made and not line.values["json"]:
        print(latest_text(so_far, look_of(line), sys.stdout.isatty()))
        if notes := latest_notes(so_far):
            _tell(f"seed {latest.seed}: {notes}")
        sys.stdout.flush()


def _show_end(line: CommandLine, result: GeneratedBoards) -> None:
    """Print the document of all, or the lines of the seeds that were not begun; say how many boards are missing."""
    from report.documents.writing import document_text
    from rosetta.verbs.generated_text import describe_shortfall

    if line.values["json"] == LINES:
        begun = {each.seed for each in result.outcomes}
        for seed in (seed for seed in result.seeds if seed not in begun):
            _print_seed(line, result, seed)
    elif line.values["json"]:
        print(document_text(result.document(line.repeat())))
    if shortfall := describe_shortfall(result):
        _tell(shortfall)


def _print_seed(line: CommandLine, result: GeneratedBoards, seed: int) -> None:
    """Print the document of one seed, on a line."""
    from report.documents.writing import document_text

    command = line.repeat(seed=seed, count=None, booklet=None, play=None)
    print_line(document_text(result.of_seed(seed).document(command)))


def _tell(message: str) -> None:
    """A message on stderr, on one line."""
    print(f"rosetta: {one_line(message, LONGEST_MESSAGE)}", file=sys.stderr)


def _write_pages(result: GeneratedBoards, caller: Caller, progress: ProgressLine) -> bool:
    """Write the booklet and the worksheet that are asked for, and say so; False where a limit ended the search for a
    solution that they need."""
    from rosetta.commands.booklets import write_pages
    from rosetta.verbs.generate import boards_to_print

    order, request = result.order, result.request
    if request.booklet is None and request.play is None:
        return True
    title = f"{order.record.title} {order.size}"
    boards = boards_to_print(result, caller)
    return write_pages(request, boards, request.limits(), caller, progress, title)
