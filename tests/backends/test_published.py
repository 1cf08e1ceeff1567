"""Published and generated puzzles with known answers: every backend finds the answer and that it is the only one."""

from __future__ import annotations

import json
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
from tests.support.places import DATA
from tests.support.registered import COMPLETE, FIRST, inside, usable

PUBLISHED = DATA / "published"
FORMULATIONS = [("tents", "default"), ("tents", "source-ilp"), ("akari", "default")]
LIMITS = Limits(seconds=60.0)
# CBC is a process for each answer; it has seen a hundred boards by then.
EVERY = {("generated", "cbc"): 5}
Board: TypeAlias = tuple[str, object, object]  # name, board, the answer that is known
# Windows around two is enough here: who is inside sees the same boards by itself.
HERE = [name for name in COMPLETE if not name.startswith("windows:") or inside(name) in ("minicard", "cnf")]


@cache
def published(name: str) -> list[Board]:
    """Name, board and published answer; the files belong to others and are read where they are."""
    path, found, record = PUBLISHED / f"{name}.json", [], puzzle(name)
    if not path.exists():
        pytest.skip(f"the published puzzles are not here: {path}")
    for entry, texts in json.loads(path.read_text("utf-8")).items():
        grid = [line.split() for line in texts["solution"].splitlines()[1:]]
        answer = tuple((r, c) for r, line in enumerate(grid) for c, mark in enumerate(line) if mark == "o")
        found.append((entry, record.parse(texts["problem"]), answer))
    return found


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


def first_answers(boards: Callable[[str], list[Board]], name: str, backend: str, formulation: str) -> dict[str, list]:
    """Up to two different answers that the backend gives to each board."""
    usable(backend)
    record, found = puzzle(name), {}
    every = EVERY.get((boards.__name__, backend), 1)
    for entry, p, model in stated(boards, name, formulation)[::every]:
        given = backend_named(backend).solutions(model, record.project(p, model), LIMITS, Options())
        found[entry] = [record.decode(p, model, values) for values in islice(given, 2)]
    return found


def as_told(boards: Callable[[str], list[Board]], name: str, found: dict[str, list]) -> dict[str, list]:
    """What `first_answers` should say of those boards: the answer that is known, and no other."""
    return {entry: [told] for entry, _, told in boards(name) if entry in found}


@pytest.mark.parametrize(("name", "formulation"), FORMULATIONS)
@pytest.mark.parametrize("backend", HERE)
def test_published_puzzles_have_their_published_answer_and_no_other(backend, name, formulation):
    """A hundred boards of each puzzle, with solutions their authors gave."""
    found = first_answers(published, name, backend, formulation)
    assert len(found) == 100
    assert found == as_told(published, name, found)


@pytest.mark.parametrize("name", ["tents", "akari"])
def test_published_answers_keep_the_rules(name):
    """What the authors gave is an answer by our reading of the rules."""
    assert [entry for entry, p, told in published(name) if puzzle(name).verify(p, told)] == []


@pytest.mark.parametrize(("name", "formulation"), FORMULATIONS)
@pytest.mark.parametrize("backend", [name for name in HERE if name not in FIRST])
def test_the_catalogue_s_unique_boards_have_one_answer(backend, name, formulation):
    """Simon Tatham's generator promises one solution, and so says every backend (programs were asked above)."""
    found = first_answers(generated, name, backend, formulation)
    assert len(generated(name)) > 90
    assert len(found) > 90 // EVERY.get(("generated", backend), 1)
    assert found == as_told(generated, name, found)
