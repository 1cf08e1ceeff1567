"""What a board of Hashiwokakero looks like: islands, and bridges between them, side by side.

    1 - - 4 = 2    single and double bridges across: - and =, down: | and "; a third and a fourth: % and #
    .   . " . .    . water
    .   . 2 . .

In text, rows stand apart only where islands touch one another in a column, for their bridges.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.puzzles.hashi.instance import WATER, Hashi
from models.puzzles.hashi.pairs import island_pairs
from models.puzzles.hashi.rules import BRIDGES, cell_words
from models.puzzles.scenes.glyphs import BRIGHT
from models.puzzles.scenes.layers import board_title, sign_layers, word_layers
from models.puzzles.scenes.line_layers import line_clicks, line_layers
from models.puzzles.scenes.scene import Between, Glyph, Lettering, LineGlyph, Outline, Scene
from models.puzzles.scenes.view import View

ISLAND = Glyph(
    "island",
    parts=(
        Outline(
            "m2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0z", {"fill": "#fdf3d8", "stroke": "#33373f", "stroke_width": 1.2}
        ),
        Lettering({"font_size": 13, "font_weight": 600, "fill": "#1f2a33"}),
    ),
    colour="\x1b[1m",
)
BRIDGE = LineGlyph(
    BRIDGES.piece, {"fill": "none", "stroke": "#7a5230", "stroke_width": 2.2}, "-=%#", '|"%#', colour=BRIGHT
)


def scene(p: Hashi, view: View) -> Scene:
    """Islands lie over the ends of bridges."""
    islands, shape, pairs = p.cells != WATER, (p.cells.shape[0], p.cells.shape[1]), island_pairs(p)
    answers = (None if each is None else BRIDGES.pieces(each) for each in (view.answer, view.second))
    counted = replace(view, **dict(zip(("answer", "second"), answers, strict=True)))
    return Scene(
        shape,
        board_title("Hashiwokakero", shape, counted, "bridges", f"{np.count_nonzero(islands)} islands"),
        (
            *line_layers(BRIDGE, view, shape, Between.CELLS),
            *word_layers(ISLAND, cell_words(p), islands),
            *sign_layers(view, shape),
        ),
        clicks=line_clicks(BRIDGE, BRIDGES.key, pairs.cells, Between.CELLS, p.most, is_numbered=True),
        floor="#eef4f8",
        lines="#d6e2ea",
    )
