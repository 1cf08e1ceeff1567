"""`verify`: the rules that an answer breaks; or what a file of proofs claims, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from typing import Any, overload

import numpy as np

from models.neutral import Model
from models.puzzles.contract import Answer
from models.puzzles.model.instance import VALUES
from rosetta.api.board import Board, is_model, names_for_nodes, own_answer
from rosetta.api.calling.keywords import asked_board, board_subject, caller_of, takes_subjects
from rosetta.api.solution import Solution
from rosetta.foundation.errors import InputError
from rosetta.studies.solving.given_answer import answer_within
from rosetta.verbs.caller import TextLook
from rosetta.verbs.verify import VerifiedClaims, VerifiedNumbers, VerifyRequest, verify_proofs
from rosetta.verbs.verify import verify as verify_answer


@dataclass(frozen=True, repr=False, eq=False)
class CheckedProofs:
    """What a file of proofs claims of a board, checked from the rules on: nothing in the file is believed.

    Attributes
    ----------
    board : Board
        What the proofs are about.
    holds : bool
        Do the answers keep all rules, is every claim proved, and is all else in the file as it follows from the rules?
    is_open : bool
        Did a limit end a check, and nothing speak against the file?
    broken : tuple of str
        The rules that the answers in the file break, as sentences.
    answers : tuple of mappings
        These answers, as `Solution.answer` has them; none of a file about a number.
    proofs : tuple of mappings
        With the keys of the command line's JSON: ``claim``, ``status``, ``note``, ...
    count, distinct : int or None
        The numbers of answers that a file of ``count`` proves, the second up to the symmetries of the board.
    differing : tuple of str
        A sentence for each part of the file that is not what follows from the rules.

    Notes
    -----
    ``str(checked)`` is what ``rosetta verify --proof`` prints.
    """

    board: Board
    holds: bool
    is_open: bool
    broken: tuple[str, ...]
    answers: tuple[Mapping[str, Any], ...]
    proofs: tuple[Mapping[str, Any], ...]
    count: int | None
    distinct: int | None
    differing: tuple[str, ...]
    _result: VerifiedClaims | VerifiedNumbers = field(kw_only=True)

    def __str__(self) -> str:
        return self._result.text(TextLook()).rstrip("\n")

    def __repr__(self) -> str:
        verdict = "holds" if self.holds else "not settled" if self.is_open else "does not hold"
        return f"<CheckedProofs: {verdict}, {', '.join(str(proof['claim']) for proof in self.proofs)}>"

    def _repr_html_(self) -> str:
        return f'<pre class="rosetta" style="white-space:pre-wrap;overflow-wrap:anywhere">{escape(str(self))}</pre>'

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta verify --proof --json`` prints, without the command.

        Returns
        -------
        dict
        """
        return self._result.document()


@overload
def verify(
    board: Board | Model,
    answer: Mapping[str, Any] | Solution | str | PathLike[str],
    *,
    formulation: str | None = ...,
    encodings: Mapping[str, str] | None = ...,
) -> list[str]: ...


@overload
def verify(
    board: Board | Model,
    *,
    proof: str | PathLike[str],
    time_limit: float = ...,
    progress: Callable[..., None] | None = ...,
) -> CheckedProofs: ...


@takes_subjects(VerifyRequest, board_subject("What the answer is to."))
def verify(board: Board, request: VerifyRequest) -> list[str] | CheckedProofs:
    """Check an answer against the rules, in code that shares nothing with any model or solver; or a file of proofs.

    Returns
    -------
    list of str or CheckedProofs
        The rules that the answer breaks, as sentences; an empty list if it keeps them all. With `proof`, what the file
        turned out to be.

    Raises
    ------
    ValueError
        If that is no answer to this board, or no file of proofs about it.

    Examples
    --------
    >>> import rosetta as rs
    >>> board = rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2")
    >>> rs.verify(board, {"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]})
    []
    >>> rs.verify(board, '{"tents": [[0, 0], [0, 2], [2, 0]]}')[0]
    'row 3 has 1 tent, its clue says 2'

    What a file proves:

    >>> import tempfile
    >>> lights = rs.load("lightsout", 4)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     total = rs.count(lights, proof=f"{folder}/count.zip")
    ...     checked = rs.verify(lights, proof=f"{folder}/count.zip")
    >>> checked.holds, checked.count, checked.proofs[0]["status"]
    (True, 16, 'proved')
    """
    if request.proof is not None:
        return _checked_proofs(board, verify_proofs(asked_board(board), request, caller_of(request)))
    if isinstance(request.answer, Mapping):
        request = request.with_values(answer=_plain_answer(board, request.answer))
    return list(verify_answer(asked_board(board), request, caller_of(request)).broken)


def _checked_proofs(board: Board, result: VerifiedClaims | VerifiedNumbers) -> CheckedProofs:
    answers: tuple[Answer, ...] = ()
    numbers: dict[str, int | None] = {}
    if isinstance(result, VerifiedClaims):
        answers = result.checked.answers
    else:
        numbers = {proof.claim: proof.number for proof in result.checked.proofs}
    document = result.document()
    return CheckedProofs(
        board=board,
        holds=result.checked.holds,
        is_open=result.is_open,
        broken=tuple(document["broken"]),
        answers=tuple(own_answer(board, answer) for answer in answers),
        proofs=tuple(document["proofs"]),
        count=numbers.get("count"),
        distinct=numbers.get("distinct"),
        differing=result.checked.contents.differing,
        _result=result,
    )


def read_answer(board: Board, answer: Mapping[str, Any] | Solution) -> Answer:
    """The answer in the puzzle's own type. Raises InputError."""
    document = answer.answer if isinstance(answer, Solution) else answer
    if not isinstance(document, Mapping):
        raise InputError(f"expected an answer as a mapping or a Solution, found {document!r:.60}")
    return board._question.puzzle.answer_from_json(board._question.instance, _plain_answer(board, document))


def _plain_answer(board: Board, document: Mapping[str, Any]) -> dict[str, Any]:
    """An answer as its user has it, or a document with one, as JSON has it. Raises InputError."""
    if is_model(board) and "answer" not in document and not isinstance(document.get(VALUES), Mapping):
        document = {VALUES: document}
    inner, _ = answer_within(board._question.puzzle, "answer", document)
    plain: dict[str, Any] = plain_json(names_for_nodes(board, inner))
    return plain


def plain_json(value: Any) -> Any:
    """Tuples and arrays as lists, and numbers of numpy as Python's, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain_json(item) for key, item in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return [plain_json(item) for item in value] if isinstance(value, list | tuple) else value
