"""`explain`: the solution step by step, or why there is none."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from backends.reasons.job import ExplanationRequest
from models.neutral import Model
from report.documents.provenance import Provenance
from report.explanation.json_document import explanation_json
from report.explanation.page import explanation_html
from report.explanation.records import Explanation, explanation_text
from rosetta.api.arguments import (
    clear_errors,
    limits_from,
    positive_seconds,
    progress_from,
    provenance_from,
    whole_number,
)
from rosetta.api.board import Board, as_board, own_answer
from rosetta.api.fragments import framed_page
from rosetta.studies.explaining.explain import (
    QuestionTrace,
    explained_formulation,
    explanation_from,
    trace_question,
)


@dataclass(frozen=True, repr=False, eq=False)
class Walkthrough:
    """The solution step by step in the puzzle's words, or why there is none.

    Attributes
    ----------
    board : Board
        What was explained.
    status : str
        ``"unique"``, ``"several"``, ``"unsatisfiable"``, ... as in the command line's JSON.
    complete : bool
        Is all explained? False where a limit ended the work.
    steps, conflicts : tuple of mappings
        As in that JSON: ``conclusion``, ``text``, ``rows``, ...; of a conflict ``clues``, ``rules``, ``text``.
    answer : mapping or None
        The answer, as `Solution.answer` has it, if it is the only one and all is explained.
    difficulty : str or None
        The grade: ``"easy"``, ``"tricky"`` or ``"hard"``; None where the board has not exactly one solution.
    note : str
        What else there is to say.

    Notes
    -----
    ``str(walkthrough)`` is what ``rosetta explain`` prints; a notebook shows its page, with a picture for each step.
    """

    board: Board
    status: str
    complete: bool
    steps: tuple[Mapping[str, Any], ...]
    conflicts: tuple[Mapping[str, Any], ...]
    answer: Mapping[str, Any] | None
    difficulty: str | None
    note: str
    _explanation: Explanation = field(kw_only=True)
    _traced: QuestionTrace = field(kw_only=True)
    _request: ExplanationRequest = field(kw_only=True)
    _provenance: Provenance = field(kw_only=True)

    def __str__(self) -> str:
        return explanation_text(self._explanation).rstrip("\n")

    def __repr__(self) -> str:
        return f"<Walkthrough: {self.status}, {len(self.steps)} steps, difficulty {self.difficulty}>"

    @cached_property
    def _illustrated(self) -> Explanation:
        """The explanation with pictures, which are drawn when they are first looked at."""
        return explanation_from(self.board._resolved, self._traced, self._request, pictures=True)

    @cached_property
    def _page(self) -> str:
        return explanation_html(self._illustrated)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The board after each step as SVG, what the step uses marked; ``""`` for a board that is too large to draw.

        In a notebook ``IPython.display.SVG(walkthrough.pictures[3])`` shows the fourth.
        """
        return tuple(step.svg for step in self._illustrated.steps)

    def _repr_html_(self) -> str:
        return framed_page(self._page)

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta explain --json`` prints, without the command.

        Returns
        -------
        dict
        """
        document: dict[str, Any] = json.loads(explanation_json(self._explanation, self._provenance))
        return document


def explain(
    board: Board | Model,
    *,
    formulation: str | None = None,
    steps: int | None = None,
    conflicts: int = 1,
    repair: bool = False,
    time_limit: float = 10.0,
    step_limit: float = 2.0,
    memory: int = 8000,
    seed: int | None = None,
    progress: Callable[..., None] | None = None,
) -> Walkthrough:
    """Explain the solution of a board step by step, from its rules alone; or why there is none.

    Parameters
    ----------
    board : Board or Model
        What to explain.
    formulation : str, optional
        The puzzle's model to explain from.
    steps : int, optional
        Only so many steps.
    conflicts : int, optional
        Where there is no solution: so many minimal conflicts.
    repair : bool, optional
        Where there is no solution: also the fewest clues to change, and to what.
    time_limit, step_limit : float, optional
        Seconds in all, and for one step, after which the best reason found is taken.
    memory, seed, progress : optional
        As for `solve`.

    Returns
    -------
    Walkthrough

    Raises
    ------
    ValueError
        If an argument is not what was expected, or the board cannot be explained.

    Examples
    --------
    >>> import rosetta as rs
    >>> walkthrough = rs.explain(rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2"))
    >>> walkthrough.difficulty, walkthrough.answer
    ('easy', {'tents': [[1, 1], [1, 3], [3, 0], [3, 3]]})
    """
    with clear_errors():
        board = as_board(board)
        question = board._question
        request = ExplanationRequest(
            steps=None if steps is None else whole_number(steps, "steps", 1),
            conflicts=whole_number(conflicts, "conflicts", 1),
            repair=repair,
            per_step=positive_seconds(step_limit, "step_limit"),
        )
        limits = limits_from(time_limit, memory, 1, (board.seed or 0) if seed is None else seed)
        traced = trace_question(
            question,
            explained_formulation(question, formulation),
            request,
            limits,
            progress_from(progress),
        )
        explanation = explanation_from(board._resolved, traced, request)
        head = provenance_from({**limits.by_name, "step_seconds": request.per_step})
        document, record = json.loads(explanation_json(explanation, head)), question.puzzle
        only = None if explanation.answer is None else record.answer_from_json(question.instance, document["answer"])
        return Walkthrough(
            board=board,
            status=explanation.status,
            complete=explanation.complete,
            steps=tuple(document["steps"]),
            conflicts=tuple(document["conflicts"]),
            answer=None if only is None else own_answer(board, only),
            difficulty=None if explanation.difficulty is None else explanation.difficulty.grade,
            note=explanation.note,
            _explanation=explanation,
            _traced=traced,
            _request=request,
            _provenance=head,
        )
