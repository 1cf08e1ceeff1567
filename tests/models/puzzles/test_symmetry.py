"""Counting up to symmetry: the maps are symmetries, and orbits are counted once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from instances.resolve import resolve
from models.puzzles.registry import puzzle
from models.puzzles.tents.instance import Tents
from models.puzzles.tents.rules import verify
from models.puzzles.tents.symmetry import symmetries
from rosetta.commands.main import run_verb

PLUS = Tents([[False] * 3, [False, True, False], [False] * 3], [-1] * 3, [-1] * 3)


def test_a_tree_in_the_middle_without_clues_has_all_eight_symmetries():
    """Four solutions, one up to symmetry."""
    maps = symmetries(PLUS)
    assert len(maps) == 8
    assert {image(((0, 1),)) for image in maps} == {((0, 1),), ((1, 0),), ((1, 2),), ((2, 1),)}


def test_clues_break_symmetry():
    """With the row clues 1 0 0 only the left-right reflection is left."""
    assert len(symmetries(Tents(PLUS.trees, [1, 0, 0], [-1] * 3))) == 2


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 30))
def test_symmetries_map_solutions_to_solutions(height, width, seed):
    """Every image of the planted tents keeps all rules; the identity comes first."""
    given_board = resolve("tents", f"{height}x{width}", seed)
    maps = symmetries(given_board.instance)
    assert maps[0](given_board.planted) == given_board.planted
    assert all(verify(given_board.instance, image(given_board.planted)) == [] for image in maps)


def test_count_distinct(tmp_path, capsys):
    """`count --distinct` of the tree in the middle: 4 solutions, 1 up to symmetry."""
    board = tmp_path / "plus.txt"
    board.write_text(puzzle("tents").format(PLUS))
    assert run_verb("count", ["tents", str(board), "--distinct"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["4", "1 up to symmetry"]
