"""The worst case of a board: against a search over all starts, against the published values, and as a start."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backends.contract import Limits, Outcome, Status
from benchmarks.lightsout import worst_case
from benchmarks.lightsout.worst_case import (
    Disagreement,
    distance,
    find_worst_case,
    quiet_patterns,
    start_of,
    worst_by_enumeration,
)
from models.puzzles.lightsout.theory.minimum import fewest_presses
from models.puzzles.lightsout.theory.nullity import nullity
from models.puzzles.lightsout.theory.polynomial import GridBoard
from models.puzzles.lightsout.theory.worst_case import groups

# Published (table of W. Boyles): the most presses a start of the n x n board needs.
PUBLISHED = {4: 7, 5: 15, 11: 65, 14: 123, 17: 199, 24: 375}
LIMITS = Limits(seconds=60.0)


def by_breadth(board: GridBoard) -> int:
    """From all lamps off outwards, one press at a time: after how many presses is every start that there is reached?"""
    m, n = board.rows, board.columns
    cross = [
        sum(
            1 << r * n + c
            for r, c in ((i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
            if 0 <= r < m and 0 <= c < n
        )
        for i in range(m)
        for j in range(n)
    ]
    visited, here, presses = np.zeros(1 << m * n, bool), np.zeros(1, np.int64), 0
    visited[0] = True
    while True:
        there = np.unique(np.concatenate([here ^ each for each in cross]))
        there = there[~visited[there]]
        if not len(there):
            return presses
        visited[there] = True
        here, presses = there, presses + 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 2), (3, 3), (2, 3), (5, 3), (4, 4)])
def test_the_worst_case_is_where_a_search_over_all_starts_ends(m, n):
    """Breadth first over the lamps knows nothing of quiet patterns."""
    worst = find_worst_case(GridBoard(m, n), LIMITS)
    assert worst.is_proved
    assert worst.least == worst.most == by_breadth(GridBoard(m, n))


@pytest.mark.sample(1)
@pytest.mark.parametrize("n", PUBLISHED)
def test_published_worst_cases(n):
    """The value, by engines of two kinds; the start, whose fewest presses are found anew, is as far as is said."""
    board = GridBoard(n, n)
    worst = find_worst_case(board, LIMITS)
    assert worst.is_proved
    assert worst.proofs[:2] == ("cp", "ilp")
    assert worst.value_text == str(PUBLISHED[n])
    assert distance(board, start_of(board, worst.presses)) == worst.presses.sum() == PUBLISHED[n]
    assert fewest_presses(board).weight <= PUBLISHED[n]


def test_all_of_five_by_five():
    """2^25 sets of presses, one by one."""
    assert worst_by_enumeration(quiet_patterns(GridBoard(5, 5))) == PUBLISHED[5]
    with pytest.raises(ValueError, match=r"2\^36 sets of presses in 2\^0 variants, more than 2\^27"):
        worst_by_enumeration(quiet_patterns(GridBoard(6, 6)))


@pytest.mark.parametrize(("m", "n"), [(1, 14), (9, 2), (4, 5), (20, 25)])
def test_few_quiet_patterns(m, n):
    """None: all of the board is pressed. One, of w cells: these by half, and all others."""
    quiet = quiet_patterns(GridBoard(m, n))
    assert len(quiet) == nullity(m, n) <= 1
    held = int(quiet.sum())
    assert find_worst_case(GridBoard(m, n), LIMITS).least == m * n - held + held // 2


def test_a_random_start_is_never_farther():
    """On a board whose sets of presses are too many to try."""
    board, random = GridBoard(9, 11), np.random.default_rng(0)
    most = find_worst_case(board, LIMITS).most
    assert all(distance(board, start_of(board, random.random((9, 11)) < 0.5)) <= most for _ in range(50))


def test_groups_are_cells_in_the_same_quiet_patterns():
    """Every cell is in one group or in none; a pattern has the cells of its groups."""
    quiet = quiet_patterns(GridBoard(3, 5))
    cells = groups(quiet)
    assert cells.sizes.tolist() == np.bincount(cells.group[cells.group >= 0]).tolist()
    for z in range(1, 8):
        pattern = np.bitwise_xor.reduce(quiet[[k for k in range(3) if z >> k & 1]], axis=0)
        expected = [cells.group[i] >= 0 and bool(cells.incidence[z - 1, cells.group[i]]) for i in range(15)]
        assert pattern.tolist() == expected
    with pytest.raises(ValueError, match=r"2\^16 quiet patterns, more than 2\^12"):
        groups(quiet_patterns(GridBoard(19, 19)))


CHANGED = {
    "proved": lambda outcome: outcome,
    "stopped": lambda outcome: replace(outcome, status=Status.SATISFIED, bound=-25.0),
    "refuted": lambda outcome: replace(outcome, status=Status.SATISFIED, bound=-9.0),
    "wrong": lambda outcome: replace(outcome, values=np.r_[0, groups(quiet_patterns(GridBoard(6, 8))).sizes]),
    "silent": lambda outcome: Outcome(Status.UNKNOWN, note="too slow"),
}


@pytest.fixture(scope="module")
def real():
    """What the engines say of the 6 x 8 board."""
    model = worst_case.worst_case_model(groups(quiet_patterns(GridBoard(6, 8))))
    return {name: worst_case.supervisor.solve(name, model, LIMITS) for name in worst_case.ENGINES}


@pytest.fixture
def find_with(real, monkeypatch):
    """The worst case of that board, where the engines say these things instead."""

    def worst_of(*changes: str):
        says = {name: CHANGED[change](real[name]) for name, change in zip(worst_case.ENGINES, changes, strict=True)}
        monkeypatch.setattr(worst_case.supervisor, "solve", lambda name, *_: says[name])
        return find_worst_case(GridBoard(6, 8), LIMITS)

    return worst_of


@pytest.mark.parametrize(
    ("changes", "value", "proofs"),
    [
        (("proved", "proved"), "22", ("cp", "ilp")),
        (("stopped", "proved"), "22", ("ilp",)),
        (("proved", "silent"), "22", ("cp",)),
        (("stopped", "stopped"), "22..25", ()),
        (("stopped", "silent"), "22..25", ()),
    ],
)
def test_what_is_not_proved_is_not_said(find_with, changes, value, proofs):
    """Engines that were stopped leave bounds; one that proved it leaves its word, which does not settle it."""
    worst = find_with(*changes)
    assert (worst.value_text, worst.proofs, worst.is_proved) == (value, proofs, len(proofs) == 2)
    assert len(worst.bounds) == 2 - len(proofs)


def test_contradicting_claims_are_an_error(find_with):
    """A bound below what a start shows; more presses than half of a quiet pattern; nothing from nobody."""
    with pytest.raises(Disagreement, match="a start takes 22 presses, and 9 is said to be the most"):
        find_with("proved", "refuted")
    with pytest.raises(Disagreement, match="of no quiet pattern more than half is pressed"):
        find_with("wrong", "proved")
    with pytest.raises(RuntimeError, match="no start found: cpsat: too slow; highs: too slow"):
        find_with("silent", "silent")


def test_a_model_that_says_too_much_is_seen(monkeypatch):
    """Engines agree on what they are given, were it wrong: on a small board all sets of presses say otherwise."""
    right = worst_case.groups

    def too_tight(quiet):
        cells = right(quiet)
        return replace(cells, sizes=np.maximum(cells.sizes - 1, 0))

    monkeypatch.setattr(worst_case, "groups", too_tight)
    with pytest.raises(Disagreement, match="some start takes 3 presses, and"):
        find_worst_case(GridBoard(2, 3), LIMITS)
