"""`explain`: the solution step by step, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from report.explanation.records import explanation_text
from rosetta.api.board import Board, board_from, own_answer
from rosetta.api.calling.keywords import asked_board, caller_of, takes
from rosetta.api.showing.fragments import framed_page
from rosetta.api.showing.text_files import HasPage
from rosetta.verbs.explain import ExplainedInstance, ExplainRequest
from rosetta.verbs.explain import explain as explain_instance


@dataclass(frozen=True, repr=False, eq=False)
class Walkthrough(HasPage):
    """The solution step by step in the puzzle's words, or why there is none.

    Attributes
    ----------
    board : Board
        What was explained; another one than was given, if ``as_generated=False`` set one with a single solution.
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
    _result: ExplainedInstance = field(kw_only=True)

    def __str__(self) -> str:
        return explanation_text(self._result.explanation).rstrip("\n")

    def __repr__(self) -> str:
        return f"<Walkthrough: {self.status}, {len(self.steps)} steps, difficulty {self.difficulty}>"

    @cached_property
    def _page(self) -> str:
        return self._result.page()

    def _page_text(self) -> str:
        return self._page

    @property
    def pictures(self) -> tuple[str, ...]:
        """The board after each step as SVG, what the step uses marked; ``""`` for a board that is too large to draw.

        In a notebook ``IPython.display.SVG(walkthrough.pictures[3])`` shows the fourth.
        """
        return tuple(step.svg for step in self._result.illustrated.steps)

    def _repr_html_(self) -> str:
        return framed_page(self._page)

    def to_json(self) -> dict[str, Any]:
        """The document that ``rosetta explain --json`` prints, without the command.

        Returns
        -------
        dict
        """
        return self._result.document()


@takes(ExplainRequest, "What to explain.")
def explain(board: Board, request: ExplainRequest) -> Walkthrough:
    """Explain the solution of a board step by step, from its rules alone; or why there is none.

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
    result = explain_instance(asked_board(board), request, caller_of(request))
    if result.resolved is not board._resolved:
        board = board_from(result.resolved, result.traced.question, board._choices, unique=True)
    explanation, document = result.explanation, result.document()
    record, instance = board._question.puzzle, board._question.instance
    only = None if explanation.answer is None else record.answer_from_json(instance, document["answer"])
    return Walkthrough(
        board=board,
        status=explanation.status,
        complete=explanation.complete,
        steps=tuple(document["steps"]),
        conflicts=tuple(document["conflicts"]),
        answer=None if only is None else own_answer(board, only),
        difficulty=None if explanation.difficulty is None else explanation.difficulty.grade,
        note=explanation.note,
        _result=result,
    )
