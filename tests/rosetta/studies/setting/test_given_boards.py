"""A given board with one answer, and one without the clues that it does not need, checked by counting by another kind
of engine than the one that changed it."""

from __future__ import annotations

import pytest

from backends.contract import Limits, Options
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.asked_instance import choices_of
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.posing import pose_question
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.count import count_answers
from rosetta.studies.setting.given_boards import make_minimal, make_unique
from tests.support.patience import PATIENCE

LIMITS = Limits(PATIENCE)


def ambiguous_board(name, what, **choices):
    """The board of the first seed with several answers."""
    record = puzzle(name)
    questions = (pose_question(record, what, seed, choices_of(record, choices))[1] for seed in range(50))
    return next(question for question in questions if number_of_answers(question) > 1)


def number_of_answers(question):
    """By CP-SAT, listed."""
    formulation = next(iter(question.puzzle.formulations))
    entrant = resolve_entrant(question, "cpsat", formulation, Options())
    return count_answers(question, [entrant], LIMITS).number


@pytest.mark.parametrize(("name", "what"), [("slitherlink", "4x4"), ("hashi", "5x5"), ("hitori", "5x5")])
def test_a_board_is_changed_until_one_answer_is_left(name, what):
    question = ambiguous_board(name, what, **({"clues": 40} if name == "slitherlink" else {}))
    changed = make_unique(question, LIMITS)
    assert changed.unique
    assert number_of_answers(Question(question.puzzle, changed.instance)) == 1
    assert question.puzzle.verify(changed.instance, changed.answer) == []
    assert question.puzzle.size(changed.instance) == question.puzzle.size(question.instance)


def test_no_clue_of_a_minimal_board_can_be_missed():
    record = puzzle("hashi")
    unique = make_unique(ambiguous_board("hashi", "6x6"), LIMITS)
    minimal = make_minimal(Question(record, unique.instance), LIMITS)
    assert minimal.answer == unique.answer
    assert number_of_answers(Question(record, minimal.instance)) == 1
    fewer = list(record.extras.without_clue(minimal.instance))
    assert all(number_of_answers(Question(record, board)) > 1 for board in fewer)


def test_what_cannot_be_done_is_told():
    with pytest.raises(InputError, match="Tents"):
        make_unique(pose_question(puzzle("tents"), "4x4", 0, {})[1], LIMITS)
    with pytest.raises(InputError, match="several solutions"):
        make_minimal(ambiguous_board("hashi", "5x5"), LIMITS)
