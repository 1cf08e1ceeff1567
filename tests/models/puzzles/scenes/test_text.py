"""Scenes as text: signs of states, words beside the board, borders, several boards; nothing is told by colour alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

from models.puzzles.labelled import Marks, draw_labelled
from models.puzzles.scenes.layers import mask_layer, piece_layers, sign_layers
from models.puzzles.scenes.scene import NOTHING, Glyph, Lettering, Margin, Outline, Scene, SceneLayer, SceneState
from models.puzzles.scenes.states import STATES
from models.puzzles.scenes.svg import draw_svg
from models.puzzles.scenes.text import draw_text, list_grids
from models.puzzles.scenes.view import View, places_of

PIECE = Glyph("piece", "O", (Outline("m2 2h20v20h-20z", {"fill": "#33373f"}),), colour="\x1b[33m")
NUMBER = Glyph("number", parts=(Lettering({"font_size": 14}),))
SHAPE = (2, 3)
CODE = re.compile(r"\x1b\[[0-9;]*m")


def scene_with(*layers, **more):
    return Scene(more.pop("shape", SHAPE), "a board", layers, **more)


def at(*cells, shape=SHAPE):
    return places_of(cells, shape)


@pytest.mark.parametrize(
    "state", [state for state in SceneState if state not in (SceneState.PLAIN, SceneState.UNKNOWN)]
)
def test_every_state_is_seen_without_colour(state):
    """In text, and in pictures without their colours, a cell of which something is said is another one."""
    others = SceneLayer(PIECE, at((0, 0), (0, 1)))
    if state in (SceneState.ONE, SceneState.OTHER):  # it is said of pieces, else of cells
        told, plain = (scene_with(others, SceneLayer(PIECE, at((1, 1)), each)) for each in (state, SceneState.PLAIN))
    else:
        told, plain = scene_with(others, SceneLayer(NOTHING, at((1, 1)), state)), scene_with(others)
    assert draw_text(told) != draw_text(plain)
    assert CODE.sub("", draw_text(told, colour=True)) == draw_text(told)
    pictures = [re.sub(r' (fill|stroke)="#[^"]*"', "", draw_svg(each)) for each in (told, plain)]
    assert pictures[0] != pictures[1]


def test_signs_stand_behind_their_cells():
    """Each in the gap, so that columns stay below each other."""
    scene = scene_with(
        SceneLayer(PIECE, at((0, 0)), SceneState.WRONG),
        SceneLayer(PIECE, at((0, 1), (1, 2))),
        *sign_layers(View(mark=[(0, 1)], empty=[(0, 2), (1, 2)], fresh=[(1, 2)]), SHAPE),
    )
    assert draw_text(scene) == "O!O<x\n. . O]"


def test_words_beside_the_board_are_wrong_where_their_state_says_so():
    """Longer ones are read downwards; with borders, they stand above the middle of their cells."""
    left = Margin(("3", "12"), (SceneState.PLAIN, SceneState.WRONG))
    top = Margin(("1", "20", "?"), (SceneState.PLAIN, SceneState.WRONG, SceneState.UNKNOWN))
    pieces = SceneLayer(PIECE, at((0, 0)))
    assert draw_text(scene_with(pieces, left=left, top=top)).splitlines() == [
        "     2",
        "   1 0!?",
        " 3 O . .",
        "12!. . .",
    ]
    areas = np.array([[0, 0, 1], [0, 1, 1]])
    framed = scene_with(pieces, left=left, top=top, areas=areas)
    assert draw_text(framed).splitlines() == [
        "         2",
        "     1   0!  ?",
        "   +-------+---+",
        " 3 | O   . | . |",
        "   |   +---+   |",
        "12!| . | .   . |",
        "   +---+-------+",
    ]
    assert CODE.sub("", draw_text(framed, colour=True)) == draw_text(framed)


def test_labelled_text_tells_what_is_wrong():
    """A piece, the clue of a row, the clue of a column; what a step speaks of has its brackets instead."""
    scene = scene_with(
        SceneLayer(PIECE, at((0, 0), (1, 1)), SceneState.WRONG),
        left=Margin(("1", "2"), (SceneState.WRONG, SceneState.PLAIN)),
        top=Margin(("1", "0", "0"), (SceneState.PLAIN, SceneState.WRONG, SceneState.PLAIN)),
    )
    lines = draw_labelled(list_grids(scene), Marks(used=frozenset({(1, 1)}))).splitlines()
    assert lines[1:] == ["           1  0! 0", "        +---------", " R1   1!|  O! .  .", " R2   2 |  . <O> ."]


def test_the_last_board_of_several_begins_below_the_first():
    """Boards side by side in a picture are below each other in text, and have a grid each."""
    shape = (2, 2, 3)
    scene = scene_with(
        SceneLayer(PIECE, at((0, 0, 1), (1, 1, 2), shape=shape)),
        SceneLayer(NUMBER, at((1, 0, 0), shape=shape), words=("12",)),
        shape=shape,
    )
    assert draw_text(scene).splitlines() == [" .  O  .", " .  .  .", "", "12  .  .", " .  .  O"]
    assert [grid.words for grid in list_grids(scene)] == [
        [[".", "O", "."], [".", ".", "."]],
        [["12", ".", "."], [".", ".", "O"]],
    ]
    picture = draw_svg(scene)
    assert '<text x="108" y="17">12</text>' in picture  # four cells and a half to the right: a cell is between boards
    assert 'viewBox="-12 -12 192 72"' in picture


def test_pieces_beside_the_board_are_left_out():
    """An answer may name any cell, however far away."""
    layers = piece_layers(PIECE, View(((0, 0), (-1, 0), (5, 1), (10**30, 0), (0, -(10**30)))), SHAPE)
    assert [layer.at.tolist() for layer in layers] == [[[0, 0]], []]


def test_a_layer_is_as_many_elements_however_many_cells_it_has():
    """A picture of a million cells has a handful of paths."""
    glyph = Glyph("dot", ".", STATES[SceneState.EMPTY].parts)
    few, many = (
        draw_svg(scene_with(mask_layer(glyph, np.ones(shape, np.bool_)), shape=shape)) for shape in ((2, 2), (90, 90))
    )
    assert few.count("<path") == many.count("<path") == 3
    assert many.count("l7 7m0 -7l-7 7") == 8100
