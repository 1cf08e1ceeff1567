"""Nonogram: files and addresses of pzpr, IDs of Tatham's Pattern, lists that turn, clues that are not told."""

from __future__ import annotations

from itertools import groupby, product

import numpy as np
import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.genres.nonogram import PUZZLE, Nonogram
from models.puzzles.scenes.scene import SceneState
from models.puzzles.scenes.view import View
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import solutions

# the test of pzprjs: an address, and the same board in a file with its answer
ADDRESS = "nonogram/6/6/12g1111h11112j12g11g21j11g3h"
SOLVED = (
    "pzprv3/nonogram/6/6/. . . . 1 . 1 . . /. . . 2 1 . 1 2 . /. . . 1 1 1 1 1 . /. 2 1 # # . # . . /"
    ". 1 1 # . . . # . /. 1 2 . # . # # . /. . . . . . . . . /. 1 1 # . . . # . /. . 3 . # # # . . /"
)
PATTERN = "7x4:1.1/2/1.1/1/1/1/2/1.1.1/3/1.1/1.1"


def answers_of(p):
    """All answers of a board, by the model."""
    m = PUZZLE.formulations["default"](p)
    return [PUZZLE.decode(p, m, values) for values in solutions(m, PUZZLE.project(p, m), 1000)]


def lists_of(cells):
    """In other words than the model, and than `verify`."""
    return tuple(tuple(len(list(run)) for shaded, run in groupby(line) if shaded) or (0,) for line in cells)


def test_an_address_and_a_file_of_pzpr_are_the_same_board_with_its_answer():
    read, filed = resolve("nonogram", ADDRESS).instance, resolve("nonogram", SOLVED).instance
    assert read == filed
    rows = [row.split()[3:] for row in SOLVED.split("/")[7:-1]]
    (answer,) = answers_of(read)
    assert set(answer) == {(r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word == "#"}
    assert read.left[3] == (0,)
    assert format_named("puzzlink").write("nonogram", read).endswith(ADDRESS)


def test_an_id_of_pattern_is_written_back_and_says_columns_first():
    p = resolve("nonogram", PATTERN).instance
    assert (len(p.left), p.top[0], p.left[1]) == (4, (1, 1), (3,))
    assert format_named("tatham").write("nonogram", p) == PATTERN
    with pytest.raises(InputError, match="expected lists alone, found cells that are given"):
        resolve("nonogram", f"{PATTERN},aA")


def test_all_answers_are_the_pictures_with_these_lists():
    """Of all boards that 2x3 pictures make, with one list not told."""
    pictures = [np.array(cells).reshape(2, 3) for cells in product((False, True), repeat=6)]
    for cells in pictures[::5]:
        p = Nonogram(lists_of(cells.tolist()), ((), *lists_of(cells.T.tolist())[1:]))
        expected = {
            tuple(map(tuple, np.argwhere(each).tolist()))
            for each in pictures
            if lists_of(each.tolist()) == p.left and lists_of(each.T.tolist())[1:] == p.top[1:]
        }
        assert set(answers_of(p)) == expected


def test_a_turned_board_has_the_lists_of_the_turned_picture():
    cells = np.array([[1, 1, 0, 1], [0, 0, 0, 0], [1, 0, 1, 1]], np.bool_)
    p = Nonogram(lists_of(cells.tolist()), lists_of(cells.T.tolist()))
    for number in range(8):
        turned, back = PUZZLE.extras.transform(p, number)
        assert sorted(map(back, answers_of(turned))) == sorted(answers_of(p))


def test_lists_that_are_not_met_are_wrong_and_longer_ones_stand_one_below_the_other():
    p = PUZZLE.parse("2 3\n0 2 1\n1\n2\n")
    scene = PUZZLE.extras.scene(p, View(((0, 1), (1, 1))))
    assert scene.left.states == (SceneState.PLAIN, SceneState.WRONG)
    assert scene.top.states == (SceneState.PLAIN, SceneState.PLAIN, SceneState.WRONG)
    assert PUZZLE.draw_text(PUZZLE.parse("1 3\n1 0 1\n1,1\n")).splitlines() == ["    1 0 1", "1 1 . . ."]


def test_lists_that_do_not_fit_are_refused():
    for text, message in (
        ("1 3\n? ? ?\n1,2\n", "row 1: expected blocks that fit into 3 cells, found 1 2"),
        ("1 3\n? ? x\n1\n", "top, word 3: expected `[?]`, 0, or numbers from 1 with commas between them, found 'x'"),
        ("1 3\n? ? ?\n1,0\n", "left, word 1: expected"),
        ("1 3\n? ? ?\n", "expected a line above the columns, 1 rows after the first line, found 1"),
    ):
        with pytest.raises(InputError, match=message):
            PUZZLE.parse(text)
