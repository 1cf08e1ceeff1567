"""Solvable grids by density: what is counted, by brute force, and that its lines can fail."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from backends.contract import Outcome, Status
from models.puzzles.akari import rules as akari
from models.puzzles.akari.instance import Akari
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, REPRODUCED, Line
from rosetta.foundation.progress import ignore_progress
from rosetta.reproducing.akari import density as akari_density
from rosetta.reproducing.akari.density import (
    PATTERN,
    DensitySample,
    density_line,
    grid,
    pattern_line,
    sample,
    unlit_line,
)


def decided_by_brute_force(p: Akari) -> tuple[bool, bool]:
    """Whether some placement of lamps keeps all rules, and whether one keeps all but lighting."""
    white = list(map(tuple, np.argwhere(p.white).tolist()))
    broken = [
        akari.verify(p, tuple(cell for cell, on in zip(white, lamps, strict=True) if on))
        for lamps in product((False, True), repeat=len(white))
    ]
    return any(not rules for rules in broken), any(
        all(rule.startswith("no lamp lights") for rule in rules) for rules in broken
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("density", [20, 40, 60])
def test_grids_are_counted_as_brute_force_counts_them(density):
    """On grids of 3x3, by the puzzle's own check of every placement."""
    truth = [decided_by_brute_force(grid(3, density, seed)) for seed in range(25)]
    counted = sample(3, density, range(25), lambda function, arguments: [function(argument) for argument in arguments])
    assert counted.solvable == sum(solvable for solvable, _ in truth)
    assert counted.solvable_unlit == sum(not solvable and unlit for solvable, unlit in truth)
    assert (counted.grids, counted.undecided) == (25, 0)


@pytest.mark.sample(0.125)
def test_the_pattern_has_no_solution_by_brute_force_either():
    """Alone; with the wall's number taken away it has one."""
    assert not decided_by_brute_force(Akari(PATTERN))[0]
    assert decided_by_brute_force(Akari(np.where(np.array(PATTERN) == 1, 5, PATTERN)))[0]
    assert pattern_line().verdict == REPRODUCED


def test_each_verdict_has_its_case():
    """Shares that cannot be told apart; grids without a solution for another reason; a limit."""
    low, high = DensitySample(7, 10, 40, 4, 36, 0), DensitySample(7, 50, 40, 30, 10, 0)
    assert (density_line([low, high]).verdict, density_line([low, low]).verdict) == (REPRODUCED, OPEN)
    assert unlit_line([low, high]).verdict == REPRODUCED
    assert unlit_line([low, DensitySample(7, 50, 40, 30, 9, 0)]).verdict == CORRECTED
    assert unlit_line([DensitySample(7, 50, 40, 30, 0, 0)]).verdict == REFUTED
    assert unlit_line([low, DensitySample(7, 50, 40, 30, 9, 1)]).verdict == OPEN


@pytest.mark.sample(0.125)
def test_the_item_runs_in_small(monkeypatch):
    """Every entry comes, in a child process, and two solvers agree."""
    monkeypatch.setattr(akari_density, "DENSITIES", (10, 60))
    monkeypatch.setattr(akari_density, "QUICK", 6)
    lines = [entry for entry in akari_density.ITEM.run(False, 3, ignore_progress) if isinstance(entry, Line)]
    assert len(lines) == 5
    assert lines[3].ours == "on 4 of 4 boards"


def test_a_limit_is_no_contradiction(monkeypatch):
    """One solver that does not end leaves a board open; two that differ contradict each other."""
    boards = {"a": grid(4, 20, 0), "b": grid(4, 20, 1)}
    statuses = {"cnf": Status.SATISFIED, "cpsat": Status.UNKNOWN}
    monkeypatch.setattr(akari_density.supervisor, "solve", lambda name, *more: Outcome(statuses[name]))
    line = akari_density.agreement_line(boards, ignore_progress)
    assert (line.verdict, line.ours, line.reason) == (OPEN, "on 0 of 2 boards", "Left by a limit: a; b")
    assert akari_density.pattern_line().verdict == OPEN
    statuses["cpsat"] = Status.UNSATISFIABLE
    assert akari_density.agreement_line(boards, ignore_progress).verdict == CONTRADICTORY
    assert akari_density.pattern_line().verdict == CONTRADICTORY
    statuses["cpsat"] = Status.SATISFIED
    assert akari_density.agreement_line(boards, ignore_progress).verdict == REPRODUCED
    assert akari_density.pattern_line().verdict == REFUTED
