"""Puzzles made of parts alone: a Latin square (a number in each cell) and shaded cells, both with clues in cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice, permutations, product

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import Model
from models.puzzles.boards import grid_edges
from models.puzzles.grid_text import GridText
from models.puzzles.parts.answers import CellNumbers, CellPieces
from models.puzzles.parts.clues import Planting
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.parts.grid_words import NumberWords
from models.puzzles.scenes.glyphs import SHADE, WORD
from models.puzzles.scenes.layers import (
    board_title,
    number_clicks,
    number_layers,
    piece_layers,
    sign_layers,
    word_layers,
)
from models.puzzles.scenes.scene import Scene
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question


@dataclass(frozen=True)
class Board:
    """Numbers by row, as tuples; 0 for a cell without one."""

    cells: tuple[tuple[int, ...], ...]

    @property
    def numbers(self):
        return np.array(self.cells)


def read(words):
    return Board(tuple(map(tuple, NumberWords().read(words).tolist())))


def write(p):
    return (np.where(p.numbers == 0, ".", p.numbers.astype(str)),)


TEXT = GridText(read, write, blank=".")


def latin_model(p):
    m, n = Model("latin"), len(p.cells)
    digit = m.bools("digit", (n, n, n), says="{cell} is {2}")
    m.exactly(1, "a cell has one number", digit.reshape(-1, n))
    m.exactly(1, "a row has each number", digit.swapaxes(1, 2).reshape(-1, n))
    m.exactly(1, "a column has each number", digit.transpose(1, 2, 0).reshape(-1, n))
    r, c = np.nonzero(p.numbers)
    m.true("numbers that are given stay", digit[r, c, p.numbers[r, c] - 1])
    return m


def latin_verify(p, answer):
    lines = [*answer, *zip(*answer, strict=True)]
    wrong = [f"the line {line} has a number twice" for line in lines if len(set(line)) < len(line)]
    pairs = [pair for rows in zip(p.cells, answer, strict=True) for pair in zip(*rows, strict=True)]
    return wrong + [f"{given} is given, not {number}" for given, number in pairs if given not in (0, number)]


def latin_scene(p, view):
    shape = p.numbers.shape
    layers = (*number_layers(view, p.numbers), *sign_layers(view, shape))
    return Scene(shape, "Latin square", layers, clicks=number_clicks("digits", shape[0], p.numbers, p.numbers == 0))


def blank_board(size, stream):
    return Board(((0,) * size[1],) * size[0])


LATIN = compose_puzzle(
    "latin", "Latin square", ("each number once in each row and column",), text=TEXT, answer=CellNumbers("digit"),
    scene=latin_scene, formulations={"default": latin_model}, verify=latin_verify,
    planting=Planting(blank_board, lambda p, answer: Board(answer), share=40),
)  # fmt: skip


def shade_model(p):
    m, numbers = Model("shade"), p.numbers
    shaded = m.bools("shaded_cell", numbers.shape, says="a shaded cell at {cell}")
    near = [shaded[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2].ravel() for r, c in np.ndindex(numbers.shape)]
    m.exactly(numbers - 1, "a number counts the shaded cells around it", near, where=numbers > 0, clue=True)
    m.at_most(1, "shaded cells do not touch", shaded.ravel()[grid_edges(shaded.shape)])
    m.connected("the others are connected", -shaded, grid_edges(shaded.shape), by="lazy")
    return m


def count_around(p, answer):
    cells = np.zeros(p.numbers.shape, int)
    for r, c in answer:
        cells[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2] += 1
    return Board(tuple(map(tuple, (cells + 1).tolist())))


def shade_verify(p, answer):
    counts, black = count_around(p, answer).numbers, set(answer)
    faults = [f"the number at {r}:{c}" for r, c in np.argwhere((p.numbers > 0) & (p.numbers != counts)).tolist()]
    faults += [f"{r}:{c} touches" for r, c in answer if {(r + 1, c), (r, c + 1)} & black]
    white = {cell for cell in product(range(len(p.cells)), range(len(p.cells[0]))) if cell not in black}
    reached, waiting = set(), list(white)[:1]
    while waiting:
        r, c = waiting.pop()
        if (r, c) in white - reached:
            reached.add((r, c))
            waiting += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return faults + ["cut off"] * (reached != white)


def shade_scene(p, view):
    shape = p.numbers.shape
    layers = piece_layers(SHADE, view, shape), word_layers(WORD, p.numbers, p.numbers > 0), sign_layers(view, shape)
    return Scene(shape, board_title("Shade", shape, view, "shaded cells"), tuple(chain(*layers)))


SHADED = compose_puzzle(
    "shade", "Shade", ("a number counts",), text=TEXT, answer=CellPieces("shaded cell"), scene=shade_scene,
    formulations={"default": shade_model}, verify=shade_verify,
    planting=Planting(blank_board, count_around, likely=40),
)  # fmt: skip


BOTH = [LATIN, SHADED]


@pytest.mark.parametrize("record", BOTH, ids=lambda record: record.name)
def test_a_planted_answer_keeps_the_rules_and_is_the_same_every_time(record):
    answers = set()
    for seed in range(6):
        p, answer = record.generate((5, 5), seed)
        assert record.verify(p, answer) == []
        assert (p, answer) == record.generate((5, 5), seed)
        assert record.parse(record.format(p)) == p
        answers.add(answer)
    assert len(answers) == 6
    full, _ = record.generate((5, 5), 0, clues=100)
    fewer, _ = record.generate((5, 5), 0, clues=20)
    assert np.count_nonzero(full.numbers) == 25
    assert np.count_nonzero(fewer.numbers) == 5


@pytest.mark.parametrize("record", BOTH, ids=lambda record: record.name)
def test_answers_are_written_turned_and_decoded(record):
    """JSON and back; each turn maps answers of the turned board to answers of the board; the model says the same."""
    for seed in range(4):
        p, answer = record.generate((4, 4), seed)
        assert record.answer_from_json(p, record.answer_json(answer)) == answer
        for number in range(1, 8):
            turned, back = record.extras.transform(p, number)
            (solution,) = solutions(record, turned, most=1)
            assert record.verify(p, back(solution)) == []


@pytest.mark.parametrize("record", BOTH, ids=lambda record: record.name)
def test_the_model_has_the_solutions_that_brute_force_finds(record):
    for seed in range(3):
        p, _ = record.generate((3, 3), seed, clues=30)
        every = candidates(record)
        assert set(solutions(record, p, most=10_000)) == {each for each in every if record.verify(p, each) == []}


def candidates(record):
    """All that could be an answer of a board of 3x3."""
    if record is LATIN:
        return list(product(permutations((1, 2, 3)), repeat=3))
    cells = list(product(range(3), repeat=2))
    return [tuple(cell for cell, on in zip(cells, chosen, strict=True) if on) for chosen in product((0, 1), repeat=9)]


def solutions(record, p, most):
    question = Question(record, p)
    model = question.model("default")
    found = cutting_backend(backend_named("cnf")).solutions(model, record.project(p, model), Limits(60), Options())
    return [question.answer(model, values) for values in islice(found, most)]


def test_every_clue_can_be_taken_away():
    for record in BOTH:
        p, _ = record.generate((4, 4), 1, clues=100)
        fewer = list(record.extras.without_clue(p))
        assert len(fewer) == 16
        assert {np.count_nonzero(each.numbers) for each in fewer} == {15}


@pytest.mark.parametrize(
    ("record", "document", "message"),
    [
        (LATIN, {"digits": [[1, 2], [1]]}, r"digits\[1\]: expected 2 whole numbers"),
        (LATIN, {"digits": 3}, "found no rows"),
        (LATIN, {"stars": []}, "found no rows"),
        (SHADED, {"shaded_cells": [[1]]}, r"shaded_cells\[0\]"),
    ],
)
def test_json_that_is_no_answer_is_refused(record, document, message):
    with pytest.raises(InputError, match=message):
        record.answer_from_json(None, document)


def test_places_are_checked_before_the_rules():
    p, answer = LATIN.generate((3, 3), 0)
    assert LATIN.verify(p, answer[:2]) == ["expected a digit for each cell of the 3x3 board"]
    assert "R1C1 has no digit" in LATIN.verify(p, ((0, *answer[0][1:]), *answer[1:]))
    p, _ = SHADED.generate((3, 3), 0)
    assert "the shaded cell at R4C1 is not on the 3x3 board" in SHADED.verify(p, ((3, 0),))


def test_some_cells_may_have_no_number():
    some = CellNumbers("digit", cells=lambda p: p.numbers >= 0)
    p = Board(((0, -1), (0, 0)))
    assert some.check_places(p, (2, 2), ((1, 0), (2, 3))) == ([], ((1, 0), (2, 3)))
    assert some.check_places(p, (2, 2), ((1, 2), (0, 3))) == (["R1C2 has a digit", "R2C1 has no digit"], None)
    assert some.check_places(p, (2, 2), ((1, -1), (2, 3))) == (["R1C2 has -1 for a digit"], None)


def test_drawings_show_numbers_and_where_two_answers_differ():
    p = read(np.array([[".", "2"], ["2", "."]]))
    assert LATIN.draw_text(p) == ". 2\n2 ."
    assert LATIN.draw_text(p, ((1, 2), (2, 1))) == "1 2\n2 1"
    blank = read(np.array([[".", "."], [".", "."]]))
    shown = LATIN.draw_text(blank, ((1, 2), (2, 1)), second=((2, 1), (1, 2)))
    assert "1/2 2/1" in shown
    assert LATIN.draw_svg(p, ((1, 2), (2, 1))).count("<text") == 4
