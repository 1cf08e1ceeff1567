"""Booklets on the command line, for `generate` and `convert`: the page is written, and what became of it told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from report.words import one_line, plural
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import BAD_INPUT, DONE, LIMIT
from rosetta.verbs.booklets import BookletFlags, LaidOutBooklet, lay_out_booklet, printed_board

if TYPE_CHECKING:
    from backends.contract import Limits
    from report.progress import ProgressLine
    from rosetta.studies.setting.booklet import PrintedBoard
    from rosetta.verbs.caller import Caller
    from rosetta.verbs.convert import ConvertRequest


def print_instances(line: CommandLine, request: ConvertRequest) -> int:
    """Write the booklet of the instances that are named, in their order, and say so; the exit code. There is none
    where one of them cannot be read or solved; all that cannot be read are told."""
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
        print_note(f"no booklet: {missing} of {plural(len(texts), 'board')} cannot be read")
        return BAD_INPUT
    with ProgressLine() as progress:
        limits, caller = Limits(seed=line.values["seed"]), caller_of(line, progress)
        made = write_booklet(request, boards, limits, caller, progress, way_out="leave this board out")
    for note in () if made is None else made.notes():
        print_note(note)
    return LIMIT if made is None else DONE


def write_booklet(
    flags: BookletFlags,
    boards: Sequence[PrintedBoard],
    limits: Limits,
    caller: Caller,
    progress: ProgressLine,
    title: str | None = None,
    way_out: str = "a longer --time-limit may help",
) -> LaidOutBooklet | None:
    """Write the booklet and say so; None where a limit ended the search for a solution that it needs. title: where none
    is given; way_out: what may help at a limit. Raises InputError for a board without a solution."""
    from report.saving import save
    from rosetta.foundation.limits import LimitReached

    try:
        made = lay_out_booklet(boards, flags.title or title, flags.per_page, limits, caller)
    except LimitReached as limit:
        caller.tell(f"no booklet: {limit}; {way_out}")
        return None
    save(str(flags.booklet), made.page)
    progress.clear()
    print(f"booklet of {plural(len(boards), 'puzzle')} written to {one_line(str(flags.booklet))}", file=sys.stderr)
    return made
