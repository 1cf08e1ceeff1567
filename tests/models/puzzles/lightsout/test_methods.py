"""Lights Out by dense elimination, the Spanish method and polynomials: the same solutions; and Sutner's theorem."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.puzzles.lightsout.theory.methods import METHODS, eliminate
from models.puzzles.lightsout.theory.polynomial import GridBoard, lamp_changes


@st.composite
def boards(draw, most: int = 7):
    board = GridBoard(draw(st.integers(1, most)), draw(st.integers(1, most)), draw(st.booleans()))
    row = st.integers(0, 2**board.columns - 1)
    return board, draw(st.lists(row, min_size=board.rows, max_size=board.rows))


def rows(board: GridBoard, presses: int) -> list[int]:
    return [presses >> i * board.columns & (1 << board.columns) - 1 for i in range(board.rows)]


def span(vectors) -> set[int]:
    sums = {0}
    for vector in vectors:
        sums |= {vector ^ other for other in sums}
    return sums


@given(boards())
def test_the_three_methods_have_the_same_solutions(case):
    """Solvable or not alike; one's solution solves, pressed out; the quiet patterns span the same space."""
    board, change = case
    by_method = {name: method(board, change) for name, method in METHODS.items()}
    first = by_method["dense"]
    quiet = span(first.quiet)
    assert len(quiet) == 2**first.nullity
    for solutions in by_method.values():
        assert solutions.solvable == first.solvable
        assert span(solutions.quiet) == quiet
        assert solutions.nullity == first.nullity
        if first.solvable:
            assert solutions.solution ^ first.solution in quiet
            assert list(lamp_changes(board, rows(board, solutions.solution))) == change


@given(boards(3))
def test_elimination_finds_what_pressing_everything_finds(case):
    """All 2^(m n) sets of presses, one by one, on boards of up to nine buttons."""
    board, change = case
    brute = {
        presses
        for presses in range(1 << board.rows * board.columns)
        if list(lamp_changes(board, rows(board, presses))) == change
    }
    for method in METHODS.values():
        solutions = method(board, change)
        every = {solutions.solution ^ quiet for quiet in span(solutions.quiet)} if solutions.solvable else set()
        assert every == brute


@given(st.lists(st.integers(0, 2**6 - 1), max_size=7))
def test_elimination_of_any_equations(equations):
    """Five unknowns and a value, against trying all 32."""
    brute = {x for x in range(32) if not any((equation & (x | 32)).bit_count() & 1 for equation in equations)}
    solutions = eliminate(equations, 5)
    every = {solutions.solution ^ quiet for quiet in span(solutions.quiet)} if solutions.solvable else set()
    assert every == brute


def rank(vectors: list[int]) -> int:
    """Of vectors over GF(2), by an elimination of this file's own."""
    pivots: list[int] = []
    for vector in vectors:
        for pivot in pivots:
            vector = min(vector, vector ^ pivot)
        if vector:
            pivots.append(vector)
    return len(pivots)


def test_sutner_on_thousands_of_graphs():
    """For any graph and any loops, the vertices with a loop are exactly reachable: diag(A) lies in the image of A;
    and every solution of A x = diag(A) has x.A x = rank(A) mod 2 (|x| with all loops). False for digraphs."""
    random = np.random.default_rng(1989)
    refused = 0
    for number in range(3000):
        size = int(random.integers(1, 13))
        above = np.triu(random.random((size, size)) < random.random(), 1)
        loops = np.ones(size, bool) if number % 2 else random.random(size) < 0.5
        matrix = above | above.T | np.diag(loops)
        assert reachable(matrix, loops), matrix.astype(int)
        full = [int(sum(1 << int(j) for j in np.flatnonzero(row))) for row in matrix]
        solution = eliminate([row | int(loop) << size for row, loop in zip(full, loops, strict=True)], size).solution
        looped = sum(1 << int(j) for j in np.flatnonzero(loops))
        assert (solution & looped).bit_count() % 2 == rank(full) % 2
        refused += not reachable(np.triu(matrix) | np.diag(loops) | (random.random((size, size)) < 0.3), loops)
    assert refused, "the claim is about symmetric matrices: on digraphs it must fail now and then"


def reachable(matrix: np.ndarray, change: np.ndarray) -> bool:
    """Is the change a sum of columns?"""
    columns = [int(sum(1 << int(i) for i in np.flatnonzero(column))) for column in matrix.T]
    change_bits = int(sum(1 << int(i) for i in np.flatnonzero(change)))
    return rank([*columns, change_bits]) == rank(columns)


PUBLISHED = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0]


@pytest.mark.parametrize(("n", "nullity"), list(enumerate(PUBLISHED, 1)))
def test_published_numbers_of_solutions(n, nullity):
    """The source's table for n = 1..20, by elimination and by polynomials; all boards can be turned on (Sutner)."""
    for name in ("dense", "spanish", "polynomial") if n <= 12 else ("spanish", "polynomial"):
        solutions = METHODS[name](GridBoard(n, n), [(1 << n) - 1] * n)
        assert solutions.solvable
        assert solutions.nullity == nullity
