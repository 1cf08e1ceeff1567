"""Values of a model's variables as text: read back from the text, they are those of the answer."""

from __future__ import annotations

import numpy as np
import pytest

from models.puzzles.model.values_text import MOST_SHOWN, WIDEST_VECTOR, values_text


def text_of(shape, values, second=None, *, integer=False, is_open=()):
    """The text of one array `x` with these values, in this shape."""
    size = int(np.prod(shape))
    array = np.arange(1, size + 1, dtype=np.int32).reshape(shape)
    columns = [None if v is None else np.concatenate([[0], np.ravel(v)]).astype(np.int64) for v in (values, second)]
    return values_text({"x": array}, *columns, integer=np.full(size + 1, integer), open_variables=is_open)


def numbers_of(lines):
    return [[int(word) for word in line.split()] for line in lines]


@pytest.mark.parametrize("shape", [(3, 4), (4, 1), (2, 3, 4), (2, 1, 2, 3)])
def test_every_value_stands_in_its_place(shape):
    """Of numbers: each matrix below its index, a line per row."""
    values = np.random.default_rng(1).integers(-5, 100, shape)
    lines = text_of(shape, values, integer=True).splitlines()
    titles = [f"x[{', '.join(map(str, index))}]:" if index else "x:" for index in np.ndindex(shape[:-2])]
    assert [line for line in lines if line.endswith(":")] == titles
    assert numbers_of(line for line in lines if not line.endswith(":")) == values.reshape(-1, shape[-1]).tolist()
    assert len({len(line) for line in lines if not line.endswith(":")}) == 1  # columns


def test_vectors_and_single_variables():
    """A vector on one line or, where it is long, in columns below each other."""
    assert text_of((), [7], integer=True) == "x = 7"
    assert text_of((3,), [-1, 0, 10], integer=True) == "x: -1 0 10"
    values = np.random.default_rng(2).integers(0, 1000, 150)
    lines = text_of((150,), values, integer=True).splitlines()
    assert len(lines) > 1
    assert all(len(line) <= WIDEST_VECTOR for line in lines)
    assert [n for line in numbers_of(line.removeprefix("x:") for line in lines) for n in line] == values.tolist()
    assert text_of((0,), []) == "x:"
    assert text_of((0, 3), []) == "x:"


@pytest.mark.parametrize("shape", [(4, 3, 5), (2, 3, 2, 4)])
def test_a_choice_is_shown_as_its_place(shape):
    """Booleans of which one is 1 along the last axis; the places give back every value."""
    places = np.random.default_rng(3).integers(0, shape[-1], shape[:-1])
    values = np.eye(shape[-1], dtype=int)[places]
    lines = text_of(shape, values).splitlines()
    axes = "i, j, k" if len(shape) == 3 else "i, j, k, l"
    assert lines[0] == f"x[{axes}] is 1 for this {axes[-1]}, counted from 0:"
    rows = numbers_of(line for line in lines[1:] if not line.endswith(":"))
    assert np.array_equal(np.eye(shape[-1], dtype=int)[np.array(rows).reshape(shape[:-1])], values)


def test_what_is_no_choice_is_shown_whole():
    """A place with two ones or none, numbers, values that are not known, and another answer that is no choice."""
    values = np.eye(2, dtype=int)[np.zeros((2, 2), int)]  # all at place 0
    assert "is 1 for" in text_of((2, 2, 2), values)
    both, none = values.copy(), values.copy()
    both[0, 0], none[0, 0] = 1, 0
    for other in (both, none):
        assert "is 1 for" not in text_of((2, 2, 2), other)
        assert "is 1 for" not in text_of((2, 2, 2), values, other)
    assert "is 1 for" not in text_of((2, 2, 2), values, integer=True)
    unknown = text_of((2, 2, 2), values, is_open=[1])
    assert unknown.splitlines()[1].split() == ["?", "0"]


def test_differences_between_two_answers_are_marked():
    """In a matrix at each value, in a choice at its place."""
    assert text_of((2, 2), [[0, 1], [1, 0]], [[0, 1], [0, 1]]).splitlines()[1:] == ["   0  1", "  1* 0*"]
    one, two = np.eye(2, dtype=int)[[[0, 1], [1, 1]]], np.eye(2, dtype=int)[[[0, 1], [1, 0]]]
    assert text_of((2, 2, 2), one, two).splitlines()[1:] == ["   0  1", "   1 1*"]


@pytest.mark.parametrize("shape", [(2 * MOST_SHOWN,), (100, 50), (50, 10, 10), (2, 2 * MOST_SHOWN)])
def test_of_large_arrays_the_rest_is_counted(shape):
    """What is printed and what is left out are all values; differences in the rest are told."""
    values = np.random.default_rng(4).integers(0, 3, shape)
    *shown, last = text_of(shape, values, integer=True).splitlines()
    printed = [n for line in shown if not line.endswith(":") for n in map(int, line.removeprefix("x:").split())]
    assert MOST_SHOWN <= len(printed) < MOST_SHOWN + 100
    rest = values.ravel()[len(printed) :]
    assert printed == values.ravel()[: len(printed)].tolist()
    assert last == f"  ... and {len(rest):,} more values, {np.count_nonzero(rest):,} of them not 0"
    other = values.copy()
    other.ravel()[-3:] += 1
    assert text_of(shape, values, other, integer=True).endswith("; 3 of these differ")
