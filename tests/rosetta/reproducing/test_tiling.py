"""The item `tiling` of `reproduce`: its ways of counting against brute force on boards where that is quick."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from backends.contract import Limits, Options
from backends.lowering.clauses import to_clauses
from instances.resolve import resolve
from models.neutral import evaluate
from models.puzzles.tiling.record import PUZZLE
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Line, Table
from rosetta.foundation.progress import ignore_progress
from rosetta.reproducing.intervals import ratio
from rosetta.reproducing.tiling import article, search_effort
from rosetta.reproducing.tiling import chessboard as count
from rosetta.reproducing.tiling.chessboard import (
    PLACES,
    count_tilings,
    dancing_result,
    redundant_placements,
    restricted_model,
)
from rosetta.reproducing.tiling.search_effort import Effort, _line, effort, rename_variables


def instance(what):
    return resolve("tiling", what).instance


@pytest.fixture(scope="module")
def chessboard():
    return instance("8x8")


def test_placements_and_the_printed_solution(chessboard):
    """Two ways of counting agree with the source; a solution that is not one is seen."""
    *_, line = article.placement_entries(chessboard)
    assert (line.theirs, line.ours, line.verdict) == (2357, 2357, REPRODUCED)
    assert article.printed_line(chessboard).verdict == REPRODUCED


def test_a_fault_of_ours_is_said_to_be_one(chessboard, monkeypatch):
    """Where our two ways differ, the source is not judged at all."""
    monkeypatch.setattr(article, "_count_translates", lambda shape: 1)
    *_, line = article.placement_entries(chessboard)
    assert line.verdict == CONTRADICTORY


def test_pairs_by_matrix_are_those_by_trying():
    """On a small board, pair by pair."""
    board = instance("tetrominoes:4x5")
    overlapping, same = article.pair_matrices(board)
    placed = board.placements
    cells = [set(placed.cells[j].tolist()) for j in range(len(placed))]
    for i in range(len(placed)):
        for j in range(len(placed)):
            assert overlapping[i, j] == (i != j and bool(cells[i] & cells[j]))
            assert same[i, j] == (i != j and placed.piece[i] == placed.piece[j])


def test_places_of_the_square_are_one_of_each_orbit():
    """Ten orbits of 49 places; the group that keeps a place has 8 / orbit elements."""
    orbits = {
        min(
            (a, b)
            for y, x in ((r, c), (c, r))
            for a in (y, 6 - y)
            for b in (x, 6 - x)
        ): None
        for r in range(7)
        for c in range(7)
    }  # fmt: skip
    assert {min((min(r, c), max(r, c)), (r, c)) for r, c in PLACES} == set(orbits)
    assert sum(8 // count._stabiliser_size(place) for place in PLACES) == 49
    for place in PLACES:
        assert count._stabiliser_size(place) == len(PUZZLE.extras.symmetries(instance(f"8x8-{place[0]},{place[1]}")))


def test_one_placement_of_each_orbit_counts_up_to_symmetry(chessboard):
    """P on the chessboard: 42 of 336. Two ways of counting agree; X lies in the middle and is refused."""
    assert len(redundant_placements(chessboard, "P")) == 336 - 42
    with pytest.raises(ValueError, match="a symmetry keeps X"):
        redundant_placements(instance("8x8-1,1"), "X")
    board = instance("3x20")
    left_out = redundant_placements(board, "P")
    assert dancing_result(board, left_out).number == count_tilings(board, "3x20", ignore_progress, left_out) == 2
    assert dancing_result(board).number == count_tilings(board, "3x20", ignore_progress) == 8
    model = restricted_model(board, left_out)
    assert PUZZLE.project(board, model).tolist() == list(range(1, len(board.placements) + 1))


def test_counts_are_corrected_or_contradictory(chessboard, monkeypatch):
    """On one place, the counts made up; where dancing links counts otherwise, that is our fault and no correction."""
    monkeypatch.setattr(count, "dancing_result", lambda *_, **__: SimpleNamespace(number=520))
    monkeypatch.setattr(count, "redundant_placements", lambda *_: np.zeros(0, np.int64))
    monkeypatch.setattr(count, "QUICK", 1)
    monkeypatch.setattr(count, "count_tilings", lambda board, name, *more: 16146 if "P" in name else 520)
    table, whole = count.count_entries(chessboard, False, ignore_progress)
    assert isinstance(table, Table)
    assert list(table.rows) == [("3,3", 1, 520, 520, 65)]
    assert (whole.theirs, whole.ours, whole.verdict) == (16146, 16146, REPRODUCED)
    monkeypatch.setattr(count, "EARLIER_COUNT", 64)
    *_, before = count.count_entries(chessboard, False, ignore_progress)
    assert isinstance(before, Line)
    assert before.verdict == CORRECTED
    monkeypatch.setattr(count, "count_tilings", lambda *_: 519)
    *_, line = count.count_entries(chessboard, False, ignore_progress)
    assert line.verdict == CONTRADICTORY


@pytest.mark.parametrize("formulation", ["source", "source-each", "cells"])
def test_first_solutions_of_a_renamed_formula(formulation):
    """All eight assignments of a cube are found and no more; renaming keeps the clauses, only under other names."""
    board = instance("slothouber-graatsma")
    spent = effort(board, formulation, "minisat22", 9, 1, 60.0, ignore_progress, "")
    assert spent is not None
    assert spent.solutions == 8
    assert 0 < spent.first <= spent.seconds
    formula = to_clauses(PUZZLE.formulations[formulation](board), Limits(), Options())
    other, renamed = rename_variables(formula, len(board.placements), 1)
    assert sorted(renamed.tolist()) == list(range(formula.variables + 1))
    assert sorted(renamed[: len(board.placements) + 1].tolist()) == list(range(len(board.placements) + 1))
    back = np.argsort(renamed)
    assert (np.sign(other.clauses) * back[np.abs(other.clauses)] == formula.clauses).all()


@pytest.mark.sample(0.125)
def test_solvers_that_begin_afresh_find_different_tilings():
    """All eight assignments of a cube, and no ninth; conflicts add up, and intervals decide."""
    board = instance("slothouber-graatsma")
    assert search_effort.restarted_effort(board, 9, 1, 60.0, ignore_progress, "") is None
    eight = search_effort.restarted_effort(board, 8, 1, 60.0, ignore_progress, "")
    assert eight is not None
    single = search_effort.restarted_effort(board, 1, 1, 60.0, ignore_progress, "")
    assert single is not None
    assert (eight.solutions, single.solutions) == (8, 1)
    assert eight.conflicts > single.conflicts
    few, many = (Effort(3, conflicts, 1.0, 1.0) for conflicts in (100.0, 400.0))
    cases = {REPRODUCED: [(many, few)] * 3, REFUTED: [(few, many)] * 3, OPEN: [(many, few), (few, many)]}
    for verdict, pairs in cases.items():
        assert search_effort.effort_line(pairs, 3, 3).verdict == verdict
    assert search_effort.effort_line([(many, few)], 3, 3).verdict == OPEN


def test_the_ratio_is_a_geometric_mean_with_its_interval():
    """Of equal ratios exact; of 1/2 and 2 it is 1, with Student's 12.7 for one degree of freedom."""
    assert ratio([(2.0, 1.0), (4.0, 2.0), (6.0, 3.0)]) == pytest.approx((2.0, 2.0, 2.0))
    mean, low, high = ratio([(1.0, 2.0), (2.0, 1.0)])
    assert mean == pytest.approx(1.0)
    assert np.log(high) == pytest.approx(12.7062 * np.log(2)) == pytest.approx(-np.log(low))


@pytest.mark.parametrize("lengths", [(2, 1), (3, 4, 1, 2), (5, 5)])
def test_the_ratio_over_kinds_is_that_of_least_squares(lengths):
    """A mean for each kind, fitted to the logarithms; the interval of the mean of these means, from the residuals."""
    random = np.random.default_rng(sum(lengths))
    kinds = [[tuple(random.uniform(1, 9, 2) * (1, 3**i)) for _ in range(n)] for i, n in enumerate(lengths)]
    logs = np.array([np.log(a / b) for pairs in kinds for a, b in pairs])
    design = np.repeat(np.eye(len(lengths)), lengths, axis=0)
    means, residual, _, _ = np.linalg.lstsq(design, logs, rcond=None)
    each = np.full(len(lengths), 1 / len(lengths))
    freedom = len(logs) - len(lengths)
    error = np.sqrt(residual[0] / freedom * each @ np.linalg.inv(design.T @ design) @ each)
    ends = each @ means + np.array([0, -1, 1]) * error * stats.t.ppf(0.975, freedom)
    assert ratio(*kinds) == pytest.approx(np.exp(ends))


@pytest.mark.parametrize("kinds", [(), ([(1.0, 2.0)],), ([(1.0, 2.0)], [(2.0, 1.0)]), ([(1.0, 2.0)] * 2, [])])
def test_without_two_pairs_of_a_kind_there_is_no_interval(kinds):
    with pytest.raises(ValueError, match="no kind has two pairs"):
        ratio(*kinds)


def test_a_tiling_by_dancing_links_is_a_tiling_of_the_model():
    """Options are numbered as placements."""
    board = instance("3x20")
    model = PUZZLE.formulations["cells"](board)
    for row in dancing_result(board, keep=8).covers:
        values = np.zeros(model.variables + 1, np.int64)
        values[1 + row[row >= 0]] = 1
        assert evaluate(model, values) == []
        assert count._is_tiling(board, row[row >= 0])
        assert not count._is_tiling(board, row[row >= 0][1:])


@pytest.mark.parametrize(
    ("factors", "verdict"),
    [
        ((4.0, 5.0, 6.0), REPRODUCED),
        ((0.2, 0.25, 0.3), REFUTED),
        ((0.2, 1.0, 5.0), OPEN),
        ((4.0,), OPEN),
        ((4.0, 5.0, None), REPRODUCED),
    ],
)
def test_a_gain_is_claimed_only_where_its_interval_says_so(factors, verdict):
    """Ratios of conflicts; runs that a limit ended do not count."""
    each = [Effort(2, 100.0, 1.0, 0.5) for _ in factors]
    plain = [None if factor is None else Effort(2, 100.0 * factor, factor, 0.5) for factor in factors]
    line = _line("minisat22", 2, {"source": plain, "source-each": each})
    assert line.verdict == verdict
    assert (line.ours is None) == (len(factors) == 1)
    cut = [Effort(1, 100.0, 1.0, 0.5) for _ in factors]
    assert _line("minisat22", 2, {"source": cut, "source-each": each}).ours is None
