"""Booklets: boards on a page to print, with their solutions at the end.

`rs.booklet` takes a `BookletRequest`; the verbs `convert` and `generate` have the three flags of a booklet among their
own (`booklet_option`, `title_option`, `per_page_option`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol

from report.booklet.records import PER_PAGE
from rosetta.foundation.errors import InputError
from rosetta.requests.kinds import FILE, SECONDS, NumberChoice, TextValue
from rosetta.requests.options import OptionGroup, option, request
from rosetta.verbs.caller import Caller
from rosetta.verbs.solver_request import BoardRequest

if TYPE_CHECKING:
    from backends.contract import Limits
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.studies.setting.booklet import PrintedBoard

PAGE_NUMBERS = NumberChoice(PER_PAGE)
TITLE = TextValue("a title")


def booklet_option(more: str = "") -> Any:
    """The file of a booklet, as an option of a command line. more: what else it does."""
    help = f"write a page for printing: rules, boards, solutions at the back{more}"
    return option(FILE, help, default=None, is_keyword=False)


def title_option() -> Any:
    """The title of a booklet or a worksheet, likewise."""
    return option(
        TITLE, "the title of the booklet or worksheet", default=None, group=OptionGroup.OUTPUT, is_keyword=False
    )


def per_page_option() -> Any:
    """How many boards stand on a page of a booklet, likewise."""
    help = "boards on a page of the booklet: 1, 2, 4 or 6 (default: as many as leave cells to write in)"
    return option(PAGE_NUMBERS, help, default=None, group=OptionGroup.OUTPUT, is_keyword=False)


class BookletFlags(Protocol):
    """A request of a command line that may write a booklet, a worksheet, or both."""

    @property
    def booklet(self) -> str | PathLike[str] | None:
        """The file of the booklet."""

    @property
    def play(self) -> str | PathLike[str] | None:
        """The file of the worksheet."""

    @property
    def title(self) -> str | None:
        """The title of both."""

    @property
    def per_page(self) -> int | None:
        """Boards on a page of the booklet."""

    def word(self, name: str) -> str:
        """What people know a field by."""


def check_booklet_options(flags: BookletFlags) -> None:
    """Raises InputError for what is of a booklet or a worksheet where there is none."""
    if flags.per_page is not None and flags.booklet is None:
        raise InputError(f"{flags.word('per_page')}: of a booklet; name its file with {flags.word('booklet')} FILE")
    if flags.title is not None and flags.booklet is None and flags.play is None:
        files = f"{flags.word('booklet')} FILE or {flags.word('play')} FILE"
        raise InputError(f"{flags.word('title')}: of a booklet or a worksheet; name its file with {files}")
    if flags.booklet is not None and str(flags.booklet) == str(flags.play):
        both = f"{flags.word('booklet')}, {flags.word('play')}"
        raise InputError(f"{both}: expected two files, found {str(flags.play)[:100]!r} for both")


def check_booklet_files(flags: BookletFlags) -> None:
    """Raises NotWritable where the booklet or the worksheet could not be written."""
    from report.saving import check_target

    for file in (flags.booklet, flags.play):
        if file is not None:
            check_target(str(file))


@request
class BookletRequest(BoardRequest):
    """How boards are printed."""

    title: str | None = option(
        TITLE, "the title of the booklet", default=None, flag="", keyword_help="By default the names of the puzzles."
    )
    per_page: int | None = option(
        PAGE_NUMBERS,
        "boards on a page of the booklet",
        default=None,
        flag="",
        keyword_help="How many boards stand on a page; by default as many as leave cells to write in.",
    )
    time_limit: float | None = option(
        SECONDS, "seconds for the solution of each board (default 10)", default=None, group=OptionGroup.LIMITS, flag=""
    )

    def limits(self) -> Limits:
        """The limits of the solution of each board."""
        from backends.contract import Limits

        seconds = Limits().seconds if self.time_limit is None else self.time_limit
        return Limits(seconds=seconds, seed=self.seed or 0)


@dataclass(frozen=True, eq=False)
class LaidOutBooklet:
    """A booklet.

    page: of HTML
    boards: as they are printed, with what was found out about them
    """

    page: str
    boards: tuple[PrintedBoard, ...]

    def notes(self) -> list[str]:
        """A line about each board with several solutions."""
        return [
            f"puzzle {number}, {board.place}: has several solutions, of which one is shown"
            for number, board in enumerate(self.boards, 1)
            if board.unique is False
        ]


def printed_board(asked: AskedInstance, place: str) -> PrintedBoard:
    """An instance as a board to print. place: where it is from. Raises InputError for a model."""
    from models.puzzles.model.record import NAME as MODEL
    from report.words import one_line
    from rosetta.studies.setting.booklet import PrintedBoard

    question = asked.question
    if question.puzzle.name == MODEL:
        raise InputError("expected a board of a puzzle, found a model, which nobody solves on paper")
    return PrintedBoard(question, one_line(place))


def lay_out_booklet(
    boards: Sequence[PrintedBoard], title: str | None, per_page: int | None, limits: Limits, caller: Caller
) -> LaidOutBooklet:
    """The booklet of these boards. title: None for the names of the puzzles; limits: of the solution of each. Raises
    LimitReached for the first that stays unsolved, InputError for one that has no solution."""
    from report.booklet.page import booklet_html
    from report.words import LONGEST_MESSAGE, one_line
    from rosetta.studies.setting.booklet import booklet_from, describe_kinds

    words = one_line(describe_kinds(boards) if title is None else title, LONGEST_MESSAGE)
    command = caller.command_with(json=False) or ""
    booklet, printed = booklet_from(boards, words, command, limits, caller.progress, per_page)
    return LaidOutBooklet(booklet_html(booklet), printed)
