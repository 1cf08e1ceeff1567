"""`verify` at the edges of what it is given: beside the board by one cell, no times and too many, one fault once."""

from __future__ import annotations

import numpy as np
import pytest

from models.puzzles.akari import verify as akari
from models.puzzles.lightsout import verify as lightsout
from models.puzzles.registry import puzzle
from models.puzzles.tents import verify as tents

BESIDE = [(-1, 1), (2, 1), (1, -1), (1, 3), (-1, -1), (2, 3)]  # a board of 2 x 3


@pytest.mark.parametrize("cell", BESIDE)
def test_a_piece_beside_the_board_by_one_cell_is_not_on_it(cell):
    """Above, below, left, right; and it touches nothing, counts for nothing and lights nothing there."""
    where = f"at R{cell[0] + 1}C{cell[1] + 1} is not on the 2x3 board"
    empty, walls = puzzle("tents").parse("2 3\n  0 0 0\n0 ...\n0 ...\n"), puzzle("akari").parse("2 3\n_##\n#_#\n")
    assert puzzle("tents").verify(empty, (cell,)) == [f"the tent {where}"]
    assert puzzle("akari").verify(walls, ((0, 0), (1, 1), cell)) == [f"the lamp {where}"]


@pytest.mark.parametrize("cell", [(r, c) for r in range(2) for c in range(3)])
def test_every_cell_of_the_board_is_on_it(cell):
    """The corners, too: nothing else is wrong than that there are no trees, and dark cells."""
    assert all("has no tree" in rule for rule in tents.broken_rules([], [-1] * 2, [-1] * 3, [cell], "matching"))
    dark = akari.broken_rules([[-1] * 3] * 2, [cell], -1, -9)
    assert len(dark) == 2
    assert all(rule.startswith("no lamp lights the cell at") for rule in dark)


@pytest.mark.parametrize(("times", "right"), [(-1, False), (0, False), (1, True), (2, True), (3, False), (4, False)])
def test_a_press_is_given_as_often_as_it_counts(times, right):
    """From once to one less than there are colours: no press is none, and three of three colours would be none, too."""
    toggles = np.array([0, 1]), np.array([0]), np.array([1])
    start, target = np.array([0]), np.array([times % 3])
    broken = lightsout.broken_rules(toggles, start, target, 3, [(0, "a", times)], str)
    assert ([] if right else [f"0 is pressed {times} times, expected 1 to 2"]) == [b for b in broken if "pressed" in b]
    assert right is (broken == [])


def test_one_fault_is_told_once():
    """Three trees with one tent between them, and three tents around one tree: each group is one sentence."""
    between = [(0, 1), (1, 0), (1, 2)]
    for trees, camp, kind in ((between, [(1, 1)], "trees"), ([(1, 1)], between, "tents")):
        broken = tents.broken_rules(trees, [-1] * 3, [-1] * 3, camp, "matching")
        assert len([rule for rule in broken if rule.startswith(f"the {kind} at") and "beside them" in rule]) == 1
