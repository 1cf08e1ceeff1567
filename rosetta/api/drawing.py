"""`scene`: what is to be seen of a board, as data from which a script draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.neutral import Model
from rosetta.api.arguments import clear_errors
from rosetta.api.board import Board, as_board
from rosetta.api.solution import Solution
from rosetta.api.verifying import read_answer
from rosetta.foundation.errors import InputError
from rosetta.studies.solving.conversion import board_scene


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
