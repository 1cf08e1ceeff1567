"""Killer Sudoku: IDs of other programs, sets of numbers, and what a board refuses."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.genres.killersudoku import PUZZLE
from models.puzzles.parts.cages import list_sets
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import models, solutions

IDS = (  # made by `sgt-solo --generate 1 PARAMS`
    "6jk:zj,acab_b_abbj__ba_a_a___aa__b_,__aa__a___a______a___acaba__b____a___a_aa_,"
    "5_7_11a3c11_6a11_7_3a7e10_4_6_9_9e6a11b",
    "3x3xk:zzzc,aa_____a_________a______a__a__a_b__a_b__aaaaa__baaaaa_____a______ab__aaa_a______a______baaba___ba__a_,"
    "10a11a9_7_10_12_10_11_9a13f6_9a11b15_13_18b3_8a12d14a14b5a9b15_13a13_11a7c14c4_14a11a11a16_16a14b7e",
)
BOARD = "4 4\n1 2 3 3\n4 2 3 5\n4 6 6 5\n4 7 8 5\n3 3 8 .\n7 . . 9\n. 5 . .\n. 3 2 .\n"


def answers(p):
    """At most three, of each formulation."""
    every = models("killersudoku", p, ())
    return {
        name: [PUZZLE.decode(p, model, values) for values in solutions(model, project, 3)]
        for name, model, project in every
    }


@pytest.mark.parametrize("text", IDS)
def test_ids_are_read_solved_and_written_back_to_the_letter(text):
    """Also without naming the puzzle: its letters tell it from a Sudoku."""
    p = resolve("killersudoku", text).instance
    assert set(map(len, answers(p).values())) == {1}
    assert format_named("tatham").write("killersudoku", p) == text
    assert format_named("tatham").read(text)[0] == "killersudoku"


@pytest.mark.parametrize(("n", "size", "total"), [(9, 2, 17), (9, 3, 6), (9, 4, 20), (6, 3, 10), (9, 9, 45), (4, 2, 9)])
def test_the_sets_of_a_cage_are_those_that_trying_all_finds(n, size, total):
    every = combinations(range(1, n + 1), size)
    assert list(list_sets(n, size, total)) == [each for each in every if sum(each) == total]


def test_both_formulations_have_the_same_answer():
    only = ((3, 2, 4, 1), (4, 1, 3, 2), (2, 4, 1, 3), (1, 3, 2, 4))
    assert answers(PUZZLE.parse(BOARD)) == {"sets": [only], "sums": [only]}


def test_a_broken_cage_is_told():
    p = PUZZLE.parse(BOARD)
    changed = ((2, 3, 4, 1), (4, 1, 3, 2), (3, 4, 1, 2), (1, 2, 3, 4))
    faults = PUZZLE.verify(p, changed)
    assert "the cage of R1C1 adds up to 2, not 3" in faults
    assert "the cage of R1C2 adds up to 4, not 3" in faults


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4 4\n1 2 3 3\n4 2 3 5\n4 6 6 5\n4 7 1 5\n" + ". . . .\n" * 4, "cages that are connected"),
        ("4 4\n" + "1 1 1 2\n" * 4 + ". . . .\n" * 4, "cages of up to 4 cells, found one of 12"),
        (BOARD.replace("7 . . 9", "7 5 . 9"), "one number in each region, found another at R1C2"),
    ],
)
def test_what_is_no_board_is_refused(text, message):
    with pytest.raises(InputError, match=re.escape(message)):
        PUZZLE.parse(text)


def test_ids_that_we_do_not_solve_are_refused():
    given = "2x2k:1o,__a___a____c_a__b,3_3_8a7b9a5c3_2a"
    with pytest.raises(InputError, match="expected no number that is given beside cages, found 1 at R1C1"):
        resolve("killersudoku", given)
    with pytest.raises(InputError, match="expected a k behind the size"):
        resolve("killersudoku", "2x2:b4_2h4_3b")


def test_a_picture_has_cages_and_their_sums_also_where_numbers_are():
    p, answer = PUZZLE.generate((6, 6), 3)
    picture, text = PUZZLE.draw_svg(p, answer), PUZZLE.draw_text(p)
    assert "stroke-dasharray" in picture
    for total in p.sums[p.sums > 0].tolist():
        assert f">{total}</text>" in picture
        assert str(total) in text
