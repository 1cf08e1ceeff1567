"""`verify`: the rules that an answer breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from models.neutral import Model
from models.puzzles.contract import Answer
from models.puzzles.model.record import VALUES
from rosetta.api.arguments import clear_errors
from rosetta.api.board import Board, as_board, is_model, names_for_nodes
from rosetta.api.solution import Solution
from rosetta.foundation.errors import InputError
from rosetta.studies.solving.given_answer import answer_within


def verify(board: Board | Model, answer: Mapping[str, Any] | Solution) -> list[str]:
    """Check an answer against the rules, in code that shares nothing with any model or solver.

    Parameters
    ----------
    board : Board or Model
        What the answer is to.
    answer : mapping or Solution
        As `Solution.answer` has it: ``{"tents": [[row, column], ...]}``; of a graph, in its own nodes; of a model the
        values of its arrays, ``{"x": [0, 1]}``. A document of `Solution.to_json` will do, too.

    Returns
    -------
    list of str
        The rules that it breaks, as sentences; an empty list if it keeps them all.

    Raises
    ------
    ValueError
        If that is no answer to this board.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2")
    >>> rs.verify(board, {"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]})
    []
    >>> rs.verify(board, {"tents": [[0, 0], [0, 2], [2, 0]]})[0]
    'row 3 has 1 tent, its clue says 2'
    """
    with clear_errors():
        board = as_board(board)
        question = board._question
        return question.puzzle.verify(question.instance, read_answer(board, answer), **question.rules)


def read_answer(board: Board, answer: Mapping[str, Any] | Solution) -> Answer:
    """The answer in the puzzle's own type. Raises InputError."""
    document = answer.answer if isinstance(answer, Solution) else answer
    if not isinstance(document, Mapping):
        raise InputError(f"expected an answer as a mapping or a Solution, found {document!r:.60}")
    question = board._question
    if is_model(board) and "answer" not in document and not isinstance(document.get(VALUES), Mapping):
        document = {VALUES: document}
    inner, _ = answer_within(question.puzzle, "answer", document)
    return question.puzzle.answer_from_json(question.instance, plain_json(names_for_nodes(board, inner)))


def plain_json(value: Any) -> Any:
    """Tuples and arrays as lists, and numbers of numpy as Python's, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain_json(item) for key, item in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return [plain_json(item) for item in value] if isinstance(value, list | tuple) else value
