"""How much of an answer propagation found by itself: of its pieces (lamps, tents), those that hold in every solution.

    fixed literals --decode--> pieces found        share = pieces found that the answer has / pieces of the answer

Literals that hold because something is *not* there (no lamp on a lit cell) are not pieces and do not count. Whether a
piece is one variable, or follows from another (a tie that is fixed has its tent), is for the puzzle's `decode` to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from models.puzzles.contract import Answer

if TYPE_CHECKING:
    from rosetta.studies.attempts import Attempt
    from rosetta.studies.question import Question


def is_refuted(question: Question, one: Attempt, everything: Sequence[Attempt]) -> bool:
    """Did propagation find a piece that a verified answer of the same formulation does not have?"""
    alike = [a for a in everything if a.entrant.formulation == one.entrant.formulation] if one.derived_pieces else []
    answers = [known.answer for a in alike for known in a.answers if not known.broken]
    return any(
        one.derived_pieces is not None and not one.derived_pieces <= question.puzzle.pieces(answer)
        for answer in answers
    )


def derived_share(question: Question, one: Attempt, others: Sequence[Answer]) -> float | None:
    """The share that propagation found of the attempt's own answer if it keeps all rules, else of the first of the
    others (verified ones). None if there is no such answer, if it is empty, or if propagation was not used."""
    own = [known.answer for known in one.answers if not known.broken]
    answer = next(iter([*own, *others]), None)
    if one.derived_pieces is None or answer is None:
        return None
    pieces = question.puzzle.pieces(answer)
    return len(one.derived_pieces & pieces) / len(pieces) if pieces else None
