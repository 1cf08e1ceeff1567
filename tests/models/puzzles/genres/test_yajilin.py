"""Yajilin: all answers of small boards by trying every loop, boards and marks of pzpr, arrows that turn, words."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.genres.yajilin import PUZZLE as YAJILIN
from models.puzzles.genres.yajilin import Yajilin, model
from models.puzzles.randomness import Stream
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.foundation.errors import InputError
from tests.models.puzzles.genres.test_masyu import every_loop
from tests.support.puzzle_boards import solutions

DIRECTIONS = {1: (-1, 0), 2: (1, 0), 3: (0, -1), 4: (0, 1)}


def fits(clues, lines):
    """The shaded cells of a loop, None where it is no answer: each other cell without a clue is shaded."""
    height, width = clues.shape[:2]
    visited = {cell for line in lines for cell in line}
    clued = {(r, c) for r, c in product(range(height), range(width)) if clues[r, c, 1] != -1}
    shaded = {*product(range(height), range(width))} - visited - clued
    touching = any((r, c + 1) in shaded or (r + 1, c) in shaded for r, c in shaded)
    if touching or clued & visited:
        return None
    for r, c in clued:
        direction, number = clues[r, c].tolist()
        if direction and number >= 0:
            down, right = DIRECTIONS[direction]
            if number != sum((r + i * down, c + i * right) in shaded for i in range(1, 9)):
                return None
    return tuple(sorted(shaded))


def test_the_answers_are_the_loops_that_fit_all_clues():
    """On boards of 4x4 cells, of which there are 213 loops; `verify` finds nothing wrong with these, and no others."""
    loops, stream, counts = list(every_loop(4, 4)), Stream("yajilin", "test", "4x4", 0), []
    for _ in range(9):
        clues = np.zeros((4, 4, 2), int)
        clues[..., 1] = -1
        for _ in range(1 + stream.number_below(3)):
            cell = stream.number_below(4), stream.number_below(4)
            clues[cell] = stream.number_below(5), (0, 1, 1, 2, -2)[stream.number_below(5)]
        p = Yajilin(clues)
        shaded = {loop: fits(clues, loop) for loop in loops}
        fitting = {(cells, loop) for loop, cells in shaded.items() if cells is not None}
        m = model(p, by="lazy")
        found = solutions(m, YAJILIN.project(p, m), 1000)
        assert {YAJILIN.decode(p, m, values) for values in found} == fitting
        tried = [(cells or (), loop) for loop, cells in shaded.items()]
        assert {answer for answer in tried if not YAJILIN.verify(p, answer)} == fitting
        counts.append(len(fitting))
    assert 0 in counts
    assert max(counts) > 1


BOARD = "5 5\n. . . . .\n. . . . .\n. . . 2< .\n. . . . .\n. . . . 0^\n"


@pytest.mark.parametrize(
    "text",
    [
        "yajilin/5/5/m32j10",  # pzprjs, test/script/yajilin.js, and what follows, with marks of a player
        "https://puzz.link/p?yajilin/b/5/5/m32j10",  # `b` draws clues on grey
        "https://puzz.link/p?yajirin/5/5/m32j10",
        "pzprv3/yajilin/5/5/. . . . . /. . . . . /. . . 3,2 . /. . . . . /. . . . 1,0 /. . . . . /. . . . + /"
        "# . # . + /. . + . + /. . . . . /1 1 0 1 /1 1 0 1 /0 0 0 0 /"
        "0 0 1 0 /0 0 1 0 /1 0 1 1 1 /0 0 0 0 0 /0 0 0 0 0 /0 0 1 1 0",
    ],
)
def test_boards_of_pzpr_are_read(text):
    assert YAJILIN.format(resolve("yajilin", text).instance).split() == BOARD.split()


def test_clues_without_arrows_and_numbers_are_read_and_written():
    """In each format that has them: a cell with a question mark is not shaded, and not visited."""
    p = YAJILIN.parse("2 3\n? ?> 12v\n. . .\n")
    for name in ("puzzlink", "pzprv3", "janko", "puzzlekit"):
        form = format_named(name)
        assert form.read(form.write("yajilin", p), "yajilin")[1] == p
    numbered = YAJILIN.parse("1 2\n3 .\n")
    assert resolve("yajilin", format_named("puzzlink").write("yajilin", numbered)).instance == numbered
    with pytest.raises(InputError, match="expected a direction for each number"):
        format_named("janko").write("yajilin", numbered)


def test_arrows_turn_with_the_board():
    p = YAJILIN.parse("2 3\n1> . 0v\n. 2^ .\n")
    images = [YAJILIN.format(YAJILIN.extras.transform(p, number)[0]).split()[2:] for number in range(8)]
    assert images[0] == ["1>", ".", "0v", ".", "2^", "."]
    assert images[1] == ["0v", ".", "1<", ".", "2^", "."]  # left and right
    assert images[2] == [".", "2v", ".", "1>", ".", "0^"]  # upside down
    assert images[4] == ["1v", ".", ".", "2<", "0>", "."]  # transposed
    p, answer = YAJILIN.generate((4, 5), 3)
    for number in range(1, 8):
        turned, back = YAJILIN.extras.transform(p, number)
        m = model(turned, by="lazy")
        answers = {back(YAJILIN.decode(turned, m, v)) for v in solutions(m, YAJILIN.project(turned, m), 900)}
        assert answer in answers
        assert all(YAJILIN.verify(p, each) == [] for each in answers)


@pytest.mark.parametrize("size", [(2, 2), (5, 9), (12, 12)])
def test_a_board_is_generated_with_its_answer(size):
    for seed in range(4):
        p, answer = YAJILIN.generate(size, seed)
        assert YAJILIN.verify(p, answer) == []
        assert YAJILIN.parse(YAJILIN.format(p)) == p
        document = YAJILIN.answer_json(answer)
        assert list(document) == ["shaded_cells", "lines"]
        assert YAJILIN.answer_from_json(p, document) == answer


def test_cells_and_lines_are_clicked():
    """No cell with a clue, and no line from one."""
    clicks = scene_document(YAJILIN.extras.scene(YAJILIN.parse("2 2\n. .\n. 0^\n"), View()))["clicks"]
    assert clicks["cells"] == [[0, 0], [0, 1], [1, 0]]
    assert clicks["lines"] == [[[0, 0], [0, 1]], [[0, 0], [1, 0]]]
    assert [(step["answer"], step.get("on")) for step in clicks["steps"]] == [
        ("", None),
        ("shaded_cells", "cells"),
        ("lines", "lines"),
        ("", None),
    ]
