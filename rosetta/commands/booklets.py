"""Booklets and worksheets on the command line, for `generate` and `convert`: pages are written, and what became of
them is told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

from report.words import one_line, plural
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import BAD_INPUT, DONE, LIMIT
from rosetta.verbs.pages.booklets import BookletFlags, lay_out_booklet, printed_board
from rosetta.verbs.pages.worksheets import lay_out_worksheet

if TYPE_CHECKING:
    from backends.contract import Limits
    from report.progress import ProgressLine
    from rosetta.studies.setting.booklet import PrintedBoard
    from rosetta.verbs.caller import Caller
    from rosetta.verbs.convert import ConvertRequest


def print_instances(line: CommandLine, request: ConvertRequest) -> int:
    """Write the booklet and the worksheet of the instances that are named, in their order, and say so; the exit code.
    There is none where one of them cannot be read or solved; all that cannot be read are told."""
    from backends.contract import Limits
    from report.progress import ProgressLine
    from rosetta.commands.each_instance import (
        ABOUT_AN_INSTANCE,
        asked_instance,
        caller_of,
        line_of,
        print_note,
        print_refusal,
        texts_of,
    )

    (line, texts), missing = texts_of(line), 0
    boards: list[PrintedBoard] = []
    for text in texts:
        try:
            boards.append(printed_board(asked_instance(line_of(line, text)), text.place))
        except ABOUT_AN_INSTANCE as refusal:
            missing += 1
            print_refusal(text, refusal)
    if missing:
        print_note(f"no {_name_pages(request)}: {missing} of {plural(len(texts), 'board')} cannot be read")
        return BAD_INPUT
    with ProgressLine() as progress:
        limits, caller = Limits(seed=line.values["seed"]), caller_of(line, progress)
        written = write_pages(request, boards, limits, caller, progress, way_out="leave this board out")
    return DONE if written else LIMIT


def write_pages(
    flags: BookletFlags,
    boards: Sequence[PrintedBoard],
    limits: Limits,
    caller: Caller,
    progress: ProgressLine,
    title: str | None = None,
    way_out: str = "a longer --time-limit may help",
) -> bool:
    """Write the pages that are asked for, and say so; False where a limit ended the search for a solution that they
    need. title: where none is given; way_out: what may help at a limit. Raises InputError for a board without a
    solution, or one that cannot be played."""
    from rosetta.foundation.limits import LimitReached

    title = flags.title or title
    try:
        if flags.booklet is not None:
            booklet = lay_out_booklet(boards, title, flags.per_page, limits, caller)
            _save_page(flags.booklet, booklet.page, f"booklet of {plural(len(boards), 'puzzle')}", progress)
            _tell_notes(booklet.notes(), caller)
        if flags.play is not None:
            worksheet = lay_out_worksheet(boards, title, limits, caller)
            _save_page(flags.play, worksheet.page, f"worksheet of {plural(len(boards), 'puzzle')}", progress)
            _tell_notes(worksheet.notes, caller)
    except LimitReached as limit:
        caller.tell(f"no {_name_pages(flags)}: {limit}; {way_out}")
        return False
    return True


def _name_pages(flags: BookletFlags) -> str:
    """What is to be written."""
    files = (("booklet", flags.booklet), ("worksheet", flags.play))
    return " and no ".join(name for name, file in files if file is not None)


def _save_page(file: str | PathLike[str], page: str, what: str, progress: ProgressLine) -> None:
    from report.saving import save

    save(str(file), page)
    progress.clear()
    print(f"{what} written to {one_line(str(file))}", file=sys.stderr)


def _tell_notes(notes: Sequence[str], caller: Caller) -> None:
    for note in notes:
        caller.tell(note)
