"""What is known of the classics is found again, by engines of different kinds, and judged by the text book."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations

import pytest

import rosetta as rs
from backends.registry import backend_named
from models.puzzles.registry import CLASSICS
from tests.models.classics.textbook import CHECKS, value_of
from tests.support.places import ROOT

MOST_LINES, SECONDS = 40, 60
COUNTING, BEST = ("cpsat", "cnf"), ("cpsat", "highs")  # engines that count, and that find what is best
LARGE = ("ft10",)  # which only one engine proves, in some ten seconds
LISTED = 1_000  # answers that are judged one by one


def known_answers(attribute: str) -> list:
    """The known answers of all classics that tell this."""
    records = {name: import_module(place.partition(":")[0]).CLASSIC for name, place in CLASSICS.items()}
    return [
        pytest.param(name, known, id=f"{name}-{known.what}", marks=[pytest.mark.exhaustive] * (known.what in LARGE))
        for name, record in records.items()
        for known in record.known
        if getattr(known, attribute) not in (None, {})
    ]


@pytest.mark.parametrize("engines", [COUNTING, BEST])
def test_engines_are_of_different_kinds(engines):
    for one, other in combinations(engines, 2):
        assert backend_named(one).kind != backend_named(other).kind


@pytest.mark.parametrize(("name", "known"), known_answers("solutions"))
def test_there_are_as_many_solutions_as_is_known(name, known):
    """Both engines list them, no two are the same, and each is one by the definition."""
    board = rs.load(name, known.what)
    for backend in COUNTING:
        found = rs.solve(board, backend=backend, answers="all", time_limit=SECONDS)
        assert len({repr(answer) for answer in found.answers}) == known.solutions, backend
        assert found.verdict == "correct"
        assert found.status != "unknown"
        for answer in found.answers[:LISTED]:
            value_of(name, known.what, answer)


@pytest.mark.parametrize(("name", "known"), known_answers("optimum"))
def test_the_best_value_is_what_is_known(name, known):
    board = rs.load(name, known.what)
    for backend in BEST[:1] if known.what in LARGE else BEST:
        found = rs.solve(board, backend=backend, time_limit=SECONDS)
        assert (found.status, found.objective) == ("optimal", known.optimum), backend
        assert value_of(name, known.what, found.answer) == known.optimum


@pytest.mark.parametrize(("name", "known"), known_answers("answer"))
def test_the_answer_is_what_is_known(name, known):
    found = rs.solve(rs.load(name, known.what), backend="cnf", time_limit=SECONDS)
    assert {array: found.answer[array] for array in known.answer} == dict(known.answer)


def test_every_classic_has_a_definition_and_something_known():
    assert set(CHECKS) == set(CLASSICS)
    told = [known_answers(attribute) for attribute in ("solutions", "optimum", "answer")]
    assert {each.values[0] for part in told for each in part} == set(CLASSICS)


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_has_forty_lines_at_most(name):
    text = (ROOT / "models" / "classics" / f"{name}.py").read_text("utf-8")
    assert text.count("\n") <= MOST_LINES
