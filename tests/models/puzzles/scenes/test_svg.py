"""Pictures of scenes, read back by code that knows only SVG: which outline is at which cell, in which colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from models.puzzles.registry import puzzle
from models.puzzles.scenes.glyphs import STAR
from models.puzzles.scenes.scene import SceneState
from models.puzzles.scenes.states import CROSS, FRAME, STATES
from models.puzzles.svg import MARK, OTHER, UNIT, WRONG

SVG = "{http://www.w3.org/2000/svg}"
BOARD = "4 4 1\n# a a b\na a a b\nc c # b\nd d d d\n"
STARS = ((0, 1), (1, 3), (2, 0), (3, 2))


def cells_with(picture, outline, **style):
    """The cells in which an outline is drawn, by paths with these attributes."""
    cells = []
    for path in ElementTree.fromstring(picture).iter(f"{SVG}path"):
        if all(path.get(name.replace("_", "-")) == value for name, value in style.items()):
            parts = re.findall(r"M(\d+) (\d+)([^M]*)", path.get("d"))
            cells += [(int(y) // UNIT, int(x) // UNIT) for x, y, rest in parts if rest == outline]
    return sorted(cells)


@pytest.fixture
def star_board():
    record = puzzle("starbattle")
    return record, record.parse(BOARD)


def test_pieces_are_where_the_answer_says(star_board):
    """The stars of an answer, and of none."""
    record, p = star_board
    star = STAR.parts[0].path
    assert cells_with(record.draw_svg(p, STARS), star) == sorted(STARS)
    assert cells_with(record.draw_svg(p), star) == []


def test_two_answers_are_told_apart(star_board):
    """Stars of one answer only are in a frame; of those of the other there is a dashed outline alone."""
    record, p = star_board
    star, picture = STAR.parts[0].path, record.draw_svg(p, STARS, ((0, 2), *STARS[1:]))
    assert cells_with(picture, star, stroke_dasharray="3 2", stroke=OTHER) == [(0, 2)]
    assert cells_with(picture, star) == sorted({*STARS, (0, 2)})
    assert cells_with(picture, FRAME, stroke=WRONG) == [(0, 1)]


def test_cells_that_the_view_speaks_of_have_signs(star_board):
    """A mark, a cross, an exclamation mark; a blocked cell that is known to be empty needs no cross."""
    record, p = star_board
    picture = record.draw_svg(p, None, mark=[(1, 1)], empty=[(0, 0), (2, 1)], fresh=[(2, 1)])
    assert cells_with(picture, FRAME, stroke=MARK) == [(1, 1)]
    assert cells_with(picture, CROSS) == [(2, 1)]
    assert re.findall(r'<text x="(\S+)" y="(\S+)">!</text>', picture) == [("45", "55.2")]


@pytest.mark.parametrize("state", [SceneState.DEDUCED, SceneState.SUPPOSED])
def test_signs_in_a_corner_stay_off_digits(state):
    """Digits of 14 units, on the base line at 17, begin some 10 above it."""
    patch, sign = STATES[state].parts
    x, y, wide, tall = map(float, re.findall(r"[\d.]+", patch.path)[:4])
    assert y + tall < 17 - 0.7 * 14 + 0.5
    assert sign.y < y + tall
    assert x <= sign.x <= x + wide
