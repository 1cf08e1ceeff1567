"""What a board of Tents looks like: trees, tents, and the clues beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.puzzles.scenes.layers import board_title, mask_layer, piece_clicks, piece_layers, sign_layers
from models.puzzles.scenes.scene import Glyph, Margin, Outline, Scene, SceneState
from models.puzzles.scenes.view import View

if TYPE_CHECKING:
    from models.puzzles.tents.instance import Tents

BROWN = "#8a4f08"
TREE = Glyph(
    "tree",
    "T",
    (
        Outline("m10.4 17h3.2v4.5h-3.2z", {"fill": "#7a5230"}, detail=True),
        Outline("m12 2.5l5.6 7.2h-2.6l5 7.3h-16l5 -7.3h-2.6z", {"fill": "#2f7d46", "stroke": "#1d5a30"}),
    ),
    colour="\x1b[32m",
)
TENT = Glyph(
    "tent",
    "A",
    (
        Outline(
            "m12 4.5l9 15.5h-18z",
            {"fill": "#f0a63a", "stroke": BROWN, "stroke_width": 1.2, "stroke_linejoin": "round"},
        ),
        Outline("m12 11.5l4 8.5h-8z", {"fill": "#5d3607"}, detail=True),
        Outline("m10.6 2.2l1.4 2.4l1.4-2.4", {"fill": "none", "stroke": BROWN, "stroke_width": 1.2}, detail=True),
    ),
    pair=("1", "2"),
    colour="\x1b[1;33m",
)


def scene(p: Tents, view: View) -> Scene:
    """Where an answer claims to be whole, clues that it does not meet are wrong."""
    shape, free = p.trees.shape, ~p.trees
    rows, columns = zip(*(view.answer or ()), strict=True) if view.answer else ((), ())
    return Scene(
        shape,
        board_title("Tents", shape, view, "tents", f"{int(p.trees.sum())} trees"),
        (
            mask_layer(TREE, p.trees),
            *piece_layers(TENT, view, shape),
            *sign_layers(view, shape, free),
        ),
        left=clue_margin(p.rows, rows if view.is_judged else None),
        top=clue_margin(p.cols, columns if view.is_judged else None),
        clicks=piece_clicks(TENT, "tents", free),
        empty="-",
        floor="#f3f6ea",
        lines="#cfd6c4",
    )


def clue_margin(clues: NDArray[np.int64], lines: Iterable[int] | None) -> Margin:
    """The clues of the rows, or of the columns. lines: that of each tent, None where nothing is wrong yet."""
    held = Counter(lines or ())
    states = [
        SceneState.UNKNOWN
        if clue < 0
        else SceneState.WRONG
        if lines is not None and clue != held[i]
        else SceneState.PLAIN
        for i, clue in enumerate(clues.tolist())
    ]
    return Margin(tuple(str(clue) if clue >= 0 else "?" for clue in clues.tolist()), tuple(states))
