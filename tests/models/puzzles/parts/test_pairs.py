"""Pairs of cells with a number: decoded, written, turned, checked for their places; what variables say together."""

from __future__ import annotations

import numpy as np
import pytest

from models.neutral import Model, ModelError, each
from models.neutral.json import from_json, to_json
from models.puzzles.boards import numbered_isometry
from models.puzzles.parts.pairs import PairNumbers
from models.puzzles.registry import puzzle
from models.puzzles.stated_words import stated_cells, stated_literals

BRIDGES = PairNumbers("bridge")
ENDS = [[[0, 0], [0, 2]], [[0, 0], [3, 0]]]


def stated_pairs(levels=3):
    m = Model("pairs")
    m.bools("bridge", (levels, 2), says=each("a bridge from {line}", levels=levels, line=ENDS))
    return m


@pytest.mark.parametrize("seed", range(4))
def test_answers_of_hashi_are_read_from_their_variables_and_turned(seed):
    record = puzzle("hashi")
    p, answer = record.generate((6, 7), seed, bridges=3)
    model = record.formulations["lazy"](p)
    values = np.zeros(model.variables + 1, np.int64)
    values[BRIDGES.variables(model)] = BRIDGES.holds(model, answer)
    assert BRIDGES.decode(model, values) == answer
    assert len(BRIDGES.pieces(answer)) == sum(number for _, _, number in answer)
    for number in range(8):
        ahead, back = numbered_isometry((6, 7), number)
        assert BRIDGES.turn(BRIDGES.turn(answer, ahead), back) == answer


def test_pairs_beside_the_board_and_pairs_given_twice_are_named():
    pair, beside = ((0, 0), (0, 2), 1), ((0, 0), (0, 9), 2)
    faults, kept = BRIDGES.check_places(None, (4, 4), (pair, beside, pair))
    assert faults == [
        "the bridges from R1C1 to R1C10 are not on the 4x4 board",
        "the bridges from R1C1 to R1C3 are given 2 times",
    ]
    assert kept == (pair,)


@pytest.mark.parametrize(
    ("known", "says"),
    [
        ({0: True}, "a bridge"),
        ({0: False}, "no bridge"),
        ({1: True}, "two bridges"),
        ({1: False}, "at most one bridge"),
        ({0: True, 1: False}, "one bridge"),
        ({0: True, 2: False}, "a bridge"),
        ({1: True, 2: False}, "two bridges"),
        ({2: True}, "three bridges"),
    ],
)
def test_variables_of_a_number_are_told_together(known, says):
    m = stated_pairs()
    literals = [int(m.arrays["bridge"][level, 1]) * (1 if holds else -1) for level, holds in known.items()]
    ((first, phrase),) = stated_literals(m, literals)
    assert (first, phrase.text) == (literals[0], f"{says} from R1C1 to R4C1")
    assert stated_cells(m, literals[0]) == {((0, 0), (3, 0))}


def test_words_of_levels_survive_json():
    m = stated_pairs()
    again = from_json(to_json(m, words=True))
    x = int(again.arrays["bridge"][1, 0])
    assert [phrase.text for _, phrase in stated_literals(again, [x, -x - 2])] == ["two bridges from R1C1 to R1C3"]
    assert to_json(again, words=True) == to_json(m, words=True)


def test_levels_that_do_not_fit_the_array_are_refused():
    for text, levels in (("a bridge from {line}", 2), ("bridges from {line}", 3)):
        with pytest.raises(ModelError, match="levels"):
            Model("pairs").bools("bridge", (3, 2), says=each(text, levels=levels, line=ENDS))


def test_a_large_board_is_judged_without_rows_for_what_is_connected():
    """Its drawing takes a moment; the first formulation has no room for so many dots."""
    record = puzzle("slitherlink")
    p, answer = record.generate((90, 90))
    assert "!" not in record.draw_text(p, answer)
    assert "!" in record.draw_text(p, answer[1:])
