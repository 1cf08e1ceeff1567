"""Parameters that suit the difficulty that is asked for, where the user sets none."""

import pytest

import rosetta as rs
from models.puzzles.registry import names, puzzle
from models.puzzles.setting.targets import PlantedBoard
from models.puzzles.tents.instance import UNKNOWN
from rosetta.commands.main import run_verb
from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import LIMIT
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.setting import generate, redrawing
from rosetta.studies.setting.generate import generate_instance
from rosetta.studies.setting.redrawing import RedrawingSetter
from rosetta.studies.setting.targets import targets_from
from tests.support.set_boards import set_up

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
    wish = targets_from(SLITHERLINK, given, {}, unique=True, difficulty=difficulty)
    set_up("slitherlink", "5", 0, 0, wish)
    assert asked == [drawn]


@pytest.mark.parametrize(("size", "seed"), [("8", 0), ("7", 1), ("10", 2)])
def test_an_easy_board_needs_few_drawings(size, seed):
    """With half of the numbers there was none in hundreds of drawings."""
    wish = targets_from(SLITHERLINK, {}, {}, difficulty="easy")
    made = generate_instance("slitherlink", size, seed, wish, lambda *_: None)
    assert made.difficulty == "easy"
    assert made.tries <= 20


@pytest.mark.parametrize(
    ("difficulty", "given", "attempt", "minimal"),
    [("hard", {}, 1, True), ("hard", {}, 0, False), ("tricky", {}, 1, False), ("tricky", {"clues": 60}, 1, True)],
)
def test_boards_are_made_minimal_where_nothing_else_suits_the_difficulty(
    monkeypatch, difficulty, given, attempt, minimal
):
    """Every other one. Slitherlink has parameters for tricky boards, which are likely as they are drawn."""
    made = []
    planted = PlantedBoard(*SLITHERLINK.generate((4, 4), 0))
    monkeypatch.setattr(RedrawingSetter, "make_unique", lambda *_: planted)
    monkeypatch.setattr(RedrawingSetter, "remove_clues", lambda self, board, *_: made.append(board) or board)
    wish = targets_from(SLITHERLINK, given, {}, difficulty=difficulty)
    assert set_up("slitherlink", "4", 0, attempt, wish) == planted
    assert made == [planted] * minimal


@pytest.mark.parametrize(
    ("attempt", "difficulty", "minimal"), [(1, "hard", True), (0, "hard", False), (1, "tricky", False)]
)
def test_every_other_board_of_tents_is_minimal_where_hard_ones_are_asked_for(attempt, difficulty, minimal):
    """Hardly one in a hundred of those with all clues is hard."""
    wish = targets_from(puzzle("tents"), {}, {}, difficulty=difficulty)
    board = set_up("tents", "7", 3, attempt, wish).instance
    assert (UNKNOWN in (*board.rows, *board.cols)) == minimal


def test_easy_boards_of_star_battle_have_one_star():
    """Those with two, which are usual from 9x9 on, are next to never easy."""
    wish = targets_from(puzzle("starbattle"), {}, {}, difficulty="easy")
    assert RedrawingSetter(puzzle("starbattle"))._parameters(wish) == {"stars": 1}


@pytest.mark.parametrize(
    ("words", "ways"),
    [
        ("tents 4 --unique", "a smaller size, or a longer --time-limit"),
        ("tents 4 --difficulty easy", "a smaller size, another --difficulty, or a longer --time-limit"),
        ("tents 4 --difficulty tricky", "a different size, another --difficulty, or a longer --time-limit"),
        ("tents 4 --difficulty hard", "a larger size, another --difficulty, or a longer --time-limit"),
        (
            "hashi 5 --difficulty hard",
            "a larger size, other values of --bridges, --islands, another --difficulty, or a longer --time-limit",
        ),
    ],
)
def test_where_no_board_was_found_it_is_said_what_to_change(monkeypatch, capsys, words, ways):
    monkeypatch.setattr(generate, "generate_instances", lambda *_: iter([generate.GenerationFailure(0, "time limit")]))
    assert run_verb("generate", words.split()) == LIMIT
    assert capsys.readouterr().err.splitlines()[-1] == f"rosetta: 0 of 1 instances; try {ways}"


@pytest.mark.parametrize(
    ("wrong", "hint"), [(False, "; try a larger size, another difficulty, or a longer time_limit"), (True, "")]
)
def test_python_says_what_to_change_too(monkeypatch, wrong, hint):
    """Not where the cause is a fault."""
    failure = generate.GenerationFailure(0, "time limit", wrong)
    monkeypatch.setattr(generate, "generate_instances", lambda *_: iter([failure]))
    with pytest.raises(InputError) as raised:
        rs.generate("tents", 4, difficulty="hard")
    assert str(raised.value) == f"tents 4: no such board was found: seed 0: time limit{hint}"
