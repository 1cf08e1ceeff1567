"""Lights Out in `reproduce`: small graphs by other means, and lines that fail where they should."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout.theory.methods import solve_dense, solve_spanish
from models.puzzles.lightsout.theory.polynomial import GridBoard
from models.puzzles.lightsout.theory.tables import SolutionCount
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Line
from rosetta.foundation.progress import ignore_progress
from rosetta.reproducing.lightsout import all_ones, methods, rectangles, squares
from rosetta.reproducing.lightsout.all_ones import SmallGraphs, powers_line, small_graphs, small_graphs_line


def without_solution(n: int, closed: bool) -> int:
    """Labelled graphs on n vertices that cannot be lit, by matrices and all sets of presses."""
    edges = list(combinations(range(n), 2))
    presses = np.array(list(product((0, 1), repeat=n)))
    number = 0
    for chosen in product((0, 1), repeat=len(edges)):
        matrix = np.eye(n, dtype=int) * closed
        for (a, b), there in zip(edges, chosen, strict=True):
            matrix[a, b] = matrix[b, a] = there
        number += not (presses @ matrix % 2).all(axis=1).any()
    return number


def test_graphs_that_cannot_be_lit_are_counted():
    """By matrices: none with the closed rule, some with the open one."""
    for n in (1, 2, 3, 4):
        assert small_graphs(n, closed=True) == SmallGraphs(n, 2 ** (n * (n - 1) // 2), 0, 0)
        assert small_graphs(n, closed=False).unsolvable == without_solution(n, closed=False) > 0
        assert without_solution(n, closed=True) == 0
    assert small_graphs_line([SmallGraphs(3, 8, 0, 0)]).verdict == REPRODUCED
    assert small_graphs_line([small_graphs(3, closed=False)]).verdict == REFUTED
    assert powers_line([SmallGraphs(3, 8, 0, 1)]).verdict == CONTRADICTORY


@pytest.mark.sample(0.125)
def test_named_graphs_are_solved_and_counted():
    """Two of them, by both engines."""
    entries = list(all_ones.large_graph_entries(("petersen", "tree:8"), 1, ignore_progress))
    line = entries[-1]
    assert isinstance(line, Line)
    assert (line.verdict, line.ours) == (REPRODUCED, "2 of 2")
    assert entries[0].rows[0][4] == "2^5"


def test_the_same_solutions_and_others():
    """A method with a solution that is none, or with a quiet pattern less, is noticed."""
    board, change = GridBoard(4, 4), [15] * 4
    assert methods.have_same_solutions(board, change)
    first = solve_dense(board, change)
    space = methods.span_basis(first.quiet)
    assert len(space) == 4
    assert methods.span_basis(solve_spanish(board, change).quiet) == space
    assert methods.span_basis(first.quiet[1:]) != space
    assert methods.reduce_word(first.solution ^ 1, space) != methods.reduce_word(first.solution, space)
    every_sum = {0}
    for quiet in first.quiet:
        every_sum |= {vector ^ quiet for vector in every_sum}
    assert {vector for vector in range(1 << 16) if methods.reduce_word(vector, space) == 0} == every_sum
    assert methods.speed_line({9: {"dense": 1.0, "Spanish": 3.0}}).verdict == REFUTED
    assert methods.speed_line({9: {"dense": 1.0, "Spanish": 1.0}}).verdict == OPEN


def test_the_text_s_numbers_are_held_against_ours():
    solutions = {3: 1, 4: 16, 5: 4, 19: 65536, 9: 256}
    assert {line.verdict for line in squares.solution_count_lines(solutions)} == {REPRODUCED}
    assert CORRECTED in {line.verdict for line in squares.solution_count_lines({**solutions, 19: 8, 9: 2})}
    assert squares.fewest_line({1: 1}, {1: None}, []).verdict == OPEN


def test_figure_five_is_refuted_only_if_all_are_symmetric():
    verdicts = [
        squares.symmetry_line(SolutionCount(GridBoard(5, 5), {"x": 2}, alike)).verdict for alike in (4, 0, 2, None)
    ]
    assert verdicts == [REFUTED, REPRODUCED, OPEN, OPEN]


def test_what_presses_change_by_hand():
    """On a path of three: the end toggles two, the middle all."""
    p = squares.all_off_instance(graph(3, [0, 1], [1, 2]))
    assert squares.changed_lamps(p, [0]) == (1, 1, 0)
    assert squares.changed_lamps(p, [0, 1]) == (0, 0, 1)
    assert squares.changed_lamps(p, [1, 1]) == (0, 0, 0)


def test_fewest_presses_of_rectangles_by_trying_all():
    """All sets of presses, by matrices; a wrong number, a fault and a limit have their verdicts."""
    for m, n in ((1, 4), (2, 3), (2, 5), (3, 3), (3, 4)):
        cells = np.array([(r, c) for r in range(m) for c in range(n)])
        near = abs(cells[:, None] - cells).sum(axis=2) <= 1
        presses = np.array(list(product((0, 1), repeat=m * n)))
        solved = presses[(presses @ near % 2).all(axis=1)]
        rect = rectangles.rectangle(m, n, ignore_progress)
        assert rect.faults == ()
        assert rect.second_weight == rect.minimum.weight == solved.sum(axis=1).min()
        assert 2**rect.minimum.nullity == len(solved)
    drawing = rectangles.pictures({(m, n): rect}).text.splitlines()
    assert sum(line.count("X") for line in drawing[1:]) == rect.minimum.weight
    cases = {CORRECTED: {}, OPEN: {"second_weight": None}, CONTRADICTORY: {"second_weight": rect.minimum.weight + 2}}
    for verdict, change in cases.items():
        assert rectangles.fewest_line({(m, n): replace(rect, **change)}).verdict == verdict
    assert rectangles.fewest_line({(m, n): replace(rect, fault="gf2: gone")}).verdict == CONTRADICTORY
