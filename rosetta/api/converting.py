"""`convert`: a board in a format of puzzle programs, or its rules in a format of solvers."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from backends.formats import MODULES
from backends.formats.contract import file_format
from models.neutral import Model
from report.pictures import KINDS, SCENE
from rosetta.api.arguments import clear_errors
from rosetta.api.board import Board, as_board
from rosetta.api.solving import options_from
from rosetta.foundation.errors import InputError
from rosetta.studies.solving.conversion import board_picture, board_text, check_encodes, puzzle_format, solver_file


def convert(
    board: Board | Model,
    to: str,
    *,
    formulation: str | None = None,
    encodings: Mapping[str, str] | None = None,
) -> str:
    """Convert a board, or a model of your own, into the text of a file.

    Parameters
    ----------
    board : Board or Model
        What to convert.
    to : str
        For puzzle programs ``"tatham"``, ``"puzzlink"``, ``"plain"``, ...; as a picture ``"svg"``, or ``"scene"``,
        the JSON of what `scene` returns; for solvers ``"dimacs"``, ``"lp"``, ``"mps"``, ``"opb"``, ``"fzn"``, ... A
        format that has no objective leaves it out.
    formulation : str, optional
        For solvers: the puzzle's model to write.
    encodings : mapping, optional
        For solvers that take clauses: the encoding by form of rows, ``{"cardinality": "totalizer"}``.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If there is no such format, or it cannot say this.

    Examples
    --------
    >>> import rosetta as rs
    >>> rs.convert(rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2"), "tatham")
    '4x4:cbaea,1,1,0,2,0,2,0,2'
    """
    with clear_errors():
        board = as_board(board)
        if to in (*KINDS, SCENE):
            if to not in ("svg", SCENE):
                raise InputError(f"to: {to} is no text; expected 'svg', or the command `rosetta convert` for a file")
            if formulation or encodings:
                raise InputError(f"formulation, encodings: {to} draws the board, not a model of its rules")
            return board_picture(board._question, to).decode()
        if to not in MODULES:
            puzzle_format(to, "to")
            if formulation or encodings:
                raise InputError(f"formulation, encodings: {to} holds the board, not a model of its rules")
            text = board_text(board._question, to, "to")
            return text.removesuffix("\n") if text.count("\n") == 1 else text
        record, file = file_format(to), BytesIO()
        if encodings:
            check_encodes(record, "encodings")
        model, how = solver_file(board._resolved, board._question, formulation, options_from(encodings, None))
        record.write(model, file, how)
        return file.getvalue().decode()
