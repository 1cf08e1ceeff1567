"""`load`: a board from whatever names one."""

from __future__ import annotations

from typing import Any

from instances.networks import is_network
from instances.recognition import puzzles_of
from models.puzzles.registry import ON_GRAPHS, is_known
from models.puzzles.registry import puzzle as puzzle_named
from rosetta.api.board import Board, board_from
from rosetta.api.calling.arguments import clear_errors, read_choices, read_what, whole_number
from rosetta.api.libraries.networks import board_on_network
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.posing import pose_question


def load(puzzle: Any, what: Any = "", *, seed: int = 0, **options: Any) -> Board:
    """Load a board, or generate one of a size.

    ``load(what)`` is enough where ``what`` tells the puzzle: an address, most IDs and files, a name such as ``"soma"``;
    or where it is a classic, such as ``"queens"``, which has a usual size.

    Parameters
    ----------
    puzzle : str, optional
        The puzzle's name, as on the command line: ``"tents"``, ``"akari"``, ``"lightsout"``, ``"tiling"``, ...
    what : str, int, tuple, path or networkx graph
        What the command line calls WHAT: an ID or an address, a file (any path; a `pathlib.Path` is a file whatever
        its name), a size (``8``, ``(8, 10)``, ``"8x10"`` = rows x columns), a name in the catalogue, or the several
        lines of a file. A graph of networkx is for `lights_out`.
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
    >>> print(board)
      1 1 0 2
    0 . . . T
    2 . . T .
    0 T . . .
    2 . . T .
    >>> rs.load("4x4:cbaea,1,1,0,2,0,2,0,2") == board
    True
    >>> rs.load("tents", 6) == rs.load("tents", "6x6", seed=0)
    True
    """
    with clear_errors():
        if isinstance(what, str) and not what:
            usual = _usual_what(puzzle)
            puzzle, what = (_only_puzzle(puzzle), puzzle) if usual is None else (puzzle, usual)
        record = puzzle_named(puzzle)
        if record.extras.graphs is not None and is_network(what):
            return board_on_network(record, what, options, seed)
        choices = read_choices(record, options)
        posed = pose_question(record, read_what(what), whole_number(seed, "seed", 0), choices)
        return board_from(*posed, choices)


def _usual_what(what: Any) -> str | None:
    """The size that is meant where a classic is named alone; None for any other WHAT."""
    stated = puzzle_named(what).extras.stated if isinstance(what, str) and is_known(what) else None
    return None if stated is None else stated.usual


def _only_puzzle(what: Any) -> str:
    """The puzzle that WHAT tells. Raises InputError if it tells none, or several."""
    if is_network(what):
        return ON_GRAPHS[0]
    if isinstance(what, str) and is_known(what):
        raise InputError(f"expected a board of {what}, such as load({what!r}, 8)")
    candidates = puzzles_of(read_what(what))
    if len(candidates) > 1:
        raise InputError(f"{what!r:.60} may be a board of {', '.join(candidates)}: name the puzzle first")
    return candidates[0]
