"""The script that chooses the next hint, run by a browser: doing what each hint says leads from an empty board, and
from a board with mistakes, to a solution that another engine lists."""

from __future__ import annotations

import json

import pytest

from models.puzzles.registry import names
from tests.support.hint_script import play_boards, read_hints
from tests.support.hinted_boards import hinted_boards

PARTS = 4  # of all puzzles: their boards are played in one browser


def play(boards, start, tmp_path):
    return play_boards([board.document for board in boards], start, tmp_path)


def pieces(board, steps):
    """The steps without those that say that nothing lies there."""
    kinds = board.scene["clicks"]["steps"]
    return [step if kinds[step]["answer"] else 0 for step in steps]


def check_solved(boards, results):
    for board, result in zip(boards, results, strict=True):
        assert result["idle"] == 0
        if board.solutions:
            assert result["kinds"][-1] == "done"
            assert pieces(board, result["steps"]) in [pieces(board, each) for each in board.solutions]
        else:
            assert result["kinds"] == ["conflict"]


def check_empty_boards(boards, tmp_path):
    """No hint is a mistake, none does nothing, and each comes after those that it rests on, but for plain ones."""
    results = play(boards, "nothing(board)", tmp_path)
    check_solved(boards, results)
    assert not any("mistake" in result["kinds"] or "other" in result["kinds"] for result in results)
    for board, result in zip(boards, results, strict=True):
        told, steps = [number for number in result["numbers"] if number >= 0], board.hints["steps"]
        for i, number in enumerate(told):
            assert {earlier for earlier in steps[number]["rests"] if not steps[earlier]["plain"]} <= {*told[:i]}


def check_boards_with_mistakes(every, tmp_path):
    """Every second place has the step that comes after the right one: where there is one solution, that is told."""
    boards = [board for board in every if board.solutions]
    wrong = (
        "board.solution.steps.map((step, place) => (place % 2 ? 0 : step % (board.scene.clicks.steps.length - 1) + 1))"
    )
    results = play(boards, wrong, tmp_path)
    check_solved(boards, results)
    assert all(
        "mistake" in result["kinds"]
        for board, result in zip(boards, results, strict=True)
        if board.document["solution"]["unique"]
    )


def check_unmarked_boards(every, tmp_path):
    """All pieces but the last lie on the board, and nothing else: hints lead to it, and plain ones are left out."""
    known = ((board, board.document["solution"]) for board in every)
    boards = [board for board, solution in known if solution and solution["unique"]]
    start = "withoutLast(onlyPieces(board, board.solution.steps))"
    results = play(boards, start, tmp_path)
    check_solved(boards, results)
    first = [board.hints["steps"][result["numbers"][0]] for board, result in zip(boards, results, strict=True)]
    assert not any(step["plain"] for step in first)
    told = "boards.map((board) => nextHint(board, onlyPieces(board, board.solution.steps)).kind)"
    assert set(read_hints([board.document for board in boards], told, tmp_path)) == {"done"}


def check_pieces_of_other_solutions(every, tmp_path):
    """It is no mistake, and is not called one; it is said that the known solution differs."""
    boards = [board for board in every if len(board.solutions) > 1]
    others = json.dumps([pieces(board, board.solutions[-1]) for board in boards])
    results = play(boards, f"({others})[number]", tmp_path)
    check_solved(boards, results)
    assert all("mistake" not in result["kinds"] for result in results)
    assert any("other" in result["kinds"] for result in results)


CHECKS = check_empty_boards, check_boards_with_mistakes, check_unmarked_boards, check_pieces_of_other_solutions


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_hints_lead_to_a_solution(part, tmp_path, subtests):
    boards = [board for name in names()[part::PARTS] for board in hinted_boards(name)]
    for check in CHECKS:
        with subtests.test(check.__name__):
            check(boards, tmp_path)
