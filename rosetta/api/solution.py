"""The answer to a board, verified, with who found it and what that is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rosetta.api.board import Board
from rosetta.api.fragments import board_svg, figure
from rosetta.studies.answers import FoundAnswers, answers_json
from rosetta.studies.answers_text import answers_text, describe_run


@dataclass(frozen=True, repr=False, eq=False)
class Solution:
    """What `solve` found.

    Attributes
    ----------
    board : Board
        What was solved.
    status : str
        ``"optimal"``, ``"satisfied"``, ``"unsatisfiable"``, ``"unknown"`` (a limit ended the work) or ``"error"``.
    verdict : str
        ``"correct"``, ``"wrong"`` (a rule is broken, see `note`), ``"unproved"`` or ``"none"``.
    evidence : str or None
        ``"verified"`` by the rules, ``"proved"``, ``"cross-checked"`` by engines of different kinds, ``"claimed"``.
    answer : mapping or None
        As in the JSON of the command line: ``{"tents": [[row, column], ...]}``, counted from 0.
    answers : tuple of mappings
        All that were found: one, unless more were asked for.
    objective : int or None
        What the answer costs, None where nothing is minimised.
    unique : bool or None
        Is it the only answer? None where that was not asked, or not settled.
    backend : str
        Who answered.
    seconds : float
        How long it took, all steps together; `to_json` has them one by one.
    note : str
        What else there is to say, such as which limit ended the work.

    Notes
    -----
    ``str(solution)`` is what ``rosetta solve`` prints; a notebook shows the board with the answer.
    """

    board: Board
    status: str
    verdict: str
    evidence: str | None
    answer: Mapping[str, Any] | None
    answers: tuple[Mapping[str, Any], ...]
    objective: int | None
    unique: bool | None
    backend: str
    seconds: float
    note: str
    _found: FoundAnswers = field(repr=False)

    def __str__(self) -> str:
        return answers_text(self._found, self.board._resolved)

    def __repr__(self) -> str:
        return f"<Solution: {self.status}, {self.verdict}, by {self.backend} in {self.seconds:.2f} s>"

    def _repr_svg_(self) -> str | None:
        return board_svg(self._found.question, next(iter(self._found.answers), None))

    def _repr_html_(self) -> str:
        found = self._found
        svgs = [board_svg(found.question, answer) for answer in found.answers[:4] or (None,)]
        only = {True: "the only answer", False: "not the only answer", None: ""}[self.unique]
        return figure(svgs, [describe_run(found.run), only, self.note])

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta solve --json`` prints.

        Returns
        -------
        dict
        """
        document: dict[str, Any] = json.loads(answers_json(self._found, self.board.id))
        return document


def solution_from(board: Board, found: FoundAnswers) -> Solution:
    """The solution of a board."""
    run, answers = found.run, tuple(map(found.question.puzzle.answer_json, found.answers))
    return Solution(
        board=board,
        status=run.status,
        verdict=run.verdict,
        evidence=run.evidence,
        answer=answers[0] if answers else None,
        answers=answers,
        objective=run.objective,
        unique=run.unique,
        backend=run.backend,
        seconds=run.total,
        note="; ".join(filter(None, (*run.broken, run.note))),
        _found=found,
    )
