"""Tents boards with one solution under each reading of the tree rule, against trying every cell."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.registry import puzzle
from models.puzzles.setting.targets import Targets
from models.puzzles.tents import rules as tents
from models.puzzles.tents import setting as tents_setting
from models.puzzles.tents import setting_rules as tents_rules
from models.puzzles.tents.instance import UNKNOWN, Tents
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.setting import generate
from rosetta.studies.setting.engines import BackendEngines
from tests.rosetta.studies.setting.test_every_puzzle import MINIMAL, UNIQUE, rosetta
from tests.support.second_looks import tents_solutions
from tests.support.set_boards import first_of


@pytest.mark.parametrize("tree_rule", ["adjacent", "unique-matching"])
@pytest.mark.parametrize("what", ["5", "4x6", "3", "1x6"])
def test_tents_boards_have_one_solution_under_the_tree_rule_asked_for(what, tree_rule):
    """Trying every cell finds the planted solution and no other; without any clue of a minimal board there are more."""
    rules = {"tree_rule": tree_rule}
    for seed in range(2):
        board, answer = first_of("tents", what, seed, replace(UNIQUE, rules=rules))
        assert list(islice(tents_solutions(board, tree_rule), 2)) == [answer]
        board, answer = first_of("tents", what, seed, replace(MINIMAL, rules=rules))
        assert list(islice(tents_solutions(board, tree_rule), 2)) == [answer]
        clues = np.concatenate([board.rows, board.cols])
        for i in np.flatnonzero(clues >= 0):
            remaining = np.where(np.arange(len(clues)) == i, UNKNOWN, clues)
            more = Tents(board.trees, remaining[: len(board.rows)], remaining[len(board.rows) :])
            assert len(list(islice(tents_solutions(more, tree_rule), 2))) == 2


@pytest.mark.parametrize(
    ("board", "solutions"),
    [  # of the reading: matching, adjacent, unique-matching; found by trying all cells
        ("4x4:cbaea,1,1,0,2,0,2,0,2", (1, 2, 1)),
        ("4x4:bgd_,0,1,0,2,2,0,1,0", (0, 1, 0)),
        ("3x3:aaaaa,2,0,2,2,0,2", (1, 1, 0)),
    ],
)
def test_the_standing_rules_read_the_tree_rule_as_the_puzzle_does(board, solutions):
    """Published examples on which the readings differ: as many solutions as there are."""
    p = resolve("tents", board).instance
    for tree_rule, expected in zip(tents.TREE_RULES, solutions, strict=True):
        m = tents_rules.rules(p, tree_rule)
        solver, tent = tents_rules.tents_solver(BackendEngines(), m, p.trees.shape, tree_rule), m.arrays["tent"].ravel()
        trees = np.where(p.trees, m.arrays["tree"], -m.arrays["tree"]).ravel()
        count = 0
        while (values := solver.ask(trees)) is not None:
            count += 1
            solver.solver.add(np.where(values[tent] == 1, -tent, tent))
        assert count == expected == len(list(tents_solutions(p, tree_rule)))


@pytest.mark.parametrize(("what", "seed"), [(12, 0), (12, 34), (20, 2), (20, 23)])
def test_the_planted_pairing_is_made_unique(what, seed):
    """Where trees of the plain board can exchange their tents, those of the set one cannot; the tents are the same."""
    rules = {"tree_rule": "unique-matching"}
    plain, planted = tents.generate((what, what), seed)
    board, answer = first_of("tents", str(what), seed, replace(UNIQUE, rules=rules))
    assert tents.verify(plain, planted, **rules)  # the pairing is not unique
    assert answer == planted
    assert not tents.verify(board, answer, **rules)


def test_rings_are_found_as_they_are():
    """Four trees around a square can hand their tents round; three of them, or a chain, cannot."""
    shape = (3, 3)
    possible = list(zip(*(ends.tolist() for ends in tents_rules.neighbours(shape)), strict=True))
    around = [(0, 1), (2, 5), (8, 7), (6, 3)]  # tents in the corners, trees between them, clockwise
    held, handed = tents_rules.find_ring(around, possible)
    assert sorted(held) == sorted(around)
    assert sorted(handed) == [(0, 3), (2, 1), (6, 7), (8, 5)]
    assert tents_rules.find_ring(around[:3], possible) is None
    assert tents_rules.find_ring([], possible) is None


@pytest.mark.parametrize("tree_rule", tents.TREE_RULES)
def test_another_engine_confirms_each_reading(tree_rule):
    """CP-SAT is asked about the same rule, in a model with ranks or without pairs."""
    for seed in range(4):
        generated = generate.generate_instance(
            "tents", "8", seed, replace(MINIMAL, rules={"tree_rule": tree_rule}), ignore_progress
        )
        assert generated.unique is True


def test_tents_may_be_added_where_none_is_missing():
    """Under `adjacent`, a second solution may have all the planted tents and one more, where clues are gone."""
    rules = {"tree_rule": "adjacent"}
    assert generate.generate_instance("tents", "10", 131, replace(MINIMAL, rules=rules), ignore_progress).unique is True
    trees = np.array([[False, True, False]])
    both = Tents(trees, [UNKNOWN], [1, UNKNOWN, UNKNOWN])
    assert len(list(tents_solutions(both, "adjacent"))) == 2
    minimal = tents_setting._minimise_clues(
        Tents(trees, [1], [1, 0, 0]),
        np.array([[True, False, False]]),
        "adjacent",
        [0, 3, 1, 2],
        BackendEngines(),
        ignore_progress,
    )
    assert list(tents_solutions(minimal, "adjacent")) == [((0, 0),)]


def test_the_command_line_has_the_rule(capsys):
    """A board for `adjacent`, in the format asked for."""
    code, out, _ = rosetta(capsys, "tents 6 --unique --tree-rule adjacent --to plain")
    board = puzzle("tents").parse(out)
    assert code == 0
    assert len(list(islice(tents_solutions(board, "adjacent"), 2))) == 1


def test_what_was_planted_for_another_rule_is_no_answer(capsys):
    """Without --unique the board is that of every verb; its tents are shown as an answer only if they are one."""
    plain = resolve("tents", "12", 0)
    generated = generate.generate_instance(
        "tents", "12", 0, Targets(rules={"tree_rule": "unique-matching"}), ignore_progress
    )
    assert generated.instance == plain.instance
    assert generated.answer is None
    assert "can exchange their tents" in generated.note
    assert (
        generate.generate_instance("tents", "12", 0, Targets(rules={"tree_rule": "adjacent"}), ignore_progress).answer
        == plain.planted
    )
