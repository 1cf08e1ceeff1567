"""Boards turned and mirrored (`Extras.transform`): the same puzzle, in another order for a solver.

    question --turn_question--> the question about the turned board --attempt--> answers --turn_back--> of this board

So the answers of all symmetries can be compared, and each is checked twice: as it came, and turned back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from models.puzzles.contract import Answer
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.attempts import Attempt, CheckedAnswer


@dataclass(frozen=True, slots=True, eq=False)
class TurnedQuestion:
    """asked: the question about the turned board; stated: about the board as it is; back: the map of answers."""

    asked: Question
    stated: Question
    back: Callable[[Answer], Answer]

    def turn_back(self, attempt: Attempt) -> Attempt:
        """The attempt with its answers turned back and checked again."""
        if self.asked is self.stated:
            return attempt
        pieces = attempt.derived_pieces
        simple = self.stated.puzzle.extras.pieces is frozenset  # then a set of pieces is an answer, if a partial one
        return replace(
            attempt,
            answers=tuple(map(self._turn_answer, attempt.answers)),
            derived_pieces=frozenset(self.back(tuple(pieces))) if pieces is not None and simple else None,
        )

    def _turn_answer(self, checked: CheckedAnswer) -> CheckedAnswer:
        puzzle, answer = self.stated.puzzle, self.back(checked.answer)
        more = [] if checked.broken else puzzle.verify(self.stated.instance, answer, **self.stated.rules)
        return CheckedAnswer(answer, checked.cost, (*checked.broken, *more[:5]))


def turn_question(question: Question, number: int) -> TurnedQuestion | None:
    """The question about the board turned by the symmetry with that number; None if there is none such. 0 is the board
    as it is."""
    if number == 0:
        return TurnedQuestion(question, question, lambda answer: answer)
    transform = question.puzzle.extras.transform
    turned = None if transform is None else transform(question.instance, number)
    return None if turned is None else TurnedQuestion(replace(question, instance=turned[0]), question, turned[1])


def require_turn(question: Question, number: int) -> TurnedQuestion:
    """The same. Raises InputError where there is none."""
    turned = turn_question(question, number)
    if turned is None:
        raise InputError(f"{question.puzzle.name}: this board has no symmetry {number} that a cell could ask for")
    return turned
