"""Boards of puzzles that have no setter of their own: one answer, minimal clues, a difficulty.

The puzzle is Minesweeper on small boards: a number says how many mines are around its cell; mines are counted nowhere
else, so that many boards have several answers.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product

import numpy as np
import pytest

from models.neutral import Model
from models.puzzles.boards import cells_where
from models.puzzles.grid_text import GridText
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.randomness import Stream
from models.puzzles.registry import puzzle
from models.puzzles.scenes.scene import Scene
from models.puzzles.setting.targets import PlantedBoard, Targets
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.setting import generate as making
from rosetta.studies.setting.redrawing import RedrawingSetter
from tests.support.set_boards import set_up

HIDDEN = "."


def around(cell, shape):
    r, c = cell
    near = product(range(max(r - 1, 0), min(r + 2, shape[0])), range(max(c - 1, 0), min(c + 2, shape[1])))
    return [other for other in near if other != cell]


def clues(p):
    words = np.array(p)
    return words.shape, {tuple(cell): int(words[tuple(cell)]) for cell in np.argwhere(words != HIDDEN).tolist()}


def model(p):
    shape, numbers = clues(p)
    m = Model("mines")
    mine = m.bools("mine", shape)
    for cell, number in numbers.items():
        m.exactly(number, "a number counts the mines around it", [[mine[other] for other in around(cell, shape)]])
    m.true("no mine is under a number", [-mine[cell] for cell in numbers])
    return m


def verify(p, mines):
    shape, numbers = clues(p)
    wrong = [cell for cell, number in numbers.items() if sum(o in mines for o in around(cell, shape)) != number]
    return [f"{cell} is wrong" for cell in wrong] + [f"{cell} is a number" for cell in mines if cell in numbers]


def generate(size, seed=0):
    """All cells without a mine show their numbers, but one in three."""
    if min(size) < 1 or size[0] * size[1] > 100:
        raise InputError("mines: expected 1 to 100 cells")
    order = Stream("mines", "board", str(size), seed).order(size[0] * size[1])
    mines = (order % 4 == 0).reshape(size)
    words = [[str(sum(mines[o] for o in around((r, c), size))) for c in range(size[1])] for r in range(size[0])]
    shown = np.where(mines | (order % 3 == 0).reshape(size), HIDDEN, words)
    return tuple(map(tuple, shown.tolist())), cells_where(mines)


MINES = compose_puzzle(
    "mines",
    "Mines",
    ("a number counts the mines around it",),
    text=GridText(lambda words: tuple(map(tuple, words.tolist())), lambda p: (p,), blank=HIDDEN),
    answer=CellPieces("mine"),
    scene=lambda p, view: Scene(np.array(p).shape, "Mines", ()),
    generate=generate,
    formulations={"default": model},
    verify=verify,
)


@pytest.fixture
def mines(monkeypatch):
    """The puzzle, registered while the test runs."""
    monkeypatch.setattr("models.puzzles.registry.PUZZLES", {"mines": f"{__name__}:MINES"})
    assert puzzle("mines") is MINES
    return MINES


def answers(p):
    """All answers, by trying every set of cells."""
    shape, _ = clues(p)
    cells = list(np.ndindex(shape))
    sets = (tuple(cells[i] for i in np.flatnonzero(chosen)) for chosen in product((0, 1), repeat=len(cells)))
    return [mines for mines in sets if not verify(p, mines)]


@pytest.mark.parametrize("seed", range(4))
def test_boards_are_drawn_until_one_has_a_single_answer(mines, seed):
    made = making.generate_instance("mines", "3x4", seed, Targets(unique=True), ignore_progress)
    assert made.unique is True
    assert answers(made.instance) == [made.answer]


def test_some_boards_were_drawn_in_vain(mines):
    """Else the test above shows nothing."""
    drawn = [set_up("mines", "3x4", seed, 0, Targets(unique=True)) for seed in range(12)]
    assert None in drawn
    assert any(drawn)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_no_clue_of_a_minimal_board_can_be_left_out(mines, seed):
    made = making.generate_instance("mines", "3x4", seed, Targets(unique=True, minimal=True), ignore_progress)
    assert answers(made.instance) == [made.answer]
    _, numbers = clues(made.instance)
    assert numbers
    for cell in numbers:
        words = np.array(made.instance)
        words[cell] = HIDDEN
        assert len(answers(words.tolist())) > 1


def test_the_same_seed_gives_the_same_board(mines):
    first, second = (
        making.generate_instance("mines", "5x5", 3, Targets(unique=True, minimal=True), ignore_progress)
        for _ in range(2)
    )
    assert first.instance == second.instance


def test_what_a_puzzle_cannot_do_is_refused(mines):
    with pytest.raises(InputError, match="--symmetry: not for mines, which has --difficulty, --minimal, --unique"):
        making.find_setter("mines", Targets(wishes={"symmetry": "rotation"}))
    with pytest.raises(InputError, match="a board is set by its size"):
        set_up("mines", "board.txt", 0, 0, Targets(unique=True))


def test_clues_that_go_many_at_once_are_those_that_go_one_by_one():
    """Of a board with all clues: the same ones stay, in the same order of trying, but far fewer boards are asked for
    answers. Also where a puzzle cannot remove several at once by itself."""
    record, wish = puzzle("sudoku"), Targets(unique=True)
    p, answer = record.generate((6, 6), 1, clues=100)
    several = RedrawingSetter(replace(record, extras=replace(record.extras, removal=None)))
    boards = [
        setter.remove_clues(PlantedBoard(p, answer), 0, wish, Stream("test", "", "", 5), ignore_progress).instance
        for setter in (RedrawingSetter(record), several)
    ]
    left, text = list(range(36)), record.format(p)
    expected = p
    for clue in Stream("test", "", "", 5).order(36).tolist():
        fewer = next(islice(record.extras.without_clue(expected), left.index(clue), None))
        if len(several.two_answers(fewer, wish)) == 1:
            expected = fewer
            left.remove(clue)
    assert text != record.format(expected)
    assert boards == [expected, expected]
