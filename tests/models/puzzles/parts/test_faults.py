"""Cells that break a rule, found by the rows, are those that `verify` complains of."""

from __future__ import annotations

import re

import numpy as np
import pytest

from instances.resolve import resolve
from models.neutral import Model, each
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.faults import find_faults
from models.puzzles.registry import puzzle
from models.puzzles.scenes.scene import SceneState
from models.puzzles.scenes.view import View


@pytest.mark.parametrize(("name", "piece"), [("starbattle", "star"), ("tents", "tent"), ("akari", "lamp")])
def test_an_answer_has_faults_where_it_breaks_a_rule(name, piece):
    """None in a planted answer; with a piece that is moved, cells that `verify` names are among them."""
    record, met = puzzle(name), 0
    for seed in range(8):
        p, answer = record.generate((6, 6), seed)
        model = record.formulations["default"](p)
        assert find_faults(model, CellPieces(piece), answer) == set()
        free = next(cell for cell in ((r, c) for r in range(6) for c in range(6)) if cell not in answer)
        moved = tuple(sorted((*answer[1:], free)))
        told = {(int(r) - 1, int(c) - 1) for r, c in re.findall(r"R(\d+)C(\d+)", " ".join(record.verify(p, moved)))}
        found = find_faults(model, CellPieces(piece), moved)
        met += bool(found & told)
        assert record.verify(p, moved) or not found
    assert met > 0


def test_a_scene_that_says_itself_what_is_wrong_is_left_alone():
    """Lamps of Akari are wrong in its own way; stars of Star Battle by the rows."""
    for name, layers in (("akari", "lamp"), ("starbattle", "")):
        record = puzzle(name)
        p, answer = record.generate((6, 6), 1)
        moved = tuple(sorted((*answer[1:], *(cell for cell in ((0, 0), (0, 1), (0, 2)) if cell not in answer))))
        scene = record.extras.scene(p, View(moved))
        wrong = {layer.glyph.name for layer in scene.layers if layer.state is SceneState.WRONG}
        assert layers in wrong
        unjudged = record.extras.scene(p, View(moved, empty=()))
        assert not any(layer.state is SceneState.WRONG for layer in unjudged.layers)


def test_lines_that_meet_or_end_are_wrong():
    """Three at a dot, and the only one at a dot."""
    record = puzzle("slitherlink")
    p = record.parse("2 2\n. .\n. .\n")
    ring = [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]
    for lines, wrong in ((ring, []), ([*ring, ((1, 1), (1, 2))], [ring[2], ring[3], ((1, 1), (1, 2))])):
        scene = record.extras.scene(p, View(tuple(sorted(lines))))
        told = [layer.ends.tolist() for layer in scene.line_layers if layer.state is SceneState.WRONG]
        assert told == ([np.array(wrong).tolist()] if wrong else [])


def test_a_board_with_layers_is_judged():
    scene = puzzle("tiling").extras.scene(resolve("tiling", "soma").instance, View(()))
    assert scene.shape == (3, 3, 3)


def test_rows_of_parity_and_sums_mark_their_own_place():
    """Nobody can say which of their pieces is to blame."""
    m = Model("marks")
    piece = m.bools("piece", (1, 4), says="a piece at {cell}")
    m.parity(0, "an even number", piece.reshape(1, 4), of=each("the pair at {cell}", cell=[[0, 0]]))
    m.linear(3, 3, "a sum", piece.reshape(1, 4), [[1, 2, 3, 4]], of=each("the sum at {cell}", cell=[[0, 3]]))
    kind = CellPieces("piece")
    assert find_faults(m, kind, ((0, 0), (0, 1))) == set()
    assert find_faults(m, kind, ((0, 2),)) == {(0, 0)}
    assert find_faults(m, kind, ((0, 2), (0, 1))) == {(0, 3)}
