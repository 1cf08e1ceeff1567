"""What is known of the classics is found again, by engines of different kinds, and judged by the text book."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations, cycle

import numpy as np
import pytest

import rosetta as rs
from backends.registry import backend_named
from models.puzzles.randomness import Stream
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


SMALL_COUNTS = [each for each in known_answers("solutions") if each.values[1].solutions <= 100]
SMALL_COUNTS = [each for each in SMALL_COUNTS if each.values[0] not in ("steiner", "golfers")]  # no rule about numbers
SOLVABLE = [each for each in known_answers("solutions") if each.values[1].solutions] + [
    each for each in known_answers("optimum") if each.values[1].what not in LARGE
]


@pytest.mark.parametrize("engines", [COUNTING, BEST])
def test_engines_are_of_different_kinds(engines):
    for one, other in combinations(engines, 2):
        assert backend_named(one).kind != backend_named(other).kind


@pytest.mark.sample(8)
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


@pytest.mark.sample(4)
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


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize(("name", "size"), [("bin_packing", 3), ("timetable", 3), ("marriages", 6)])
def test_theorems_hold_for_other_data(name, size, seed):
    """Triplets fill as many bins as they were drawn for; a timetable needs as many periods as the busiest has lessons
    (König 1916); there is a stable matching (Gale and Shapley 1962)."""
    found = rs.solve(rs.load(name, size, seed=seed), time_limit=SECONDS)
    stream = Stream(name, "data", str(size), seed)
    if name == "bin_packing":
        assert found.objective == size
    elif name == "timetable":
        lessons = np.array([stream.number_below(3) for _ in range(size * size)]).reshape(size, size)
        assert found.objective == max(*lessons.sum(axis=0), *lessons.sum(axis=1))
    else:
        assert sorted(found.answer["wife"]) == list(range(size))


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "known"), SMALL_COUNTS)
def test_each_formulation_has_the_same_solutions(name, known):
    """Of all global rules of the model, one after the other, by engines of two kinds in turn."""
    board = rs.load(name, known.what)
    formulations = [each for each in board._question.puzzle.formulations if each != "native"]
    assert len(formulations) > 2
    for formulation, backend in zip(formulations, cycle(COUNTING), strict=False):
        counted = rs.count(board, backend=backend, formulation=formulation, time_limit=SECONDS)
        assert (counted.count, counted.exact) == (known.solutions, True), (formulation, backend)


@pytest.mark.sample(6)
@pytest.mark.parametrize(("name", "known"), SOLVABLE)
def test_a_definition_refuses_a_spoiled_answer(name, known):
    """One with two of its entries exchanged, or one entry changed: not all of them are answers of the same worth."""
    answer = rs.solve(rs.load(name, known.what), backend="cpsat", time_limit=SECONDS).answer
    worth = value_of(name, known.what, answer)
    assert not all(is_as_good(name, known.what, spoiled, worth) for spoiled in spoiled_answers(answer))


def spoiled_answers(answer):
    """The answer with another value in one place of its first array."""
    first, values = next(iter(answer.items()))
    flat = np.array(values).ravel()
    for place in range(min(flat.size, 12)):
        for value in {*flat.tolist(), flat.max() + 1} - {flat[place]}:
            changed = flat.copy()
            changed[place] = value
            yield {**answer, first: changed.reshape(np.shape(values)).tolist()}


def is_as_good(name, what, answer, worth) -> bool:
    try:
        return value_of(name, what, answer) == worth
    except (AssertionError, IndexError):
        return False


def test_every_classic_has_a_definition_and_something_known():
    assert set(CHECKS) == set(CLASSICS)
    told = [known_answers(attribute) for attribute in ("solutions", "optimum", "answer")]
    assert {each.values[0] for part in told for each in part} == set(CLASSICS)


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_has_forty_lines_at_most(name):
    text = (ROOT / "models" / "classics" / f"{name}.py").read_text("utf-8")
    assert text.count("\n") <= MOST_LINES
