"""Rectangles with one number: all that there are, against a loop over all corners; random ones cover the board."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from models.puzzles.parts import Stream, clued_rectangles, draw_rectangles, is_rectangle


def rectangles_by_corners(numbers, unknown):
    """All rectangles, one by one."""
    height, width = numbers.shape
    for r, c, h, w in product(range(height), range(width), range(1, height + 1), range(1, width + 1)):
        inside = numbers[r : r + h, c : c + w]
        own = inside[inside != 0].tolist()
        if inside.shape == (h, w) and len(own) == 1 and own[0] in (unknown, h * w):
            yield (r, c, h, w), own[0]


@pytest.mark.parametrize("seed", range(6))
def test_they_are_all_with_one_number_that_is_their_size(seed):
    stream = Stream("rectangles", "test", "4x5", seed)
    numbers = np.array([max(stream.number_below(12) - 6, -1) for _ in range(20)]).reshape(4, 5)
    found, own = clued_rectangles(numbers, -1)
    expected = dict(rectangles_by_corners(numbers, -1))
    assert dict(zip(map(tuple, found.tolist()), own.tolist(), strict=True)) == expected
    assert len(found) == len(expected)


def test_cells_of_a_rectangle():
    assert is_rectangle([(0, 0), (0, 1), (1, 0), (1, 1)])
    assert not is_rectangle([(0, 0), (0, 1), (1, 0)])
    assert not is_rectangle([(0, 0), (0, 0)])


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (6, 4), (10, 10)])
def test_random_rectangles_cover_the_board(size):
    drawn = draw_rectangles(size, 6, Stream("rectangles", "test", str(size), 0))
    assert all(is_rectangle(cells) and len(cells) <= 6 for cells in drawn)
    assert sorted(cell for cells in drawn for cell in cells) == list(np.ndindex(*size))
