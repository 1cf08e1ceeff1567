"""Boards as a person sees them: `scene`, what is to be seen as data from which a script draws; `booklet`, a page to
print, with solutions at the end; `worksheet`, a page to play on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from models.neutral import Model
from rosetta.api.board import Board, as_board, is_model
from rosetta.api.calling.arguments import clear_errors
from rosetta.api.calling.keywords import caller_of, takes_boards
from rosetta.api.solution import Solution
from rosetta.api.verifying import read_answer
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached
from rosetta.studies.setting.booklet import PrintedBoard
from rosetta.studies.solving.conversion import board_scene
from rosetta.verbs.pages.booklets import BookletRequest, lay_out_booklet
from rosetta.verbs.pages.worksheets import WorksheetRequest, lay_out_worksheet


def scene(
    board: Board | Model,
    answer: Mapping[str, Any] | Solution | None = None,
    second: Mapping[str, Any] | Solution | None = None,
) -> dict[str, Any]:
    """Describe what is to be seen of a board: what lies in which cell, how it is drawn, and what a click means.

    Parameters
    ----------
    board : Board or Model
        What to show.
    answer : mapping or Solution, optional
        An answer on it, as `verify` takes it; it may break rules, and what does is told.
    second : mapping or Solution, optional
        Another answer: what differs is told apart.

    Returns
    -------
    dict
        A document for JSON: cells as [row, column] from 0, glyphs as paths of SVG. The page on scenes of the
        documentation says what each key means.

    Raises
    ------
    ValueError
        If that is no answer to this board, or the puzzle has no scenes.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2")
    >>> tents = rs.scene(board, {"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]})["layers"][1]
    >>> tents["glyph"], tents["state"], tents["cells"]
    ('tent', 'plain', [[0, 0], [0, 2], [2, 0], [2, 2]])
    """
    with clear_errors():
        board = as_board(board)
        if answer is None and second is not None:
            raise InputError("second: expected an answer that it is another one than")
        answers = (None if each is None else read_answer(board, each) for each in (answer, second))
        return board_scene(board._question, *answers)


@takes_boards(BookletRequest, "Boards of any puzzles, in the order of the booklet.")
def booklet(boards: Iterable[Board | Model], request: BookletRequest) -> str:
    """Lay out boards for printing: the rules of each puzzle once, the boards, and their solutions at the end.

    Returns
    -------
    str
        A page of HTML; print it from a browser, on A4 or Letter. Below each board stand its number, puzzle, size,
        grade if it has one solution, and ID.

    Raises
    ------
    ValueError
        If there is no board, one has no solution or none is found in time, or one is a model.

    Examples
    --------
    >>> import rosetta as rs
    >>> page = rs.booklet([rs.load("tents", "ring"), rs.load("akari", 5)], title="Two puzzles", per_page=4)
    >>> page.count("<h2>The rules of")
    2
    """
    printed = _printed_boards(boards)
    try:
        made = lay_out_booklet(printed, request.title, request.per_page, request.limits(), caller_of(request))
    except LimitReached as limit:
        raise InputError(f"{limit}; a longer time_limit may help") from None
    return made.page


@takes_boards(WorksheetRequest, "Boards of any puzzles, in the order of the worksheet.")
def worksheet(boards: Iterable[Board | Model], request: WorksheetRequest) -> str:
    """Lay out boards to be played in a browser: rules light up where they are broken, and hints say where to look, why,
    and what follows.

    Returns
    -------
    str
        A page of HTML: one file, which needs neither a network nor Python. Where a board has no checks or no hints, for
        it is too large or none were found in time, the page says so.

    Raises
    ------
    ValueError
        If there is no board, one cannot be played, or one is a model.

    Examples
    --------
    >>> import rosetta as rs
    >>> page = rs.worksheet([rs.load("tents", "ring"), rs.load("akari", 5)], title="Two puzzles")
    >>> page.count("<article")
    2
    """
    printed = _printed_boards(boards)
    return lay_out_worksheet(printed, request.title, request.limits(), caller_of(request)).page


def _printed_boards(boards: Iterable[Board | Model]) -> list[PrintedBoard]:
    """The boards. Raises InputError where there is none, or a model."""
    chosen = [as_board(board) for board in boards]
    if not chosen or any(map(is_model, chosen)):
        raise InputError(f"boards: expected boards of puzzles, found {'a model' if chosen else 'none'}")
    return [_printed_board(board, f"boards[{i}]") for i, board in enumerate(chosen)]


def _printed_board(board: Board, place: str) -> PrintedBoard:
    """The board, with its planted answer if that is the only one."""
    question, answer = board._question, None
    if board.unique and board.planted is not None:
        answer = question.puzzle.answer_from_json(question.instance, board.planted)
    return PrintedBoard(question, place, answer, board.unique, board.difficulty)
