"""Kakuro: boards of others with their answers, sums that stay to be read."""

from __future__ import annotations

import numpy as np
import pytest

from instances.formats.contract import formats
from instances.resolve import resolve
from models.puzzles.genres.kakuro import PUZZLE
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import models, solutions

# pzprjs, test/script/kakuro.js: an address, and the same board as a file with the player's answer
ADDRESS = "kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3"
GIVEN = "0 0 12 4 0 0 /0 8,4 . . 0,10 0,0 /10 . . . . 0,10 /3 . . 3,17 . . /0 21,0 . . . . /0 0,0 12,0 . . 0,0 /"
MARKS = ". 5 3 . . /3 4 1 2 . /1 2 . 1 2 /. 1 9 3 8 /. . 8 4 . /"
FILE = f"pzprv3/kakuro/5/5/{GIVEN}{MARKS}"


def read(text):
    return resolve("kakuro", text).instance


def answers(p):
    return [
        [PUZZLE.decode(p, model, values) for values in solutions(model, project, 2)]
        for _, model, project in models("kakuro", p, ())
    ]


def test_the_board_of_pzpr_has_the_answer_of_pzpr():
    """With the frame that pzpr does not count, in every formulation."""
    p, marked = read(ADDRESS), [line.split() for line in MARKS.strip("/").split("/")]
    expected = ((0,) * 6, *((0, *(int(word.replace(".", "0")) for word in row)) for row in marked))
    assert answers(p) == [[expected]] * len(PUZZLE.formulations)
    assert read(FILE) == p
    assert formats()["puzzlink"].write("kakuro", p) == f"https://puzz.link/p?{ADDRESS}"


def test_no_sum_is_written_in_many_ways():
    """0, -1, and sums that no run follows, of which pzpr takes no notice."""
    assert read(FILE.replace("0 8,4", "-1 8,4").replace(",10 0,0 ", ",10 -1,-1 ")) == read(FILE)
    assert read(FILE.replace("12,0 . . 0,0", "12,0 . . 7,9")) == read(FILE)
    with pytest.raises(InputError, match="cell R1C2: expected no sum where no cells follow, found 3 down"):
        read("1 2\n# 3/\n")


def test_sums_of_a_word_are_down_then_across():
    """As the data sets have them."""
    p = resolve("kakuro", "-", stdin=b"3 3\n- 3, 4,\n,3 0 0\n,4 0 0\n".strip).instance
    assert PUZZLE.format(p).split() == ["3", "3", "#", "3/", "4/", "/3", ".", ".", "/4", ".", "."]
    assert PUZZLE.verify(p, ((0, 0, 0), (0, 2, 1), (0, 1, 3))) == []
    assert PUZZLE.verify(p, ((0, 0, 0), (0, 1, 2), (0, 2, 2))) == [
        "the run down at R2C3 has the digit 2 2 times",
        "the run across at R3C2 has the digit 2 2 times",
    ]


def test_a_board_is_turned_within_its_frame():
    """Sums stay before their runs."""
    p, answer = read("3 3\n# 4/ 6/\n/3 . .\n/7 . .\n"), ((0, 0, 0), (0, 1, 2), (0, 3, 4))
    for number, words in ((3, "# 6/ 4/ /7 . . /3 . ."), (4, "# 3/ 7/ /4 . . /6 . .")):
        turned, back = PUZZLE.extras.transform(p, number)
        assert PUZZLE.format(turned).split() == ["3", "3", *words.split()]
        assert [back(each) for each in answers(turned)[0]] == [answer]
    assert PUZZLE.extras.transform(read("1 2\n. .\n"), 1) is None


def test_the_last_rows_and_columns_may_be_black():
    p = read("3 4\n# 2/ # #\n/2 . # #\n# # # #\n")
    assert answers(p)[0] == [((0, 0, 0, 0), (0, 2, 0, 0), (0, 0, 0, 0))]


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 9), (12, 13), (16, 5)])
def test_boards_are_drawn_with_an_answer(size):
    """Runs have nine cells at most, and two or more where the size lets them."""
    p, answer = PUZZLE.generate(size, 3)
    assert PUZZLE.verify(p, answer) == []
    white = np.pad(p.white, 1)
    lengths = [len(run) for line in (*white, *white.T) for run in "".join(".#"[int(w)] for w in line).split(".") if run]
    assert max(lengths, default=0) <= 9
    assert min(size) < 4 or min(lengths) > 1
