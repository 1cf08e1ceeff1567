"""Grades: deductions from single clues against all assignments; Tatham's own grades; how explain and JSON show them."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends.contract import Limits
from backends.reasons.backbone import backbone_by_solver
from backends.reasons.failed_literals import measure_reach, probe_literal
from backends.reasons.local_deductions import clue_rows, independence_number
from backends.reasons.row_table import row_table
from backends.reasons.selector_solver import SelectorSolver
from backends.reasons.trace import Backbone, Reach, Step, Trace
from benchmarks.explaining.difficulty import IN_USE, catalogue_boards, explained_case, graded_case
from benchmarks.explaining.grade_fitting import Case, fit_rule, halves
from instances.catalogue import catalogue
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from rosetta.commands.main import run_verb
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.difficulty import GRADES, difficulty, grade_of
from rosetta.studies.grading.grade import grade as grade_when_set
from tests.rosetta.studies.explaining.test_explain import assignments, satisfying, small_models
from tests.support.grid_akari import lamps_ahead, planted

# printed by sgt-lightup and sgt-tents 20230122 for these parameters
PRINTED = (
    ("akari", "7x7b20s4d0", "7x7:Be2dBc3q0c0d1e1", "easy"),
    ("akari", "7x7b20s4d1", "7x7:b3gB0c0dBaBaBa1aBd1c01g0b", "tricky"),
    ("akari", "7x7b20s4d2", "7x7:cBg3cBa4c1a3a2aBcBa1c1gBc", "hard"),
    ("tents", "8x8de", "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1", "easy"),
    ("tents", "8x8dt", "8x8:bfcabibakbhe_,1,2,1,2,1,2,1,2,4,0,1,2,1,0,2,2", "tricky"),
)


@pytest.mark.parametrize("seed", range(30))
def test_largest_independent_set(seed):
    """A largest independent set is a largest clique of the complement (networkx)."""
    graph = nx.gnp_random_graph(9, 0.1 + seed / 50, seed=seed)
    ours = independence_number({v: frozenset(graph[v]) for v in graph})
    assert ours == len(nx.max_weight_clique(nx.complement(graph), None)[0])


@pytest.mark.parametrize("seed", range(60))
def test_one_clue_and_what_excludes_its_cells(seed):
    """Of one clue with exclusions among its cells, what is common to all assignments is found, and nothing else."""
    rng = random.Random(seed)
    n = 7
    pairs = [list(pair) for pair in itertools.combinations(range(n), 2) if rng.random() < 0.35]
    good = [v for v in itertools.product((0, 1), repeat=n) if all(v[a] + v[b] < 2 for a, b in pairs)]
    most = max(map(sum, good))
    count = max(most - rng.randrange(2), 0)
    good = [v for v in good if sum(v) == count]
    m = Model("clue")
    x = m.bools("x", n)
    m.exactly(count, "clue", x.reshape(1, n), clue=True)
    if pairs:
        m.at_most(1, "exclusion", x[np.array(pairs)])
    rows = row_table(m, x)
    open_ = sum(len({v[i] for v in good}) == 2 for i in range(n))
    assert measure_reach(rows, clue_rows(m, rows), most=0).undecided == open_


@pytest.mark.parametrize(("name", "requested", "text", "grade"), PRINTED)
def test_what_was_asked_for(name, requested, text, grade):
    """Boards of each difficulty that Tatham's generators know."""
    case = graded_case(name, requested, text)
    assert (IN_USE.grade(case), case.requested_grade) == (grade, grade)
    assert explained_case(name, requested, text).counts.items() >= case.counts.items()
    assert grade_when_set(Question(puzzle(name), resolve(name, text).instance)) == grade


def reach_of(record, p):
    """How far one gets on a board."""
    model = record.formulations["default"](p)
    rows = row_table(model, record.project(p, model))
    return measure_reach(rows, clue_rows(model, rows))


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["akari", "tents"])
def test_what_tatham_was_asked_for(name):
    """Boards of Tatham's generators in the catalogue, those of up to 14 columns: every grade is right."""
    lines = [line for line in catalogue_boards() if line[0] == name and int(line[1].split("x")[0]) <= 14]
    cases = [graded_case(*line) for line in lines]
    assert len(cases) > 30
    assert [(case.text, IN_USE.grade(case)) for case in cases] == [(case.text, case.requested_grade) for case in cases]


def unique(p):
    """Has this Light Up board one solution?"""
    record = puzzle("akari")
    model = record.formulations["default"](p)
    rows = row_table(model, record.project(p, model))
    solver = SelectorSolver(model, rows, Limits())
    shared = backbone_by_solver(rows, solver)
    solver.delete()
    return shared is not None and shared.unique


def test_one_move_ahead_on_the_grid():
    """Light Up boards of the catalogue, small ones made here, and these with fewer and fewer clues, against a solver
    that knows the grid and no rows (`lamps_ahead`)."""
    rng, counts = random.Random(1), Counter()

    def agree(p):
        reach = reach_of(puzzle("akari"), p)
        assert (reach.undecided == 0, grade_of(reach) != "hard") == (lamps_ahead(p, 0), lamps_ahead(p, 1)), p
        counts[grade_of(reach)] += 1

    for entry in catalogue("akari").values():
        if entry.requested.startswith(("7x7", "10x10")):
            agree(resolve("akari", f"akari/{entry.name}").instance)
    for _ in range(12):
        p = planted(rng)
        clues = np.argwhere(p.cells >= 0).tolist()
        while clues and unique(p):
            agree(p)
            cells = p.cells.copy()
            cells[tuple(clues.pop(rng.randrange(len(clues))))] = 5
            p = replace(p, cells=cells)
    assert min(counts[grade] for grade in GRADES) >= 10, counts


@pytest.mark.parametrize(("name", "requested", "text", "grade"), PRINTED)
def test_however_the_board_lies(name, requested, text, grade):
    """A board turned over, and turned by a quarter, leaves as much open and asks to look as far ahead."""
    record, p = puzzle(name), resolve(name, text).instance
    if name == "akari":
        turned = [replace(p, cells=cells) for cells in (p.cells, p.cells[::-1], p.cells.T)]
    else:
        turned = [
            p,
            replace(p, trees=p.trees[::-1], rows=p.rows[::-1]),
            replace(p, trees=p.trees.T, rows=p.cols, cols=p.rows),
        ]
    assert len({reach_of(record, position) for position in turned}) == 1


@settings(max_examples=60)
@given(small_models(), st.booleans())
def test_what_is_refuted_cannot_be(model, both):
    """On models with one solution: what is supposed and refuted is false in it, and further looking refutes no less."""
    every = assignments(model)
    good = every[satisfying(model, [(b, r) for b, block in enumerate(model.blocks) for r in range(len(block))], every)]
    if len(good) != 1:
        return
    rows, values = row_table(model, model.boolean_variables), row_table(model, model.boolean_variables).open_values()
    for x in (*range(1, model.variables + 1), *range(-1, -model.variables - 1, -1)):
        broken = [probe_literal(rows, values, frozenset(), x, moves)[0] for moves in range(4)]
        assert values == rows.open_values()
        assert broken == sorted(broken)
        assert not (broken[-1] and (good[0, abs(x)] == 1) == (x > 0))
    reach = measure_reach(rows, [], both)
    assert (reach.lookahead == 0) == (reach.undecided == 0)
    for most in range(3):
        least = measure_reach(rows, [], both, most).lookahead
        assert least == (reach.lookahead if reach.lookahead is not None and reach.lookahead <= most else most + 1) or (
            reach.lookahead is None and least in (most + 1, None)
        )


def test_two_moves():
    """a forces b, b forces c, and c is not allowed beside d, which a forces: seen after two moves, not after one."""
    m = Model("chain")
    a, b, c, d = m.bools("x", 4).tolist()
    m.any("forces", [[-a, b], [-b, c], [-a, d], [-c, -d], [a, c], [-c, b, a], [-d, a, b], [-b, d, a]])
    rows = row_table(m, m.boolean_variables)
    values = rows.open_values()
    assert [probe_literal(rows, values, frozenset(), a, moves)[0] for moves in range(4)] == [False, False, True, True]


def test_rules_are_chosen_on_what_is_given():
    """The first feature that makes no mistake, cut halfway; one that helps nowhere is never chosen."""
    kinds = (("easy", 0, 5), ("easy", 0, 1), ("tricky", 1, 4), ("hard", 2, 2), ("hard", 6, 3))
    cases = [Case("akari", "", "", "", grade, {"noise": noise, "good": good}) for grade, good, noise in kinds]
    rule = fit_rule(cases, ("noise", "good"))
    assert (rule.easy, rule.hard) == (("good", 0.5), ("good", 1.5))
    assert rule.count_correct(cases) == 5
    first, second = halves(cases * 10, 3)
    assert sorted(case.requested_grade for case in first) == sorted(case.requested_grade for case in second)
    assert fit_rule(cases[:3], ("good",)).hard == ("good", 1), "no hard ones: above the largest value that occurs"


def test_grades():
    """By what stays open and how far one looks ahead; with added rows, by trying; no grade if solutions are several."""
    step = Step((1,), ((0, 0),), (), "contradiction", 2)

    def grade(reach, kind="contradiction"):
        trace = Trace((replace(step, kind=kind),), Backbone((1,), True), complete=True, reach=reach)
        graded = difficulty(trace, True)
        return graded and graded.grade

    assert [grade(Reach(*each)) for each in ((0, 0), (3, 1), (3, 2), (3, None))] == ["easy", "tricky", "hard", "hard"]
    assert grade(Reach(3, None), "sum") == "tricky"
    assert grade(None) is None
    for is_known in (False, True):
        assert difficulty(Trace((step,), Backbone((1,), True), reach=Reach(1, 1)), is_known).confirmed == is_known


def test_explain_tells_it(capsys):
    """In the last line and in the document; not where steps are missing or there are several solutions."""
    easy, several = PRINTED[3][2], "3x3:i"
    run_verb("explain", ["tents", easy])
    assert capsys.readouterr().out.splitlines()[-1].startswith("Difficulty: easy (")
    for more, grade in (([easy], "easy"), ([PRINTED[4][2]], "tricky"), ([easy, "--to", "1"], None)):
        run_verb("explain", ["tents", *more, "--json"])
        graded = json.loads(capsys.readouterr().out)["difficulty"]
        assert (graded and graded["grade"]) == grade
    run_verb("explain", ["akari", several, "--json"])
    assert json.loads(capsys.readouterr().out)["difficulty"] is None


def test_grades_are_those_of_the_usual_model(capsys):
    """Another formulation of the same rules is no measure for a person; of other rules no grades are known."""
    run_verb("explain", ["akari", PRINTED[0][2], "--formulation", "runs", "--json"])
    assert json.loads(capsys.readouterr().out)["difficulty"] is None
    for rule, confirmed in (("matching", True), ("adjacent", False)):
        run_verb("explain", ["tents", PRINTED[3][2], "--tree-rule", rule, "--json"])
        assert json.loads(capsys.readouterr().out)["difficulty"]["confirmed"] is confirmed


def test_the_picture():
    """Of the board in `backends.reasons.failed_literals`: a is empty, seen after one move."""
    p = resolve("akari", "3x2:b1c").instance
    record = puzzle("akari")
    model = record.formulations["default"](p)
    rows = row_table(model, record.project(p, model))
    clues = frozenset(clue_rows(model, rows))
    a = 4  # lamps are numbered row by row, walls left out: . b, then . a c
    assert probe_literal(rows, rows.open_values(), clues, a, 1)[0]
    assert not probe_literal(rows, rows.open_values(), clues, a, 0)[0]
