"""Boards of two colours: rows that differ, given cells, words of both colours."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from models.neutral import Model, each, evaluate
from models.puzzles.parts import (
    OTHER,
    PIECE,
    changed_colours,
    colours_of_answer,
    state_different_rows,
    state_given_colours,
)
from models.puzzles.stated_words import row_phrase
from tests.support.puzzle_boards import solutions

GIVEN = np.array([[OTHER, 0, PIECE], [0, PIECE, 0]])


def colours(shape):
    m = Model("colours")
    return m, m.bools("black_disc", shape, says=each("a black disc at {cell}", denies="a white disc at {cell}"))


@pytest.mark.parametrize("shape", [(1, 2), (2, 2), (3, 2), (2, 4), (4, 3)])
@pytest.mark.parametrize("line", ["row", "column"])
def test_rows_that_differ_are_those_that_trying_all_finds(shape, line):
    m, discs = colours(shape)
    table, across = (discs, "column") if line == "row" else (discs.T, "row")
    state_different_rows(m, table, line, across)
    found = {tuple(values[discs].ravel().tolist()) for values in solutions(m, discs.ravel(), 5000)}
    boards = (np.array(chosen).reshape(shape) for chosen in product((0, 1), repeat=discs.size))
    lines = ((board, board if line == "row" else board.T) for board in boards)
    assert found == {tuple(b.ravel().tolist()) for b, rows in lines if len({*map(tuple, rows.tolist())}) == len(rows)}


def test_rows_that_differ_are_named_as_they_lie_on_the_board():
    m, discs = colours((2, 3))
    state_different_rows(m, discs.T, "column", "row")
    places, pairs = m.blocks[0], m.blocks[-1]
    assert row_phrase(None, None, m, pairs, 1).text == "the columns 1 and 3"
    assert row_phrase(None, None, m, places, 0).text == "row 1 of columns 1 and 2"
    assert m.says["columns_differ"].word(3) == "a difference of columns 1 and 3 in row 2"


def test_given_cells_keep_their_colour():
    m, discs = colours(GIVEN.shape)
    state_given_colours(m, discs, GIVEN, "disc", "black", "white")
    (block,) = m.blocks
    names = [row_phrase(None, None, m, block, row).text for row in range(3)]
    assert names == [
        "the white disc given at R1C1",
        "the black disc given at R1C3",
        "the black disc given at R2C2",
    ]
    assert block.is_clue
    for chosen in product((0, 1), repeat=6):
        answer = tuple(cell for cell, holds in zip(np.ndindex(2, 3), chosen, strict=True) if holds)
        changed = changed_colours(GIVEN, answer)
        assert len(evaluate(m, np.array([0, *chosen]))) == len(changed)
        assert set(changed) <= {(0, 0), (0, 2), (1, 1)}


def test_an_answer_gives_all_cells_their_colour():
    assert colours_of_answer(((0, 2), (1, 1)), (2, 3)).tolist() == [[OTHER, OTHER, PIECE], [OTHER, PIECE, OTHER]]
