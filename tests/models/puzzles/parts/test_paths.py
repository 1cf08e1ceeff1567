"""Paths: random ones cover the board, and a cut takes answers away."""

from __future__ import annotations

import numpy as np
import pytest

from models.puzzles.parts import Stream, joined_parts, number_ends, same_ends
from models.puzzles.parts.paths import draw_paths, follow_paths
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError


@pytest.mark.parametrize("shape", [(1, 2), (1, 9), (2, 2), (3, 3), (5, 8), (9, 9)])
def test_random_paths_cover_the_board_and_are_no_rings(shape):
    for seed in range(5):
        lines = draw_paths(shape, Stream("paths", "test", str(shape), seed))
        paths = follow_paths(lines)
        assert sorted(cell for path in paths for cell in path) == list(np.ndindex(*shape))
        assert min(map(len, paths)) >= 2
        assert sum(len(path) - 1 for path in paths) == len(lines)  # else there would be a ring besides
        assert sorted(map(sorted, paths)) == sorted(joined_parts(lines))


def test_one_cell_has_no_path():
    with pytest.raises(InputError, match="2 or more cells"):
        draw_paths((1, 1), Stream("paths", "test", "1x1", 0))


def test_numbers_stand_at_ends_and_may_have_other_names():
    lines = (((0, 0), (0, 1)), ((0, 2), (1, 2)), ((1, 0), (1, 1)), ((1, 1), (1, 2)))
    numbers = number_ends((2, 3), lines)
    assert numbers.tolist() == [[1, 1, 2], [2, 0, 0]]
    assert same_ends(numbers, np.array([[7, 7, 3], [3, 0, 0]]))
    assert not same_ends(numbers, np.array([[7, 3, 7], [3, 0, 0]]))


def test_a_path_is_cut_where_answers_differ():
    """The 1 may lead around either way; a cut leaves one answer fewer."""
    record = puzzle("numberlink")
    board = record.parse("2 3\n1 . 2\n1 . 2\n")
    answer = (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((0, 2), (1, 2)), ((1, 0), (1, 1)))
    second = (((0, 0), (1, 0)), ((0, 1), (0, 2)), ((0, 1), (1, 1)), ((1, 1), (1, 2)))
    assert record.verify(board, answer) == record.verify(board, second) == []
    changed, kept = record.extras.exclude(board, answer, second, Stream("paths", "test", "cut", 0))
    assert record.verify(changed, kept) == []
    assert record.verify(changed, second)
    assert set(kept) < set(answer)
