"""Numbers of answers, proved; and wrong ones, which are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backends.contract import Limits, Options
from models.puzzles.registry import puzzle
from rosetta.studies.counting.count import count_answers
from rosetta.studies.posing import pose_question
from rosetta.studies.proving import proved_total
from rosetta.studies.proving.proved_total import prove_total
from rosetta.studies.solving import choose_entrants

LIMITS = Limits(60)


def count(name, what):
    """The question, its formulation, and the total."""
    _, question = pose_question(puzzle(name), what, 0, {})
    formulation = next(iter(question.puzzle.formulations))
    entrants = choose_entrants(question, None, formulation, Options())
    return question, formulation, count_answers(question, entrants, LIMITS)


@pytest.mark.parametrize(
    ("name", "what", "number"),
    [
        ("lightsout", "4", 16),
        ("akari", "7", 180),
        ("tents", "3x3:aaaaa,2,0,2,2,0,1", 0),
        ("tents", "3x3:aaaaa,2,0,2,2,0,2", 1),
    ],
)
def test_a_number_is_proved(name, what, number):
    """By a list and a refutation, or by a refutation alone."""
    question, formulation, total = count(name, what)
    assert (total.number, total.claims.count) == (number, "cross-checked")
    proved = prove_total(question, formulation, total, LIMITS)
    assert (proved.number, proved.claims.count, proved.verdict) == (number, "proved", "correct")


@pytest.mark.parametrize("wrong", [15, 17])
def test_a_wrong_number_is_refuted(wrong):
    """One too few, one too many; though a second engine confirms it."""
    question, formulation, total = count("lightsout", "4")
    lie = prove_total(question, formulation, replace(total, number=wrong), LIMITS)
    assert (lie.verdict, lie.claims.count) == ("wrong", None)
    assert lie.broken == (f"{total.backend} counts {wrong}; 16 different ones were verified",)


def test_nothing_is_not_a_number_of_answers_that_exist():
    """0 of a board that has one: the solver finds it."""
    question, formulation, total = count("tents", "3x3:aaaaa,2,0,2,2,0,2")
    lie = prove_total(question, formulation, replace(total, number=0), LIMITS)
    assert (lie.verdict, lie.claims.count) == ("wrong", None)


def test_a_number_that_nobody_confirmed_is_that_of_the_list():
    """A limit ended the count after 3."""
    question, formulation, total = count("lightsout", "4")
    cut = replace(total, number=3, witness="", by_listing=True)
    proved = prove_total(question, formulation, cut, LIMITS)
    assert (proved.number, proved.claims.count, proved.exact) == (16, "proved", True)


def test_a_number_that_is_too_large_says_so(monkeypatch):
    """It stays cross-checked."""
    question, formulation, total = count("lightsout", "4")
    monkeypatch.setattr(proved_total, "LISTED", 10)
    left = prove_total(question, formulation, total, LIMITS)
    assert (left.claims.count, left.note) == ("cross-checked", "not proved: of more than 10 answers no list is made")
