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
from tests.registered import INCOMPLETE, SOLVERS

PUBLISHED = Path(__file__).resolve().parents[2] / "shared" / "data" / "published" / "tents.json"
TENTS = puzzle("tents")
COMPLETE = [name for name in SOLVERS if name not in INCOMPLETE]
LIMITS = Limits(seconds=10.0)


@cache
def published() -> list[tuple[str, object, object]]:
    """Name, board and published tents; the file belongs to others and is read where it is."""
    found = []
    for name, texts in json.loads(PUBLISHED.read_text("utf-8")).items():
        grid = [line.split() for line in texts["solution"].splitlines()[1:]]
        tents = tuple((r, c) for r, line in enumerate(grid) for c, mark in enumerate(line) if mark == "o")
        found.append((name, TENTS.parse(texts["problem"]), tents))
    return found


@cache
def generated() -> list[tuple[str, object, object]]:
    """The catalogue's boards with exactly one solution."""
    names = [name for name, entry in catalogue("tents").items() if entry.solutions == "1"]
    boards = [(name, resolve("tents", f"tents/{name}").instance) for name in names]
    return [(name, p, TENTS.answer_from_json(p, answers("tents")[name])) for name, p in boards]


def only_answer(backend: str, formulation: str, p: object) -> list[object]:
    """Up to two different answers that the backend gives."""
    model = TENTS.formulations[formulation](p)
    project = TENTS.project(p, model)
    found: list[object] = []
    for values in backend_named(backend).solutions(model, project, LIMITS, Options()):
        found.append(TENTS.decode(p, model, values))
        if len(found) == 2:
            break
    return found


@pytest.mark.skipif(not PUBLISHED.exists(), reason=f"the published puzzles are not here: {PUBLISHED}")
@pytest.mark.parametrize("formulation", ["default", "source-ilp"])
@pytest.mark.parametrize("backend", COMPLETE)
def test_published_puzzles_have_their_published_answer_and_no_other(backend, formulation):
    """A hundred boards from 8x12 to 17x17, with solutions their authors gave."""
    wrong = [name for name, p, tents in published() if only_answer(backend, formulation, p) != [tents]]
    assert len(published()) == 100
    assert wrong == []


@pytest.mark.parametrize("formulation", ["default", "source-ilp"])
@pytest.mark.parametrize("backend", COMPLETE)
def test_the_catalogue_s_unique_boards_have_one_answer(backend, formulation):
    """Simon Tatham's generator promises one solution, and so says every backend."""
    wrong = [name for name, p, tents in generated() if only_answer(backend, formulation, p) != [tents]]
    assert len(generated()) > 90
    assert wrong == []
