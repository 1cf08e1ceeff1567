"""Published and generated puzzles with known answers: every backend finds the answer and that it is the only one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.catalogue import answers, catalogue
from instances.what import resolve
from models.puzzles.registry import puzzle
from tests.registered import COMPLETE, FIRST, inside, usable

PUBLISHED = Path(__file__).resolve().parents[2] / "shared" / "data" / "published"
FORMULATIONS = [("tents", "default"), ("tents", "source-ilp"), ("akari", "default")]
LIMITS = Limits(seconds=10.0)
# Windows around two is enough here: who is inside sees the same boards by itself.
HERE = [name for name in COMPLETE if not name.startswith("windows:") or inside(name) in ("minicard", "cnf")]


@cache
def published(name: str) -> list[tuple[str, object, object]]:
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
def generated(name: str) -> list[tuple[str, object, object]]:
    """The catalogue's boards with exactly one solution."""
    unique = [entry.name for entry in catalogue(name).values() if entry.solutions == "1"]
    boards = [(entry, resolve(name, f"{name}/{entry}").instance) for entry in unique]
    return [(entry, p, puzzle(name).answer_from_json(p, answers(name)[entry])) for entry, p in boards]


def first_answers(name: str, backend: str, formulation: str, p: object) -> list[object]:
    """Up to two different answers that the backend gives."""
    usable(backend)
    record = puzzle(name)
    model = record.formulations[formulation](p)
    project = record.project(p, model)
    found: list[object] = []
    for values in backend_named(backend).solutions(model, project, LIMITS, Options()):
        found.append(record.decode(p, model, values))
        if len(found) == 2:
            break
    return found


@pytest.mark.parametrize(("name", "formulation"), FORMULATIONS)
@pytest.mark.parametrize("backend", HERE)
def test_published_puzzles_have_their_published_answer_and_no_other(backend, name, formulation):
    """A hundred boards of each puzzle, with solutions their authors gave."""
    wrong = [entry for entry, p, told in published(name) if first_answers(name, backend, formulation, p) != [told]]
    assert len(published(name)) == 100
    assert wrong == []
    assert [entry for entry, p, told in published(name) if puzzle(name).verify(p, told)] == []


@pytest.mark.parametrize(("name", "formulation"), FORMULATIONS)
@pytest.mark.parametrize("backend", [name for name in HERE if name not in FIRST])
def test_the_catalogue_s_unique_boards_have_one_answer(backend, name, formulation):
    """Simon Tatham's generator promises one solution, and so says every backend (programs were asked above)."""
    wrong = [entry for entry, p, told in generated(name) if first_answers(name, backend, formulation, p) != [told]]
    assert len(generated(name)) > 90
    assert wrong == []
