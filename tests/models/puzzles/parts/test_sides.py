"""Words beside a board: its plain text, what becomes of them in a turn, clues that are taken away, drawings."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from models.puzzles.boards import SIDES, isometries, lines_from
from models.puzzles.parts import ListWords, NumberWords, RegionWords, Scene, array_record, side_words, text_of_grids
from models.puzzles.scenes.scene import Margin, SceneState
from models.puzzles.scenes.text import draw_text
from rosetta.foundation.errors import InputError


@array_record
class Framed:
    regions: NDArray[np.int64]
    numbers: NDArray[np.int64]
    left: NDArray[np.int64]
    top: NDArray[np.int64]
    right: NDArray[np.int64]
    bottom: NDArray[np.int64]


@array_record
class Listed:
    left: tuple
    top: tuple


NUMBERS = NumberWords()
FOUR = dict.fromkeys(SIDES, NUMBERS)
SEEN = text_of_grids(Framed, sides=FOUR, are_seen=True, regions=RegionWords(), numbers=NUMBERS)
COUNTED = text_of_grids(Framed, sides=FOUR, regions=RegionWords(), numbers=NUMBERS)
LISTS = text_of_grids(Listed, sides={"left": ListWords(), "top": ListWords()})
BOARD = "2 3\n1 1 2\n1 2 2\n   .  2 11\n1  7  .  .  .\n.  .  .  3  4\n   5  .  6\n"


def test_a_text_is_read_and_written_with_its_sides_around_the_last_grid():
    p = SEEN.parse(BOARD)
    assert [getattr(p, side).tolist() for side in SIDES] == [[1, 0], [0, 2, 11], [0, 4], [5, 0, 6]]
    assert p.numbers.tolist() == [[7, 0, 0], [0, 0, 3]]
    assert SEEN.parse(SEEN.format(p)) == p
    assert SEEN.format(p) == BOARD.replace("\n1  7  .  .  .\n.  .  .  3  4", "\n1  7  .  . .\n.  .  .  3 4")


def test_what_is_seen_from_a_side_is_seen_from_its_image():
    """The first cell of each line, as seen from each side, is what stands there: so it is after each turn."""
    numbers = np.arange(1, 7).reshape(2, 3)
    p = Framed(np.zeros((2, 3), int), numbers, **{side: lines_from(side, numbers)[:, 0] for side in SIDES})
    for isometry in isometries((2, 3)):
        turned = SEEN.turned(p, isometry)
        for side in SIDES:
            assert getattr(turned, side).tolist() == lines_from(side, turned.numbers)[:, 0].tolist()


def test_what_is_said_of_a_whole_line_stays_on_its_side():
    p, (_, left_right, upside_down, _) = COUNTED.parse(BOARD), isometries((2, 3))
    turned = COUNTED.turned(p, left_right)
    assert (turned.left.tolist(), turned.top.tolist(), turned.bottom.tolist()) == ([1, 0], [11, 2, 0], [6, 0, 5])
    assert COUNTED.turned(p, upside_down).right.tolist() == [4, 0]


def test_a_list_is_read_from_the_other_end_where_its_line_is():
    p, (_, left_right, upside_down, _) = LISTS.parse("2 3\n1 ? 1,2\n3,1\n0\n"), isometries((2, 3))
    assert LISTS.turned(p, left_right) == Listed(((1, 3), (0,)), ((1, 2), (), (1,)))
    assert LISTS.turned(p, upside_down) == Listed(((0,), (3, 1)), ((1,), (), (2, 1)))


def test_clues_are_taken_from_cells_and_from_sides():
    p = SEEN.parse(BOARD)
    assert SEEN.count_clues(p) == 2 + 1 + 2 + 1 + 2
    assert SEEN.remove_clues(p, [0, 2, 7]) == SEEN.parse("2 3\n1 1 2\n1 2 2\n. 2 11\n. . . . .\n. . . 3 4\n5 . .\n")
    bare = SEEN.without_clues(p)
    assert SEEN.count_clues(bare) == 0
    assert bare.regions.tolist() == p.regions.tolist()
    assert [LISTS.count_clues(each) for each in LISTS.without_clue(LISTS.parse("1 2\n1 ?\n1\n"))] == [1, 1]


def test_wrong_texts_are_refused():
    for text, message in (
        (
            BOARD.replace("   5  .  6\n", ""),
            "a line above the columns, 2 rows each of regions and numbers, a line below",
        ),
        (BOARD.replace("3  4", "3"), "line 6: expected 5 words, found 4"),
        (BOARD.replace("5  .  6", "x  .  6"), "bottom, word 1: expected `.` or a number from 1, found 'x'"),
    ):
        with pytest.raises(InputError, match=message):
            SEEN.parse(text)


def test_words_stand_around_a_board_with_areas():
    margins = {"left": Margin(("1", "")), "right": Margin(("", "4")), "bottom": Margin(("5 6", "7"), are_lists=True)}
    scene = Scene((2, 2), "", (), areas=np.array([[0, 1], [0, 1]]), **margins)
    lines = draw_text(scene).splitlines()
    assert [line for line in lines if "." in line] == ["1 | . | . |", "  | . | . |4"]
    assert [line.split() for line in lines[-2:]] == [["5", "7"], ["6"]]


def test_an_answer_of_another_shape_is_not_judged_beside_the_board():
    """Else a page finds words without a state."""
    p, right, wrong = SEEN.parse(BOARD), SceneState.PLAIN, SceneState.WRONG
    held = {"left": [2, 5], "top": [1, 2, 3]}
    assert {side: margin.states for side, margin in side_words(p, held=held).items()} == {
        "left": (wrong, right),
        "top": (right, right, wrong),
        "right": (),
        "bottom": (),
    }
    assert all(margin.states == () for margin in side_words(p, held={**held, "left": [2]}).values())
