"""`generate`: a board made to order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backends.contract import Limits
from instances.resolve import ResolvedInstance, instance_id
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle as puzzle_named
from models.puzzles.setting.targets import Targets
from rosetta.api.arguments import (
    check_name,
    clear_errors,
    positive_seconds,
    progress_from,
    read_choices,
    read_what,
    read_wishes,
    whole_number,
)
from rosetta.api.board import Board, board_from
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.setting.generate import GenerationFailure, generate_instances
from rosetta.studies.setting.setters import all_wishes, setter_of
from rosetta.studies.setting.targets import GeneratedInstance, targets_from, ways_out


def generate(
    puzzle: str,
    size: int | tuple[int, int] | str,
    *,
    seed: int = 0,
    unique: bool = False,
    minimal: bool = False,
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
    unique, minimal : bool, optional
        Exactly one solution; and no clue can be left out.
    difficulty : {"easy", "tricky", "hard"}, optional
        The grade of `explain`. Like `minimal` it implies `unique`.
    time_limit : float, optional
        Seconds.
    progress : callable, optional
        As for `solve`.
    **options
        The puzzle's parameters and the reading of its rules, as for `load`; and what its setter can be asked for
        (``rosetta generate akari --help`` lists it). Akari: `symmetry` of the walls, ``"none"``, ``"rotation"``,
        ``"turns"``, ``"mirror"``, ``"mirrors"`` or ``"all"``. Tilings: `given`, pieces lie on the board already. Lights
        Out: `nullity`, for ``2 ** nullity`` solutions; `presses`, so many and not fewer. `symmetry` and `given` imply
        `unique`.

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
        if difficulty is not None:
            check_name(difficulty, GRADES, "difficulty")
        own, wishes = _split_options(record, options)
        wish = targets_from(
            record, read_choices(record, own), wishes, unique=unique, minimal=minimal, difficulty=difficulty
        )
        limits, say = Limits(seconds=positive_seconds(time_limit, "time_limit")), progress_from(progress)
        what, start = str(read_what(size)), whole_number(seed, "seed", 0)
        (outcome,) = generate_instances(record.name, what, [start], wish, limits, limits.seconds, say)
        if isinstance(outcome, GenerationFailure):
            hint = "" if outcome.wrong else f"; {ways_out(record, wish, 'time_limit')}"
            raise InputError(f"{record.name} {what}: no such board was found: {outcome}{hint}")
        return _generated_board(record, outcome, wish)


def _split_options(record: Puzzle, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options that `load` takes, too; and, read already, those that setters take, another puzzle's too."""
    known = setter_of(record).wishes
    if not options.keys() <= {*record.parameters, *record.options, *known}:
        known = {**all_wishes(), **known}
    own = {name: value for name, value in options.items() if name not in known}
    return own, read_wishes(known, {name: value for name, value in options.items() if name in known})


def _generated_board(record: Puzzle, generated: GeneratedInstance, wish: Targets) -> Board:
    made, id = generated.instance, instance_id(record, generated.instance)
    source = ", ".join(filter(None, (f"generated, seed {generated.seed}", generated.note)))
    resolved = ResolvedInstance(record.name, made, generated.answer, record.size(made), generated.seed, source, id, id)
    question = Question(record, made, wish.rules)
    return board_from(
        resolved, question, planted=generated.answer, unique=generated.unique, difficulty=generated.difficulty
    )
