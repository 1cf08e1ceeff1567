"""Explanations of published and generated boards end in the known answers (all: `benchmarks.explaining.answers`)."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest

from benchmarks.explaining.answers import (
    TATHAM,
    explain_board,
    generated_boards,
    is_correct_end,
    published_boards,
)
from benchmarks.explaining.traces import trace_instance
from models.puzzles.registry import puzzle
from rosetta.studies.grading.difficulty import GRADES
from tests.support.known_boards import FOLDERS, OWN, generated_ids

CELLS = 300


def small(boards, every):
    """Every so many of the small ones."""
    return [board for board in boards if prod(puzzle(board.name).size(board.instance)) <= CELLS][::every]


@pytest.mark.parametrize("name", ["akari", "tents"])
def test_published_answers(name):
    """One solution, explained to the end, which is the published answer; a grade for each, and no guess in it."""
    boards = [board for folder in FOLDERS for board in small(published_boards(name, folder), 2 if folder == OWN else 8)]
    outcomes = [explain_board(board) for board in boards]
    assert len(outcomes) >= 6
    assert all(
        outcome.unique and outcome.correct and outcome.grade in GRADES and outcome.ahead != "-" for outcome in outcomes
    )


@pytest.mark.parametrize("file", TATHAM)
def test_generated_boards(file, tmp_path):
    """The last state keeps the puzzle's own rules, or is what several solutions have in common."""
    path = tmp_path / "ids.tsv"
    path.write_text("".join(f"{asked}\t{text}\n" for asked, text in generated_ids(file)))
    outcomes = [explain_board(board) for board in small(generated_boards(path, TATHAM[file]), 10)]
    assert all(outcome.correct for outcome in outcomes)
    assert {outcome.unique for outcome in outcomes} == ({True, False} if file == "flip" else {True})
    assert all((outcome.grade == "") == (not outcome.unique) for outcome in outcomes)


def test_a_wrong_end_is_seen():
    """A step less, a conclusion turned round, another published answer."""
    board = min(published_boards("tents", OWN), key=lambda candidate: prod(puzzle("tents").size(candidate.instance)))
    model, trace = trace_instance("tents", board.instance)
    assert is_correct_end(board, model, trace)
    first = trace.steps[0]
    turned = replace(first, conclusion=(-first.conclusion[0], *first.conclusion[1:]))
    assert not is_correct_end(board, model, replace(trace, steps=trace.steps[1:]))
    assert not is_correct_end(board, model, replace(trace, steps=(turned, *trace.steps[1:])))
    assert not is_correct_end(replace(board, answer=board.answer - {min(board.answer)}), model, trace)
