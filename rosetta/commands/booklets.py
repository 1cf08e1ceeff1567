"""Booklets on the command line: their flags, for `generate` and `convert`, and the page that is written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from report.booklet.records import PER_PAGE
from report.words import LONGEST_MESSAGE, one_line, plural
from rosetta.commands.contract import BAD_INPUT, DONE, LIMIT, UsageError

if TYPE_CHECKING:
    from backends.contract import Limits
    from instances.naming import InstanceText
    from report.progress import ProgressLine
    from rosetta.studies.setting.booklet import PrintedBoard


def add_booklet(p: argparse.ArgumentParser, more: str = "") -> None:
    """--booklet, and what is about it. more: what else it does."""
    p.add_argument(
        "--booklet",
        default=None,
        metavar="FILE",
        help=f"write a page for printing: rules, boards, solutions at the back{more}",
    )
    p.add_argument("--title", default=None, metavar="TEXT", help="the title of the booklet")
    p.add_argument(
        "--per-page",
        type=int,
        choices=PER_PAGE,
        default=None,
        metavar="N",
        help="boards on a page of the booklet: 1, 2, 4 or 6 (default: as many as leave cells to write in)",
    )


def check_booklet(arguments: argparse.Namespace) -> None:
    """Raises UsageError, or NotWritable where the booklet could not be written: before any work is done."""
    if arguments.booklet is not None:
        from report.saving import check_target

        check_target(arguments.booklet)
    for flag, value in (("--title", arguments.title), ("--per-page", arguments.per_page)):
        if arguments.booklet is None and value is not None:
            raise UsageError(f"{flag}: of a booklet; name its file with --booklet FILE")


def print_instances(arguments: argparse.Namespace, texts: Sequence[InstanceText]) -> int:
    """Write the booklet of the instances that are named, in their order, and say so; the exit code. There is none
    where one of them cannot be read or solved; all that cannot be read are told."""
    from backends.contract import Limits
    from models.puzzles.model.record import NAME as MODEL
    from report.progress import ProgressLine
    from rosetta.commands.batch import ABOUT_AN_INSTANCE, print_refusal
    from rosetta.commands.named_instances import instance_arguments
    from rosetta.commands.options import print_note, question_from
    from rosetta.foundation.errors import InputError
    from rosetta.studies.setting.booklet import PrintedBoard, describe_kinds

    boards, missing = list[PrintedBoard](), 0
    for text in texts:
        try:
            question = question_from(instance_arguments(arguments, text))[1]
            if question.puzzle.name == MODEL:
                raise InputError("expected a board of a puzzle, found a model, which nobody solves on paper")
            boards.append(PrintedBoard(question, one_line(text.place)))
        except ABOUT_AN_INSTANCE as refusal:
            missing += 1
            print_refusal(text, refusal)
    if missing:
        print_note(f"no booklet: {missing} of {plural(len(texts), 'board')} cannot be read")
        return BAD_INPUT
    title = arguments.title or describe_kinds(boards)
    with ProgressLine() as line:
        solved = write_booklet(arguments, boards, title, Limits(seed=arguments.seed), line)
    for number, board in enumerate(solved or (), 1):
        if board.unique is False:
            print_note(f"puzzle {number}, {board.place}: has several solutions, of which one is shown")
    return LIMIT if solved is None else DONE


def write_booklet(
    arguments: argparse.Namespace, boards: Sequence[PrintedBoard], title: str, limits: Limits, line: ProgressLine
) -> tuple[PrintedBoard, ...] | None:
    """Write the booklet and say so; the boards as they are printed, None where a limit ended the search for a solution
    that it needs. Raises InputError for a board without a solution."""
    from report.booklet.page import booklet_html
    from report.saving import save
    from rosetta.commands.options import print_note, repeat_command
    from rosetta.foundation.limits import LimitReached
    from rosetta.studies.setting.booklet import booklet_from

    command = repeat_command(arguments, json=False)
    try:
        booklet, solved = booklet_from(
            boards, one_line(title, LONGEST_MESSAGE), command, limits, line.show, arguments.per_page
        )
    except LimitReached as limit:
        line.clear()
        way = "a longer --time-limit may help" if hasattr(arguments, "time_limit") else "leave this board out"
        print_note(f"no booklet: {limit}; {way}")
        return None
    save(arguments.booklet, booklet_html(booklet))
    line.clear()
    print(f"booklet of {plural(len(boards), 'puzzle')} written to {one_line(arguments.booklet)}", file=sys.stderr)
    return solved
