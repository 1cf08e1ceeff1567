"""Parameters that suit the difficulty that is asked for, where the user sets none."""

import pytest

from models.puzzles.registry import names, puzzle
from rosetta.studies.explaining.difficulty import GRADES
from rosetta.studies.setting import redrawing
from rosetta.studies.setting.generate import generate_instance
from rosetta.studies.setting.redrawing import RedrawingSetter
from rosetta.studies.setting.targets import targets_from

SLITHERLINK = puzzle("slitherlink")


@pytest.mark.parametrize("name", names())
def test_they_are_parameters_of_the_puzzle_that_can_be_left_out(name):
    """A default that is a number could not be told from the same number, set by the user."""
    record = puzzle(name)
    for grade, parameters in record.extras.by_difficulty.items():
        assert grade in GRADES
        for parameter in parameters:
            assert record.parameters[parameter].default is None


@pytest.mark.parametrize(
    ("difficulty", "given", "drawn"),
    [("easy", {}, 85), ("easy", {"clues": 50}, 50), (None, {}, None), ("hard", {}, None)],
)
def test_they_are_drawn_with_unless_the_user_sets_them(monkeypatch, difficulty, given, drawn):
    asked, resolve = [], redrawing.resolve

    def spy(*words, options):
        asked.append(options.get("clues"))
        return resolve(*words, options=options)

    monkeypatch.setattr(redrawing, "resolve", spy)
    wish = targets_from(SLITHERLINK, given, unique=True, difficulty=difficulty)
    RedrawingSetter(SLITHERLINK).set_up("5", 0, 0, wish, lambda *_: None)
    assert asked == [drawn]


@pytest.mark.parametrize(("size", "seed"), [("8", 0), ("7", 1), ("10", 2)])
def test_an_easy_board_needs_few_drawings(size, seed):
    """With half of the numbers there was none in hundreds of drawings."""
    wish = targets_from(SLITHERLINK, {}, difficulty="easy")
    made = generate_instance("slitherlink", size, seed, wish, lambda *_: None)
    assert made.difficulty == "easy"
    assert made.tries <= 20
