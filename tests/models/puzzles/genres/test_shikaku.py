"""Shikaku: IDs of Tatham's Rectangles, which `sgt-rect --generate` printed, are read, solved, and written back."""

from __future__ import annotations

import pytest

import rosetta

IDS = ("7x7:d5a2f6b4a2c8_6b3f2b2a3f6c", "7x7:e5a2_5d2a4_3c2b2e2b4_2_4_8c2_2h")


@pytest.mark.parametrize("text", IDS)
def test_game_ids(text):
    board = rosetta.load("shikaku", text)
    assert rosetta.convert(board, "tatham").strip() == text
    assert int(rosetta.count(board)) == 1


def test_a_question_mark_is_any_size():
    assert int(rosetta.count(rosetta.load("shikaku", "1 3\n? . ?\n"))) == 2
    assert int(rosetta.count(rosetta.load("shikaku", "1 3\n2 . ?\n"))) == 1
