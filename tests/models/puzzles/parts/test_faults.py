"""Cells that break a rule, found by the rows, are those that `verify` complains of."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from instances.resolve import resolve
from models.neutral import Model, each
from models.neutral.json import from_json, to_json
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.faults import JudgedScene, find_faults
from models.puzzles.registry import puzzle
from models.puzzles.scenes.scene import Margin, SceneState
from models.puzzles.scenes.view import View
from models.puzzles.stated_words import row_margin, row_phrase


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


def test_words_beside_a_board_are_wrong_where_their_row_is():
    """Tents says by itself which of its clues are not met; a scene that does not say so is told by the rows."""
    record, shown = puzzle("tents"), set()

    def silent_scene(p, view):
        drawn = record.extras.scene(p, view)
        layers = [layer for layer in drawn.layers if layer.state is not SceneState.WRONG]
        return replace(drawn, layers=tuple(layers), left=Margin(drawn.left.words), top=Margin(drawn.top.words))

    judged = JudgedScene(silent_scene, CellPieces("tent"), record.formulations["default"])
    for seed in range(4):
        p, answer = record.generate((5, 7), seed)
        for tents in (answer, answer[1:], answer[:2], ()):
            own, found = (draw(p, View(tents)) for draw in (record.extras.scene, judged))
            for margin, other in ((own.left, found.left), (own.top, found.top)):
                assert other.where(SceneState.WRONG) == margin.where(SceneState.WRONG)
                shown |= {(len(margin.words), bool(margin.where(SceneState.WRONG)))}
    assert shown == {(5, True), (5, False), (7, True), (7, False)}


@pytest.mark.parametrize("name", ["tents", "starbattle", "akari"])
def test_rows_of_a_model_know_which_line_of_the_board_they_are(name):
    """Also those of a model that was written and read again. In Star Battle no words say so, but the cells do."""
    record = puzzle(name)
    p, _ = record.generate((5, 7) if name == "tents" else (6, 6), 1)
    model = record.formulations["default"](p)
    for stated in (model, from_json(to_json(model, words=True))):
        lines = {"left": set(), "top": set()}
        for block in stated.stated_blocks:
            for row in range(len(block)):
                margin = row_margin(stated, block, row, record.size(p))
                if margin is not None:
                    side, number = margin
                    words = row_phrase(record, p, stated, block, row).text
                    assert words == f"{'row' if side == 'left' else 'column'} {number + 1}"
                    lines[side].add(number)
        height, width = (5, 7) if name == "tents" else (0, 0) if name == "akari" else (6, 6)
        assert lines == {"left": set(range(height)), "top": set(range(width))}


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
