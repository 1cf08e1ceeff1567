"""Input and output of Tents: plain text, JSON, drawings, names of literals, and boards that are refused."""

from __future__ import annotations

import json
import pickle
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given

from models.puzzles.scenes.text import draw_text
from models.puzzles.scenes.view import View
from models.puzzles.stated_words import name_literal
from models.puzzles.tents.instance import Tents
from models.puzzles.tents.record import PUZZLE
from rosetta.foundation.errors import InputError
from tests.support.tents_boards import RING, STATED, U, board, boards


def test_literals_have_names_in_the_words_of_the_puzzle() -> None:
    """In every formulation, every variable."""
    p = board("T.", "..")
    spoken = {}
    for formulation, rule in STATED:
        m = PUZZLE.formulations[formulation](p, tree_rule=rule)
        spoken[formulation, rule] = {
            name_literal(PUZZLE, p, m, x) for x in (*range(1, m.variables + 1), *(-m.boolean_variables).tolist())
        }
        assert len(spoken[formulation, rule]) == m.variables + len(m.boolean_variables)
    assert {"a tent at R1C2", "no tent at R1C2"} <= spoken["default", "matching"]
    assert "the tree at R1C1 does not own the tent at R2C1" in spoken["default", "matching"]
    assert "the tent at R1C2 is tied to the tree left" in spoken["source-ilp", "matching"]
    assert "row 1 has not 2 tents" in spoken["source-cnf", "matching"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line `H W`"),
        ("2 x\n", "line 1: expected `H W`"),
        ("0 3\n", "line 1: expected 1 or more cells, found 0x3"),
        ("9999999 9999999\n", "line 1: expected a board that fits into memory, found 9999999x9999999"),
        ("2 2\n0 0\n0 ..\n", "expected 4 lines .* or 5 .* found 3"),
        ("2 2\n0 0 0\n0 ..\n0 ..\n", "line 2: expected 2 column clues, found 3"),
        ("2 2\n0 a\n0 ..\n0 ..\n", "line 2: expected a column clue .* found 'a'"),
        ("2 2\n0 0\n0 ..\n0 .\n", "line 4: expected 2 cells, found 1"),
        ("2 2\n0 0\n0 .o\n0 ..\n", "line 3, cell 1: expected empty .* found 'o'"),
        ("2 2\n0 3\n0 ..\n0 ..\n", "column 1: expected a clue 0..2 or . for unknown, found 3"),
        ("2 2\n0 0\n1 1 1\n- -\n- x\n", "line 3: expected 2 row clues, found 3"),
    ],
)
def test_plain_text_that_is_wrong_is_refused_with_its_place(text: str, message: str) -> None:
    """Never a traceback, never a smaller board."""
    with pytest.raises(InputError, match=message):
        PUZZLE.parse(text)


@given(boards(most=5))
def test_plain_text_is_read_back(p: Tents) -> None:
    """By `parse`, with comments and blank lines in between; and equal boards are equal."""
    text = PUZZLE.format(p)
    copy = PUZZLE.parse("# a comment\n\n" + text.replace("\n", "\r\n"))
    assert copy == p
    assert hash(copy) == hash(p)
    assert pickle.loads(pickle.dumps(p)) == p


def test_a_square_and_the_layout_of_data_sets_are_read() -> None:
    """One number for a square; column clues, row clues and the grid apart."""
    assert PUZZLE.parse("2\n1 ?\n0 T.\n1 ..\n") == board("T.", "..", rows=[0, 1], cols=[1, U])
    assert PUZZLE.parse("2 3\n1 0 ?\n0 1\nx - -\n- - -") == board("T..", "...", rows=[0, 1], cols=[1, 0, U])


def test_boards_are_checked_when_they_are_made_and_cannot_be_changed() -> None:
    """Shape, clues, size."""
    empty = np.zeros((2, 3), np.bool_)
    for trees, rows, cols in ((empty, [0], [0] * 3), (empty, [0, 4], [0] * 3), (empty, [0, -2], [0] * 3)):
        with pytest.raises(InputError, match="row"):
            Tents(trees, rows, cols)
    for wrong in (np.zeros((0, 3), np.bool_), np.zeros((2, 3)), np.zeros(6, np.bool_)):
        with pytest.raises(InputError, match="expected a board of truth values"):
            Tents(wrong, [0] * 2, [0] * 3)
    with pytest.raises(ValueError, match="read-only"):
        RING.trees[0, 0] = True


def test_answers_go_through_json() -> None:
    """And what is no list of cells is refused."""
    answer = ((0, 1), (2, 3))
    assert PUZZLE.answer_from_json(RING, json.loads(json.dumps(PUZZLE.answer_json(answer)))) == answer
    for wrong in ({}, {"tents": 3}, {"tents": [[1]]}, {"tents": [[1, "2"]]}, {"tents": [[1, True]]}):
        with pytest.raises(InputError, match="tents"):
            PUZZLE.answer_from_json(RING, wrong)


def test_the_drawing_tells_trees_tents_and_answers_apart_without_colour() -> None:
    """In letters; colours only when asked for."""
    p = board("T.", "..", rows=[1, U], cols=[0, 1])
    assert PUZZLE.draw_text(p) == "  0 1\n1 T .\n? . ."
    assert PUZZLE.draw_text(p, ((0, 1),)) == "  0 1\n1 T A\n? . ."
    assert PUZZLE.draw_text(p, ((0, 1),), second=((1, 0),)).splitlines()[:3] == ["  0 1", "1 T 1", "? 2 ."]
    assert PUZZLE.draw_text(p, ()) == "  0 1!\n1!T .\n? . ."
    assert PUZZLE.draw_text(p, (), empty=[(0, 0), (1, 0)]) == "  0 1\n1 T .\n? - ."
    assert draw_text(PUZZLE.extras.scene(p, View(mark=[(0, 0)]))) == "  0 1\n1 T<.\n? . ."
    assert "\x1b" in PUZZLE.draw_text(p, colour=True)
    wide = PUZZLE.draw_text(board("T" + "." * 98, rows=[12], cols=[U] * 99))
    assert wide.splitlines() == ["   " + "?" * 99, "12 T" + "." * 98]
    assert PUZZLE.draw_text(board("." * 70, rows=[U], cols=[1] * 70), ()).splitlines()[2:] == [
        "  (wrong: " + ", ".join(f"column {c}" for c in range(1, 11)) + ", ...)"
    ]
    tall = board(*["T."] * 11, cols=[10, 0])
    assert PUZZLE.draw_text(tall).splitlines()[:3] == ["  1", "  0 0", "? T ."]


def test_the_picture_is_one_svg_that_needs_nothing_else() -> None:
    """It parses, names itself, and marks what differs."""
    tents = ((0, 0), (0, 2), (2, 0), (2, 2))
    picture = PUZZLE.draw_svg(RING, tents, second=((1, 1), *tents[1:]), mark=[(1, 1)])
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == "Tents, 3 rows and 3 columns, 4 trees, 4 tents; another answer moves 1 of them"
    assert "href" not in picture
    assert "stroke-dasharray" in picture
    assert "stroke-dasharray" not in PUZZLE.draw_svg(RING, tents)
