"""Lights Out boards by polynomial arithmetic: against an elimination and against pressing the buttons."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.puzzles.lightsout.theory.bit_rows import bits_from_cells, cells_from_bits
from models.puzzles.lightsout.theory.polynomial import (
    GridBoard,
    chase,
    lamp_changes,
    quiet_rows,
    residue,
    solve,
)


def toggled(board: GridBoard, cells: np.ndarray) -> np.ndarray:
    """The lights that change, by arrays: shares nothing with `lamp_changes`."""
    change = cells.copy() if board.closed else np.zeros_like(cells)
    change[1:] ^= cells[:-1]
    change[:-1] ^= cells[1:]
    change[:, 1:] ^= cells[:, :-1]
    change[:, :-1] ^= cells[:, 1:]
    return change


def rank_and_solvable(board: GridBoard, change: np.ndarray) -> tuple[int, bool]:
    """By elimination on the vectors of all single presses."""
    number = board.rows * board.columns
    vectors = [toggled(board, np.eye(1, number, k, dtype=bool).reshape(change.shape)).ravel() for k in range(number)]
    pivots: list[int] = []

    def reduced(vector: int) -> int:
        for pivot in pivots:
            vector = min(vector, vector ^ pivot)
        return vector

    for vector in vectors:
        if rest := reduced(number_of(vector)):
            pivots.append(rest)
    return len(pivots), not reduced(number_of(change.ravel()))


def number_of(bits: np.ndarray) -> int:
    return int("".join("01"[int(bit)] for bit in bits), 2)


@st.composite
def cases(draw, most: int = 9):
    board = GridBoard(draw(st.integers(1, most)), draw(st.integers(1, most)), draw(st.booleans()))
    row = st.integers(0, 2**board.columns - 1)
    if draw(st.booleans()):
        return board, [draw(row)] * board.rows
    return board, draw(st.lists(row, min_size=board.rows, max_size=board.rows))


@given(cases())
def test_solutions_press_out_and_refusals_are_proved(case):
    """Nullity and solvability as elimination has them; the presses of a solution make the change; where there is
    none, the witness is quiet and meets the change an odd number of times; quiet rows are quiet and independent."""
    board, change = case
    lights = cells_from_bits(change, board.columns)
    rank, solvable = rank_and_solvable(board, lights)
    solved = solve(board, change)
    assert solved.nullity == lights.size - rank
    assert (solved.top is not None) == solvable
    if solvable:
        assert solved.witness is None
        presses = list(chase(board, solved.top, change))
        assert list(lamp_changes(board, presses)) == change
        assert (toggled(board, cells_from_bits(presses, board.columns)) == lights).all()
    else:
        quiet = cells_from_bits(quiet_rows(board, solved.witness), board.columns)
        assert not toggled(board, quiet).any()
        assert (quiet & lights).sum() % 2 == 1
    span = {0}
    for top in solved.quiet:
        assert not toggled(board, cells_from_bits(quiet_rows(board, top), board.columns)).any()
        span |= {top ^ other for other in span}
    assert len(span) == 2**solved.nullity


@given(cases(12))
def test_rows_that_are_equal_take_the_short_way_to_the_same_residue(case):
    """Without chasing, and with: the rows given as a sequence that hides that they are equal."""
    board, change = case

    class Shy(list):
        def count(self, value):
            return -1

    assert residue(board, change) == residue(board, Shy(change))


@pytest.mark.parametrize(("m", "n"), [(1, 500), (500, 1), (3, 700), (700, 3), (255, 256), (200, 300), (301, 301)])
@pytest.mark.parametrize("closed", [True, False])
def test_larger_boards(m, n, closed):
    """Random presses make a change that has a solution; it is found and pressed out."""
    board = GridBoard(m, n, closed)
    cells = np.random.default_rng(m).random((m, n)) < 0.5
    change = toggled(board, cells)
    solved = solve(board, bits_from_cells(change))
    presses = cells_from_bits(chase(board, solved.top, bits_from_cells(change)), n)
    assert (toggled(board, presses) == change).all()
    assert solved.nullity == solve(GridBoard(n, m, closed), [0] * n).nullity


@pytest.mark.parametrize(("m", "n"), [(0, 3), (3, 0), (-1, 2)])
def test_no_board_without_cells(m, n):
    """Refused, with its size."""
    with pytest.raises(ValueError, match=f"at least 1 row and 1 column, found {m} x {n}"):
        GridBoard(m, n)


def test_shapes_are_looked_at():
    """Too few rows, too long rows, negative rows, and a top row that begins no solution."""
    board = GridBoard(2, 3)
    with pytest.raises(ValueError, match="expected 2 rows of lights, found 1"):
        solve(board, [1])
    for row in (8, -1):
        with pytest.raises(ValueError, match="found more in row 1"):
            solve(board, [7, row])
    with pytest.raises(ValueError, match="lights of the last row stay wrong"):
        list(chase(board, 5, [7, 7]))


@given(st.integers(1, 40), st.integers(0, 5), st.randoms(use_true_random=False))
def test_arrays_and_rows(columns, count, random):
    """There and back; bit j is column j; rows that do not fit are refused."""
    rows = [random.getrandbits(columns) for _ in range(count)]
    cells = cells_from_bits(rows, columns)
    assert cells.shape == (count, columns)
    assert [[bool(row >> j & 1) for j in range(columns)] for row in rows] == cells.tolist()
    assert bits_from_cells(cells) == rows
    for wrong in (1 << columns, -1):
        with pytest.raises(ValueError, match=f"expected rows of {columns} bits"):
            cells_from_bits([wrong], columns)
    with pytest.raises(ValueError, match="found shape"):
        bits_from_cells(np.zeros(3, bool))
