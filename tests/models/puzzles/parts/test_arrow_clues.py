"""Clues with arrows, and loops that leave cells out: compared with walks from cell to cell, and with a flood fill."""

from __future__ import annotations

import numpy as np
import pytest

from models.puzzles.boards import isometries
from models.puzzles.parts.arrow_clues import (
    SIGNS,
    STEPS,
    ArrowWords,
    arrow_layers,
    arrow_words,
    count_ahead,
    seen_cells,
    turn_directions,
)
from models.puzzles.parts.broken_rules import find_line_ends, loop_faults, other_cells, touching_pairs
from models.puzzles.parts.loops import draw_loop, loosen_loop
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError


def walk(shape, cell, direction):
    """The cells ahead of an arrow."""
    (r, c), (down, right) = cell, STEPS[direction]
    while direction and 0 <= r + down < shape[0] and 0 <= c + right < shape[1]:
        r, c = r + down, c + right
        yield r, c


def test_arrows_see_the_cells_ahead():
    board, random = np.arange(1, 13).reshape(3, 4), np.random.default_rng(0)
    for _ in range(20):
        directions, chosen = random.integers(0, 5, board.shape), random.random(board.shape) < 0.4
        rows = seen_cells(board, directions)
        wanted = [
            [board[at] for at in walk(board.shape, cell, directions[tuple(cell)])] for cell in np.argwhere(directions)
        ]
        assert [row.tolist() for row in rows] == wanted
        counts = count_ahead(chosen, directions)
        for cell in np.ndindex(board.shape):
            ahead = sum(chosen[at] for at in walk(board.shape, cell, directions[cell]))
            assert counts[cell].tolist() == ([directions[cell], ahead] if directions[cell] else [0, -1])


def test_words_are_read_as_they_are_written_and_others_are_refused():
    words = np.array([["2>", ".", "?"], ["?^", "12v", "0<"]])
    clues = ArrowWords().read(words)
    assert clues.tolist() == [[[4, 2], [0, -1], [0, -2]], [[1, -2], [2, 12], [3, 0]]]
    assert ArrowWords().write(clues).tolist() == words.tolist()
    for wrong in (">", "2>>", "x", "-1^", "2 >", "^2"):
        with pytest.raises(InputError, match=r"cell R1C2: expected `\.`, or a number"):
            ArrowWords().read(np.array([["1>", wrong]]))


def test_a_turned_arrow_points_at_the_image_of_what_it_pointed_at():
    for isometry in isometries((4, 4)):
        for direction in range(1, 5):
            start, ahead = (1, 1), tuple(np.add((1, 1), STEPS[direction]))
            (turned,), (target,) = isometry([start]), isometry([ahead])
            found = int(turn_directions(np.array(direction), isometry))
            assert tuple(np.add(turned, STEPS[found])) == target


def test_text_and_pictures_have_every_clue():
    """In text the word with its sign, in pictures the number under an arrow of that direction."""
    clues = np.array([[[direction, number] for direction in range(5)] for number in (7, -2)])
    layers = arrow_layers(clues)
    shown = {
        tuple(cell): (layer.glyph.name, word)
        for layer in layers
        for cell, word in zip(layer.at.tolist(), layer.words, strict=True)
        if layer.glyph.parts
    }
    assert len(shown) == 10
    assert {word for _, word in shown.values()} == {"7", "?"}
    assert len({name for name, _ in shown.values()}) == 5
    assert layers[-1].words == tuple(f"{number}{sign}" for number in "7?" for sign in SIGNS)
    assert arrow_words(clues).tolist() == [[f"{number}{sign}" for sign in SIGNS] for number in "7?"]


@pytest.mark.parametrize("share", [10, 24])
def test_a_loosened_loop_leaves_out_so_many_cells_hardly_any_of_which_touch(share):
    """It stays a single loop."""
    for seed in range(3):
        stream = Stream("loops", "test", "loosened", seed)
        lines = loosen_loop(draw_loop((12, 15), stream), (12, 15), share, stream)
        left_out = other_cells((12, 15), find_line_ends(lines))
        assert loop_faults(lines) == []
        assert abs(len(left_out) - 180 * share // 100) <= 4
        assert len(touching_pairs(left_out)) < len(left_out) * share / 40
