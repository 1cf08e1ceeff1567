"""A point of the picture means the place that is drawn there, on boards, on boards side by side, on graphs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.scene import Clicks, ClickStep, Scene
from models.puzzles.scenes.view import View
from report.play.page import join_modules
from tests.support.browser import run_javascript
from tests.support.puzzle_boards import boards
from tests.support.scripts import script_json

UNIT = 24


def clicked_scenes():
    """Scenes with places, of every puzzle, of graphs and hexagons, of boards side by side."""
    for name in names():
        describe = puzzle(name).extras.scene
        if describe is not None:
            yield from (describe(p, View()) for p, _ in boards(name))
    for what in ("petersen", "hex:3x4", "torus:3x4"):
        yield puzzle("lightsout").extras.scene(resolve("lightsout", what).instance, View())
    at = np.argwhere(np.ones((2, 3, 4), bool))
    yield Scene((2, 3, 4), "boards side by side", (), clicks=Clicks(at, (ClickStep(), ClickStep(key="cells"))))


DOCUMENTS = [document for document in map(scene_document, clicked_scenes()) if document["clicks"]]


def run_each(expression, folder):
    """The expression of each scene."""
    script = f"{join_modules('scene_places.js')}\n//RESULT {script_json(DOCUMENTS)}.map((scene) => {expression})"
    return run_javascript(script, folder)


def count_places(clicks):
    return len(clicks.get("pieces") or [*clicks.get("cells", []), *clicks.get("lines", [])])


def middle_of(document, place):
    """The middle of a place in the picture, by docs/scenes.md."""
    clicks = document["clicks"]
    if document["points"] is not None:
        return tuple(document["points"][np.ravel_multi_index(clicks["cells"][place], document["shape"])])
    first = len(clicks.get("cells", []))
    if "lines" in clicks and place >= first:
        aside = UNIT / 2 if clicks["between"] == "cells" else 0
        return tuple((UNIT * np.mean(clicks["lines"][place - first], axis=0)[::-1] + aside).tolist())
    *board, row, column = clicks["cells"][place] if "cells" in clicks else clicks["pieces"][place]["cells"][0]
    shift = board[0] * (document["shape"][2] + 1) if board else 0
    return UNIT * (column + shift + 0.5), UNIT * (row + 0.5)


def test_a_point_means_the_place_that_is_nearest(tmp_path):
    """The middle of each place means it, and so does every point so near; a point far from all places means none."""
    count = "(scene.clicks.pieces ?? [...scene.clicks.cells ?? [], ...scene.clicks.lines ?? []]).length"
    boxes = run_each(f"Array.from({{length: {count}}}, (_, i) => placeSquare(scene, i))", tmp_path)
    at = (
        f"Array.from({{length: {count}}}, (_, i) => placeSquare(scene, i)).map(([x, y, w, h]) => "
        "[[0, 0], [4, 4], [-4, 5]].map(([dx, dy]) => placeAt(scene, x + w / 2 + dx, y + h / 2 + dy)))"
    )
    assert len(DOCUMENTS) > 30
    for document, squares, found in zip(DOCUMENTS, boxes, run_each(at, tmp_path), strict=True):
        if "pieces" in document["clicks"]:
            continue
        for place, (x, y, wide, tall) in enumerate(squares):
            assert (x + wide / 2, y + tall / 2) == pytest.approx(middle_of(document, place))
            assert (wide, tall) == (UNIT, UNIT)
        assert found == [[place] * 3 for place in range(len(squares))]


def test_a_point_beside_the_board_means_no_place(tmp_path):
    """And so does one between vertices, or too far from every line."""
    points = [(-40, -40), (3.1, 500), (1000, 7), (17.5, 11.5)]
    found = run_each(f"{script_json(points)}.map(([x, y]) => placeAt(scene, x, y))", tmp_path)
    for document, places in zip(DOCUMENTS, found, strict=True):
        every = [middle_of(document, place) for place in range(count_places(document["clicks"]))]
        if {"cells", "lines"} <= document["clicks"].keys():
            continue
        for point, place in zip(points, places, strict=True):
            if document["points"] is not None or "lines" in document["clicks"]:
                far = [math.dist(point, middle) for middle in every]
                assert place == (int(np.argmin(far)) if min(far) <= UNIT / 2 else None) or far[place] == pytest.approx(
                    min(far)
                )
            elif "cells" in document["clicks"]:
                inside = [i for i, (x, y) in enumerate(every) if max(abs(x - point[0]), abs(y - point[1])) < UNIT / 2]
                assert place == (inside[0] if inside else None)
