"""Runs of white cells, and sums before them."""

from __future__ import annotations

import numpy as np
import pytest

from models.puzzles.parts.runs import (
    ACROSS,
    DOWN,
    SumWords,
    drop_idle_sums,
    find_digit_sets,
    find_runs,
    list_run_faults,
    list_sums,
)
from rosetta.foundation.errors import InputError

WORDS = np.array([["#", "4/", "6/"], ["/3", ".", "."], ["/7", ".", "."]])


def test_words_are_read_and_written():
    sums = SumWords().read(WORDS)
    assert sums[0, 1].tolist() == [4, 0]
    assert sums[1, 0].tolist() == [0, 3]
    assert (SumWords().write(sums) == WORDS).all()
    for word in ("/", "0/", "x", "3", "1/2/3"):
        with pytest.raises(InputError, match=r"cell R1C1: expected `\.`, `#` or sums such as `27/9`"):
            SumWords().read(np.array([[word]]))


def test_runs_have_the_sums_before_them():
    sums = SumWords().read(WORDS)
    down, across = find_runs(sums, DOWN), find_runs(sums, ACROSS)
    assert down.cells.tolist() == [[-1, -1, -1], [-1, 0, 1], [-1, 0, 1]]
    assert (down.sums.tolist(), across.sums.tolist()) == ([4, 6], [3, 7])
    assert down.first.tolist() == [[1, 1], [1, 2]]
    assert across.lengths.tolist() == [2, 2]


def test_sums_are_read_off_digits():
    sums = SumWords().read(WORDS)
    digits = np.array([[0, 0, 0], [0, 1, 2], [0, 3, 4]])
    assert (list_sums(sums[..., 0] < 0, digits) == sums).all()
    assert list(list_run_faults(sums, digits)) == []
    assert list(list_run_faults(sums, [[0, 0, 0], [0, 1, 2], [0, 3, 3]])) == [
        "the run down at R2C3 has the sum 5, not 6",
        "the run across at R3C2 has the digit 3 2 times",
        "the run across at R3C2 has the sum 6, not 7",
    ]


def test_a_sum_that_no_run_follows_is_dropped():
    sums = SumWords().read(np.array([["5/2", "."], ["/4", "#"]]))
    assert drop_idle_sums(sums).tolist() == [[[0, 2], [-1, -1]], [[0, 0], [0, 0]]]


def test_sets_of_digits_have_the_sum():
    assert find_digit_sets(3, 7) == [(1, 2, 4)]
    assert find_digit_sets(2, 18) == []
    assert len(find_digit_sets(4, 20)) == 12
