"""The derived share: how many of an answer's pieces (lamps, tents) propagation derives, since every solution has them.

    fixed literals --decode--> derived pieces      share = derived pieces that the answer has / pieces of the answer

A backend does not know which variables are a puzzle's answer, so it hands on literals (`Outcome.fixed`); they are
decoded here. Literals that say that something is *not* there (no lamp on a lit cell) are not pieces and do not count.
Whether a piece is one variable, or follows from another (a tie that is fixed has its tent), is for the puzzle's
`decode` to say. A derived piece that a verified answer does not have makes the run wrong (`claims`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from models.puzzles.contract import Answer

if TYPE_CHECKING:
    from rosetta.studies.asking.question import Question
    from rosetta.studies.judging.attempts import Attempt


def derived_share(question: Question, attempt: Attempt, others: Sequence[Answer]) -> float | None:
    """The share that propagation derived of the attempt's own answer if that keeps all rules, else of the first of the
    others (verified ones). None if there is no such answer, if it is empty, or if propagation was not used."""
    own = [checked.answer for checked in attempt.answers if not checked.broken]
    answer = next(iter([*own, *others]), None)
    if attempt.derived_pieces is None or answer is None:
        return None
    pieces = question.puzzle.extras.pieces(answer)
    return len(attempt.derived_pieces & pieces) / len(pieces) if pieces else None
