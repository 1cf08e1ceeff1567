"""The document of a board: its solution is one, its checks know the least cost, and what is missing is told."""

from __future__ import annotations

import json

import pytest

import rosetta as rs
from backends.contract import Limits
from models.puzzles.model.instance import ModelInstance
from models.puzzles.model.record import PUZZLE as MODEL
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.view import View
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.playing.answer_steps import answer_of_steps
from rosetta.studies.playing.board_document import NO_SOLUTION, board_document
from rosetta.studies.setting.booklet import PrintedBoard
from tests.rosetta.studies.playing.test_checks import UNCHECKED
from tests.support.hint_script import play_boards
from tests.support.puzzle_boards import boards
from tests.support.small_boards import small_board

LIMITS = Limits(seconds=60)


def document_of(name, p, **choices):
    return board_document(PrintedBoard(Question(puzzle(name), p), "seed 0", **choices), LIMITS)


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", names())
def test_a_board_has_hints_that_lead_to_a_solution_of_its_rules(name):
    """`verify` accepts what all hints together put on the board, and the solution; checks and hints are there. Where
    there can be no checks, a note says so."""
    p = small_board(name)
    if puzzle(name).extras.scene(p, View()).clicks is None:
        with pytest.raises(InputError, match="cannot be played on a page"):
            document_of(name, p)
        return
    found = document_of(name, p)
    assert json.loads(json.dumps(found)) == found
    assert (found["puzzle"], found["title"], found["place"]) == (name, puzzle(name).title, "seed 0")
    assert (found["checks"] is None) == (name in UNCHECKED)
    assert found["hints"] is not None
    put = dict(tuple(mark) for step in found["hints"]["steps"] for mark in step["what"]["marks"])
    record = puzzle(name)
    for steps in (found["solution"]["steps"], [put[place] for place in range(len(put))]):
        answer = record.answer_from_json(p, answer_of_steps(found["scene"], steps))
        assert record.verify(p, answer) == []
    assert len(found["notes"]) == (name in UNCHECKED)


def test_the_least_number_of_presses_is_known():
    """Of a 5x5 board with all lamps on it is 15."""
    found = document_of("lightsout", puzzle("lightsout").generate((5, 5))[0])
    assert found["checks"]["objective"]["best"] == 15
    assert found["solution"]["unique"] is False
    nothing = len(found["scene"]["clicks"]["steps"]) - 1
    assert sum(step != nothing for step in found["solution"]["steps"]) == 15


def test_a_lesson_that_ends_with_too_many_presses_is_followed_by_a_best_answer(tmp_path):
    """Chasing the 4x4 board comes to more than 4 presses; the last hint says so, and leads to 4."""
    found = document_of("lightsout", puzzle("lightsout").generate((4, 4))[0])
    *lesson, best = found["hints"]["steps"]
    assert {step["kind"] for step in lesson} == {"chase"}
    assert best["kind"] == "cheaper"
    assert found["checks"]["objective"]["best"] == 4
    chased = dict(tuple(mark) for step in lesson for mark in step["what"]["marks"])
    assert sum(step == 1 for step in chased.values()) > 4
    (board,) = play_boards([found], "nothing(board)", tmp_path)
    assert board["kinds"] == ["chase"] * len(lesson) + ["cheaper", "done"]
    assert [step == 1 for step in board["steps"]] == [step == 1 for step in found["solution"]["steps"]]


def test_a_model_of_ones_own_has_hints():
    """A queen in each row and column of 3x3, with two given: the third follows."""
    m = rs.Model("queens")
    queen = m.bools("queen", (3, 3), says="a queen at {cell}")
    m.exactly(1, "a queen in each row", queen, of="row {row}")
    m.exactly(1, "a queen in each column", queen.T, of="column {column}")
    m.true("two are given", [queen[0, 1], queen[1, 2]])
    found = board_document(PrintedBoard(Question(MODEL, ModelInstance(m)), "a model"), LIMITS)
    assert found["rules"] == ["a queen in each row", "a queen in each column", "two are given"]
    assert found["solution"] == {"unique": True, "steps": [2, 1, 2, 2, 2, 1, 1, 2, 2]}
    put = dict(tuple(mark) for step in found["hints"]["steps"] for mark in step["what"]["marks"])
    assert [put[place] for place in range(9)] == found["solution"]["steps"]


def test_a_board_without_a_solution_says_so_and_why():
    """A row asks for more tents than it has room for."""
    found = document_of("tents", puzzle("tents").parse("2 3\n  1 0 0\n3 . T .\n0 . . .\n"))
    assert found["solution"] is None
    assert [step["kind"] for step in found["hints"]["steps"]] == ["conflict"]
    assert found["hints"]["steps"][0]["where"]["margins"] == [["left", 0]]
    assert found["notes"] == [NO_SOLUTION]


def test_a_planted_answer_that_is_the_only_one_is_kept():
    """No solver is asked, and what was found out about the board is believed."""
    p, planted = boards("tents")[0]
    found = document_of("tents", p, answer=planted, unique=True, difficulty="hard", is_asked=True)
    answer = puzzle("tents").answer_from_json(p, answer_of_steps(found["scene"], found["solution"]["steps"]))
    assert (answer, found["solution"]["unique"], found["difficulty"]) == (planted, True, "hard")


def test_what_a_limit_ends_is_told():
    """In no time there is neither a solution nor an explanation."""
    p = puzzle("nurikabe").generate((7, 7))[0]
    found = board_document(PrintedBoard(Question(puzzle("nurikabe"), p), "seed 0"), Limits(seconds=0.001))
    assert found["solution"] is None
    assert found["hints"] is None or not found["hints"]["complete"]
    assert len(found["notes"]) == 2
