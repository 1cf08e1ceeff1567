"""Puzzles whose boards are records of grids: Sudoku and Heyawake, of parts alone."""

from __future__ import annotations

from itertools import islice, permutations, product

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.reasons.job import ExplanationRequest
from backends.registry import backend_named
from instances.resolve import ResolvedInstance
from models.puzzles.genres import heyawake, sudoku
from models.puzzles.parts import (
    InputError,
    LetterWords,
    NumberWords,
    RegionWords,
    Stream,
    array_record,
    text_of_grids,
    usual_boxes,
)
from models.puzzles.regions import are_rectangles, draw_rooms
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explanation_from, trace_question

BOTH = [sudoku.PUZZLE, heyawake.PUZZLE]
NAMES = [record.name for record in BOTH]


def answers(record, p, most=10_000):
    question = Question(record, p)
    model = question.model(next(iter(record.formulations)))
    found = cutting_backend(backend_named("cnf")).solutions(model, record.project(p, model), Limits(60), Options())
    return [question.answer(model, values) for values in islice(found, most)]


@pytest.mark.parametrize("record", BOTH, ids=NAMES)
def test_text_and_turns_keep_boards(record):
    for seed in range(5):
        p, planted = record.generate((4, 4), seed)
        assert record.verify(p, planted) == []
        assert record.parse(record.format(p)) == p
        assert hash(record.parse(record.format(p))) == hash(p)
        for number in range(1, 8):
            turned, back = record.extras.transform(p, number)
            assert back(answers(record, turned, 1)[0]) in answers(record, p)


@pytest.mark.parametrize("seed", range(4))
def test_heyawake_has_the_answers_that_trying_all_finds(seed):
    p, _ = heyawake.PUZZLE.generate((3, 4), seed)
    cells = list(product(range(3), range(4)))
    tried = (tuple(c for c, on in zip(cells, chosen, strict=True) if on) for chosen in product((0, 1), repeat=12))
    assert set(answers(heyawake.PUZZLE, p)) == {each for each in tried if heyawake.PUZZLE.verify(p, each) == []}


def grids_of_four():
    """All 576 Latin squares of side four."""
    rows = list(permutations((1, 2, 3, 4)))
    squares = product(rows, repeat=4)
    return [square for square in squares if all(len(set(column)) == 4 for column in zip(*square, strict=True))]


@pytest.fixture(scope="module")
def latin_squares():
    return grids_of_four()


@pytest.mark.parametrize("seed", range(6))
def test_sudoku_has_the_answers_that_trying_all_finds(seed, latin_squares):
    p, _ = sudoku.PUZZLE.generate((4, 4), seed, clues=20)
    assert set(answers(sudoku.PUZZLE, p)) == {each for each in latin_squares if sudoku.PUZZLE.verify(p, each) == []}


def closure(maps, answer):
    """All answers that the products of these maps make of one."""
    reached, waiting = {answer}, [answer]
    while waiting:
        here = waiting.pop()
        for image in {each(here) for each in maps} - reached:
            reached.add(image)
            waiting.append(image)
    return reached


@pytest.mark.parametrize(
    "clues", ["................", "1...............", "1..2........2..1", "12..............", "1......1........"]
)
def test_exchanges_of_numbers_are_all_symmetries(clues):
    """The orbits of answers under the group of a board, found by trying every turn with every permutation."""
    words = np.array(list(clues)).reshape(4, 4)
    boxes = usual_boxes(4)
    p = sudoku.Sudoku(boxes, np.where(words == ".", "0", words).astype(np.int64))
    every = set(answers(sudoku.PUZZLE, p))
    group = []
    for turned, numbers in product(range(8), permutations((1, 2, 3, 4))):
        ahead = np.array([0, *numbers])
        image, back = sudoku.PUZZLE.extras.transform(sudoku.Sudoku(boxes, ahead[p.numbers]), turned)
        if image == p:
            group.append((back, np.argsort(ahead)))
    expected = {
        frozenset(tuple(map(tuple, inverse[np.array(back(answer))].tolist())) for back, inverse in group)
        for answer in every
    }
    maps = sudoku.PUZZLE.extras.symmetries(p)
    assert {frozenset(closure(maps, answer)) for answer in every} == expected
    assert maps[0](next(iter(every))) in every


def test_a_room_is_cut_where_two_answers_differ():
    """Heyawake: the planted answer stays one, its clues are read anew, and rooms are numbered by their first cells."""
    exclude, changed = heyawake.PUZZLE.extras.exclude, 0
    for seed in range(8):
        p, planted = heyawake.PUZZLE.generate((5, 5), seed, clues=100)
        second = next((each for each in answers(heyawake.PUZZLE, p, 5) if each != planted), None)
        for number in range(10) if second else ():
            found = exclude(p, planted, second, Stream("test", "", "", number))
            if found is not None and heyawake.PUZZLE.verify(*found) == []:
                assert found[1] == planted
                assert heyawake.read_clues(found[0], planted) == found[0]
                assert heyawake.PUZZLE.parse(heyawake.PUZZLE.format(found[0])) == found[0]
                assert are_rectangles(found[0].rooms)
                assert heyawake.PUZZLE.verify(found[0], second) != []
                changed += 1
    assert changed


def test_a_given_number_that_cannot_stay_is_told_with_the_one_that_can():
    boxes = usual_boxes(4)
    given = np.zeros((4, 4), int)
    given[0, 0], given[0, 3], given[1, 1], given[3, 2] = 1, 1, 2, 1
    p, request = sudoku.Sudoku(boxes, given), ExplanationRequest(repair=True)
    traced = trace_question(Question(sudoku.PUZZLE, p), "default", request, Limits(seconds=60))
    explanation = explanation_from(ResolvedInstance("sudoku", p, None, (4, 4), None, "test", "x", "x"), traced, request)
    (change,) = explanation.changes
    where = change.row.name.rpartition(" ")[2]
    assert change.text.startswith(f"{where} is ")
    assert change.text.endswith(" instead")


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (5, 3), (12, 12)])
def test_rooms_are_rectangles_that_cover_the_board(size):
    for seed in range(20):
        rooms = draw_rooms(size, 6, Stream("test", "rooms", "", seed))
        assert rooms.shape == size
        for room in range(rooms.max() + 1):
            r, c = np.nonzero(rooms == room)
            assert len(r) == (np.ptp(r) + 1) * (np.ptp(c) + 1) <= 6


@array_record
class Pearls:
    pearls: np.ndarray
    most: int

    def __post_init__(self):
        if self.most > 9:
            raise InputError("at most 9")


def test_records_of_arrays_are_frozen_and_compared_by_content():
    cells = np.array([[0, 1], [2, 0]])
    p, q = Pearls(cells, 3), Pearls(cells.astype(np.int8), 3)
    assert p == q
    assert hash(p) == hash(q)
    assert p != Pearls(cells.T, 3)
    assert p != Pearls(cells, 4)
    assert p != Pearls(cells.reshape(1, 4), 3)
    cells[0, 0] = 9
    assert p.pearls[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        p.pearls[0, 0] = 1
    with pytest.raises(AttributeError):
        p.most = 4


def test_texts_of_records_are_read_and_refused():
    text = text_of_grids(Pearls, parameters=("most",), pearls=LetterWords({".": 0, "o": 1, "w": 1, "*": 2}))
    p = text.parse("2 2 3\n. w\n* .\n")
    assert p == Pearls(np.array([[0, 1], [2, 0]]), 3)
    assert text.format(p) == "2 2 3\n. o\n* .\n"
    assert [board.pearls.tolist() for board in text.without_clue(p)] == [[[0, 0], [2, 0]], [[0, 1], [0, 0]]]
    with pytest.raises(InputError, match=r"cell R2C1: expected one of `\.`, `o`, `w`, `\*`, found 'x'"):
        text.parse("2 2 3\n. w\nx .\n")
    with pytest.raises(InputError, match="at most 9"):
        text.parse("1 1 10\n.\n")
    with pytest.raises(InputError, match=r"cell R1C2: expected `\.` or a number from 1, found '0'"):
        NumberWords().read(np.array([[".", "0"]]))
    with pytest.raises(
        InputError, match=r"the name of a region in each cell, or # for a blocked one; found '-' at R1C2"
    ):
        RegionWords(outside=("#",)).read(np.array([["a", "-"]]))
