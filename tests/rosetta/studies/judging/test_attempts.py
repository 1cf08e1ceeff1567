"""A limit is not a no: what an attempt says of other answers where the engine was cut short, or cannot be asked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Contention, Limits, Options, Outcome, Status, Unsupported
from backends.cpsat import BACKEND as CPSAT
from backends.passes.blocking import SENTENCE
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.foundation.limits import LimitReached
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging import attempts as studied
from rosetta.studies.judging.attempts import Attempt, attempt
from rosetta.studies.judging.judge import judge_attempts
from tests.support.clocks import let_solves_take
from tests.support.fakes import fake_backend

BOARD = resolve("tents", "4x4:cbaea,1,1,0,2,0,2,0,2").instance
ONE = Question(puzzle("tents"), BOARD, {"tree_rule": "matching"})  # has one answer
TWO = Question(puzzle("tents"), BOARD, {"tree_rule": "adjacent"})  # has two
LIMITS = Limits(seconds=60.0)


def first_answer(model) -> Outcome:
    return Outcome(Status.SATISFIED, next(CPSAT.solutions(model, model.boolean_variables, LIMITS, Options())))


def answering(second: Outcome | Exception, listed: int = 9, end: Exception | None = None):
    """A right answer at first, then that. It lists at most so many answers, right ones, and ends so."""

    def solve(model, limits, options, tell=None):
        if all(block.sentence != SENTENCE for block in model.blocks):
            return first_answer(model)
        if isinstance(second, Exception):
            raise second
        return second

    def solutions(model, project, limits, options):
        for _, values in zip(range(listed), CPSAT.solutions(model, project, limits, options), strict=False):
            yield values
        if end is not None:
            raise end

    return fake_backend("slow", solve, solutions=solutions)


def tried(question: Question, fake, backend) -> Attempt:
    return attempt(question, resolve_entrant(question, fake(backend), "default"), LIMITS, unique=True)


@pytest.mark.parametrize(
    ("second", "complete"),
    [
        (Outcome(Status.UNSATISFIABLE), True),
        (Outcome(Status.UNKNOWN, note="time limit"), False),
        (Outcome(Status.ERROR, note="broke down"), False),
        (LimitReached("time limit"), False),
    ],
)
def test_only_a_no_says_that_there_is_no_second_answer(fake, second, complete):
    """An engine that ends without a second answer, and without a no, leaves it open whether there is one."""
    ended = tried(ONE, fake, answering(second))
    (run,) = judge_attempts(ONE, [ended], unique=True)
    assert (len(ended.answers), ended.complete, run.unique) == (1, complete, True if complete else None)
    assert ("uniqueness not settled" in run.note) is not complete


@pytest.mark.parametrize(
    ("question", "listed", "end", "answers", "complete"),
    [
        (ONE, 9, None, 1, True),
        (TWO, 9, None, 2, False),
        (ONE, 9, LimitReached("time limit"), 1, False),
        (TWO, 1, LimitReached("time limit"), 1, False),
        (TWO, 0, LimitReached("time limit"), 1, False),
    ],
)
def test_the_end_of_a_list_is_a_no_only_where_nothing_cut_it_short(fake, question, listed, end, answers, complete):
    """An engine that takes no clauses cannot be forbidden an answer, so it is asked for a list of two."""
    ended = tried(question, fake, answering(Unsupported("takes no clauses"), listed, end))
    assert (len(ended.answers), ended.complete) == (answers, complete)
    assert len({checked.answer for checked in ended.answers}) == answers


def test_a_limit_at_the_first_question_is_no_no(fake):
    """Nothing was found, and nothing is said of what there is."""
    silent = fake_backend("silent", lambda *_: Outcome(Status.UNKNOWN, note="time limit"))
    ended = tried(ONE, fake, silent)
    (run,) = judge_attempts(ONE, [ended], unique=True)
    assert (ended.complete, ended.answers, run.verdict, run.unique) == (False, (), "none", None)


def test_an_answer_by_itself_says_nothing_of_others():
    """Neither where nobody asked, nor of a puzzle's own solver, which cannot be forbidden an answer."""
    first = attempt(TWO, resolve_entrant(TWO, "cpsat", "default"), LIMITS)
    assert (len(first.answers), first.complete) == (1, False)
    board = Question(puzzle("lightsout"), resolve("lightsout", "4").instance)  # has 16 answers
    own = next(solver.name for solver in board.puzzle.extras.solvers)
    alone = attempt(board, resolve_entrant(board, own, "native"), LIMITS, unique=True)
    (run,) = judge_attempts(board, [alone], unique=True)
    assert alone.entrant.special
    assert (len(alone.answers), alone.complete, run.unique) == (1, False, None)
    assert "was not asked for others" in alone.outcome.note


def test_no_solution_is_complete(fake):
    """There is no answer, and so no other one."""
    none = fake_backend("none", lambda *_: Outcome(Status.UNSATISFIABLE))
    ended = tried(ONE, fake, none)
    assert (ended.complete, ended.answers) == (True, ())


def test_the_second_question_gets_what_the_first_left_of_the_limit(fake, monkeypatch):
    """Both together keep the limit, and what both took is the time of the attempt."""
    let_solves_take(monkeypatch, 3.0)

    def solve(model, limits, options, tell=None):
        if any(block.sentence == SENTENCE for block in model.blocks):
            return Outcome(Status.UNKNOWN, note=f"{limits.seconds:g} s are left")
        return first_answer(model)

    ended = tried(ONE, fake, fake_backend("slow", solve))
    assert "uniqueness not settled: 57 s are left" in ended.outcome.note
    assert ended.outcome.total == pytest.approx(6.0)
    assert ended.total >= 6.0


def test_without_time_left_there_is_no_second_question(fake, monkeypatch):
    """Not even a short one: the limit holds for both."""
    let_solves_take(monkeypatch, LIMITS.seconds)

    def solve(model, limits, options, tell=None):
        assert all(block.sentence != SENTENCE for block in model.blocks)
        return first_answer(model)

    ended = tried(ONE, fake, fake_backend("slow", solve))
    assert (len(ended.answers), ended.complete) == (1, False)
    assert f"uniqueness not settled: time limit of {LIMITS.seconds:g} s" in ended.outcome.note


def test_the_second_question_is_not_about_the_least_cost(fake):
    """Any other answer will do."""

    def solve(model, limits, options, tell=None):
        if any(block.sentence == SENTENCE for block in model.blocks):
            return Outcome(Status.UNKNOWN, note=f"objective {model.objective}")
        assert model.objective is not None
        return replace(first_answer(model), objective=0)

    board = Question(puzzle("lightsout"), resolve("lightsout", "3").instance)
    entrant = resolve_entrant(board, fake(fake_backend("curious", solve)), "native")
    assert "objective None" in attempt(board, entrant, LIMITS, unique=True).outcome.note


def test_what_propagation_fixed_before_a_contradiction_are_no_pieces(fake):
    """Of a board without an answer nothing is in every answer."""
    for status, derived in ((Status.UNSATISFIABLE, False), (Status.UNKNOWN, True)):
        outcome = Outcome(status, fixed=np.array([1, -2], np.int32))
        backend = fake_backend(f"fixes{status.value}", lambda *_, outcome=outcome: outcome)
        ended = attempt(ONE, resolve_entrant(ONE, fake(backend), "default"), LIMITS)
        assert (ended.derived_pieces is not None) is derived


def test_where_no_time_is_left_nothing_is_said_of_others(fake, monkeypatch):
    """The first question took all of it."""
    let_solves_take(monkeypatch, LIMITS.seconds)
    ended = tried(ONE, fake, fake_backend("thorough", lambda model, *_: first_answer(model)))
    (run,) = judge_attempts(ONE, [ended], unique=True)
    assert (len(ended.answers), ended.complete, run.unique) == (1, False, None)
    assert f"uniqueness not settled: time limit of {LIMITS.seconds:g} s" in run.note


def test_a_wrong_answer_is_not_forbidden(fake):
    """Nobody asks for another one: what is forbidden has to be an answer, else a right one may go with it."""

    def solve(model, limits, options, tell=None):
        if any(block.sentence == SENTENCE for block in model.blocks):
            return Outcome(Status.UNSATISFIABLE)
        return Outcome(Status.SATISFIED, np.zeros(model.variables + 1, np.int64))

    ended = tried(ONE, fake, fake_backend("wrong", solve))
    assert (len(ended.answers), ended.complete) == (1, False)
    assert ended.answers[0].broken


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (Contention(1.0, 2.0, 3), Contention(10.0, 20.0, 30), Contention(11.0, 22.0, 33)),
        (None, Contention(10.0, 20.0, 30), None),
        (Contention(1.0, 2.0, 3), None, None),
    ],
)
def test_what_two_questions_used_is_added(monkeypatch, first, second, both):
    """To load and to solve; how long they waited only if both accounts are known; of memory the larger."""
    used = iter(
        [
            {"loading": 1.0, "cpu": 2.0, "peak_memory": 5.0, "contention": first},
            {"loading": 10.0, "cpu": 20.0, "peak_memory": 4.0, "contention": second},
        ]
    )

    def solve(backend, model, *_):
        found = Outcome(Status.UNSATISFIABLE) if any(b.sentence == SENTENCE for b in model.blocks) else None
        return replace(found or first_answer(model), **next(used))

    monkeypatch.setattr(studied.supervisor, "solve", solve)
    tried = attempt(ONE, resolve_entrant(ONE, "cpsat", "default"), LIMITS, unique=True)
    assert tried.complete
    outcome = tried.outcome
    assert (outcome.loading, outcome.cpu, outcome.peak_memory, outcome.contention) == (11.0, 22.0, 5.0, both)
