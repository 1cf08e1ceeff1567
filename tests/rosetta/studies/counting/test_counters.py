"""Who counts a model where nobody is named, and what becomes of it: the numbers of the literature, each by two kinds of
engine; and counters that lie, hang or break, which never lead to a wrong verdict."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Backend, Limits, Options, Unsupported
from backends.states import BACKEND as STATES
from models.neutral import Form, Model
from rosetta.foundation import optional_engines
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.vocabulary import Verdict
from rosetta.studies.asking.entrants import Entrant
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.counting import counters as counting
from rosetta.studies.counting import tensors
from rosetta.studies.counting.count import count_answers, count_by_engine
from rosetta.studies.counting.counters import Counters, Structure, choose_counters, order_counters, take_turns
from rosetta.studies.counting.merged_states import MERGED_STATES
from rosetta.studies.counting.tensors import TENSORS
from rosetta.studies.solving.solve import choose_entrants
from tests.backends.test_counts import number_of_answers, queens, random_models
from tests.support import fakes
from tests.support.registered import reason

LIMITS = Limits(seconds=60.0)
HARD_SQUARES = 162481813349792588536582997  # of the 12x12 board: https://oeis.org/A006506
DOMINOES = 12988816  # of the 8x8 board: https://oeis.org/A004003
THREE_IN_EVERY_LINE = 297200  # of 6x6: https://oeis.org/A001501


def neighbours(side: int) -> np.ndarray:
    cells = np.arange(side * side).reshape(side, side)
    beside, below = (cells[:, :-1], cells[:, 1:]), (cells[:-1], cells[1:])
    return np.concatenate([np.stack([one.ravel(), other.ravel()], 1) for one, other in (beside, below)])


def independent_sets(side: int) -> Model:
    model = Model("independent sets")
    model.any("no two neighbours", -model.bools("x", side * side)[neighbours(side)])
    return model


def dominoes(side: int) -> Model:
    model, edges = Model("dominoes"), neighbours(side)
    laid = model.bools("laid", len(edges))
    model.exactly(1, "each cell once", [laid[(edges == cell).any(axis=1)] for cell in range(side * side)])
    return model


def in_every_line(number: int, side: int) -> Model:
    model = Model("lines")
    x = model.bools("x", (side, side))
    model.exactly(number, "rows", x)
    model.exactly(number, "columns", x.T)
    return model


def counted(model: Model):
    """As `count` does where nobody is named."""
    question = question_about_model(model)[1]
    counters = choose_counters(question, "stated", Options())
    entrants = choose_entrants(question, None, "stated", Options())
    return count_answers(question, entrants, LIMITS, counters=counters, is_free=True)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("model", "number"),
    [
        (independent_sets(12), HARD_SQUARES), (dominoes(8), DOMINOES),
        (in_every_line(3, 6), THREE_IN_EVERY_LINE), (queens(8), 92),
    ],
    ids=["27 digits", "dominoes", "three in every line", "queens"],
)  # fmt: skip
def test_numbers_of_the_literature_are_counted_twice(model, number):
    total = counted(model)
    assert (total.number, total.exact, total.broken) == (number, True, ())
    assert total.witness != total.backend


def test_without_ganak_the_same_is_counted_twice(monkeypatch):
    """27 digits, by code of ours, and again by code that shares nothing with it."""
    monkeypatch.setattr(counting, "absent_backends", lambda: frozenset(["ganak"]))
    question = question_about_model(independent_sets(12))[1]
    counters = choose_counters(question, "stated", Options())
    assert [entrant.name for entrant in counters.entrants] == ["states", "clingo"]
    total = count_by_engine(question, counters.entrants[0], LIMITS, counters=counters)
    assert (total.number, total.backend, total.witness) == (HARD_SQUARES, "states", "tensors")
    assert optional_engines.is_optional("pyganak")


def test_the_structure_says_who_is_asked_first():
    parity, clauses = frozenset({Form.PARITY}), frozenset({Form.CLAUSE})
    cover = clauses | {Form.EXACTLY_ONE}
    assert order_counters(Structure(parity, 5.0))[0] == "gf2"
    assert order_counters(Structure(cover, 5.0))[:2] == ("states", "exactcover")
    assert order_counters(Structure(cover, 50.0))[:2] == ("exactcover", "states")
    assert order_counters(Structure(clauses, 500.0)) == ("ganak", "clingo", "states")
    assert "exactcover" not in order_counters(Structure(clauses, 5.0))
    assert "states" not in order_counters(Structure(clauses, None)), "a large model"
    assert set(order_counters(Structure(frozenset(), 0.0))) >= {"states", "ganak", "clingo"}


def test_turns_are_shared(monkeypatch):
    """A second for each first; then the first have the most, who refused has nothing, and nobody more than there is."""
    now, refused = [0.0], set[str]()
    monkeypatch.setattr(counting, "work_seconds", lambda: now[0])
    entrants = [Entrant(name, replace(STATES, name=name), "stated", Options()) for name in "abcd"]
    given = []
    for entrant, seconds in take_turns(entrants, 40.0, refused):
        given.append((entrant.name, seconds))
        now[0] += seconds
        if entrant.name == "b":
            refused.add("b")
            now[0] -= seconds
    assert given[:4] == [("a", 1.0), ("b", 1.0), ("c", 1.0), ("d", 1.0)]
    assert [name for name, _ in given[4:]] == ["a", "c", "d"]
    assert given[4][1] > given[5][1] == pytest.approx(given[6][1])
    assert now[0] == pytest.approx(40.0)


@pytest.mark.parametrize("short", [tensors.SHORT, 1])
def test_own_second_counts_are_those_of_brute_force(monkeypatch, short):
    """On random models: where they do not refuse, they count as brute force does. short: rows of more variables are
    chains of tables."""
    monkeypatch.setattr(tensors, "SHORT", short)
    taken = dict.fromkeys((TENSORS.name, MERGED_STATES.name), 0)
    for model in random_models():
        every = np.arange(1, model.variables + 1, dtype=np.int32)
        for backend in (TENSORS, MERGED_STATES):
            try:
                number = backend.count(model, every, LIMITS, Options())
            except Unsupported:
                continue
            taken[backend.name] += 1
            assert number == number_of_answers(model, every), (backend.name, str(model))
    assert min(taken.values()) > 5


def test_tensors_count_rows_that_reach_over_the_board():
    model = in_every_line(3, 6)
    every = np.arange(1, model.variables + 1, dtype=np.int32)
    assert TENSORS.count(model, every, LIMITS, Options()) == THREE_IN_EVERY_LINE


def test_who_refuses_a_model_is_not_asked_again_and_others_are():
    """A sum of two integers of a million values: too many clauses for one, too many values for another."""
    model = Model("wide")
    x = model.ints("x", 2, 0, 10**6)
    model.linear(10**6, 10**6, "the sum", [x], 1)
    question = question_about_model(model)[1]
    limits = Limits(seconds=1.0, literals=100_000)
    counters = choose_counters(question, "stated", Options())
    total = count_answers(
        question, choose_entrants(question, None, "stated", Options()), limits, counters=counters, is_free=True
    )
    assert total.number > 0
    assert not total.exact
    assert "asked before: " in total.note


def liar(name: str, count, kind: str = "lies") -> Entrant:
    backend = Backend(name=name, kind=kind, takes=frozenset(Form), probe=lambda: None, version=lambda: "0", count=count)
    return Entrant(name, backend, "stated", Options())


RIGHT = 20  # ways to choose three of six
LIES = {
    "too many": lambda *_: RIGHT + 1,
    "too few": lambda *_: RIGHT - 1,
    "none": lambda *_: 0,
    "huge": lambda *_: 1 << 100_000,
    "negative": lambda *_: -1,
    "a float": lambda *_: 20.0,
    "a truth value": lambda *_: True,
    "no number": lambda *_: "20",
    "a crash": fakes.abort,
    "an error": lambda *_: 1 // 0,
    "nothing ever": lambda *_: time.sleep(1000),
}


def three_of_six() -> Model:
    model = Model("some")
    model.exactly(3, "three", model.bools("x", 6))
    return model


@pytest.mark.parametrize("place", ["first", "second"])
@pytest.mark.parametrize("lie", LIES)
def test_no_lie_becomes_a_verdict(lie, place):
    """Wherever a liar stands, no wrong number is exact, and a right one is not called wrong without a word on who said
    otherwise."""
    question = question_about_model(three_of_six())[1]
    honest, lying = liar("honest", STATES.count, "honest"), liar("liar", LIES[lie])
    first, other = (lying, honest) if place == "first" else (honest, lying)
    limits = Limits(seconds=1.0)
    try:
        total = count_by_engine(question, first, limits, second=limits, counters=Counters((other,)))
    except (Unsupported, LimitReached):
        total = None
    if total is None:  # no number at all
        assert place == "first"
        return
    assert total.verdict is not Verdict.CORRECT or total.number == RIGHT
    if total.broken:
        assert "liar counts" in " ".join(total.broken)


def test_two_liars_of_one_kind_are_no_two_witnesses():
    question = question_about_model(three_of_six())[1]
    both = [liar("liar", lambda *_: 64), liar("accomplice", lambda *_: 64)]
    total = count_by_engine(question, both[0], LIMITS, counters=Counters((both[1],)))
    assert total.verdict is not Verdict.CORRECT
    assert total.witness != "accomplice"


def test_a_number_by_chance_is_told_where_nobody_confirms_it():
    question = question_about_model(three_of_six())[1]
    alone = liar("lucky", STATES.count)
    lucky = replace(alone, backend=replace(alone.backend, by_chance="it may be misled"))
    total = count_by_engine(question, lucky, LIMITS)
    assert total.verdict is Verdict.UNPROVED
    assert total.note.endswith("; it may be misled")


def test_a_list_in_the_place_of_a_lone_number_says_nothing_against_who_counted():
    question = question_about_model(three_of_six())[1]
    total = count_answers(question, [liar("lone", STATES.count)], LIMITS)
    assert (total.number, total.exact, total.by_listing) == (RIGHT, True, True)
    assert "lone" not in total.note


def test_ganak_is_asked_where_it_is_installed():
    if reason("ganak"):
        pytest.skip("Ganak is not installed")
    question = question_about_model(independent_sets(3))[1]
    assert "ganak" in [entrant.name for entrant in choose_counters(question, "stated", Options()).entrants]
