"""`load`: a board from whatever names one."""

from __future__ import annotations

from os import PathLike
from typing import Any

from models.puzzles.registry import puzzle as puzzle_named
from rosetta.api.arguments import clear_errors, read_choices, read_what, whole_number
from rosetta.api.board import Board, board_from
from rosetta.studies.posing import pose_question


def load(puzzle: str, what: str | int | tuple[int, int] | PathLike[str], *, seed: int = 0, **options: Any) -> Board:
    """Load a board, or generate one of a size.

    Parameters
    ----------
    puzzle : str
        The puzzle's name, as on the command line: ``"tents"``, ``"akari"``, ``"lightsout"``, ``"tiling"``, ...
    what : str, int, tuple or path
        What the command line calls WHAT: an ID or an address, a file (any path; `pathlib.Path` for one with an odd
        name), a size (``8``, ``(8, 10)``, ``"8x10"``), a name of the catalogue, the several lines of a file.
    seed : int, optional
        Of a board that is generated. The same seed gives the same board on every machine.
    **options
        The puzzle's parameters (``bare=20``) and the reading of its rules (``tree_rule="adjacent"``, ``any=True``).

    Returns
    -------
    Board

    Raises
    ------
    ValueError
        If there is no such puzzle, board or option. The message says what was expected.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2")
    >>> board.size
    (4, 4)
    >>> rs.load("tents", 6).id == rs.load("tents", "6x6", seed=0).id
    True
    """
    with clear_errors():
        record = puzzle_named(puzzle)
        choices = read_choices(record, options)
        return board_from(*pose_question(record, read_what(what), whole_number(seed, "seed", 0), choices))
