"""`generate`: boards made to order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, overload

from instances.resolve import ResolvedInstance
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle as puzzle_named
from rosetta.api.board import Board, board_from
from rosetta.api.calling.arguments import read_choices, read_what, read_wishes
from rosetta.api.calling.keywords import Subject, caller_of, takes_subjects
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.setting.setters import all_wishes, setter_of
from rosetta.studies.setting.targets import GeneratedInstance, ways_out
from rosetta.verbs.generate import BoardOrder, GeneratedBoards, GenerateRequest, order_boards
from rosetta.verbs.generate import generate as make_boards

SIZE = "int | tuple[int, int] | str"
PUZZLE_NAME = Subject("puzzle", "str", "The puzzle's name.", "str", puzzle_named)
BOARD_SIZE = Subject(
    "size",
    "int, tuple or str",
    'Its size, (rows, columns); for Lights Out also a named family such as ``"gnp:20,0.3"``.',
    SIZE,
    lambda size: str(read_what(size)),
)
OF_PUZZLES = Subject(
    "options",
    "",
    "The puzzle's parameters and the reading of its rules, as for `load`; and what its setter can be asked for "
    '(``rosetta generate akari --help`` lists it). Akari: `symmetry` of the walls, ``"none"``, ``"rotation"``, '
    '``"turns"``, ``"mirror"``, ``"mirrors"`` or ``"all"``. Tilings: `given`, pieces lie on the board already. Lights '
    "Out: `nullity`, for ``2 ** nullity`` solutions; `presses`, so many and not fewer. `symmetry` and `given` imply "
    "`unique`.",
    "Any",
    dict,
)


@overload
def generate(
    puzzle: str,
    size: int | tuple[int, int] | str,
    *,
    seed: int = ...,
    unique: bool = ...,
    minimal: bool = ...,
    difficulty: str | None = ...,
    count: None = ...,
    time_limit: float | None = ...,
    budget: float | None = ...,
    progress: Callable[..., None] | None = ...,
    **options: Any,
) -> Board: ...


@overload
def generate(
    puzzle: str,
    size: int | tuple[int, int] | str,
    *,
    seed: int = ...,
    unique: bool = ...,
    minimal: bool = ...,
    difficulty: str | None = ...,
    count: int,
    time_limit: float | None = ...,
    budget: float | None = ...,
    progress: Callable[..., None] | None = ...,
    **options: Any,
) -> list[Board]: ...


@takes_subjects(GenerateRequest, PUZZLE_NAME, BOARD_SIZE, others=OF_PUZZLES)
def generate(record: Puzzle, size: str, request: GenerateRequest, options: Mapping[str, Any]) -> Board | list[Board]:
    """Make a board with a planted answer, or several; on request with no other one.

    Returns
    -------
    Board or list of Board
        With `planted`, `unique` and `difficulty`; uniqueness is confirmed by an engine of another kind. With `count` a
        list; where a limit ends the work it has the boards made so far, and the `seed` of each says which are missing.

    Raises
    ------
    ValueError
        If no board meets this, or none was found within the limits; the message says which.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.generate("tents", 6, unique=True, seed=1)
    >>> board.unique, rs.verify(board, board.planted)
    (True, [])
    >>> [board.seed for board in rs.generate("tents", 6, seed=1, count=3)]
    [1, 2, 3]
    """
    own, wishes = _split_options(record, options)
    order = order_boards(record, size, read_choices(record, own), wishes, request)
    result = make_boards(order, request, caller_of(request))
    if result.is_wrong or not result.boards:
        raise _refusal(order, result)
    boards = [_generated_board(order, each) for each in result.boards]
    return boards[0] if request.count is None else boards


def _refusal(order: BoardOrder, result: GeneratedBoards) -> InputError:
    """The error about boards of which there is none, or with a fault."""
    failure = next((each for each in result.failures if each.wrong), result.failures[0])
    hint = "" if failure.wrong else f"; {ways_out(order.record, order.targets, 'time_limit')}"
    return InputError(f"{order.record.name} {order.size}: no such board was found: {failure}{hint}")


def _split_options(record: Puzzle, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options that `load` takes, too; and, read already, those that setters take, another puzzle's too."""
    known = setter_of(record).wishes
    if not options.keys() <= {*record.parameters, *record.options, *known}:
        known = {**all_wishes(), **known}
    own = {name: value for name, value in options.items() if name not in known}
    return own, read_wishes(known, {name: value for name, value in options.items() if name in known})


def _generated_board(order: BoardOrder, generated: GeneratedInstance) -> Board:
    record, made, id = order.record, generated.instance, order.identity(generated.instance)
    source = ", ".join(filter(None, (f"generated, seed {generated.seed}", generated.note)))
    resolved = ResolvedInstance(record.name, made, generated.answer, record.size(made), generated.seed, source, id, id)
    question = Question(record, made, order.targets.rules)
    return board_from(
        resolved, question, planted=generated.answer, unique=generated.unique, difficulty=generated.difficulty
    )
