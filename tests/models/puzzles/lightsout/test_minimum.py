"""The fewest presses: weights of cosets against counting, the split against weighing all, the published values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra.modulo2.maps import LinearMap, coordinates, inverse, row_space
from algebra.modulo2.minimum import coset as gf2_coset
from algebra.modulo2.minimum import split as gf2_split
from algebra.modulo2.minimum.coset import Coset, light_words, lightest_word, spectra
from algebra.modulo2.minimum.split import SplitError, lightest_by_split
from models.puzzles.lightsout.theory.bit_rows import bits_from_cells
from models.puzzles.lightsout.theory.minimum import fewest_presses, parity_classes, solutions
from models.puzzles.lightsout.theory.polynomial import GridBoard, lamp_changes, solve

# Published (A075464): n = 1..18, and with the split 39 and 47.
FEWEST = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188]


@st.composite
def cosets(draw, most_dimension: int = 10, most_cells: int = 30):
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    cells = draw(st.integers(1, most_cells))
    return Coset(random.random(cells) < 0.5, random.random((draw(st.integers(0, most_dimension)), cells)) < 0.5)


def weights(coset: Coset) -> list[int]:
    """Of all words, one by one."""
    words = [coset.word]
    for vector in coset.basis:
        words += [word ^ vector for word in words]
    return [int(word.sum()) for word in words]


@settings(max_examples=50)
@given(cosets(), st.integers(0, 12), st.integers(0, 3), st.integers(1, 40), st.sampled_from([0, 32767]))
def test_weights_of_all_words(coset, in_memory, beside, capacity, short):
    """Whatever bits are in memory, side by side, or gone through, as short numbers or long ones; every word once;
    lists complete to their bound."""
    expected = weights(coset)
    was = gf2_coset.IN_MEMORY, gf2_coset.SIDE_BITS, gf2_coset.SHORT
    gf2_coset.IN_MEMORY, gf2_coset.SIDE_BITS, gf2_coset.SHORT = in_memory, beside, short
    try:
        by_number = [-1] * len(expected)
        for spectrum, high, first in spectra(coset):
            for (row, column), value in np.ndenumerate(spectrum):
                assert by_number[(row << high) + first + column] == -1
                by_number[(row << high) + first + column] = (coset.word.size - int(value)) // 2
        assert by_number == expected
        weight, number = lightest_word(coset)
        assert weight == min(expected) == expected[number]
        for light in (light_words(coset, capacity), light_words(coset, most=coset.word.size // 2)):
            numbers = light.numbers.tolist()
            assert sorted(numbers) == [z for z, each in enumerate(expected) if each <= light.most]
            assert light.weights.tolist() == sorted(expected[z] for z in numbers) == [expected[z] for z in numbers]
        light = light_words(coset, capacity)
        assert len(light.numbers) <= max(capacity, expected.count(min(expected)))
        assert len(light.numbers)
    finally:
        gf2_coset.IN_MEMORY, gf2_coset.SIDE_BITS, gf2_coset.SHORT = was


def invertible(random: np.random.Generator, size: int) -> np.ndarray:
    """Ones below and on the diagonal of two triangles, rows in random order."""
    lower, upper = (np.tril(random.random((size, size)) < 0.5, -1) | np.eye(size, dtype=bool) for _ in "lu")
    return (lower.astype(int) @ upper.T % 2).astype(bool)[random.permutation(size)]


def splitting(first: int, second: int, seed: int) -> tuple[Coset, list[np.ndarray]]:
    """A random code, and four classes of cells, two and two of which show all its bits."""
    random = np.random.default_rng(seed)
    pieces = []
    for whole in (invertible(random, first + second), invertible(random, first + second)):
        for half in (whole[:, :first], whole[:, first:]):
            more = random.random((half.shape[1], random.integers(0, 8))) < 0.5
            pieces.append(np.concatenate([half, (half.astype(int) @ more % 2).astype(bool)], axis=1))
    basis = np.concatenate([pieces[k] for k in (0, 2, 3, 1)], axis=1)
    ends = np.cumsum([pieces[k].shape[1] for k in (0, 2, 3, 1)])[:-1]
    order = random.permutation(basis.shape[1])
    return Coset(random.random(basis.shape[1]) < 0.5, basis[:, np.argsort(order)]), np.split(order, ends)


@settings(max_examples=60)
@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2**32), st.sampled_from([0, 3, 1000]), st.integers(1, 30))
def test_split_against_weighing_all(first, second, seed, sample, capacity):
    """The same least weight, and a word that has it. With a poor first bound, or none, and short lists as well: then
    lists are made again, and many pairs looked at."""
    coset, classes = splitting(first, second, seed)
    was = gf2_split.SAMPLE, gf2_split.CAPACITY
    gf2_split.SAMPLE, gf2_split.CAPACITY = sample, capacity
    try:
        lightest = lightest_by_split(coset, classes)
    finally:
        gf2_split.SAMPLE, gf2_split.CAPACITY = was
    expected = weights(coset)
    assert lightest.weight == min(expected) == expected[lightest.number]
    assert lightest.floor <= lightest.weight


def test_the_search_does_not_end_too_early(monkeypatch):
    """Without a first bound the lightest word is often among the very last pairs that have to be looked at, with short
    lists or after they were made longer."""
    monkeypatch.setattr(gf2_split, "SAMPLE", 0)
    monkeypatch.setattr(gf2_split, "FILTER_BITS", 12)
    for seed in range(300):
        monkeypatch.setattr(gf2_split, "CAPACITY", (3, 1 << 21)[seed % 2])
        coset, classes = splitting(2 + seed // 2 % 4, 2 + seed // 8 % 4, seed)
        assert lightest_by_split(coset, classes).weight == min(weights(coset)), seed


@pytest.mark.parametrize("side", [4, 9, 14, 16, 19, 29, 32, 35])
def test_split_of_boards_against_weighing_all(side):
    """Boards small enough for both ways."""
    board = GridBoard(side, side)
    assert fewest_presses(board, direct=0).weight == fewest_presses(board).weight


@settings(max_examples=40)
@given(st.integers(1, 4), st.integers(1, 4), st.booleans(), st.integers(0, 2**16 - 1))
def test_any_change_by_pressing_everything(m, n, closed, lights):
    """Small boards, both rules: the least of all sets of presses that make the change, or none where there is none."""
    board = GridBoard(m, n, closed)
    change = [lights >> i * n & (1 << n) - 1 for i in range(m)]
    sets = ([presses >> i * n & (1 << n) - 1 for i in range(m)] for presses in range(1 << m * n))
    brute = min(
        (sum(row.bit_count() for row in each) for each in sets if list(lamp_changes(board, each)) == change), default=-1
    )
    if brute < 0:
        with pytest.raises(ValueError, match="no presses make this change"):
            fewest_presses(board, change)
    else:
        fewest = fewest_presses(board, change)
        assert fewest.weight == brute == fewest.presses.sum()
        assert list(lamp_changes(board, bits_from_cells(fewest.presses))) == change


@pytest.mark.parametrize("closed", [True, False])
def test_rectangles_split_as_well(monkeypatch, closed):
    """All m x n with quiet patterns, m < n <= 18: both ways the same, for the lights of random presses. With the closed
    rule all of them split; with the open one some do not, and are refused."""
    monkeypatch.setattr(gf2_split, "FILTER_BITS", 12)
    count = refused = 0
    for m in range(1, 18):
        for n in range(m + 1, 19):
            board = GridBoard(m, n, closed)
            change = list(lamp_changes(board, bits_from_cells(np.random.default_rng(m).random((m, n)) < 0.5)))
            if not solve(board, change).nullity:
                continue
            try:
                split = fewest_presses(board, change, direct=0)
            except SplitError:
                refused += 1
                continue
            count += 1
            assert split.weight == fewest_presses(board, change).weight == split.presses.sum()
    assert count > 10
    assert closed == (refused == 0)


@pytest.mark.parametrize("seed", range(4))
def test_split_of_random_changes_against_weighing_all(seed):
    """The classes split the quiet patterns, whatever the change: both ways the same, on 19 x 19 and on 9 x 19."""
    for m, n in ((19, 19), (9, 19)):
        presses = bits_from_cells(np.random.default_rng(seed).random((m, n)) < 0.5)
        change = list(lamp_changes(GridBoard(m, n), presses))
        fewest = fewest_presses(GridBoard(m, n), change, direct=0)
        assert fewest.weight == fewest_presses(GridBoard(m, n), change).weight
        assert fewest.note.startswith("split")
        assert list(lamp_changes(GridBoard(m, n), bits_from_cells(fewest.presses))) == change


@pytest.mark.sample(3)
@pytest.mark.parametrize(("n", "weight"), [*enumerate(FEWEST, 1), (39, 561), (47, 971)])
def test_published_values(n, weight):
    """The value, and the presses that have it: pressed one row after the other, all lights are on."""
    board = GridBoard(n, n)
    fewest = fewest_presses(board)
    assert fewest.weight == weight == fewest.presses.sum()
    assert list(lamp_changes(board, bits_from_cells(fewest.presses))) == [(1 << n) - 1] * n


@pytest.mark.parametrize("m", range(1, 5))
def test_rectangles_by_pressing_everything(m):
    """m x n, n = 1..5, where 2^(m n) is small: no set of fewer presses does it."""
    for n in range(1, 5 if m > 3 else 6):
        board, all_lights = GridBoard(m, n), [(1 << n) - 1] * m
        rows = ([presses >> i * n & (1 << n) - 1 for i in range(m)] for presses in range(1 << m * n))
        brute = min(
            sum(row.bit_count() for row in each) for each in rows if list(lamp_changes(board, each)) == all_lights
        )
        assert fewest_presses(board).weight == brute


def test_the_parity_of_the_fewest_is_that_of_the_rank():
    """All m, n up to 24: |x| = m n - nullity mod 2, and quiet patterns are even, so it holds for every solution."""
    for m in range(1, 25):
        for n in range(1, m + 1):
            coset = solutions(GridBoard(m, n))
            assert int(coset.word.sum()) % 2 == (m * n - coset.dimension) % 2
            assert not (coset.basis.sum(axis=1) % 2).any()


def test_what_cannot_be_done_is_said():
    """Open rule without solution; classes that do not show the bits in pairs; tables too large."""
    with pytest.raises(ValueError, match="no presses make this change on the 1 x 1 board"):
        fewest_presses(GridBoard(1, 1, closed=False))
    coset = solutions(GridBoard(19, 19))
    empty = np.zeros(0, np.intp)
    with pytest.raises(SplitError, match="no two pairs of classes show all 16 bits once"):
        lightest_by_split(coset, [np.arange(361), empty, empty, empty])
    with pytest.raises(SplitError, match="80 free bits, more than two classes of at most 33 can show"):
        fewest_presses(GridBoard(123, 123))
    with pytest.raises(ValueError, match="expected words of 4 cells, found a basis of shape"):
        Coset(np.zeros(4, bool), np.zeros((0, 5), bool))
    assert [len(cells) for cells in parity_classes(GridBoard(3, 5))] == [6, 4, 3, 2]


@given(st.lists(st.integers(0, 2**20 - 1), min_size=1, max_size=20), st.lists(st.integers(0, 2**20 - 1), max_size=9))
def test_maps(rows, vectors):
    """Images as sums of rows; a reduced basis and coordinates in it; inverses of square matrices."""
    image = LinearMap(np.array(rows, np.uint64).reshape(-1, 1))
    vectors = [vector & (1 << len(rows)) - 1 for vector in vectors]
    expected = [combination(rows, vector) for vector in vectors]
    assert image(np.array(vectors, np.uint64))[:, 0].tolist() == expected
    basis, places = row_space(rows)
    assert [combination(basis, each) for each in coordinates(rows, places)] == rows
    square = [row & (1 << len(rows)) - 1 for row in rows]
    back = inverse(square)
    assert (back is not None) == (len(row_space(square)[0]) == len(square))
    if back is not None:
        assert [combination(square, row) for row in back] == [1 << i for i in range(len(square))]


def combination(rows: list[int], number: int) -> int:
    total = 0
    for bit, row in enumerate(rows):
        total ^= row * (number >> bit & 1)
    return total
