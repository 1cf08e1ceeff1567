"""Whose answers `solve` shows where several backends may be asked."""

from __future__ import annotations

import pytest

from backends.contract import Limits
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.count import count_answers
from rosetta.studies.counting.total_text import describe_total
from rosetta.studies.solving.answers import AnswerRequest, find_answers
from rosetta.studies.solving.answers_text import answers_text

BOARD = Question(puzzle("tents"), resolve("tents", "9").instance)  # two answers; propagation does not decide it
LIMITS = Limits(seconds=60.0)


def ask(names, **request):
    """The answers where these backends are asked in turn."""
    entrants = [resolve_entrant(BOARD, name, "default") for name in names]
    return find_answers(BOARD, entrants, LIMITS, AnswerRequest(**request))


def test_what_a_backend_without_proofs_leaves_open_goes_to_the_next():
    assert ask(["propagate"]).run.status == "unknown"
    found = ask(["propagate", "cnf", "cpsat"])
    assert (found.run.backend, found.run.status, len(found.answers)) == ("cnf", "satisfied", 1)
    assert ask(["recombine", "cnf"]).run.backend == "recombine"


@pytest.mark.sample(0.125)
def test_a_list_goes_to_the_next_that_can_make_it():
    found = ask(["recombine", "cnf"], most=None, unique=True)
    assert (found.run.backend, found.run.unique, len(found.answers)) == ("cnf", False, 2)
    with pytest.raises(InputError, match="recombine cannot list answers: "):
        ask(["recombine"], unique=True)


def test_an_answer_is_kept_where_the_next_leaves_the_question_open():
    found = ask(["recombine", "propagate"], unique=True)
    assert (found.run.backend, found.run.verdict, found.run.unique) == ("recombine", "unproved", None)
    assert BOARD.puzzle.verify(BOARD.instance, found.answers[0]) == []
    assert "uniqueness not settled" in found.noted_run.note


def test_the_end_of_a_list_is_told_alike_where_it_is_listed_and_counted():
    """By whom it is confirmed, in the words of both verbs."""
    entrant = resolve_entrant(BOARD, "cnf", "default")
    found = find_answers(BOARD, [entrant], LIMITS, AnswerRequest(most=None))
    total = count_answers(BOARD, [entrant], LIMITS)
    told = f"{total.witness} finds no others"
    assert found.listing is not None
    assert found.listing.witness == total.witness
    assert f"2 answers, and {told}" in answers_text(found, resolve("tents", "9"))
    assert told in describe_total(total)
