"""`generate`: a board made to order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from backends.contract import Limits
from instances.resolve import ResolvedInstance, instance_id
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle as puzzle_named
from rosetta.api.arguments import (
    check_name,
    clear_errors,
    positive_seconds,
    progress_from,
    read_choices,
    read_what,
    whole_number,
)
from rosetta.api.board import Board, board_from
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.setting.generate import GenerationFailure, generate_instances
from rosetta.studies.setting.symmetry import MAPS
from rosetta.studies.setting.targets import GeneratedInstance, Targets, targets_from, ways_out


def generate(
    puzzle: str,
    size: int | tuple[int, int] | str,
    *,
    seed: int = 0,
    unique: bool = False,
    minimal: bool = False,
    given: bool = False,
    symmetry: str = "none",
    nullity: int | None = None,
    presses: int | None = None,
    difficulty: str | None = None,
    time_limit: float = 10.0,
    progress: Callable[..., None] | None = None,
    **options: Any,
) -> Board:
    """Make a board with a planted answer; on request with no other one.

    Parameters
    ----------
    puzzle : str
        The puzzle's name.
    size : int, tuple or str
        Its size, (rows, columns); for Lights Out also a named family such as ``"gnp:20,0.3"``.
    seed : int, optional
        The same seed gives the same board on every machine.
    unique, minimal, given : bool, optional
        Exactly one solution; and no clue can be left out; and, for tilings, pieces lie on the board already.
    symmetry : str, optional
        Of the walls of ``"akari"``: ``"none"``, ``"rotation"``, ``"turns"``, ``"mirror"``, ``"mirrors"``, ``"all"``.
    nullity, presses : int, optional
        Of Lights Out: ``2 ** nullity`` solutions; so many presses and not fewer.
    difficulty : {"easy", "tricky", "hard"}, optional
        The grade of `explain`. Like `minimal`, `given` and `symmetry` it implies `unique`.
    time_limit : float, optional
        Seconds.
    progress : callable, optional
        As for `solve`.
    **options
        The puzzle's parameters and the reading of its rules, as for `load`.

    Returns
    -------
    Board
        With `planted`, `unique` and `difficulty`; uniqueness is confirmed by an engine of another kind.

    Raises
    ------
    ValueError
        If no board meets this, or none was found within the time limit; the message says which.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.generate("tents", 6, unique=True, seed=1)
    >>> board.unique, rs.verify(board, board.planted)
    (True, [])
    """
    with clear_errors():
        record = puzzle_named(puzzle)
        check_name(symmetry, MAPS, "symmetry")
        if difficulty is not None:
            check_name(difficulty, GRADES, "difficulty")
        wish = targets_from(
            record,
            read_choices(record, options),
            unique=unique,
            minimal=minimal,
            given=given,
            symmetry=symmetry,
            nullity=None if nullity is None else whole_number(nullity, "nullity", 0),
            presses=None if presses is None else whole_number(presses, "presses", 0),
            difficulty=difficulty,
        )
        limits, say = Limits(seconds=positive_seconds(time_limit, "time_limit")), progress_from(progress)
        what, start = str(read_what(size)), whole_number(seed, "seed", 0)
        (outcome,) = generate_instances(record.name, what, [start], wish, limits, limits.seconds, say)
        if isinstance(outcome, GenerationFailure):
            hint = "" if outcome.wrong else f"; {ways_out(record, wish, 'time_limit')}"
            raise InputError(f"{record.name} {what}: no such board was found: {outcome}{hint}")
        return _generated_board(record, outcome, wish)


def _generated_board(record: Puzzle, generated: GeneratedInstance, wish: Targets) -> Board:
    made, id = generated.instance, instance_id(record, generated.instance)
    source = ", ".join(filter(None, (f"generated, seed {generated.seed}", generated.note)))
    resolved = ResolvedInstance(record.name, made, generated.answer, record.size(made), generated.seed, source, id, id)
    question = Question(record, made, wish.rules)
    return board_from(
        resolved, question, planted=generated.answer, unique=generated.unique, difficulty=generated.difficulty
    )
