"""WalkSAT's tables: the clauses of the report, the intervals, one run for all limits, and conclusions that can fail."""

from __future__ import annotations

import os
import signal
import threading
from math import inf, isclose

import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model
from models.puzzles.akari import rules
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import parse
from report.reproduction.heatmap import heatmap_svg, heatmap_text
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Line
from rosetta.foundation.progress import ignore_progress
from rosetta.reproducing.akari import walksat, walksat_runs
from rosetta.reproducing.akari.cnf import clauses
from rosetta.reproducing.akari.walksat import claim_line, full_noise_line
from rosetta.reproducing.akari.walksat_runs import (
    HEURISTICS,
    LIMITS,
    NOISES,
    PLAIN,
    THREE,
    Walk,
    WalkSetting,
    execute,
    formulas,
)
from rosetta.reproducing.intervals import (
    NOT_FOUND,
    cost,
    cost_interval,
    mean,
    mean_interval,
    truncate_flips,
    wilson,
)


def solutions(model: Model, project) -> list[tuple[int, ...]]:
    assignments = backend_named("cnf").solutions(model, project, Limits(), Options())
    return sorted(tuple(values[project].tolist()) for values in assignments)


@pytest.mark.parametrize(
    ("size", "seed", "bare", "numbered"), [(4, 0, 10, 20), (5, 1, 15, 25), (6, 2, 10, 30), (6, 3, 0, 20)]
)
def test_the_clauses_of_the_report_have_the_answers_of_our_model(size, seed, bare, numbered):
    """All of them, by a complete solver; and no lamp on a wall."""
    p, _ = rules.generate((size, size), seed, bare=bare, numbered=numbered)
    theirs, ours = Model("report"), rules.model(p)
    x = theirs.bools("x", size * size)
    theirs.any("clause", [[x[y - 1] if y > 0 else -x[-y - 1] for y in clause] for clause in clauses(p)])
    assert all((-int(x[cell]),) in clauses(p) for cell in np.flatnonzero(~p.white))
    assert solutions(theirs, x[p.white.ravel()]) == solutions(ours, PUZZLE.project(p, ours)) != []


def test_a_clue_is_written_out_as_in_the_report():
    """N = 1 with four neighbours: eleven wrong assignments of sixteen less four; out of reach: -1 and 1."""
    about = [clause for clause in clauses(parse("3\n___\n_1_\n___\n")) if {abs(x) for x in clause} == {2, 4, 6, 8}]
    assert len(about) == 16 - 4
    assert clauses(parse("2\n3_\n__\n"))[-2:] == [(-1,), (1,)]


def test_intervals():
    """Wilson against published examples (8 of 10: Newcombe 1998); a bootstrap about as wide as the normal interval
    where that holds; costs by hand."""
    low, high = wilson(10, 100)
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-4)
    assert wilson(0, 50)[0] == pytest.approx(0, abs=1e-12)
    sample = np.random.Generator(np.random.PCG64(1)).geometric(0.01, 2000)
    low, high = mean_interval(sample)
    assert isclose((high - low) / 2, 1.96 * sample.std() / 2000**0.5, rel_tol=0.15)
    flips = np.array([10, NOT_FOUND, 30, NOT_FOUND])
    assert (mean(flips), cost(flips, 100)) == (20.0, 120.0)
    assert truncate_flips(flips, 20).tolist() == [10, NOT_FOUND, NOT_FOUND, NOT_FOUND]
    assert cost(truncate_flips(flips, 5), 5) == inf
    low, high = cost_interval(np.full(50, NOT_FOUND), 1000)
    assert high == inf
    assert 1000 * 50 / 5 < low < 1000 * 50 / 3  # no model in 50: a share of at most 7 %


def test_an_interruption_does_not_wait_for_the_executions(monkeypatch):
    """Each of 8000 executions that find nothing takes hundredths of a second; after Ctrl-C few more begin, and the
    threads are gone."""
    hard = [WalkSetting(0, THREE, heuristic, 1.0) for heuristic in HEURISTICS]
    begun = []

    class Interrupting(Walk):
        def begin(self, seed, number):
            begun.append(number)
            if len(begun) == 10:
                os.kill(os.getpid(), signal.SIGINT)
            super().begin(seed, number)

    def interrupt(number, frame):
        raise KeyboardInterrupt

    before, threads = signal.signal(signal.SIGINT, interrupt), threading.active_count()
    monkeypatch.setattr(walksat_runs, "Walk", Interrupting)
    try:
        with pytest.raises(KeyboardInterrupt):
            walksat_runs.run_all(hard, [walksat.board(0)], 2000, 0, ignore_progress)
    finally:
        signal.signal(signal.SIGINT, before)
    assert 10 <= len(begun) < 1000
    assert threading.active_count() == threads


def test_an_interruption_while_settings_are_handed_out_ends_those_that_run(monkeypatch):
    """Ctrl-C may come before the last setting has been given to a thread."""
    hard = [WalkSetting(0, THREE, heuristic, 1.0) for heuristic in HEURISTICS]
    begun, handed_out = [], []

    class Counting(Walk):
        def begin(self, seed, number):
            begun.append(number)
            super().begin(seed, number)

    class Interrupted(walksat_runs.ThreadPoolExecutor):
        def submit(self, *arguments, **named):
            if len(handed_out) == len(hard) - 1:
                raise KeyboardInterrupt
            handed_out.append(arguments)
            return super().submit(*arguments, **named)

    monkeypatch.setattr(walksat_runs, "Walk", Counting)
    monkeypatch.setattr(walksat_runs, "ThreadPoolExecutor", Interrupted)
    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        walksat_runs.run_all(hard, [walksat.board(0)], 2000, 0, ignore_progress)
    assert len(begun) < 1000
    assert threading.active_count() == threads


def test_one_execution_serves_every_limit():
    """Run with the smaller limit, it makes the same flips."""
    formula = formulas(walksat.board(0))[THREE]
    setting = WalkSetting(0, THREE, "least-modified", 0.2)
    longest = execute(setting, formula, 20, 5)
    assert (longest != NOT_FOUND).any()
    for limit in LIMITS[1:3]:
        assert execute(setting, formula, 20, 5, limit).tolist() == truncate_flips(longest, limit).tolist()


def spread(low: int, high: int) -> np.ndarray:
    return np.linspace(low, high, 40).astype(np.int64)


ONE, OTHER, THIRD = (WalkSetting(0, PLAIN, name, 0.1) for name in HEURISTICS[:3])


@pytest.mark.parametrize(
    ("pairs", "verdict", "ours"),
    [
        ([("a", ONE, OTHER), ("b", ONE, THIRD)], REPRODUCED, "in 2 of 2 cases"),
        ([("a", ONE, OTHER), ("b", OTHER, ONE)], CORRECTED, "in 1 of 2 cases"),
        ([("a", OTHER, ONE)], REFUTED, "in 0 of 1 cases"),
        ([("a", OTHER, THIRD)], OPEN, "in 0 of 1 cases"),
        ([("a", OTHER, THIRD), ("b", ONE, THIRD)], REPRODUCED, "in 1 of 2 cases"),
    ],
)
def test_a_conclusion_is_decided_by_intervals_that_do_not_overlap(pairs, verdict, ours):
    """Each verdict has its case."""
    runs = {ONE: spread(10, 20), OTHER: spread(1000, 9000), THIRD: spread(1100, 8800)}
    line = claim_line(runs, "claim", pairs)
    assert (line.verdict, line.ours) == (verdict, ours)


def test_walks_that_differ_at_noise_one_are_a_fault_of_ours():
    """The line can fail."""
    runs = {WalkSetting(0, PLAIN, h, 1.0): spread(1, 50) for h in HEURISTICS}
    assert full_noise_line(runs).verdict == REPRODUCED
    runs[WalkSetting(0, PLAIN, "moms", 1.0)] = spread(1, 51)
    assert full_noise_line(runs).verdict == CONTRADICTORY


def test_more_flips_more_models_and_the_thirty_that_are_forty_one(monkeypatch):
    """Its own table has 41; runs that find nothing, whatever the limit, refute the other."""
    line = walksat.own_table_line()
    assert (line.theirs, line.ours, line.verdict) == (30, 41, CORRECTED)
    assert walksat.flip_limit_line({ONE: spread(10, 2000)}).verdict == REPRODUCED
    nothing = np.full(40, -1, np.int64)
    assert walksat.flip_limit_line({ONE: nothing, OTHER: spread(1, 50)}).verdict == REFUTED
    monkeypatch.setattr(walksat, "THEIR_MODELS", ((0, 0), (29, 30), (500, 1)))
    assert walksat.own_table_line().verdict == REPRODUCED


def test_the_item_runs_with_few_executions(monkeypatch):
    """Every entry comes, the lines are decided or open, and the four heuristics are one walk at noise 1."""
    monkeypatch.setattr(walksat, "QUICK", 3)
    monkeypatch.setattr(walksat_runs, "THREADS", 1)
    messages = []
    entries = list(walksat.ITEM.run(False, 0, messages.append))
    lines = [entry for entry in entries if isinstance(entry, Line)]
    assert len(lines) == 8
    assert lines[-1].ours == "yes"
    assert all(line.verdict != CONTRADICTORY for line in lines)
    assert any("of 56 done" in words for words in messages)
    assert len(NOISES) * len(HEURISTICS) * 2 == 56


def test_a_heat_map_as_text_and_as_svg():
    """Shades by quarters, percentages beside them; names are escaped."""
    shares = [[0.0, 0.12, 0.13], [0.5, 0.88, 1.0]]
    assert heatmap_text(["one", "two"], ["0", "0.1", "1"], shares).splitlines() == [
        "    0    0.1  1",
        "one    0   12 ░ 13",
        "two ▒ 50 █ 88 █100",
    ]
    svg = heatmap_svg("a < b", ["<one>", "two"], ["0", "0.1", "1"], shares)
    assert svg.count("<rect") == 1 + 6
    assert "<one>" not in svg
    assert 'fill="#08306b"' in svg
