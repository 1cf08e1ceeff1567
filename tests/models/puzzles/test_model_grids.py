"""Pictures of a model's values, read back from the picture: a grid for each array of two dimensions."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest

import rosetta as rs
from models.neutral import evaluate
from models.puzzles.model.grids import ONE
from models.puzzles.model.instance import ModelInstance, assignment
from models.puzzles.model.record import PUZZLE
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.states import FRAME
from models.puzzles.scenes.view import View
from models.puzzles.svg import OTHER, UNIT, WRONG
from rosetta.studies.playing.answer_steps import answer_of_steps, steps_of_answer

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = [[3, -12, 1000], [0, 7, 7]]
FLAGS = [[1, 0], [0, 1], [0, 0]]


def mixed_model():
    """A single number, a matrix of numbers, a vector, a matrix of Booleans."""
    m = rs.Model("mixed")
    m.ints("k", (), 0, 9)
    m.ints("table", (2, 3), -100, 1000)
    m.bools("chosen", (4,))
    m.bools("flag", (3, 2))
    return ModelInstance(m)


def answer_of(instance, **values):
    """The answer with these values."""
    return PUZZLE.answer_from_json(instance, {"values": values})


def grids_in(picture):
    """Of each grid the words by cell, and the cells with each outline that is drawn there."""
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if group.get("transform"):
            words = {
                (int(float(text.get("y")) // UNIT), int(float(text.get("x")) // UNIT)): text.text
                for text in group.iter(f"{SVG}text")
            }
            outlines = {}
            for path in group.iter(f"{SVG}path"):
                for x, y, rest in re.findall(r"M(\d+) (\d+)([^M]*)", path.get("d")):
                    key = rest, path.get("stroke")
                    outlines.setdefault(key, []).append((int(y) // UNIT, int(x) // UNIT))
            yield words, outlines


def lines_in(picture):
    """The lines of text beside the grids."""
    root = ElementTree.fromstring(picture)
    return [text.text for group in root if not group.get("transform") for text in group.iter(f"{SVG}text")]


def test_each_matrix_is_a_grid_with_its_values():
    """Numbers as words, a filled cell for a 1; what has no two dimensions stays text, in the order of declaration."""
    instance = mixed_model()
    picture = PUZZLE.draw_svg(instance, answer_of(instance, k=5, table=NUMBERS, chosen=[0, 1, 1, 0], flag=FLAGS))
    assert lines_in(picture) == ["k = 5", "table", "chosen: 0 1 1 0", "flag"]
    (numbers, _), (flags, filled) = grids_in(picture)
    assert numbers == {cell: str(value) for cell, value in np.ndenumerate(NUMBERS)}
    assert flags == {cell: "0" for cell, value in np.ndenumerate(FLAGS) if not value}
    assert filled[ONE.parts[0].path, None] == [cell for cell, value in np.ndenumerate(FLAGS) if value]


def test_two_answers_are_told_apart_without_colour():
    """Both numbers in a frame; a frame, or a dashed outline, where only one answer has a 1."""
    instance = mixed_model()
    rest = {"k": 0, "chosen": [0] * 4}
    one = answer_of(instance, table=NUMBERS, flag=FLAGS, **rest)
    other = answer_of(instance, table=[NUMBERS[0], [0, 7, 8]], flag=[[0, 1], *FLAGS[1:]], **rest)
    (numbers, frames), (_, outlines) = grids_in(PUZZLE.draw_svg(instance, one, other))
    assert numbers[1, 2] == "7/8"
    assert frames[FRAME, WRONG] == [(1, 2)]
    assert outlines[FRAME, WRONG] == [(0, 0)]
    assert outlines[ONE.parts[0].path, OTHER] == [(0, 1)]


def test_what_is_not_known_is_blank_and_what_is_spoken_of_is_marked():
    """On the way to the answer: of the flags, the first is known to be 1, the last to be 0."""
    instance = mixed_model()
    flag = instance.answer_variables["flag"].ravel().tolist()
    answer = answer_of(instance, k=0, table=[[0] * 3] * 2, chosen=[0] * 4, flag=[[1, 0], [0, 0], [0, 0]])
    picture = PUZZLE.draw_svg(instance, answer, empty=[flag[-1]], mark=[flag[1]], fresh=[flag[2]])
    _, (words, outlines) = grids_in(picture)
    assert {cell: word for cell, word in words.items() if word == "0"} == {(2, 1): "0"}
    assert [cell for cell, word in words.items() if word == "!"] == [(1, 0)]
    assert [cells for (outline, _), cells in outlines.items() if outline == FRAME] == [[(0, 1)]]


def test_booleans_with_one_1_along_the_last_axis_are_a_grid_of_its_places():
    """As in text, which says so above it."""
    m = rs.Model("digits")
    m.bools("digit", (2, 2, 3))
    instance, places = ModelInstance(m), np.array([[2, 0], [1, 2]])
    picture = PUZZLE.draw_svg(instance, answer_of(instance, digit=np.eye(3, dtype=int)[places].tolist()))
    ((words, _),) = grids_in(picture)
    assert words == {cell: str(value) for cell, value in np.ndenumerate(places)}
    assert lines_in(picture) == ["digit[i, j, k] is 1 for this k, counted from 0"]
    several = PUZZLE.draw_svg(instance, answer_of(instance, digit=np.ones((2, 2, 3), int).tolist()))
    assert list(grids_in(several)) == []


@pytest.mark.parametrize("values", [[[10**6, 1]], [[1] * 201] * 200])
def test_what_would_not_fit_stays_text(values):
    """Numbers that are too long for a cell; more cells than a browser likes."""
    m = rs.Model("large")
    m.ints("x", np.shape(values), 0, 10**6)
    instance = ModelInstance(m)
    answer = answer_of(instance, x=values)
    picture = PUZZLE.draw_svg(instance, answer)
    assert list(grids_in(picture)) == []
    assert lines_in(picture)[1] == PUZZLE.draw_text(instance, answer).splitlines()[1]


def test_the_scene_of_a_model_is_its_first_grid():
    """By the public API; without an answer, its cells are blank; a model without a matrix has none."""
    m = mixed_model().model
    values = {"k": 0, "table": NUMBERS, "chosen": [0] * 4, "flag": FLAGS}
    document = rs.scene(m, values)
    assert (document["caption"], document["shape"]) == ("table", [2, 3])
    (layer,) = document["layers"]
    assert layer["words"] == [str(value) for row in NUMBERS for value in row]
    assert rs.scene(m)["layers"] == []
    assert json.loads(json.dumps(document)) == document
    without = rs.Model("flat")
    without.bools("x", (3,))
    with pytest.raises(ValueError, match="two dimensions"):
        rs.scene(without)


def queens(side):
    """One queen in each row and column."""
    m = rs.Model("queens")
    queen = m.bools("queen", (side, side))
    m.exactly(1, "rows", queen)
    m.exactly(1, "columns", queen.T)
    return ModelInstance(m)


def test_one_array_of_booleans_is_played_by_clicks():
    """The answer is the grid with a 1 wherever a click put one, inside of `values`."""
    instance = queens(3)
    scene = scene_document(PUZZLE.extras.scene(instance, View()))
    clicks = scene["clicks"]
    one = next(i for i, step in enumerate(clicks["steps"]) if step["answer"])
    for chosen, right in (([0, 4, 8], True), ([2, 3, 7], True), ([0, 1, 8], False)):
        steps = [one if place in chosen else 2 * (place % 2) for place in range(9)]
        document = answer_of_steps(scene, steps)
        grid = [[int(3 * r + c in chosen) for c in range(3)] for r in range(3)]
        assert document == {"values": {"queen": grid}}
        assert (PUZZLE.verify(instance, PUZZLE.answer_from_json(instance, document)) == []) == right
        assert [step == one for step in steps_of_answer(scene, document)] == [place in chosen for place in range(9)]


@pytest.mark.parametrize("make", [mixed_model, lambda: ModelInstance(numbers_model())])
def test_other_models_are_not_played(make):
    """Where the answer has more than one array, or numbers."""
    assert PUZZLE.extras.scene(make(), View()).clicks is None


def numbers_model():
    m = rs.Model("numbers")
    m.ints("table", (2, 3), -3, 6)
    return m


def test_an_answer_is_encoded_by_the_bits_of_the_model():
    """Booleans, and integers by their bits, also negative ones, and those that have one value."""
    m = rs.Model("both")
    m.ints("n", (2, 2), -5, 6)
    m.ints("fixed", (2,), 4, 4)
    m.bools("b", (3,))
    instance, stream = ModelInstance(m), np.random.default_rng(1)
    model = PUZZLE.formulations["stated"](instance)
    project = PUZZLE.project(instance, model)
    for _ in range(20):
        given = answer_of(
            instance,
            n=stream.integers(-5, 7, (2, 2)).tolist(),
            fixed=[4, 4],
            b=stream.integers(0, 2, 3).tolist(),
        )
        values = np.zeros(model.variables + 1, np.int64)
        told = assignment(instance, given)
        values[: len(told)] = told
        values[project] = PUZZLE.encode(instance, model, given)
        assert PUZZLE.decode(instance, model, values) == given
        assert evaluate(model, values) == []  # the rows that say what bits mean
        values[project[-1]] ^= 1
        assert evaluate(model, values) != []
