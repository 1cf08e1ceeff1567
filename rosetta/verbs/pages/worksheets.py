"""Worksheets: boards on a page that is played in a browser, offline, with rules that light up and hints.

`rs.worksheet` takes a `WorksheetRequest`; the verbs `convert` and `generate` have `--play FILE` among their own flags.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rosetta.requests.kinds import FILE, SECONDS
from rosetta.requests.options import OptionGroup, option, request
from rosetta.verbs.caller import Caller
from rosetta.verbs.pages.booklets import TITLE
from rosetta.verbs.solver_request import BoardRequest

if TYPE_CHECKING:
    from backends.contract import Limits
    from rosetta.studies.setting.booklet import PrintedBoard


def play_option(more: str = "") -> Any:
    """The file of a worksheet, as an option of a command line. more: what else it does."""
    help = f"write a page to play on, in any browser, offline: rules light up, hints{more}"
    return option(FILE, help, default=None, is_keyword=False)


@request
class WorksheetRequest(BoardRequest):
    """How boards are put on a worksheet."""

    title: str | None = option(
        TITLE, "the title of the worksheet", default=None, flag="", keyword_help="By default the names of the puzzles."
    )
    time_limit: float | None = option(
        SECONDS,
        "seconds for the hints of each board (default 10)",
        default=None,
        group=OptionGroup.LIMITS,
        flag="",
        keyword_help="Seconds for the solution of each board, and for its hints (default 10).",
    )

    def limits(self) -> Limits:
        """The limits of the solution of each board, and of its hints."""
        from backends.contract import Limits

        seconds = Limits().seconds if self.time_limit is None else self.time_limit
        return Limits(seconds=seconds, seed=self.seed or 0)


@dataclass(frozen=True, eq=False)
class LaidOutWorksheet:
    """A worksheet.

    page: of HTML
    notes: a line about each board that lacks something: hints, checks
    """

    page: str
    notes: tuple[str, ...]


def lay_out_worksheet(
    boards: Sequence[PrintedBoard], title: str | None, limits: Limits, caller: Caller
) -> LaidOutWorksheet:
    """The worksheet of these boards. title: None for the names of the puzzles. Raises InputError for a board that
    cannot be played."""
    from report.play.page import WorksheetBoard, worksheet_html
    from report.words import LONGEST_MESSAGE, one_line
    from rosetta.studies.playing.board_document import board_document
    from rosetta.studies.setting.booklet import describe_kinds, describe_size

    shown, notes = [], []
    for number, board in enumerate(boards, 1):
        caller.progress(f"worksheet: puzzle {number} of {len(boards)}", 0.0)
        document = board_document(board, limits, caller.progress)
        record, instance = board.question.puzzle, board.question.instance
        parts = (record.title, describe_size(record, instance), document["difficulty"])
        heading, caption = ", ".join(filter(None, parts)), record.extras.caption(instance)
        shown.append(WorksheetBoard(heading, caption, record.draw_svg(instance), document))
        notes += [f"puzzle {number}, {board.place}: {note}" for note in document["notes"]]
    words = one_line(describe_kinds(boards) if title is None else title, LONGEST_MESSAGE)
    command = caller.command_with(json=False) or ""
    return LaidOutWorksheet(worksheet_html(shown, words, command), tuple(notes))
