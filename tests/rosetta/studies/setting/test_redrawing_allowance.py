"""How many changes a drawing is allowed, so that one that never ends does not hold up those that do."""

from dataclasses import replace

import pytest

from models.puzzles.registry import puzzle
from models.puzzles.setting.targets import Targets
from rosetta.studies.setting import redrawing
from rosetta.studies.setting.generate import generate_instance
from rosetta.studies.setting.redrawing import RedrawingSetter, luby_number
from rosetta.studies.setting.setters import begin_attempt


def test_the_sequence_is_the_one_that_is_defined_by_doubling():
    """Each block is the last one twice, and then the next power of two."""
    block = [1]
    for power in (2, 4, 8, 16, 32):
        block = [*block, *block, power]
    assert [luby_number(number) for number in range(1, len(block) + 1)] == block


def test_a_drawing_that_goes_round_in_circles_gets_what_its_number_allows(monkeypatch):
    """Every board has two answers for ever: changes are as many as the sequence and the puzzle allow."""
    record = puzzle("starbattle")
    board, planted = record.generate((6, 6), 0)
    record = replace(record, extras=replace(record.extras, exclude=lambda *_: (board, planted), most_excluded=50))
    monkeypatch.setattr(RedrawingSetter, "two_answers", lambda *_: [planted, ()])
    monkeypatch.setattr(RedrawingSetter, "_count_returning", lambda *_: 0)
    tried = []
    for attempt in range(7):
        said = []
        begun = begin_attempt(record, "6", 0, attempt, Targets(unique=True), said.append)
        assert RedrawingSetter(record).set_up(begun) is None
        tried.append(len(said))
    assert tried == [min(redrawing.CHANGES * number, 50) for number in (1, 1, 2, 1, 1, 2, 4)]


@pytest.mark.parametrize(("size", "seed"), [("8", 3), ("7", 16)])
def test_boards_whose_drawings_went_round_in_circles_are_set(size, seed):
    """Excluding one answer after the other never ended on one of their first drawings."""
    made = generate_instance("starbattle", size, seed, Targets(unique=True), lambda *_: None)
    assert made.unique
    assert puzzle("starbattle").verify(made.instance, made.answer) == []
