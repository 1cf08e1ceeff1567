"""Tents with the clues as counts of links across borders: the same answers, each link counted once at most."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from backends.passes.canonical import contradiction
from numpy.typing import NDArray

from models.neutral import Model, evaluate
from models.puzzles.tents.borders import border_flows
from models.puzzles.tents.instance import UNKNOWN, Tents, links
from models.puzzles.tents.record import PUZZLE
from models.puzzles.tents.rules import TREE_RULES, border_model, model, verify
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.certificates import describe_infeasible_row

ALL_LINES = range(4)
HIDDEN = {  # rows, columns whose clues are unknown
    "none": ((), ()),
    "the first, the last": ((0,), (3,)),
    "one between": ((1,), (2,)),
    "two, with one between": ((0, 2), (1, 3)),
    "two, with two between": ((0, 3), ()),
    "all rows": (ALL_LINES, ()),
    "all": (ALL_LINES, ALL_LINES),
}


def hide(p: Tents, rows, columns) -> Tents:
    """The board without the clues of these lines."""
    clues = [
        np.where(np.isin(ALL_LINES, hidden), UNKNOWN, kept) for hidden, kept in ((rows, p.rows), (columns, p.cols))
    ]
    return Tents(p.trees, *clues)


def paired_tents(p: Tents, m: Model) -> Iterator[NDArray[np.int64]]:
    """Every choice of a neighbouring cell for each tree, as an assignment; no two trees choose the same."""
    tree, cell = links(p)
    for picks in product(*(np.flatnonzero(tree == each) for each in range(int(p.trees.sum())))):
        chosen = cell[list(picks)]
        if len(set(chosen.tolist())) == len(chosen):
            values = np.zeros(m.variables + 1, np.int64)
            values[m.arrays["link"][list(picks)]] = values[m.arrays["tent"].ravel()[chosen]] = 1
            yield values


@pytest.mark.parametrize("hidden", HIDDEN)
def test_an_assignment_keeps_the_counts_at_borders_where_its_lines_have_the_tents_of_their_clues(hidden, subtests):
    """Counted on the board, for all pairings of trees and cells, whether or not the tents touch; also where a clue is
    one more or less than planted, and where two are, of rows, or of a row and a column."""
    planted, _ = PUZZLE.generate((4, 4), seed=3)
    for changes in ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (1, -1, 0), (1, 0, 1)):
        rows, cols = planted.rows.copy(), planted.cols.copy()
        rows[1], rows[2], cols[1] = rows[1] + changes[0], rows[2] + changes[1], cols[1] + changes[2]
        if min(rows) < 0:
            continue
        p = hide(Tents(planted.trees, rows, cols), *HIDDEN[hidden])
        m, kept = border_model(p), 0
        with subtests.test(changes=changes):
            for values in paired_tents(p, m):
                tents = values[m.arrays["tent"]]
                counts = (tents.sum(axis=1), p.rows), (tents.sum(axis=0), p.cols)
                fits = all(((clues == UNKNOWN) | (clues == count)).all() for count, clues in counts)
                broken = {each.sentence for each in evaluate(m, values)} - {"tents do not touch, even diagonally"}
                assert (broken == set()) == fits
                kept += fits
            assert kept or any(changes)


def test_flows_are_counted_from_both_ends_up_to_unknown_clues():
    trees = np.array([2, 1, 0, 3, 1])
    known, flow = border_flows(trees, np.array([1, 2, 1, 1, 2]))
    assert (known.tolist(), flow.tolist()) == ([True] * 5, [1, 0, -1, 1, 0])
    known, flow = border_flows(trees, np.array([1, -1, 1, -1, 2]))
    assert (known.tolist(), flow.tolist()) == ([True, False, False, True, True], [1, 0, 0, 1, 0])
    known, flow = border_flows(trees, np.array([-1, 2, 1, 1, 2]))
    assert (known.tolist(), flow.tolist()) == ([True] * 5, [1, 0, -1, 1, 0])


def test_a_link_crosses_one_border_and_no_tent_is_counted():
    """A tent is in the counts of a row and of a column where clues are stated as they are."""
    p, _ = PUZZLE.generate((12, 12), seed=0)
    m = border_model(p)
    counted = np.concatenate([np.abs(each.rows.literals) for each in m.blocks if each.sentence.endswith("to a border")])
    assert sorted(counted.tolist()) == sorted(m.arrays["link"].tolist())
    stated = sum(len(each.rows.literals) for each in model(p).blocks if each.is_clue)
    assert stated == 2 * m.arrays["tent"].size


def test_clues_that_are_not_as_many_as_the_trees_are_refuted_by_one_row():
    """In the words of the puzzle, before a solver is asked; whichever lines are wrong, unless their faults cancel."""
    planted, _ = PUZZLE.generate((9, 9), seed=1)
    assert contradiction(border_model(planted)) is None
    last = np.eye(9, dtype=int)[8]
    for line, rows, columns in (("row", 1, 0), ("column", 0, 1), ("row", 1, 1), ("row", -1, 0)):
        p = Tents(planted.trees, planted.rows + rows * last, planted.cols + columns * last)
        m = border_model(p)
        assert f"rule '{line} counts up to a border', row 8" in (contradiction(m) or "")
        trees = int(p.trees.sum())
        said = f"{trees + (rows or columns)} tents in all {line}s for {trees} trees"
        assert said in (describe_infeasible_row(Question(PUZZLE, p), m) or "")


def test_where_nothing_is_paired_the_clues_stay_as_they_are():
    """The tree rule `adjacent` allows more tents than trees, and fewer."""
    p, tents = PUZZLE.generate((6, 6), seed=2)
    stated, plain = border_model(p, "adjacent"), model(p, "adjacent")
    assert [each.sentence for each in stated.blocks] == [each.sentence for each in plain.blocks]
    assert sum(each.is_clue for each in stated.blocks) == 2
    assert all(verify(p, tents, rule) == [] for rule in TREE_RULES[:2])
