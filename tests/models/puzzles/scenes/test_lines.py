"""Lines of scenes as text, with labels and without, and as pictures: between dots, between cells, side by side."""

from __future__ import annotations

import re

import numpy as np
import pytest

from models.puzzles.labelled import Marks, draw_labelled, label_picture
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.glyphs import WORD
from models.puzzles.scenes.layers import sign_layers, word_layers
from models.puzzles.scenes.line_layers import line_clicks, line_layers, neighbour_lines
from models.puzzles.scenes.scene import NO_LINE, Between, LineGlyph, LineLayer, Margin, Scene, SceneState
from models.puzzles.scenes.svg import draw_svg, find_squares
from models.puzzles.scenes.text import draw_text, list_grids
from models.puzzles.scenes.view import View, line_places

LINE = LineGlyph("line", {"fill": "none", "stroke": "#b35900", "stroke_width": 3}, colour="\x1b[1;33m")
BRIDGE = LineGlyph("bridge", {"stroke": "#7a5230", "stroke_width": 2}, "-=%#", '|"%#')
CODE = re.compile(r"\x1b\[[0-9;]*m")
SQUARE = (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1)))
ISLANDS = [[12, 0, 0, 3], [0, 0, 0, 0], [0, 0, 1, 0], [4, 0, 0, 2]]


def dotted_scene(view, numbers, **more):
    numbers = np.array(numbers)
    shape, clicks = (
        numbers.shape,
        line_clicks(LINE, "lines", neighbour_lines(numbers.shape, Between.CORNERS), Between.CORNERS),
    )
    words = word_layers(WORD, numbers, numbers >= 0)
    layers = (*words, *line_layers(LINE, view, shape, Between.CORNERS), *sign_layers(view, shape))
    return Scene(shape, "dots", layers, blank=" ", lines="", dots="#33373f", clicks=clicks, **more)


def bridged_scene(view, numbers, **more):
    numbers = np.array(numbers)
    layers = line_layers(BRIDGE, view, numbers.shape, Between.CELLS)
    return Scene(numbers.shape, "bridges", (*layers, *word_layers(WORD, numbers, numbers > 0)), **more)


def test_lines_between_dots():
    """Of one answer, of two, and on the way to one."""
    numbers = [[3, -1, -1], [2, -1, 1]]
    other = (SQUARE[0], SQUARE[1], SQUARE[2], ((1, 0), (2, 0)), ((1, 1), (2, 1)), ((2, 0), (2, 1)))
    assert draw_text(dotted_scene(View(SQUARE, other), numbers)).splitlines() == [
        "+---+   +   +",
        "| 3 |",
        "+-A-+   +   +",
        "B 2 B     1",
        "+-B-+   +   +",
        "(A: line in this answer only, B: in the other only)",
    ]
    known = dotted_scene(View(SQUARE[:2], empty=[((0, 1), (0, 2)), ((0, 2), (1, 2))]), numbers)
    assert draw_text(known).splitlines()[:3] == ["+---+ x +   +", "| 3     x", "+   +   +   +"]
    assert CODE.sub("", draw_text(known, colour=True)) == draw_text(known)
    marks = Marks(concluded=frozenset({((0, 0), (0, 1)), ((0, 3), (1, 3))}), used=frozenset({((0, 0), (1, 0)), (1, 2)}))
    assert draw_labelled(list_grids(known), marks).splitlines() == [
        "      C1  C2  C3",
        "     +[-]+ x +   +",
        " R1 <|>3     x  [ ]",
        "     +   +   +   +",
        " R2    2      <1>",
        "     +   +   +   +",
    ]
    assert "<rect" in label_picture(draw_svg(known), find_squares(known), marks)


def test_lines_between_cells():
    """They pass cells, hide nothing, and lie side by side; in a wide board the room beside short words is filled."""
    answer = (((0, 0), (0, 3), 2), ((0, 0), (3, 0), 1), ((2, 2), (2, 3), 1))
    scene = bridged_scene(View(answer, empty=[((0, 3), (3, 3)), ((3, 0), (3, 3))]), ISLANDS)
    assert draw_text(scene).splitlines() == ["12========3", " |  .  .  x", " |  .  1--.", " 4  .x .  2"]
    assert CODE.sub("", draw_text(scene, colour=True)) == draw_text(scene)
    marks = Marks(concluded=frozenset({((0, 0), (3, 0)), ((3, 0), (3, 3))}), used=frozenset({(0, 0)}))
    assert draw_labelled(list_grids(scene), marks).splitlines() == [
        "      C1   C2   C3   C4",
        " R1  <12>============3",
        " R2  [|]   .    .    x",
        " R3   |    .    1----.",
        " R4   4    . [x].    2",
    ]
    many = bridged_scene(View((((0, 0), (0, 3), 4),)), ISLANDS)
    assert draw_text(many).splitlines()[-1] == "(%: 3 bridges, #: 4 bridges)"


def test_rows_stand_apart_where_a_line_runs_to_the_cell_below():
    """Also where one may be put there by a click."""
    numbers = [[1, 2, 0], [1, 0, 0]]
    down = (((0, 0), (0, 1), 1), ((0, 0), (1, 0), 1))
    assert draw_text(bridged_scene(View(down), numbers)).splitlines() == ["1-2 .", "|", "1 . ."]
    assert draw_text(bridged_scene(View(down[:1]), numbers)).splitlines() == ["1-2 .", "1 . ."]
    clicks = line_clicks(BRIDGE, "bridges", neighbour_lines((2, 3), Between.CELLS), Between.CELLS, 2, is_numbered=True)
    assert draw_text(bridged_scene(View(), numbers, clicks=clicks)).splitlines() == ["1 2 .", "", "1 . ."]
    framed = bridged_scene(View(down), numbers, areas=np.array([[0, 0, 1], [0, 1, 1]]), left=Margin(("7", "8")))
    assert draw_text(framed).splitlines() == [
        "  +-------+---+",
        "7 | 1---2 | . |",
        "  | | +---+   |",
        "8 | 1 | .   . |",
        "  +---+-------+",
    ]


def test_where_lines_of_two_answers_cross_there_is_a_plus():
    numbers = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    scene = bridged_scene(View((((1, 0), (1, 2), 2),), (((0, 1), (2, 1), 1),)), numbers)
    assert draw_text(scene).splitlines()[:3] == [". 1 .", "1A+A1", ". 1 ."]
    more = bridged_scene(View((((1, 0), (1, 2), 2),), (((1, 0), (1, 2), 1),)), numbers)
    one, other = (layer for layer in more.line_layers if layer.glyph.name)
    assert (one.count, one.lane, other.count, other.lane, other.state) == (1, 0, 1, 1, SceneState.ONE)
    assert draw_text(more).splitlines()[1] == "1AAA1"


SAID = [state for state in SceneState if state not in (SceneState.PLAIN, SceneState.UNKNOWN, SceneState.KEPT)]


@pytest.mark.parametrize("between", list(Between))
@pytest.mark.parametrize("state", SAID)
def test_every_state_of_a_line_is_seen_without_colour(state, between):
    """In text, and in pictures without their colours."""
    ends = line_places([((0, 0), (0, 1)), ((0, 0), (1, 0))], (2, 2), between)
    glyph = NO_LINE if state is SceneState.EMPTY else LINE
    told, plain = (
        Scene((2, 2), "a board", (LineLayer(glyph, ends, between, each),)) for each in (state, SceneState.PLAIN)
    )
    assert draw_text(told) != draw_text(plain)
    pictures = [re.sub(r' (fill|stroke)="#[^"]*"', "", draw_svg(each)) for each in (told, plain)]
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("between", list(Between))
def test_lines_beside_the_board_are_left_out(between):
    """An answer may name any points."""
    far = ((0, 10**30), (0, 1)), ((-1, 0), (0, 0)), ((0, 2), (0, 3)), ((0, 1), (0, 2))
    kept = line_places([*far, ((0, 0), (0, 1))], (2, 2), between).tolist()
    assert kept == [[[0, 0], [0, 1]], *([[[0, 1], [0, 2]]] if between is Between.CORNERS else [])]
    assert draw_text(bridged_scene(View((((0, 0), (1, 1)), ((0, 0), (0, 0)))), [[1, 1], [1, 1]])) == "1 1\n1 1"


def test_clicks_count_lines_up():
    clicks = line_clicks(BRIDGE, "bridges", neighbour_lines((1, 2), Between.CELLS), Between.CELLS, 2, is_numbered=True)
    assert scene_document(bridged_scene(View(), [[1, 1]], clicks=clicks))["clicks"] == {
        "lines": [[[0, 0], [0, 1]]],
        "between": "cells",
        "numbered": True,
        "steps": [
            {"glyph": "", "state": "plain", "answer": "", "count": 1},
            {"glyph": "bridge", "state": "plain", "answer": "bridges", "count": 1},
            {"glyph": "bridge", "state": "plain", "answer": "bridges", "count": 2},
            {"glyph": "", "state": "known to be empty", "answer": "", "count": 1},
        ],
    }
