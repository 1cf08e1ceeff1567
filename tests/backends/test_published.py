"""Published and generated puzzles with known answers: every backend finds the answer and that it is the only one.

Each day a board is asked of one or more backends of every kind of engine, in one of its formulations, so that each
backend gets a part of the boards; `make exhaustive` has the rest, of slow ones a third, another one on another day.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import TypeAlias

import pytest

from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.catalogue import answers, catalogue
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from tests.support.known_boards import published_texts
from tests.support.registered import COMPLETE, FIRST, Facts, facts_of, inside, number_of_day, usable

FORMULATIONS = [("tents", "default"), ("tents", "source-ilp"), ("akari", "default")]
LIMITS = Limits(seconds=60.0)
Board: TypeAlias = tuple[str, object, object]  # name, board, the answer that is known
# Windows around two is enough here: who is inside sees the same boards by itself.
HERE = [name for name in COMPLETE if not name.startswith("windows:") or inside(name) in ("minicard", "cnf")]
FAST, TIMES = 4, {"sat": 3}  # how much more a fast backend gets; how many backends of a kind get a board
SHARES = ["today", pytest.param("other days", marks=pytest.mark.exhaustive)]


@cache
def published(name: str) -> list[Board]:
    """Name, board and published answer: ours, and those of others where they are."""
    boards, record = [], puzzle(name)
    for entry, texts in published_texts(name).items():
        grid = [line.split() for line in texts["solution"].splitlines()[1:]]
        answer = tuple((r, c) for r, line in enumerate(grid) for c, mark in enumerate(line) if mark == "o")
        boards.append((entry, record.parse(texts["problem"]), answer))
    return boards


@cache
def generated(name: str) -> list[Board]:
    """The catalogue's boards with exactly one solution."""
    unique = [entry.name for entry in catalogue(name).values() if entry.solutions == "1"]
    boards = [(entry, resolve(name, f"{name}/{entry}").instance) for entry in unique]
    return [(entry, p, puzzle(name).answer_from_json(p, answers(name)[entry])) for entry, p in boards]


@cache
def stated(boards: Callable[[str], list[Board]], name: str, formulation: str) -> list[tuple[str, object, Model]]:
    """Name, board and model of each, stated once for all backends (solving leaves it as it was: test_compliance)."""
    return [(entry, p, puzzle(name).formulations[formulation](p)) for entry, p, _ in boards(name)]


@cache
def lanes(name: str, kind: str) -> list[tuple[str, str]]:
    """The backends of a kind with the formulations of a puzzle, slow ones once and the others four times."""
    kin = [backend for backend in HERE if backend_named(backend).kind == kind]
    formulations = [formulation for puzzle_name, formulation in FORMULATIONS if puzzle_name == name]
    return [
        (backend, formulation)
        for turn in range(FAST)
        for formulation in formulations
        for backend in kin
        if turn == 0 or not is_slow(backend)
    ]


def is_slow(backend: str) -> bool:
    return facts_of(backend).examples < Facts().examples


def may_have_none(backend: str, name: str, share: str) -> bool:
    """A slow backend may have its board another day; one that is alone of its kind has them all today."""
    return is_slow(backend) if share == "today" else len({*lanes(name, backend_named(backend).kind)}) == 1


def is_today(backend: str, name: str, formulation: str, board: int) -> bool:
    """Does the backend get the board of that number in that formulation today?"""
    kind = backend_named(backend).kind
    every, times = lanes(name, kind), TIMES.get(kind, 1)
    return (backend, formulation) in {
        every[(board * times + turn + number_of_day()) % len(every)] for turn in range(times)
    }


def first_answers(
    boards: Callable[[str], list[Board]], name: str, backend: str, formulation: str, share: str
) -> dict[str, list]:
    """Up to two different answers that the backend gives to each board of its share."""
    usable(backend)
    record, by_entry = puzzle(name), {}
    every = max(facts_of(backend).one_board_in if boards is generated else 1, 3 * is_slow(backend))
    chosen = stated(boards, name, formulation)[number_of_day() % every :: every]
    for number, (entry, p, model) in enumerate(chosen):
        if is_today(backend, name, formulation, number) != (share == "today"):
            continue
        assignments = backend_named(backend).solutions(model, record.project(p, model), LIMITS, Options())
        by_entry[entry] = [record.decode(p, model, values) for values in islice(assignments, 2)]
    return by_entry


def expected_answers(boards: Callable[[str], list[Board]], name: str, by_entry: dict[str, list]) -> dict[str, list]:
    """What `first_answers` should say of those boards: the answer that is known, and no other."""
    return {entry: [answer] for entry, _, answer in boards(name) if entry in by_entry}


def test_every_board_is_asked_of_every_kind_of_engine_today():
    """And on other days of other backends of that kind."""
    kinds = {backend_named(backend).kind for backend in HERE}
    assert len(kinds) >= 3
    for name in ("tents", "akari"):
        formulations = [formulation for puzzle_name, formulation in FORMULATIONS if puzzle_name == name]
        for board in range(100):
            asked = [b for b in HERE for formulation in formulations if is_today(b, name, formulation, board)]
            assert {backend_named(backend).kind for backend in asked} == kinds
            assert len(asked) <= len(kinds) + 2


@pytest.mark.sample(11)
@pytest.mark.slow
@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize(("name", "formulation"), FORMULATIONS)
@pytest.mark.parametrize("backend", HERE)
def test_published_puzzles_have_their_published_answer_and_no_other(backend, name, formulation, share):
    """Ours, and a hundred boards of each puzzle with solutions their authors gave."""
    by_entry = first_answers(published, name, backend, formulation, share)
    assert by_entry or may_have_none(backend, name, share)
    assert len(published(name)) == len(published_texts(name)) >= 12
    assert by_entry == expected_answers(published, name, by_entry)


@pytest.mark.parametrize("name", ["tents", "akari"])
def test_published_answers_keep_the_rules(name):
    """What the authors gave is an answer by our reading of the rules."""
    assert [entry for entry, p, answer in published(name) if puzzle(name).verify(p, answer)] == []


@pytest.mark.sample(5)
@pytest.mark.slow
@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize(("name", "formulation"), FORMULATIONS)
@pytest.mark.parametrize("backend", [name for name in HERE if name not in FIRST])
def test_the_catalogue_s_unique_boards_have_one_answer(backend, name, formulation, share):
    """Simon Tatham's generator promises one solution, and so says every backend (programs were asked above)."""
    by_entry = first_answers(generated, name, backend, formulation, share)
    assert len(generated(name)) > 90
    assert by_entry or may_have_none(backend, name, share)
    assert by_entry == expected_answers(generated, name, by_entry)
