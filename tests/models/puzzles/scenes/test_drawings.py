"""What a record draws follows from its scene, unless it is given by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.puzzles.contract import Extras, list_no_grids
from models.puzzles.labelled import Squares
from models.puzzles.registry import puzzle
from models.puzzles.scenes.glyphs import WALL
from models.puzzles.scenes.layers import mask_layer
from models.puzzles.scenes.scene import Scene


def walled_scene(instance, view):
    """One cell, a wall."""
    return Scene((1, 1), "a wall", (mask_layer(WALL, np.ones((1, 1), np.bool_)),))


def test_another_scene_changes_all_drawings_of_a_record():
    """Of a record that had one before; what is given by itself stays."""
    record = puzzle("starbattle")
    p, answer = record.generate((5, 5))
    changed = replace(record, extras=replace(record.extras, scene=walled_scene))
    assert changed.draw_text(p, answer) == "#"
    assert "<title>a wall</title>" in changed.draw_svg(p)
    assert [grid.words for grid in changed.extras.grids(p, answer, None)] == [[["#"]]]
    assert changed.extras.squares(p) == Squares((1, 1), 24)
    kept = replace(changed.extras, grids=list_no_grids)
    assert kept.grids(p, answer, None) == ()
    assert kept.squares(p) == Squares((1, 1), 24)


def test_without_a_scene_a_record_has_no_rows_and_columns_to_label():
    """And gets them with one."""
    extras = Extras()
    assert (extras.grids(None, None, None), extras.squares(None)) == ((), None)
    assert replace(extras, scene=walled_scene).squares(None) == Squares((1, 1), 24)
