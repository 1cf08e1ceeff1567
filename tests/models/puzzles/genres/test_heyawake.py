"""Heyawake: boards of others with their answers, rooms of any shape, numbers that stay to be read."""

from __future__ import annotations

import numpy as np
import pytest

from instances.formats.contract import formats
from instances.resolve import resolve
from models.puzzles.genres.heyawake import PUZZLE, Heyawake
from models.puzzles.parts import cells_across_regions
from models.puzzles.regions import count_in_regions, in_first_cells, numbers_of_regions
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import models, solutions

# pzprjs, test/script/heyawake.js: a board with its answer, and one whose rooms are no rectangles
ADDRESS = "https://puzz.link/p?heyawake/6/6/lll155007rs12222j"
SHADED = ["#.#..#", "...#..", "#.#.#.", "......", ".#.#.#", "..#..."]
WACKY = """pzprv3/heyawacky/4/4/5/0 0 0 0 /0 1 2 0 /0 0 2 0 /3 0 4 0 /. . . . /. . . . /. . . . /. . 1 . /
+ + + + /+ + # + /+ # + + /+ + # + /""".replace("\n", "")
REAL = [
    "heyawake/6/6/22eeee0f006032g112",
    "heyawake/10/10/94i84ga0k98ih4h92600v0vv00v7000vv33s20h2g3g3331g2g22g",
    "heyawake/19/15/201480mhg2i40a8s192816704r503gk0m2g2oa0a18085010k046g0003hu0104000400fbvgvo005fu1800o0000000800"
    "600000003s0003c-1c140411g81ah8233",  # -1c: a room with a number of two digits
]


def read(text):
    return resolve("heyawake", text).instance


def answers(p):
    _, model, project = next(models("heyawake", p, ()))
    return [PUZZLE.decode(p, model, values) for values in solutions(model, project, 2)]


def cells(rows):
    return tuple((r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "#")


def test_the_board_of_pzpr_has_the_answer_of_pzpr():
    assert answers(read(ADDRESS)) == [cells(SHADED)]


@pytest.mark.parametrize("address", REAL)
def test_addresses_of_others_have_one_answer_and_are_written_to_the_letter(address):
    p = read(f"https://puzz.link/p?{address}")
    assert formats()["puzzlink"].write("heyawake", p) == f"https://puzz.link/p?{address}"
    if p.rooms.size <= 100:
        (answer,) = answers(p)
        assert PUZZLE.verify(p, answer) == []


def test_rooms_may_have_any_shape():
    p = read(WACKY)
    assert p.rooms.max() == 4
    assert PUZZLE.verify(p, ((1, 2), (2, 1), (3, 2))) == []
    assert ((1, 2), (2, 1), (3, 2)) in answers(Heyawake(p.rooms, np.where(p.rooms == 4, 1, p.numbers)))


def test_a_line_that_comes_back_to_its_room_crosses_two_borders():
    p = PUZZLE.parse("2 3\n1 2 1\n1 1 1\n. . .\n. . .\n")
    assert PUZZLE.verify(p, ()) == ["the unshaded cells from R1C1 to R1C3 run through three rooms"]
    board = np.arange(1, 7, dtype=np.int32).reshape(2, 3)
    assert [row.tolist() for row in cells_across_regions(board, p.rooms)] == [[1, 2, 3]]
    assert len(cells_across_regions(board.T, p.rooms.T)) == 0


def test_janko_names_rooms_in_any_way_and_numbers_stand_in_any_cell():
    text = "begin\npuzzle heyawake\nsize 2\n[problem]\n- -\n- 1\n[areas]\nx x\ny y\n[solution]\n- -\n- x\n[end]\n"
    p = read(text)
    assert p == PUZZLE.parse("2 2\na a\nb b\n. .\n1 .\n")
    with pytest.raises(InputError, match="expected connected regions, found one in several pieces"):
        read(text.replace("x x\ny y", "x y\ny x"))


def test_puzzlekit_has_the_numbers_above_the_rooms():
    p = read("2 2\n- -\n- 1\nx x\ny y\n")
    assert formats()["puzzlekit"].write("heyawake", p) == "2 2\n- -\n1 -\n1 1\n2 2\n"
    with pytest.raises(InputError, match=r"expected one number in each region, found another at R2C1"):
        read("2 2\n- -\n1 1\nx x\ny y\n")


def test_numbers_are_moved_to_the_first_cells_of_their_regions():
    regions = np.array([[0, 0, 1], [2, 0, 1]])
    numbers = numbers_of_regions(np.array([[-1, -1, -1], [4, -1, 0]]), regions, -1)
    assert numbers.tolist() == [-1, 0, 4]
    assert in_first_cells(numbers, regions, -1).tolist() == [[-1, -1, 0], [4, -1, -1]]
    assert count_in_regions(regions, [(0, 1), (1, 1), (1, 0)]).tolist() == [2, 0, 1]


def test_a_number_is_read_in_a_shaded_cell():
    p = read(ADDRESS)
    text = PUZZLE.draw_text(p, cells(SHADED))
    assert "| 2# |  2    # |  2    . | 2# |" in text
    assert PUZZLE.draw_svg(p, cells(SHADED)).count(">2<") == 4
