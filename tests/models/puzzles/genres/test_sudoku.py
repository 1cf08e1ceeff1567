"""Sudoku: known boards with their answers, other programs' IDs, and regions of any shape."""

from __future__ import annotations

import re

import numpy as np
import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.genres.sudoku import PUZZLE
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import models, solutions

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"  # as Wikipedia shows it
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
IDS = (  # made by `sgt-solo --generate 1 PARAMS`
    "2x2:b4_2h4_3b",
    "2x3:a3a6g2_3b2a6_5a6b3_4g1a6a",
    "3x3x:c2_7b8f4_7a2d3c5a2a5_4g3a9g1_2a7a7c8d6a9_1f3b9_5c",
    "9j:1d3_2b5d1a6e1c9a6d5b8_9e1_2b1d8a9c7e3a5d1b4_8d5,a_fa_a_aabab_ab_b_ba_ababc_acbge__ga__bc_aada__aac_adccb",
    "9jx:d2a8_6d9b3e3b7c5_4a8a1b7g4b2a1a6_3c8b2e3b6d6_9a3d,bdaaa_b___ba__b_b_b__abaaa__abc_bcd_fab_dad_acaa__a_daaa__l_",
)


def answers(p):
    """At most three."""
    _, model, project = next(models("sudoku", p, ()))
    return [PUZZLE.decode(p, model, values) for values in solutions(model, project, 3)]


def digits_of(line):
    return tuple(tuple(map(int, line[9 * r : 9 * r + 9])) for r in range(9))


def test_the_board_of_text_books_has_its_answer():
    assert answers(resolve("sudoku", LINE).instance) == [digits_of(ANSWER)]


@pytest.mark.parametrize("zero", [".", "0", "-", "_", "*"])
def test_a_line_is_read_with_any_sign_for_an_empty_cell(zero):
    """Also one of digits alone, which is no size."""
    p = resolve("sudoku", LINE.replace(".", zero)).instance
    assert p.numbers[0].tolist() == [5, 3, 0, 0, 7, 0, 0, 0, 0]
    assert format_named("digits").write("sudoku", p) == LINE
    rows = "\n".join(LINE[9 * r : 9 * r + 9] for r in range(9))
    assert resolve("sudoku", "-", stdin=rows.replace(".", zero).encode).instance == p


@pytest.mark.parametrize("text", IDS)
def test_ids_are_read_solved_and_written_back_to_the_letter(text):
    p = resolve("sudoku", text).instance
    (answer,) = answers(p)
    assert PUZZLE.verify(p, answer) == []
    assert format_named("tatham").write("sudoku", p) == text


def test_a_board_of_an_id_has_its_regions_and_diagonals():
    p = resolve("sudoku", IDS[1]).instance
    assert p.regions.tolist()[1:3] == [[0, 0, 0, 1, 1, 1], [2, 2, 2, 3, 3, 3]]
    assert [resolve("sudoku", each).instance.diagonals for each in IDS] == [0, 0, 1, 0, 1]


def test_what_is_no_sudoku_of_ours_is_refused_in_a_sentence():
    for text, message in (
        ("3x3k:zzzc,a,a", "expected a board of sudoku, found one of killersudoku"),
        ("3x3:a1", "expected 81 cells, found 2"),
        ("3x3:" + "a" * 26 + "_99" + "z" * 4, "expected a number from 1 to 9|expected 81 cells|found"),
        ("9j:zzzc", "expected 2 parts of the board, with commas between them, found 1"),
        ("https://puzz.link/p?sudoku/8/8/zzzj", "a board of 4, 6, 9, 16, 25 rows|expected"),
    ):
        with pytest.raises(InputError, match=message):
            resolve("sudoku", text)


def test_plain_text_leaves_out_what_is_usual():
    p = PUZZLE.parse("4 4\n1 . . .\n. . 2 .\n. . . .\n. . . .\n")
    assert p.regions.tolist() == [[0, 0, 1, 1]] * 2 + [[2, 2, 3, 3]] * 2
    assert PUZZLE.format(p).count("\n") == 5
    odd = PUZZLE.parse("4 4 1\n1 1 1 1\n2 2 3 3\n2 2 3 3\n4 4 4 4\n" + "1 . . .\n. . 2 .\n. . . .\n. . . .\n")
    assert odd.diagonals == 1
    assert PUZZLE.parse(PUZZLE.format(odd)) == odd
    for text, message in (
        ("5 5\n" + ". . . . .\n" * 5, "5x5 have no usual boxes"),
        ("4 5\n" + ". . . . .\n" * 4, "n x n"),
        ("4 4 2\n" + ". . . .\n" * 4, "expected diagonals 0 or 1"),
        ("4 4\n" + "1 1 2 2\n" * 3 + "1 1 2 3\n" + ". . . .\n" * 4, "expected 4 regions of 4 cells"),
        ("4 4\n1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4\n" + ". . . 7\n" + ". . . .\n" * 3, "expected numbers up to 4"),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            PUZZLE.parse(text)


@pytest.mark.parametrize(("side", "more"), [(5, {}), (7, {}), (9, {"irregular": True}), (6, {"diagonals": True})])
def test_a_board_that_is_generated_has_its_planted_answer(side, more):
    """Regions of any shape differ from seed to seed, and are connected, since boards refuse others."""
    boards = [PUZZLE.generate((side, side), seed, **more) for seed in range(3)]
    assert all(PUZZLE.verify(p, answer) == [] for p, answer in boards)
    if "diagonals" not in more:
        assert len({p.regions.tobytes() for p, _ in boards}) == 3
    assert all(p.diagonals == ("diagonals" in more) for p, _ in boards)
    assert np.count_nonzero(boards[0][0].numbers) == side * side * 40 // 100
