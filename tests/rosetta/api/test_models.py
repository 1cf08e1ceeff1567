"""Models stated in Python: solved, counted and compared as any puzzle; held against brute force."""

from __future__ import annotations

import re
import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

import rosetta as rs
from models.neutral import evaluate, group, objective_value
from tests.support.solutions import says_none
from tests.support.strategies import models


def assignments(model):
    """Every assignment within the bounds, with the rows that it breaks."""
    ranges = [range(int(lo), int(hi) + 1) for lo, hi in zip(model.lower[1:], model.upper[1:], strict=True)]
    for values in product(*ranges):
        yield np.array([0, *values], np.int64)


def queens(n):
    model = rs.Model("queens")
    queen = model.bools("queen", (n, n))
    r, c = np.indices(queen.shape)
    model.exactly(1, "each rank holds one queen", queen)
    model.exactly(1, "each file holds one queen", queen.T)
    model.at_most(1, "a rising diagonal holds at most one", group(queen, by=r + c))
    model.at_most(1, "a falling diagonal holds at most one", group(queen, by=r - c + n - 1))
    return model, queen


@pytest.mark.sample(0.125)
def test_queens():
    """Published numbers; values in the shape of the board; negated literals."""
    model, queen = queens(6)
    solution = rs.solve(model)
    assert rs.count(queens(4)[0]).count == 2
    assert (rs.count(model).count, rs.count(model).exact) == (4, True)
    board = solution[queen]
    assert board.shape == (6, 6)
    assert (board.sum(axis=0) == 1).all()
    assert (solution.values(-queen) == 1 - board).all()
    assert solution.answer == {"queen": board.tolist()}
    assert solution.to_json()["answer"] == {"values": solution.answer}
    assert rs.solve(queens(3)[0]).status == "unsatisfiable"
    assert len(rs.solve(model, answers="all").answers) == 4
    assert rs.solve(model, unique=True).unique is False


@pytest.mark.sample(0.125)
@given(models())
@settings(max_examples=8)
def test_random_models(model):
    """The best value, the number of assignments and whether there is only one, by trying all of them."""
    good = [values for values in assignments(model) if not evaluate(model, values)]
    costs = [objective_value(model, values) for values in good]
    solution, total = rs.solve(model, unique=True), rs.count(model)
    assert (total.count, total.exact) == (len(good), True)
    if not good:
        assert says_none(solution)
        return
    assert solution.objective == (None if model.objective is None else min(costs))
    assert solution.unique is (len(good) == 1)
    assert rs.verify(model, solution) == []
    assert any(all((solution[a] == values[a]).all() for a in model.arrays.values()) for values in good)


@pytest.mark.sample(0.125)
def test_integers_are_counted_apart():
    """Wide, narrow, negative and fixed integers, and Booleans beside them."""
    model = rs.Model("numbers")
    x, y, z = model.ints("x", 2, [-3, 5], [4, 5]), model.ints("y", (), 0, 1000), model.bools("bits", 2)
    model.linear(2, 6, "between", [[*x, *z]], 1)
    model.linear(-1, 1, "close", [[x[0], y]], [1, -1])
    good = sum(not evaluate(model, values) for values in assignments(model))
    assert rs.count(model).count == good == 13
    solution = rs.solve(model, "cnf", answers="all")
    assert len(solution.answers) == len({str(answer) for answer in solution.answers}) == good
    assert list(solution.answer) == ["x", "y", "bits"]


def test_the_model_is_taken_as_it_is_now():
    """What is stated later changes no board, and no board changes the model."""
    model = rs.Model("late")
    x = model.bools("x", 2)
    before = rs.solve(model, answers="all")
    model.true("both", x)
    after = rs.solve(model, answers="all")
    assert (len(before.answers), len(after.answers), len(model.blocks), model.variables) == (4, 1, 1, 2)
    assert before.board.id != after.board.id
    assert before.board.id == rs.solve(_same_as_before()).board.id


def _same_as_before():
    model = rs.Model("called otherwise")
    model.bools("x", 2)
    return model


@pytest.mark.sample(0.125)
def test_compare_runs_every_backend():
    """Engines of different kinds on one model; an objective; the oracle."""
    model, queen = queens(4)
    model.minimize("far to the left", queen[0], [4, 3, 2, 1])
    comparison = rs.compare(model, budget=120)
    assert comparison.verdict == "agree"
    optimal = {run["backend"] for run in comparison.runs if run["status"] == "optimal"}
    assert {"cpsat", "cbc", "cnf", "highs", "oracle"} <= optimal
    assert {run["objective"] for run in comparison.runs if run["status"] == "optimal"} == {2}


def test_empty_models():
    """No variables, no rules, an array without a variable: one assignment, or none if a row says so."""
    nothing = rs.Model("nothing")
    assert (rs.solve(nothing).status, rs.count(nothing).count, rs.solve(nothing).answer) == ("satisfied", 1, {})
    hollow = rs.Model("hollow")
    x = hollow.bools("x", (0, 3))
    assert rs.solve(hollow)[x].shape == (0, 3)
    hollow.any("at least one of none", [[]])
    solution = rs.solve(hollow)
    assert (solution.status, solution.ended) == ("unknown", "not-asked")
    assert (solution.evidence, solution.answer, rs.count(hollow).count) == ("proved", None, 0)


def test_explain_formulas_and_files_of_a_model():
    """The other verbs take a model too."""
    model, queen = queens(4)
    model.true("a queen beside the corner", queen[0, 1])
    walkthrough = rs.explain(model)
    assert walkthrough.answer == rs.solve(model).answer
    assert "queen[1,3]" in str(walkthrough)
    assert [rule["rule"] for rule in rs.formulas(model, [5]).rules] == ["a queen beside the corner"]
    assert "p cnf 16 " in rs.convert(model, "dimacs")
    assert "queen_0_1" in rs.convert(model, "lp")
    assert "queens: 16 variables, 5 rules, 23 rows" in rs.solve(model).board._repr_html_()


def test_drawn_values():
    """Numbers, vectors, matrices and deeper arrays; what differs from another answer."""
    model = rs.Model("drawn")
    n, v = model.ints("n", (), 3, 3), model.ints("v", 2, -1, -1)
    cube = model.bools("cube", (2, 1, 2))
    model.true("all of it", cube)
    assert str(rs.solve(model)).split("\n\n")[1].splitlines() == [
        "n = 3", "v: -1 -1", "cube[0]:", "  1 1", "cube[1]:", "  1 1"
    ]  # fmt: skip
    free = rs.Model("free")
    free.bools("x", 1)
    assert "x: 0*" in str(rs.solve(free, unique=True)) or "x: 1*" in str(rs.solve(free, unique=True))
    assert rs.solve(model)[n] == 3
    assert rs.solve(model)[v].tolist() == [-1, -1]


def test_a_sudoku_is_drawn_as_its_digits():
    """Printed, nine lines, and in a notebook a grid, which say the same as the array."""
    model = rs.Model("sudoku")
    x = model.bools("x", (9, 9, 9))
    for sentence, rows in {
        "each cell has one digit": x,
        "each row has each digit": x.transpose(0, 2, 1),
        "each column has each digit": x.transpose(1, 2, 0),
        "each box has each digit": x.reshape(3, 3, 3, 3, 9).transpose(0, 2, 4, 1, 3),
    }.items():
        model.exactly(1, sentence, rows.reshape(-1, 9))
    solution = rs.solve(model, "cpsat")
    title, *rows = str(solution).split("\n\n")[1].splitlines()
    assert title == "x[i, j, k] is 1 for this k, counted from 0:"
    assert [list(map(int, row.split())) for row in rows] == solution[x].argmax(axis=-1).tolist()
    drawn = re.findall(r'<text x="[^"]+" y="[^"]+">(\d)</text>', solution._repr_html_())
    assert list(map(int, drawn)) == solution[x].argmax(axis=-1).ravel().tolist()


def test_texts_of_objects_name_no_flags():
    """Flags are for a command line: a comparison and formulas, of boards that are too large to be drawn."""
    model = rs.Model("tall")
    x = model.bools("x", (25, 60))
    model.exactly(1, "one in each row", x)
    board = rs.load("tents", 15)
    compared = [rs.compare(stated, ["cpsat", "cnf"], profile="default") for stated in (model, board)]
    for shown in (*compared, rs.formulas(board, [1]), rs.solve(model, "cpsat")):
        assert not re.search(r"(?:^|[\s(])(--[a-z]|-v\b)", str(shown)), str(shown)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"x": [0, 1]}, "rule 'one': expected 2, found 1"),
        ({"x": [0, 1, 2]}, "expected whole numbers in the shape (2,), found the shape (3,)"),
        ({"x": [0.5, 1]}, "expected whole numbers in the shape (2,), found 0.5"),
        ({"x": [True, True]}, "expected whole numbers in the shape (2,)"),
        ({"y": [0, 1]}, "the model has no variables 'y'; it has x"),
        ({}, "expected values of x; found none of 'x'"),
        (7, "expected an answer as a mapping or a Solution"),
    ],
)
def test_verify(answer, says):
    """Broken rows by name; what is no answer is refused."""
    model = rs.Model("two")
    model.exactly(2, "one", model.bools("x", 2))
    try:
        broken = rs.verify(model, answer)
    except ValueError as refusal:
        broken = [str(refusal)]
    assert says in broken[0]
    assert rs.verify(model, {"x": np.ones(2, int)}) == []


def test_values_that_a_solution_does_not_have():
    """Of a board, of no answer, of another model."""
    model = rs.Model("m")
    x = model.bools("x", 2)
    with pytest.raises(ValueError, match="numbered from 1 to 2"):
        rs.solve(model)[np.asarray(x) + 1]
    with pytest.raises(ValueError, match="numbered from 1 to 2"):
        rs.solve(model).values([0.5])
    with pytest.raises(ValueError, match="no variables, but an answer"):
        rs.solve(rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2"))[x]
    model.exactly(1, "neither nor", x)
    model.exactly(2, "and both", x)
    with pytest.raises(ValueError, match="this solution has no answer"):
        rs.solve(model)[x]


def test_the_model_of_a_board():
    """The rules as solvers get them, a copy: what is added to it does not change the board's."""
    board = rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2")
    model = board.model()
    assert model.blocks[0].sentence == "each tree owns one tent"
    tents = rs.solve(model).answer["tent"]
    assert rs.verify(board, {"tents": np.argwhere(tents).tolist()}) == []
    model.true("no tent in the second row", -model.arrays["tent"][1])
    assert rs.solve(model).status == "unsatisfiable"
    assert rs.solve(board).status == "satisfied"
    assert "link" not in rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2", tree_rule="adjacent").model().arrays
    with pytest.raises(ValueError, match="formulation 'x' is unknown; tents has"):
        board.model("x")


def test_sizes_as_a_table():
    """A row per lowering, as in the document."""
    model, _ = queens(6)
    shown = rs.formulas(model, [1, 3])
    table = shown.to_pandas()
    assert len(table) == sum(len(rule["lowerings"]) for rule in shown.rules)
    assert set(table.rule) == {"each rank holds one queen", "a rising diagonal holds at most one"}
    pairwise = table[(table.rule == "each rank holds one queen") & (table.encoding == "pairwise")]
    assert pairwise[["variables", "rows", "literals"]].to_numpy().tolist() == [[0, 1 + 15, 6 + 30]]
    assert pairwise.propagates.tolist() == [True]
    assert table[table.automatic].groupby("rule").size().tolist() == [1, 1]


def test_pictures_of_steps():
    """One each, with what the step uses marked; the last one is the solution."""
    walkthrough = rs.explain(rs.load("tents", "4x4:cbaea,1,1,0,2,0,2,0,2"))
    assert len(walkthrough.pictures) == len(walkthrough.steps)
    assert len(set(walkthrough.pictures)) == len(walkthrough.steps)
    assert all(picture.startswith("<svg") for picture in walkthrough.pictures)


def test_preload():
    """Names with a solver, and refusals."""
    assert rs.preload("cnf:glucose42", "propagate") == ("cnf:glucose42", "propagate")
    with pytest.raises(ValueError, match="unknown backend 'nosuch'"):
        rs.preload("nosuch")
    assert rs.preload("external") in ((), ("external",))


def test_the_search_in_the_table():
    """What solvers say of their search are columns; a solver that says nothing has none."""
    model = rs.Model("5 pigeons")
    sits = model.bools("sits", (5, 4))
    model.exactly(1, "each pigeon sits in one hole", sits)
    model.at_most(1, "a hole holds one pigeon", sits.T)
    table = rs.compare(model, ["cnf", "cbc"], profile="default").to_pandas().set_index("backend")
    assert table.conflicts["cnf"] > 0
    assert not table.conflicts["cbc"] > 0


def test_a_missing_cpmpy_is_named(monkeypatch):
    """What is missing, and how to get it."""
    monkeypatch.setitem(sys.modules, "cpmpy", None)
    with pytest.raises(
        ValueError, match=r"from_cpmpy needs CPMpy, which is not installed here .*; pip install .*modelling"
    ):
        rs.from_cpmpy("problem")


def test_nobody_is_asked_for_another_answer_where_there_is_nothing_to_choose():
    """The row that forbids the only assignment of no variables is empty: it proves uniqueness, and no engine does."""
    comparison = rs.compare(rs.Model("nothing"), ["cpsat", "cnf"], unique=True)
    told = {(run["status"], run["unique"], run["claims"]["unique"]) for run in comparison.runs}
    assert told == {("satisfied", True, "proved")}
    assert all(run["note"].startswith("not asked for another answer: ") for run in comparison.runs)
    assert "the only one, as one row alone forbids every other (proved)" in " ".join(str(comparison).split())
    assert "say that there is no other" not in str(comparison)
