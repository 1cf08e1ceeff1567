"""Hints checked by all solutions of small boards, which another engine lists: what they put on the board holds in each
of them, and all of it together is one."""

from __future__ import annotations

import pytest

from models.puzzles.registry import names, puzzle
from rosetta.studies.playing.answer_steps import click_places
from tests.support.hinted_boards import hint_board, hinted_boards
from tests.support.puzzle_boards import boards


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", names())
def test_all_hints_lead_to_a_solution_and_each_holds_in_every_one(name):
    """Marks that are certain hold in all solutions; all marks are one solution; they lie on the board."""
    for board in hinted_boards(name):
        put = [0] * len(click_places(board.scene["clicks"]))
        for number, step in enumerate(board.hints["steps"]):
            assert step["why"]
            assert all(0 <= earlier < number for earlier in step["rests"])
            for place, what in step["what"]["marks"]:
                assert put[place] == 0
                put[place] = what
                assert not step["certain"] or all(steps[place] == what for steps in board.solutions)
            check_on_board(board.scene, step["where"])
        if board.solutions:
            assert put in board.solutions
        else:
            assert [step["kind"] for step in board.hints["steps"]] == ["conflict"]
    assert hinted_boards(name)


def check_on_board(scene, where):
    """Cells, lines and words beside the board are those of the scene."""
    shape, clicks = scene["shape"], scene["clicks"]
    for cell in where["cells"]:
        assert len(cell) == len(shape)
        assert all(0 <= index < side for index, side in zip(cell, shape, strict=True))
    assert all(line in clicks["lines"] for line in where["lines"])
    assert all(scene[side]["words"][line] for side, line in where["margins"])


def test_a_hint_names_its_clue_and_lights_it_up():
    """The clue of column 1 stands above the board."""
    board = hint_board("tents", puzzle("tents").parse("2 3\n  1 0 0\n1 . T .\n0 . . .\n"))
    assert board is not None
    (where,) = [step["where"] for step in board.hints["steps"] if ("top", 0) in step["where"]["margins"]]
    assert where["words"] == "Column 1 (column counts)"
    assert where["cells"] == [[0, 0], [1, 0]]
    told = [(step["rests"], step["plain"]) for step in board.hints["steps"]]
    assert told == [([], True), ([], True), ([0], False)]  # the cell below R1C1 is beside no tree


def test_a_step_about_nothing_on_the_board_is_told_with_the_next():
    """That a tree owns a tent puts nothing on the board; so the islands' own cells in Nurikabe."""
    told = [step for board in hinted_boards("nurikabe") for step in board.hints["steps"]]
    assert all(step["what"]["marks"] for step in told if step["kind"] != "conflict")


def test_where_reasons_end_early_a_solution_has_the_rest():
    """The last hint is told as a piece of a solution."""
    board = hint_board("tents", boards("tents")[4][0], steps=1)
    assert board is not None
    assert not board.hints["complete"]
    assert board.hints["note"]
    assert [step["kind"] for step in board.hints["steps"]] == ["row", "solution"]
    put = dict(mark for step in board.hints["steps"] for mark in step["what"]["marks"])
    assert [put[place] for place in range(len(put))] in board.solutions
