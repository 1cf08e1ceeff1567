"""Boards turned and mirrored: as many solutions, each of which turned back is one of the board."""

from __future__ import annotations

from itertools import islice

import pytest

from backends.contract import Limits, Options
from backends.registry import backend_named
from models.puzzles.registry import names, puzzle
from tests.support.puzzle_boards import boards, written_boards

MOST = 30  # solutions that are listed
OWN = [name for name in names() if puzzle(name).extras.transform is not None]


def solutions(record, board):
    """The first answers of a board."""
    model = next(iter(record.formulations.values()))(board)
    model.objective = None
    values = backend_named("cnf").solutions(model, record.project(board, model), Limits(), Options())
    return [record.decode(board, model, each) for each in islice(values, MOST)]


def some_boards(name):
    """A board of each size, and those that no generator makes."""
    drawn = [p for p, _ in boards(name)]
    return [*drawn[::3], *written_boards(name)]


def test_every_puzzle_of_ours_has_transforms():
    assert set(OWN) >= {"tents", "akari", "lightsout", "tiling", "starbattle", "slitherlink"}


@pytest.mark.sample(2, each="name")
@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("number", range(1, 8))
def test_solutions_turn_with_the_board(name, number):
    """All of them if they are few: none is lost, none is new, two stay two; and the plain text says it all."""
    record, turned = puzzle(name), 0
    for board in some_boards(name):
        transformed = record.extras.transform(board, number)
        if transformed is None:
            continue
        turned += 1
        image, back = transformed
        assert sorted(record.size(image)) == sorted(record.size(board))
        assert record.parse(record.format(image)) == image
        own, theirs = solutions(record, board), [back(answer) for answer in solutions(record, image)]
        assert len(own) == len(theirs) == len(set(theirs))
        assert all(record.verify(board, answer) == [] for answer in theirs)
        if len(own) < MOST:
            assert set(own) == set(theirs)
    assert turned


@pytest.mark.parametrize("name", OWN)
def test_the_numbers_are_different_symmetries(name):
    """A board without symmetry has eight images."""
    record = puzzle(name)
    for board in some_boards(name):
        images = [record.extras.transform(board, number) for number in range(1, 8)]
        if len({board, *(image[0] for image in images if image is not None)}) == 8:
            return
    raise AssertionError("none has eight")


def test_a_cylinder_cannot_be_turned_on_its_side():
    record = puzzle("lightsout")
    cylinder = record.parse("2 3\ncylinder\n1..\n.1.\n")
    assert [number for number in range(1, 8) if record.extras.transform(cylinder, number)] == [1, 2, 3]
    hexes = record.parse("3\nhex\n1..\n...\n...\n")
    assert [number for number in range(1, 8) if record.extras.transform(hexes, number)] == [3, 4, 7]
