"""The answer to a board, verified, with who found it and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.puzzles.model.instance import values_of_literals
from report.comparison.json_documents import run_note
from report.words import full_sentence
from rosetta.api.board import Board, is_model, own_answer
from rosetta.api.showing.fragments import board_svg, figure
from rosetta.foundation.errors import InputError
from rosetta.studies.solving.answers import FoundAnswers
from rosetta.studies.solving.answers_text import answers_text, describe_run, describe_uniqueness
from rosetta.studies.solving.solution_space import describe_space, find_obstruction, find_space, pattern_boards
from rosetta.verbs.solve import SolvedInstance


@dataclass(frozen=True, repr=False, eq=False)
class Solution:
    """What `solve` found.

    Attributes
    ----------
    board : Board
        What was solved.
    status : str
        ``"optimal"``, ``"satisfied"``, ``"unsatisfiable"``, ``"unknown"`` (a limit ended the work, or see `ended`) or
        ``"error"``.
    verdict : str
        ``"correct"``, ``"wrong"`` (a rule is broken, see `note`), ``"unproved"`` (what was asked is not
        settled) or ``"none"``.
    evidence : str or None
        ``"verified"`` by the rules, ``"proved"``, ``"cross-checked"`` by engines of different kinds, ``"claimed"``.
    claims : mapping
        The same of each claim by itself: ``"answer"``, ``"optimal"`` (none is better), ``"unique"``, ``"count"`` (these
        are all); None where it is not made.
    answer : mapping or None
        As in the JSON of the command line: ``{"tents": [[row, column], ...]}``, counted from 0. Of a graph, in its own
        nodes; of a model, the values of its arrays, ``{"x": [0, 1]}``.
    answers : tuple of mappings
        All that were found: one, unless more were asked for.
    objective : int, float or None
        What the answer costs, None where nothing is minimised; of a model of `from_pulp` in that problem's own sense.
    unique : bool or None
        Is it the only answer? None where that was not asked, or not settled.
    backend : str
        Who answered.
    seconds : float
        How long it took, all steps together; `to_json` has them one by one.
    note : str
        What else there is to say, such as which limit ended the work.
    ended : str or None
        ``"not-asked"`` where one row alone cannot hold: no solver was started, and `evidence` is ``"proved"``, as the
        row shows that there is no solution.

    Notes
    -----
    ``str(solution)`` is what ``rosetta solve`` prints; a notebook shows the board with the answer.
    """

    board: Board
    status: str
    verdict: str
    evidence: str | None
    claims: Mapping[str, str | None]
    answer: Mapping[str, Any] | None
    answers: tuple[Mapping[str, Any], ...]
    objective: float | None
    unique: bool | None
    backend: str
    seconds: float
    note: str
    ended: str | None
    _result: SolvedInstance = field(repr=False)

    @property
    def _answers_found(self) -> FoundAnswers:
        return self._result.found

    def __str__(self) -> str:
        return answers_text(self._answers_found, self.board._resolved)

    def __repr__(self) -> str:
        return f"<Solution: {self.status}, {self.verdict}, by {self.backend} in {self.seconds:.2f} s>"

    def _repr_svg_(self) -> str | None:
        obstruction = find_obstruction(self._answers_found)
        marked = None if obstruction is None else obstruction.cells
        return board_svg(self._answers_found.question, next(iter(self._answers_found.answers), None), marked)

    def _repr_html_(self) -> str:
        found = self._answers_found
        obstruction, space = find_obstruction(found), find_space(found)
        marked = None if obstruction is None else obstruction.cells
        svgs = [board_svg(found.question, answer, marked) for answer in found.answers[:4] or (None,)]
        why = self.note if obstruction is None else full_sentence(obstruction.sentence)
        lines = [describe_run(found.run), describe_uniqueness(self.unique), why]
        if space is not None:
            svgs += [board.svg for board in pattern_boards(found.question, space, pictures=True)]
            lines.append(describe_space(space))
        return figure(svgs, lines)

    def values(self, literals: ArrayLike) -> NDArray[np.int64]:
        """The values of variables of a model, in the shape of the array they come in; also ``solution[literals]``.

        Parameters
        ----------
        literals : array of int
            Variables as `Model.bools` and `Model.ints` return them; of a negated Boolean, 1 if it does not hold.

        Returns
        -------
        numpy.ndarray
            int64, in the same shape.

        Raises
        ------
        ValueError
            If there is no answer, or this is the solution of a board.
        """
        if not is_model(self.board) or not self._answers_found.answers:
            missing = "no answer" if is_model(self.board) else "no variables, but an answer: see `answer`"
            raise InputError(f"this solution has {missing}")
        stated = self.board._question.instance
        return values_of_literals(stated, self._answers_found.answers[0], literals)

    def __getitem__(self, literals: ArrayLike) -> NDArray[np.int64]:
        return self.values(literals)

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta solve --json`` prints, without the command.

        Returns
        -------
        dict
        """
        return self._result.document()


def solution_from(board: Board, result: SolvedInstance) -> Solution:
    """The solution of a board."""
    found = result.found
    run, answers = found.run, tuple(own_answer(board, answer) for answer in found.answers)
    return Solution(
        board=board,
        status=run.status,
        verdict=run.verdict,
        evidence=run.evidence,
        claims=asdict(run.claims),
        answer=answers[0] if answers else None,
        answers=answers,
        objective=run.objective,
        unique=run.unique,
        backend=run.backend,
        seconds=run.total,
        note=run_note(found.noted_run),
        ended=None if run.was_asked else run.ended,
        _result=result,
    )
