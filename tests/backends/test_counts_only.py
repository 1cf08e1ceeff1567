"""Backends that do nothing but count: no list of those who answer names one, and whoever names one where an answer is
asked for reads why there is none."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Backend, Limits, Options, Status, Unsupported
from backends.cpsat import BACKEND as CPSAT
from backends.registry import backend_named
from backends.running import supervisor
from backends.running.result_checks import checked_backend
from models.neutral import Form, Model
from models.puzzles.registry import puzzle
from rosetta.campaigns.planning.campaign_checks import check_backends_of
from rosetta.commands.main import run_verb
from rosetta.foundation.errors import InputError
from rosetta.serving.board_list import list_puzzles_to_play
from rosetta.studies.comparing.compare import all_backends

REFUSAL = "counter only counts answers; ask `rosetta count`"
COUNTER = Backend(
    name="counter",
    kind="counting",
    takes=frozenset(Form),
    probe=lambda: None,
    version=lambda: "7",
    count=lambda model, project, limits, options, tell: len(list(CPSAT.solutions(model, project, limits, options))),
)


@pytest.fixture
def counter(fake) -> str:
    return fake(COUNTER)


def two_of_four() -> Model:
    model = Model("two")
    model.exactly(2, "two hold", model.bools("x", 4))
    return model


def test_a_backend_without_solve_says_what_it_is():
    """Also under another name; and one that solves says that it does."""
    assert COUNTER.counts_only
    assert not CPSAT.counts_only
    model, limits = two_of_four(), Limits()
    for backend, words in ((COUNTER, REFUSAL), (replace(COUNTER, name="b"), REFUSAL.replace("counter", "b"))):
        with pytest.raises(Unsupported, match=words):
            backend.solve(model, limits, Options())
        with pytest.raises(Unsupported, match=words):
            backend.solutions(model, model.boolean_variables, limits, Options())
        assert backend.counts_only
    for wrapped in (checked_backend(COUNTER), cutting_backend(COUNTER)):
        with pytest.raises(Unsupported, match=REFUSAL):
            wrapped.solve(model, limits, Options())
        assert wrapped.count(model, np.array([1, 2]), limits, Options(), lambda _: None) == 4


def test_it_counts_in_a_child_and_refuses_there(counter):
    """A model with an objective, too, of which others bound the cost."""
    model = two_of_four()
    assert supervisor.count(counter, model, model.boolean_variables, Limits())[0] == 6
    model.minimize("cost", model.boolean_variables)
    outcome = supervisor.solve(replace(COUNTER, takes=frozenset(Form) - {Form.OBJECTIVE}), model, Limits())
    assert (outcome.status, outcome.note) == (Status.UNSUPPORTED, REFUSAL)
    ended = supervisor.solutions(counter, model, model.boolean_variables, Limits(), None, print)
    assert (ended.complete, ended.status, ended.note) == (False, Status.UNSUPPORTED, REFUSAL)


def test_it_is_on_no_list_of_those_who_answer(counter):
    """Of a comparison, a campaign, a fuzz, a page to play on."""
    assert backend_named(counter).counts_only
    assert counter not in all_backends(puzzle("tents"))
    list_puzzles_to_play.cache_clear()
    assert counter not in list_puzzles_to_play()["backends"]
    list_puzzles_to_play.cache_clear()
    with pytest.raises(InputError, match=f"backends: {REFUSAL}"):
        check_backends_of("backends: ", [counter], [puzzle("tents")])


@pytest.mark.parametrize("words", ["solve tents 4 --backend", "compare tents 4 --backends", "fuzz --backends"])
def test_whoever_names_it_reads_why_it_has_no_answer(counter, words, capsys):
    verb, *rest = words.split()
    assert run_verb(verb, [*rest, counter]) == 2
    shown = capsys.readouterr()
    assert REFUSAL in shown.err
    assert len(shown.err.strip().splitlines()) == 1


def test_it_is_named_for_a_number(counter, capsys):
    """Nothing is listed by it, which is no fault of it, and no reason to say more than it said."""
    assert run_verb("count", ["tents", "4", "--seed", "1", "--backend", counter, "--json"]) in (0, 3)
    told = json.loads(capsys.readouterr().out)
    assert told["backend"] == counter
    assert int(told["count"]) > 0
    assert REFUSAL not in told["note"]
