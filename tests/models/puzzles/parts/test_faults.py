"""Cells that break a rule, found by the rows, are those that `verify` complains of."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from instances.resolve import resolve
from models.neutral import Model, each
from models.neutral.json import from_json, to_json
from models.puzzles.genres.binairo import BLACK
from models.puzzles.parts.answers import CellNumbers, CellPieces
from models.puzzles.parts.faults import Faults, JudgedScene, find_faults
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
        assert find_faults(model, CellPieces(piece), answer, (6, 6)) == Faults()
        free = next(cell for cell in ((r, c) for r in range(6) for c in range(6)) if cell not in answer)
        moved = tuple(sorted((*answer[1:], free)))
        told = {(int(r) - 1, int(c) - 1) for r, c in re.findall(r"R(\d+)C(\d+)", " ".join(record.verify(p, moved)))}
        found = find_faults(model, CellPieces(piece), moved, (6, 6)).places
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
    assert find_faults(m, kind, ((0, 0), (0, 1)), (1, 4)) == Faults()
    assert find_faults(m, kind, ((0, 2),), (1, 4)).places == {(0, 0)}
    assert find_faults(m, kind, ((0, 2), (0, 1)), (1, 4)).places == {(0, 3)}


def sudoku_faults(last):
    record = puzzle("sudoku")
    p, _ = record.generate((4, 4), 1)
    p = replace(p, numbers=p.numbers * 0)
    answer = ((1, 2, 3, 4), (3, 4, 2, 1), (2, 1, 4, 3), (4, 3, 1, last))
    return find_faults(record.formulations["default"](p), CellNumbers("digit"), answer, (4, 4)).places


def test_a_region_that_lacks_something_marks_no_innocent_cell():
    """Both boards lack a 2 in the last region, whose first cell R3C3 is right where it is."""
    assert sudoku_faults(1) == {(1, 3), (3, 2), (3, 3)}
    assert sudoku_faults(9) == {(3, 3)}


def test_lines_and_regions_that_lack_a_star_mark_nothing():
    """But where a region has one cell alone, R4C3, which is to blame then."""
    p, answer = resolve("starbattle", "easy-5").instance, ((0, 3), (1, 1), (2, 4), (3, 2), (4, 0))
    model = puzzle("starbattle").formulations["default"](p)
    for star in answer:
        rest = tuple(cell for cell in answer if cell != star)
        assert puzzle("starbattle").verify(p, rest)
        assert find_faults(model, CellPieces("star"), rest, (5, 5)).places == {star} & {(3, 2)}


def sight_model(numbers, clue=True):
    """A number counts the empty cells to its right that no shaded cell hides."""
    m = Model("sight")
    shaded = m.bools("shaded_cell", (2, 5), says="a shaded cell at {cell}")
    seen = m.bools("seen", (2, 4), says=each("{cell} seen"))
    for r in range(2):
        for c in range(4):
            m.iff("what nothing hides is seen", [seen[r, c]], [-shaded[r, 1 : c + 2]], [c + 1])
    of = each("the {clue} at {cell}", clue=numbers, cell=[[0, 0], [1, 0]])
    m.exactly(numbers, "a number says how many are seen", seen, of=of, clue=clue)
    return m


@pytest.mark.parametrize("seen", range(5))
def test_a_clue_that_counts_other_variables_is_marked_where_it_is_not_kept(seen):
    """Compared with what is seen, counted here."""
    kind = CellPieces("shaded cell")
    answer = tuple((0, c) for c in (seen + 1, 4) if seen < c < 5)
    for first in range(5):
        faults = find_faults(sight_model([first, 4]), kind, answer, (2, 5))
        assert faults.places == ({(0, 0)} if first != seen else set())


def test_two_clues_that_exclude_each_other_are_marked_both():
    """Each could hold by itself: the path of both is either that of the 1 or that of the 2."""
    m = Model("ends")
    line = m.bools("line", (1, 3), says="a line at {cell}")
    path = m.bools("path", (1, 3), says=each("{cell} of path 1"))
    joined = [[-line[0, 0], -path[0, 0], path[0, 1]], [-line[0, 0], path[0, 0], -path[0, 1]]]
    m.any("a line joins a path", joined)
    ends = np.array([[path[0, 0]], [-path[0, 1]], [path[0, 2]]])
    m.any("a number is on its path", ends, of=each("the end at {cell}", cell=[[0, 0], [0, 1], [0, 2]]), clue=True)
    assert find_faults(m, CellPieces("line"), ((0, 0),), (1, 3)).places == {(0, 0), (0, 1)}
    assert find_faults(m, CellPieces("line"), ((0, 1),), (1, 3)) == Faults()


def test_cells_that_may_not_all_be_empty_are_marked():
    """Three white discs, as three black ones; two equal numbers that are left unshaded."""
    binairo, hitori = puzzle("binairo"), puzzle("hitori")
    p = binairo.parse("6 6\n" + ". . . . . .\n" * 6)
    answer = ((0, 0), (0, 1), (0, 5), (1, 3))
    found = find_faults(binairo.formulations["default"](p), BLACK, answer, (6, 6)).places
    assert {(0, 2), (0, 3), (0, 4)} <= found
    assert not {(0, 0), (0, 1), (0, 5)} & found
    p = hitori.parse("3 3\n1 2 1\n2 3 1\n3 1 2\n")
    found = find_faults(hitori.formulations["lazy"](p), CellPieces("shaded cell"), (), (3, 3)).places
    assert found == {(0, 0), (0, 2), (1, 2)}
