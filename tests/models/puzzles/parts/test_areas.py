"""Areas of equal numbers: what is possible, random ones."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from models.puzzles.parts.areas import draw_areas, possible_numbers, wrong_areas
from models.puzzles.randomness import Stream


def answers_of(given):
    """All, by trying."""
    for numbers in product(range(1, given.size + 1), repeat=given.size):
        grid = np.array(numbers).reshape(given.shape)
        if ((given == 0) | (given == grid)).all() and not wrong_areas(grid):
            yield grid


@pytest.mark.parametrize("seed", range(12))
def test_numbers_of_answers_are_possible(seed):
    """On boards of 2x3 cells with some numbers of an answer."""
    stream = Stream("areas", "test", "possible", seed)
    numbers = draw_areas((2, 3), stream)
    given = np.where(np.arange(6).reshape(2, 3) % 3 == seed % 3, numbers, 0)
    possible = possible_numbers(given)
    found = list(answers_of(given))
    assert any((grid == numbers).all() for grid in found)
    for grid in found:
        assert possible[(*np.indices(grid.shape), grid - 1)].all()


def test_what_given_numbers_need_bounds_the_others():
    """A 3 that needs two more cells of four leaves areas of at most two cells; a 1 is reached by no other cell."""
    possible = possible_numbers(np.array([[3, 0, 0, 0, 0]]))
    assert possible.shape == (1, 5, 3)
    assert possible[0, :, 2].tolist() == [True, True, True, False, False]
    assert possible[0, 0].tolist() == [False, False, True]


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (8, 8), (12, 5)])
def test_random_areas_are_as_large_as_they_say(size):
    numbers = draw_areas(size, Stream("areas", "test", "drawn", 1))
    assert wrong_areas(numbers) == []
