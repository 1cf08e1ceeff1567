"""Lines as answers: those of Slitherlink, and between the centres of cells; which words they have."""

from __future__ import annotations

import numpy as np
import pytest

from models.neutral import Model
from models.puzzles.boards import numbered_isometry
from models.puzzles.parts.lines import GridLines
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError

LOOP, DOTS, CENTRES = puzzle("slitherlink"), GridLines(dots=True, key="edges"), GridLines(dots=False)


@pytest.mark.parametrize("seed", range(4))
def test_lines_between_dots_are_those_of_slitherlink(seed):
    """Decoded, written, read, turned, and checked for their places."""
    p, answer = LOOP.generate((4, 5), seed)
    model = next(build(p) for name, build in LOOP.formulations.items() if name == "lazy")
    values = np.zeros(model.variables + 1, np.int64)
    values[DOTS.variables(model)] = DOTS.holds(model, answer)
    assert DOTS.decode(model, values) == LOOP.decode(p, model, values) == answer
    assert DOTS.to_json(answer) == LOOP.answer_json(answer)
    assert DOTS.from_json("slitherlink", DOTS.to_json(answer)) == answer
    for number in range(1, 8):
        turned, back = LOOP.extras.transform(p, number)
        ahead, inverse = numbered_isometry(p.shape, number)
        image = DOTS.turn(answer, ahead)
        assert LOOP.verify(turned, image) == []
        assert back(image) == DOTS.turn(image, inverse) == answer
    wrong = (*answer, answer[0], ((0, 0), (1, 1)), ((4, 5), (4, 6)))
    faults, kept = DOTS.check_places(p, p.shape, wrong)
    assert faults == LOOP.verify(p, wrong)[: len(faults)]
    assert len(faults) == 3
    assert kept == answer


def test_lines_between_centres_have_a_point_less_on_each_side():
    m = Model("centres")
    m.bools("across", (3, 2))
    m.bools("down", (2, 3))
    every = CENTRES.decode(m, np.ones(m.variables + 1, np.int64))
    assert len(every) == m.variables == 12
    assert CENTRES.check_places(None, (3, 3), every) == ([], every)
    (fault,), kept = CENTRES.check_places(None, (3, 3), (((2, 2), (2, 3)),))
    assert fault == "the line from R3C3 to R3C4 joins no neighbours on the board"
    assert kept == ()
    assert CENTRES.holds(m, every[:1]).sum() == 1
    for number in range(8):
        ahead, back = numbered_isometry((3, 3), number)
        assert CENTRES.turn(CENTRES.turn(every[:5], ahead), back) == every[:5]


@pytest.mark.parametrize("document", [{}, {"lines": 3}, {"lines": [[1]]}, {"lines": [[[0, 0], [0, "1"]]]}])
def test_json_that_is_no_set_of_lines_is_refused(document):
    with pytest.raises(InputError, match="lines"):
        CENTRES.from_json("loop", document)
