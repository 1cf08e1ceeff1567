"""Light Up in `reproduce`: every verdict has its case, and what is counted is counted right."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

from backends.contract import Limits, Status
from models.puzzles.akari import rules
from models.puzzles.akari.instance import BARE, Akari
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED
from rosetta.foundation.progress import ignore_progress
from rosetta.reproducing.akari import example, naive, runs, solvable, times
from rosetta.reproducing.akari import formulas as akari_small
from rosetta.reproducing.akari.runs import HYBRID, SAT
from rosetta.reproducing.akari.solvable import BoardSample
from rosetta.reproducing.akari.times import LATE, NAIVE, SolverTimes
from rosetta.reproducing.curve import curve_svg, curve_text
from tests.support.naive_akari import Naive


def test_the_worked_example_has_no_solution_by_trying_all_lamps():
    """And one without its first clue: 2^10 sets of lamps."""
    cells = np.array(example.BOARD)
    for clue, number in ((1, 0), (BARE, 1)):
        cells[0, 0] = clue
        p = Akari(cells)
        white = [(int(r), int(c)) for r, c in np.argwhere(p.white)]
        sets = product((False, True), repeat=len(white))
        assert sum(not rules.verify(p, [c for c, on in zip(white, some, strict=True) if on]) for some in sets) == number


def test_a_clause_that_is_printed_right_is_not_corrected(monkeypatch):
    """With the right cells in 1.6, and with a wrong one elsewhere."""
    p = Akari(example.BOARD)
    assert next(example.clause_lines(p)).verdict == CORRECTED
    monkeypatch.setitem(example.LIT, 32, (12, 22, 32))
    assert next(example.clause_lines(p)).verdict == REPRODUCED
    monkeypatch.setattr(example, "BLOCKS", example.BLOCKS[1:])
    assert list(example.clause_lines(p))[1].verdict == REFUTED


def test_the_theorem_is_checked_against_a_check_that_fails(monkeypatch):
    """Where `verify` forgets a rule, the line says so."""
    assert example.theorem_line(6, 0).verdict == REPRODUCED
    monkeypatch.setattr(rules, "verify", lambda p, answer: [])
    assert example.theorem_line(6, 0).verdict == REFUTED


@pytest.mark.sample(0.125)
def test_a_hybrid_that_loses_a_solution_is_noticed(monkeypatch):
    """One that leaves the last one out, and one that a limit ends."""
    assert example.hybrid_line(1, 0, ignore_progress).verdict == REPRODUCED
    real = example.list_answers

    def short(question, entrant, limits):
        listing = real(question, entrant, limits)
        return replace(listing, answers=listing.answers[:-1]) if entrant.name == runs.HYBRID else listing

    monkeypatch.setattr(example, "list_answers", short)
    assert example.hybrid_line(1, 0, ignore_progress).verdict == CONTRADICTORY
    monkeypatch.setattr(
        example, "list_answers", lambda *arguments: replace(real(*arguments), status=Status.UNKNOWN, witness="")
    )
    assert example.hybrid_line(1, 0, ignore_progress).verdict == OPEN


def test_assignments_that_a_cardinality_misses():
    """By hand, of two and three variables."""
    assert example.violating_assignments(2, range(1, 3)) == {(0, 0)}
    assert example.violating_assignments(3, range(2, 4)) == {(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)}
    assert example.negate_assignments({(0, 1)}) == {(1, 0)}
    assert [line.verdict for line in example.cardinality_lines()] == [CORRECTED, REPRODUCED]


@pytest.mark.parametrize(
    ("formula", "lamps"), [("++++", {1, 2, 3, 4}), ("-+++ ----", {0, 1, 2, 3}), ("+... -...", set())]
)
def test_lamps_in_the_models_of_a_formula(formula, lamps):
    """An assignment counts by how many hold: the second formula still has models with one."""
    assert akari_small.model_counts(formula) == lamps


def test_formulas_are_reproduced_corrected_or_refuted():
    verdicts = [akari_small.exactly_line("f", 1, frozenset(counts)).verdict for counts in ({1}, {3}, ())]
    assert verdicts == [REPRODUCED, CORRECTED, REFUTED]
    assert akari_small.remark_line(frozenset({2})).verdict == REPRODUCED


def test_shares_are_those_of_the_naive_solver_itself():
    """The one that was written after the source, which shares no code with propagation."""
    for seed in range(2):
        p, planted = rules.generate((15, 15), seed, bare=20, numbered=20)
        ours = naive.share(15, 20, 20, seed)
        assert ours == len(Naive(p.cells.tolist()).solve().lamps) / len(planted)


def test_where_a_share_is_reached():
    """Between two densities, at one, at the first, nowhere."""
    assert naive.crossing_density([(10, 0.61), (20, 1.01)]) == pytest.approx(15.0)
    assert naive.crossing_density([(10, 0.81), (20, 0.9)]) == 10
    assert naive.crossing_density([(10, 0.5), (20, 0.6)]) is None
    assert naive.density_line({(0, 5): 0.80, (0, 10): 0.82}).verdict == REPRODUCED
    assert naive.density_line({(0, 5): 0.20, (0, 10): 0.82}).verdict == CORRECTED
    assert naive.size_line({30: 0.7, 60: 0.82}).verdict == OPEN


def test_random_numbers_mostly_have_no_solution_or_do():
    samples = {
        REPRODUCED: [BoardSample(100, 10), BoardSample(100, 5)],
        CORRECTED: [BoardSample(100, 70), BoardSample(400, 5)],
        REFUTED: [BoardSample(100, 90), BoardSample(100, 80)],
        OPEN: [BoardSample(100, 50)],
    }
    assert {solvable.unsolvable_line(some).verdict for some in samples.values()} == set(samples)
    assert all(solvable.unsolvable_line(some).verdict == verdict for verdict, some in samples.items())
    assert solvable.unsolvable_line([BoardSample(100, 1, 1)]).verdict == OPEN


def test_boards_with_random_numbers_are_decided_as_brute_force_does():
    """4 x 4 and 3 x 3."""
    for seed in range(6):
        p = solvable.board((3, 20, seed))
        white = [(int(r), int(c)) for r, c in np.argwhere(p.white)]
        sets = product((False, True), repeat=len(white))
        has_solution = any(not rules.verify(p, [c for c, on in zip(white, some, strict=True) if on]) for some in sets)
        assert solvable.decide((3, 20, seed)) is (Status.SATISFIED if has_solution else Status.UNSATISFIABLE)


def sizes(*of: tuple[int, object, object, object]) -> list[SolverTimes]:
    """Two boards of each densities per size: seconds of the naive solver, SAT and the hybrid, one number for all boards
    or a list of eight."""

    def each(seconds):
        return tuple(seconds) if isinstance(seconds, list) else (seconds,) * 8

    names = (NAIVE, SAT, HYBRID)
    return [
        SolverTimes(n, dict(zip(names, map(each, seconds), strict=True)), runs.DENSITIES * 2, (0.8,) * 8)
        for n, *seconds in of
    ]


def test_who_is_quicker_has_all_verdicts():
    small, large = (100, 0.01, 0.1, 0.2), (1000, 1.0, 40.0, 39.0)
    assert runs.crossover_line(sizes(small, large)).verdict == REPRODUCED
    assert runs.crossover_line(sizes((100, 0.01, 0.2, 0.1), large)).verdict == CORRECTED
    assert runs.crossover_line(sizes(small, (1000, 1.0, 40.0, 41.0))).verdict == REFUTED
    assert runs.crossover_line(sizes(small, (1000, 1.0, LATE, 41.0))).verdict == OPEN
    kinds = [40.0, 50.0, 60.0, 44.0]
    assert runs.crossover_line(sizes(small, (1000, 1.0, kinds + kinds[::-1], 48.0))).verdict == OPEN
    assert runs.crossover_line(sizes(small, (1000, 1.0, kinds * 2, 47.0))).verdict == REPRODUCED
    assert runs.sat_part_line(sizes(large)).verdict == REPRODUCED
    assert runs.sat_part_line(sizes(small, large)).verdict == CORRECTED
    assert runs.sat_part_line(sizes(small)).verdict == REFUTED
    assert runs.sat_part_line(sizes((100, 0.1, LATE, 1.0), large)).verdict == REPRODUCED
    assert runs.sat_part_line(sizes((100, 0.1, None, 1.0), large)).verdict == OPEN
    assert runs.quickest_line(sizes(small, large)).verdict == REPRODUCED
    assert runs.quickest_line(sizes((100, 2.0, 0.1, 0.1))).verdict == REFUTED
    assert runs.quickest_line(sizes((100, [2.0, 0.01, 0.01, 0.01] * 2, 0.1, 0.1))).verdict == OPEN
    assert runs.growth_line(sizes((100, 0.001, 1, 1), (200, 0.016, 1, 1))).verdict == OPEN
    assert runs.growth_line(sizes((100, 0.001, 1, 1), (200, 0.004, 1, 1))).verdict == REPRODUCED


def test_the_naive_part_becomes_small_or_not():
    """By intervals that lie apart; boards that differ much leave it open."""
    small, large = (100, 0.5, 1.0, 1.0), (1000, 1.0, 40.0, 40.0)
    assert runs.naive_share_line(sizes(small, large)).verdict == REPRODUCED
    assert runs.naive_share_line(sizes((100, 0.01, 1.0, 1.0), (1000, 20.0, 40.0, 1.0))).verdict == REFUTED
    assert (
        runs.naive_share_line(sizes(small, (1000, [0.1, 1.0, 10.0, 50.0, 50.0, 10.0, 1.0, 0.1], 10.0, 1.0))).verdict
        == OPEN
    )
    assert runs.naive_share_line(sizes(small, (1000, 1.0, LATE, 1.0))).verdict == OPEN


@pytest.mark.sample(0.125)
def test_the_table_of_runs_in_small(monkeypatch):
    """All solvers on boards of 8 x 8; no answer breaks a rule, and a solver that was late on a smaller board is not
    asked on one of the same densities."""
    densities = ((10, 20), (20, 20))
    board_counts = {NAIVE: 2, SAT: 2, HYBRID: 1}
    limits = Limits(seconds=10.0)
    solver_times = times.time_solvers(8, board_counts, densities, range(2), limits, {SAT: {(10, 20)}}, ignore_progress)
    assert solver_times.broken == ()
    assert solver_times.densities == (*densities, *densities)
    assert [seconds is None for seconds in solver_times.seconds[SAT]] == [True, False, True, False]
    assert [seconds is None for seconds in solver_times.seconds[HYBRID]] == [False, False, True, True]
    assert all(0 < seconds < 10 for seconds in solver_times.finished_seconds(NAIVE))
    assert all(0 <= share <= 1 for share in solver_times.shares)
    assert solver_times.mean_text(NAIVE).endswith(tuple("0123456789"))
    assert solver_times.mean_text(SAT).endswith("(2 of 4)")


@pytest.mark.sample(0.125)
def test_a_solver_that_is_late_is_late_once(monkeypatch):
    """Of its densities; the run says on which, and the mean is one of the others."""
    real = times.attempt

    def slow(question, entrant, limits, **how):
        tried = real(question, entrant, limits, **how)
        return replace(tried, answers=()) if entrant.name == SAT else tried

    monkeypatch.setattr(times, "attempt", slow)
    solver_times = times.time_solvers(
        6, {NAIVE: 2, SAT: 2}, ((10, 20), (20, 20)), range(2), Limits(seconds=10.0), {}, ignore_progress
    )
    assert solver_times.seconds[SAT] == (LATE, LATE, None, None)
    assert solver_times.late_densities(SAT) == [(10, 20), (20, 20)]
    assert solver_times.mean_text(SAT) == "- (0 of 4)"
    assert solver_times.pairs(NAIVE, SAT) == [
        (solver_times.seconds[NAIVE][0], LATE),
        (solver_times.seconds[NAIVE][1], LATE),
    ]
    late = [table for table in runs.tables([solver_times], (NAIVE, SAT), (), 10.0) if "limit" in table.title]
    assert [row[:2] for table in late for row in table.rows] == [(6, SAT)]


def test_a_curve_has_its_points_in_text_and_svg():
    """A bar and a circle per point, the largest bar full; the picture is well-formed, its title escaped."""
    points = [(5.0, 2.0), (10.0, 1.0), (200.0, 0.0)]
    text = curve_text(points).splitlines()
    assert [line.count("#") for line in text] == [40, 20, 0]
    assert [line.split()[0] for line in text] == ["5", "10", "200"]
    svg = ElementTree.fromstring(curve_svg("a < b & c", points, 1.5))
    spaces = {"s": "http://www.w3.org/2000/svg"}
    assert len(svg.findall("s:circle", spaces)) == 3
    assert svg.findtext("s:title", namespaces=spaces) == "a < b & c"
    heights = [float(circle.get("cy", "")) for circle in svg.findall("s:circle", spaces)]
    assert heights == sorted(heights)
    assert curve_svg("one point", points[:1])


def test_pictures_of_the_ratio_leave_out_what_did_not_end():
    figures = list(runs.ratio_figures(sizes((100, 0.1, 1.0, 2.0), (200, 0.2, LATE, 5.0))))
    assert [len(figure.text.splitlines()) for figure in figures] == [5, 1]
    assert len(list(runs.ratio_figures(sizes((100, 0.1, LATE, 2.0))))) == 1
