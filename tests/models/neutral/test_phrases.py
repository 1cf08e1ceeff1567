"""Words of variables and rows: where columns come from, denials and plurals, what is refused, JSON and back."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from models.neutral import Model, ModelError, along, cell_groups, each, vertices
from models.neutral.json import from_json, to_json
from models.neutral.wording.phrases import words_of_rows, words_of_variables


def both(says, shape, entry):
    words = words_of_variables(says, shape)
    return words.word(entry), words.word(entry, holds=False)


@pytest.mark.parametrize(
    ("says", "shape", "entry", "said", "denied"),
    [
        ("a queen at {cell}", (3, 4), 5, "a queen at R2C2", "no queen at R2C2"),
        ("an edge to {0}", (4,), 2, "an edge to 3", "no edge to 3"),
        ("{cell} is {2}", (2, 2, 3), 4, "R1C2 is 2", "not: R1C2 is 2"),
        ("{cell} is {0}", (3, 2, 2), 4, "R1C1 is 2", "not: R1C1 is 2"),
        ("a cube at {cell}", (2, 2, 2), 5, "a cube at L2R1C2", "no cube at L2R1C2"),
        (each("{who} sings", who=["Ann", "Bob"], denies="{who} is silent"), (2,), 1, "Bob sings", "Bob is silent"),
    ],
)
def test_a_variable_is_worded_by_its_place(says, shape, entry, said, denied):
    assert both(says, shape, entry) == (said, denied)


@pytest.mark.parametrize(
    "cells",
    [
        np.array([[0, 1, 1], [1, 0, 0]], bool),
        [[0, 1], [0, 2], [1, 0]],
        partial(np.array, [[0, 1], [0, 2], [1, 0]]),
    ],
)
def test_cells_are_a_mask_or_a_list_or_made_when_they_are_read(cells):
    words = words_of_variables(each("a lamp at {cell}", cell=cells), (3,))
    assert [words.word(i) for i in range(3)] == ["a lamp at R1C2", "a lamp at R1C3", "a lamp at R2C1"]
    assert words.places(2) == {(1, 0)}
    if not callable(cells):
        assert words.cells(np.array([0, 2])) == [(0, 1), (1, 0)]


def test_vertices_of_a_graph_have_names_of_any_kind():
    """Texts in quotes, numbers, tuples; what a pair names is no cell."""
    names = ["a", 3, (0, "b")]
    words = words_of_variables(each("press {cell}", cell=vertices(names)), (3,))
    assert [words.word(i) for i in range(3)] == ["press 'a'", "press 3", "press (0,'b')"]
    assert [words.places(i) for i in range(3)] == [{name} for name in names]
    with pytest.raises(ModelError, match="tells no"):
        words.cells(np.array([2]))


def test_a_piece_is_on_several_cells():
    """Each entry is about all of its cells; it is a thing, though its text begins with a name."""
    on = cell_groups([[0, 0], [0, 1], [1, 0]], [[0, 1, 2], [1], []])
    words = words_of_variables(each("{piece} on {cells}", noun="piece", piece=["L", "M", "N"], cells=on), (3,))
    assert [words.word(i) for i in range(3)] == ["L on R1C1 R1C2 R2C1", "M on R1C2", "N on "]
    assert [words.places(i) for i in range(3)] == [{(0, 0), (0, 1), (1, 0)}, {(0, 1)}, set()]
    assert (words.noun, words.word_of("piece", 1)) == ("piece", "M")
    for cells, rows in (([[0, 0]], [[1]]), ([[0, 0]], [[-1]]), ([0, 1], [[0]]), ([[0, 1]], [0.5])):
        with pytest.raises(ModelError, match="cell_groups: expected"):
            cell_groups(cells, rows)


def test_a_noun_without_an_article_has_no_plural_where_it_denies():
    """What is no sea is land, however much there is of it."""
    words = words_of_variables(each("a sea cell at {cell}", denies="land at {cell}"), (2, 2))
    assert [words.phrase(1, holds).many for holds in (True, False)] == ["sea cells at ", "land at "]


def test_what_is_the_same_along_an_axis_is_said_once():
    """By it, variables of one place are told together, also what they deny."""
    cells, times = along(0, np.ones((1, 2), bool)), along(1, ["1 time", "2 times", "3 times"])
    says = each("press {cell} {times}", denies="do not press {cell} {times}", many="press ", cell=cells, times=times)
    words = words_of_variables(says, (2, 3))
    assert words.word(4) == "press R1C2 2 times"
    assert words.places(4) == {(0, 1)}
    assert (words.phrase(4).head, words.phrase(4).rest) == ("press ", "R1C2 2 times")
    denied = words.phrase(4, holds=False)
    assert (denied.head, denied.rest, denied.many) == ("do not press ", "R1C2 2 times", "do not press ")
    with pytest.raises(ModelError, match="cell: expected 9 entries, found 2"):
        words_of_variables(says, (3, 3))


def test_rows_of_a_rule_say_which_line_of_a_board_they_are():
    """By the names `row` and `column`, known or given, counted from 1; by no other words, and not by both together."""
    assert words_of_rows("row {row}", 3).board_line(2) == ("row", 2)
    assert words_of_rows("column {column}", 3).board_line(0) == ("column", 0)
    assert words_of_rows("row {row}", 3).word(2) == "row 3"
    assert words_of_rows(each("line {column}", column=[4, 2]), 2).board_line(1) == ("column", 1)
    assert words_of_rows(each("the fives", row=[4, 2]), 2).board_line(0) == ("row", 3)
    for text in ("row {n}", "row 3", "row {row}, column {column}"):
        assert words_of_rows(text, 3).board_line(2) is None
    assert words_of_rows(each("row {row}", row=["a", "b"]), 2).board_line(1) is None


def test_several_are_told_together_where_that_reads_well():
    walls = words_of_rows(each("the wall {clue} at {cell}", clue=[2, 0], cell=[[0, 0], [2, 3]]), 2)
    assert (walls.phrase(1).head, walls.phrase(1).rest, walls.phrase(1).many) == (
        "the wall 0 at ",
        "R3C4",
        "the walls 0 at ",
    )
    owner = each("the tree at {tree} owns the tent at {tent}", tree=[[0, 0]], tent=[[0, 1]])
    assert words_of_variables(owner, (1,)).many == ""
    assert words_of_variables("a box at {cell}", (1, 1)).many == "boxs at "
    assert words_of_variables(each("a box at {cell}", many="boxes at "), (1, 1)).many == "boxes at "
    assert words_of_variables("a queen at {cell}", (2, 2)).noun == "queen"
    assert words_of_variables("{cell} is {2}", (2, 2, 2)).noun == ""
    shaded = words_of_variables("a shaded cell at {cell}", (2, 2))
    assert (shaded.noun, shaded.many) == ("shaded cell", "shaded cells at ")
    runs = words_of_rows(each("the run across from {start}", start=[[0, 0]]), 1)
    assert runs.many == "the runs across from "
    assert words_of_rows(each("the {number} of row {row}", number=[1], row=[2]), 1).many == ""


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda m: m.bools("x", 3, says="a lamp at {cell}"), r"\{cell\} of 'a lamp at \{cell\}' is none of 0"),
        (lambda m: m.bools("x", 3, says=each("{a}", a=[1, 2])), "a: expected 3 entries, found 2"),
        (lambda m: m.bools("x", 3, says="a {"), "each: "),
        (lambda m: m.bools("x", 3, says="a {0:>3}"), "names in braces alone"),
        (lambda m: m.bools("x", 3, says="two\nlines"), "a text of one line"),
        (lambda m: m.bools("x", 3, says=each("{a}", a=[[1.5]])), "a: expected integers"),
        (lambda m: m.true("r", m.bools("x", 3), of="row {m}"), r"rule 'r', words: \{m\}"),
        (lambda m: m.true("r", m.bools("x", 3), off="row {n}"), "found off="),
    ],
)
def test_what_cannot_be_worded_is_refused(make, message):
    m = Model("m")
    with pytest.raises(ModelError, match=message):
        make(m)


def test_a_refused_declaration_leaves_nothing_behind():
    m = Model("m")
    with pytest.raises(ModelError):
        m.bools("x", 3, says="a lamp at {cell}")
    assert m.variables == 0
    assert m.arrays == {}
    m.bools("x", 3)


def test_rows_that_are_left_out_do_not_change_the_names_of_others():
    m = Model("m")
    m.at_most(1, "rows", m.bools("x", (3, 2)), of="rank {n}", where=[True, False, True])
    assert [m.blocks[0].name_of_row(row) for row in range(2)] == ["rank 1", "rank 3"]


def test_words_are_kept_in_json_if_they_are_asked_for():
    m = Model("m")
    x = m.bools("x", (2, 2), says="a queen at {cell}")
    m.ints("k", 2, 0, 3, says=each("the size of {name}", name=["a", "b"]))
    m.at_most(1, "rows", x, of=each("the line {n} of {cell}", cell=[[0, 0], [1, 0]]), clue=True)
    m.true("none", -x[0], evident="nothing stands there")
    on = cell_groups([[0, 0], [0, 1], [1, 0]], [[0, 2], [1]])
    m.bools("place", 2, says=each("{piece} on {cells}", noun="piece", piece=["I", "J"], cells=on))
    m.bools("press", (2, 2), says=each("press {cell} {1} times", cell=along(0, vertices(["a", (0, "b")]))))
    plain, told = to_json(m), to_json(m, words=True)
    assert "queen" not in plain
    again = from_json(told)
    assert to_json(again) == plain
    assert to_json(again, words=True) == told
    assert again.says["x"].word(3) == "a queen at R2C2"
    assert again.says["k"].word(1) == "the size of b"
    assert again.says["press"].word(3) == "press (0,'b') 2 times"
    assert again.says["press"].places(2) == {(0, "b")}
    assert again.blocks[0].name_of_row(1) == "the line 2 of R2C1"
    assert (again.blocks[0].is_clue, again.blocks[1].evident) == (True, "nothing stands there")
    for wrong in ('"variables": {"y": {"text": "a"}}', '"rules": {"9": {"clue": true}}', '"rules": {"0": {"of": 3}}'):
        with pytest.raises(ModelError):
            from_json(told[: told.index('"words"')] + '"words": {' + wrong + "}}")
