"""Boards of digits and cages: what is drawn keeps its rules, whatever the side; clues that go are the same many at
once."""

from __future__ import annotations

import numpy as np
import pytest

from models.neutral import Model, each
from models.puzzles.parts.cages import cage_layers, cut_cage, draw_cages, read_sums
from models.puzzles.parts.digit_boards import (
    changed_givens,
    check_region_digits,
    draw_digit_board,
    draw_digit_regions,
    draw_digits,
    has_usual_boxes,
    missing_digits,
    missing_in_regions,
    state_regions,
    usual_boxes,
)
from models.puzzles.randomness import Stream
from models.puzzles.regions import borders_of_regions, regions_between
from models.puzzles.scenes.canvas import cage_canvas
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import solutions


def stream(seed=0):
    return Stream("digits", "test", "", seed)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 25])
def test_a_full_board_and_its_regions_have_each_digit_once(n):
    """Regions of any shape stay connected, and are others than at the start from 4x4 on."""
    digits = draw_digits(n, stream(n))
    regions = draw_digit_regions(digits, stream(n))
    assert list(missing_digits(digits.tolist())) == []
    assert list(missing_in_regions(digits.tolist(), regions.tolist())) == []
    assert np.array_equal(regions_between(*borders_of_regions(regions)), regions)
    if n in (4, 6, 8, 9, 12, 16, 25):
        assert list(missing_in_regions(digits.tolist(), usual_boxes(n).tolist())) == []
        assert has_usual_boxes(usual_boxes(n))
        assert not has_usual_boxes(regions)
    else:
        with pytest.raises(InputError, match=f"{n}x{n} have no usual boxes"):
            usual_boxes(n)


def test_usual_boxes_are_wider_than_tall():
    assert usual_boxes(6)[:3].tolist() == [[0, 0, 0, 1, 1, 1]] * 2 + [[2, 2, 2, 3, 3, 3]]


@pytest.mark.parametrize(("n", "irregular"), [(4, False), (5, True), (9, False)])
def test_diagonals_of_a_board_have_each_digit_once(n, irregular):
    digits, regions = draw_digit_board("digits", (n, n), stream(n), irregular, True, 25)
    assert list(missing_digits(digits.tolist(), diagonals=True)) == []
    assert list(missing_in_regions(digits.tolist(), regions.tolist())) == []
    wrong = digits.copy()
    wrong[0, 0] = wrong[1, 1]
    missing = list(missing_digits(wrong.tolist(), diagonals=True))
    assert f"the falling diagonal lacks {digits[0, 0]}" in missing


SIZES = np.array([[0, 0, 1], [2, 0, 1], [2, 2, 2]])  # regions of three, two and four cells


def test_regions_of_any_size_have_the_numbers_up_to_it():
    """As all ways to write the numbers of each region into its cells."""
    m = Model("regions")
    digit = m.bools("digit", (3, 3, 4), says=each("{cell} is {2}"))
    m.exactly(1, "every cell has one number", digit.reshape(-1, 4))
    state_regions(m, digit, SIZES)
    values = np.stack(solutions(m, digit.ravel(), 999))
    found = set(map(tuple, (values[:, digit.ravel()].reshape(-1, 9, 4).argmax(axis=2) + 1).tolist()))
    assert len(found) == 6 * 2 * 24
    for numbers in found:
        grid = np.reshape(numbers, (3, 3))
        assert all(sorted(grid[region == SIZES]) == [*range(1, n + 1)] for region, n in enumerate((3, 2, 4)))
        assert list(missing_in_regions(grid.tolist(), SIZES.tolist())) == []


def test_what_a_region_lacks_is_told_with_its_number():
    grid = [[1, 2, 2], [1, 3, 2], [2, 3, 3]]
    assert list(missing_in_regions(grid, SIZES.tolist())) == ["region 2 lacks 1", "region 3 lacks 4"]


def test_a_digit_above_the_size_of_its_region_is_refused():
    check_region_digits("x", np.array([[3, 0, 2], [4, 0, 0], [0, 0, 0]]), SIZES)
    with pytest.raises(InputError, match="x: cell R1C3: expected numbers up to 2, found 3"):
        check_region_digits("x", np.array([[3, 0, 3], [4, 0, 0], [0, 0, 0]]), SIZES)


def test_a_given_digit_that_changes_is_told():
    assert list(changed_givens(((1, 2), (2, 1)), [[1, 0], [0, 2]])) == ["R2C2 is 1, not the given 2"]


@pytest.mark.parametrize("seed", range(5))
def test_cages_are_connected_and_hold_no_digit_twice(seed):
    digits = draw_digits(9, stream(seed))
    cages = draw_cages(digits, stream(seed))
    assert np.array_equal(regions_between(*borders_of_regions(cages)), cages)
    for cage in range(cages.max() + 1):
        held = digits[cages == cage].tolist()
        assert len(set(held)) == len(held) <= 5
        assert read_sums(cages, digits)[cages == cage].sum() == sum(held)


@pytest.mark.parametrize("seed", range(5))
def test_a_cage_is_cut_where_another_answer_has_other_sums(seed):
    """So the other answer, which had the same sums, is none any more."""
    one, cages = np.array([[1, 2, 3, 4], [3, 4, 1, 2]]), np.zeros((2, 4), np.int64)
    other = one[:, [2, 3, 0, 1]]
    assert np.array_equal(read_sums(cages, one), read_sums(cages, other))
    cut = cut_cage(cages, one, other, stream(seed))
    assert cut.max() == 1
    assert not np.array_equal(read_sums(cut, one), read_sums(cut, other))
    assert cut_cage(cages, one, one, stream(seed)) is None


def test_outlines_go_around_cages_and_their_inner_corners():
    """Every side of a cell behind which another cage begins has its piece, and so has a corner that another one cuts
    out."""
    cages = np.array([[0, 0, 1], [0, 1, 1]])
    *outlines, sums = cage_layers(cages, np.array([[5, 0, 7], [0, 0, 0]]))
    assert sums.words == ("5", "7")
    at = {tuple(cell): layer.glyph.parts[0].path for layer in outlines for cell in layer.at.tolist()}
    assert len(at) == 6
    assert at[0, 0].count("h") + at[0, 0].count("v") == 2 + 2  # above and left; around the corner below on the right
    assert at[0, 1].count("h") + at[0, 1].count("v") == 3
    assert at[1, 2].count("h") + at[1, 2].count("v") == 2 + 2


def test_lines_between_regions_are_dotted_within_a_cage():
    canvas = cage_canvas(np.array([[0, 0], [1, 2]]), np.array([[0, 1], [0, 1]]))
    assert canvas.signs.tolist() == [
        ["#", "#", "#", "#", "#"],
        ["#", " ", ":", " ", "#"],
        ["#", "-", "#", "-", "#"],
        ["#", " ", "#", " ", "#"],
        ["#", "#", "#", "#", "#"],
    ]
