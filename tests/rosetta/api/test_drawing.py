"""`rs.scene`: the document of a board, with answers, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import rosetta as rs
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.conversion import board_scene

BOARD = "3x3:aaaaa,2,0,2,2,0,2"


def cells_in(scene, glyph, state):
    """The cells in which such a thing lies."""
    layers = [layer for layer in scene["layers"] if (layer["glyph"], layer["state"]) == (glyph, state)]
    return [cell for layer in layers for cell in layer["cells"]]


def test_a_scene_shows_the_answers_that_are_handed_over():
    """None, one, two; a solution will do, too; what breaks a rule is wrong."""
    board, tents = rs.load("tents", BOARD), [[0, 0], [0, 2], [2, 0], [2, 2]]
    assert cells_in(rs.scene(board), "tent", "plain") == []
    assert cells_in(rs.scene(board, rs.solve(board)), "tent", "plain") == tents
    few = rs.scene(board, {"tents": tents[1:]})
    assert few["left"]["states"] == few["top"]["states"] == ["wrong", "plain", "plain"]
    both = rs.scene(board, {"tents": tents}, {"tents": [[1, 1], *tents[1:]]})
    assert cells_in(both, "tent", "only in this answer") == [[0, 0]]
    assert cells_in(both, "tent", "only in the other answer") == [[1, 1]]
    assert json.loads(json.dumps(both)) == both


@pytest.mark.parametrize(
    ("board", "answers", "message"),
    [
        (("tents", BOARD), (None, {"tents": []}), "second: expected an answer"),
        (("tents", BOARD), ({"lamps": []},), "tents"),
        (("tents", BOARD), (3,), "expected an answer as a mapping or a Solution, found 3"),
    ],
)
def test_what_cannot_be_shown_is_refused(board, answers, message):
    """With one message."""
    with pytest.raises(ValueError, match=message):
        rs.scene(rs.load(*board), *answers)


def test_a_puzzle_without_scenes_is_refused():
    """All of ours have some; one of a package may have none."""
    record = puzzle("akari")
    bare = replace(record, extras=replace(record.extras, scene=None))
    with pytest.raises(InputError, match="Akari has no scenes yet"):
        board_scene(Question(bare, record.generate((4, 4))[0]))
