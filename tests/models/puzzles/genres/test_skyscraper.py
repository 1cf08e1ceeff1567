"""Skyscraper: files and addresses of pzpr, IDs of Tatham's Towers, boards with empty cells and with diagonals."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.genres.skyscraper import PUZZLE, Skyscraper
from models.puzzles.scenes.scene import SceneState
from models.puzzles.scenes.view import View
from rosetta.foundation.errors import InputError
from tests.support.puzzle_boards import solutions

# the test of pzprjs: an address, and the same board in a file with its answer
ADDRESS = "skyscrapers/4/4/k13h4j3g"
SOLVED = "pzprv3/skyscrapers/4/4/. . . . . . /. 2 1 4 3 . /4 1 2 3 4 . /. 4 3 1 2 3 /. 3 4 2 1 . /. . 1 3 . . /"
TOWERS = (  # as the program prints them
    "5:2/3/2/1/3/3/3/2/2/1/3/1/2/2/3/2/5/2/2/1",
    "9:2/2/4/3/3/3/1/3/4/2/1/2/3/3/3/3/5/2/3/1/3/4/2/4/4/3/2/2/4/2/1/3/4/4/5/2,"
    "g3c1_4c7a5b7b4b4h7_4c1_2f5b2a1a4c8c7a8d3b5c6b",
)


def answers_of(p):
    """All answers of a board, by the model."""
    m = PUZZLE.formulations["default"](p)
    return [PUZZLE.decode(p, m, values) for values in solutions(m, PUZZLE.project(p, m), 1000)]


def count_seen(line):
    """In other words than the model, and than `verify`."""
    return sum(height > 0 and all(other < height for other in line[:i]) for i, height in enumerate(line))


def test_an_address_and_a_file_of_pzpr_are_the_same_board_with_its_answer():
    read, filed = resolve("skyscraper", ADDRESS).instance, resolve("skyscraper", SOLVED).instance
    assert read == filed
    assert (read.bottom.tolist(), read.left.tolist(), read.right.tolist()) == ([0, 1, 3, 0], [0, 4, 0, 0], [0, 0, 3, 0])
    assert answers_of(read) == [((2, 1, 4, 3), (1, 2, 3, 4), (4, 3, 1, 2), (3, 4, 2, 1))]
    assert format_named("puzzlink").write("skyscraper", read).endswith(ADDRESS)


@pytest.mark.parametrize("text", TOWERS)
def test_ids_of_towers_are_written_back_and_have_one_answer(text):
    p = resolve("skyscraper", text).instance
    assert format_named("tatham").write("skyscraper", p) == text
    assert len(answers_of(p)) == 1


def test_all_answers_of_boards_with_empty_cells_are_those_that_show_as_many():
    rows = [line for line in product(range(3), repeat=3) if sorted(line) == [0, 1, 2]]
    full = [0, 1, 2]
    squares = [each for each in product(rows, repeat=3) if all(sorted(c) == full for c in zip(*each, strict=True))]
    for number, square in enumerate(squares):
        columns, none = list(zip(*square, strict=True)), np.zeros(3, int)
        left, bottom = (
            np.array([count_seen(line) for line in lines]) for lines in (square, [c[::-1] for c in columns])
        )
        diagonals = number % 2
        p = Skyscraper(2, np.zeros((3, 3), int), left, none, none, bottom, diagonals)
        expected = {
            other
            for other in squares
            if [count_seen(line) for line in other] == left.tolist()
            and [count_seen(line[::-1]) for line in zip(*other, strict=True)] == bottom.tolist()
            and (
                not diagonals
                or all(sorted(other[i][i * s + (s < 0) * 2] for i in range(3)) == [0, 1, 2] for s in (1, -1))
            )
        }
        assert set(answers_of(p)) == expected


def test_what_is_seen_goes_along_when_the_board_is_turned():
    square = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    p = PUZZLE.parse("3 3 3\n3 2 1\n3 . . . 1\n2 . . . 2\n1 . . . 2\n1 2 2\n")
    assert not PUZZLE.verify(p, square)
    for number in range(8):
        turned, back = PUZZLE.extras.transform(p, number)
        assert [back(answer) for answer in answers_of(turned)] == [square], number


def test_clues_that_are_not_met_are_wrong_on_their_side():
    p = PUZZLE.parse("2 2 2\n. .\n2 . . 2\n. . . .\n. 1\n")
    scene = PUZZLE.extras.scene(p, View(((1, 2), (2, 1))))
    assert (scene.left.states[0], scene.right.states[0]) == (SceneState.PLAIN, SceneState.WRONG)
    assert scene.bottom.states == (SceneState.PLAIN, SceneState.WRONG)
    assert scene.top.words == ("", "")
    steps = "\n".join(PUZZLE.draw_text(p, ((1, 2), (2, 1))).splitlines())
    assert re.search(r"^2 1 2 2!$", steps, re.M)


def test_other_programs_have_usual_boards_only():
    p = PUZZLE.parse("3 3 2 1\n. . .\n. . . . .\n. . . . .\n. . . . .\n. . .\n")
    text = format_named("puzzlekit").write("skyscraper", p)
    assert text.splitlines()[0] == "3 3 2 D"
    assert resolve("skyscraper", text).instance == p
    with pytest.raises(InputError, match="expected numbers up to 3 and no further rules, found 2, 1"):
        format_named("tatham").write("skyscraper", p)
