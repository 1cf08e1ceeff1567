"""What a board of Slitherlink looks like: numbers, dots, the loop, and its inside where it is closed."""

from __future__ import annotations

import numpy as np

from models.puzzles.parts.lines import around_cells, line_masks
from models.puzzles.parts.loops import inside_cells
from models.puzzles.scenes.glyphs import BRIGHT, STONE, WORD
from models.puzzles.scenes.layers import board_title, mask_layer, sign_layers, word_layers
from models.puzzles.scenes.line_layers import line_clicks, line_layers, neighbour_lines
from models.puzzles.scenes.scene import Glyph, LineGlyph, Outline, Scene
from models.puzzles.scenes.view import View
from models.puzzles.slitherlink.instance import BLANK, Slitherlink
from models.puzzles.slitherlink.rules import LOOP
from models.puzzles.svg import UNIT

INSIDE = Glyph("inside", parts=(Outline(f"h{UNIT}v{UNIT}h-{UNIT}z", {"fill": "#fff3bf"}),))
LINE = LineGlyph(
    LOOP.piece, {"fill": "none", "stroke": "#b35900", "stroke_width": 3.2, "stroke_linecap": "round"}, colour=BRIGHT
)


def scene(p: Slitherlink, view: View) -> Scene:
    """Numbers that the lines do not meet are wrong."""
    numbers, lines = p.numbers, line_masks(view.answer or (), LOOP.points(p.shape))
    clued, inside = numbers != BLANK, np.zeros(p.shape, np.bool_)
    wrong = inside
    if view.is_judged:
        inside, wrong = inside_cells(*lines), around_cells(*lines).sum(axis=-1) != numbers
    return Scene(
        p.shape,
        board_title("Slitherlink", p.shape, view, "lines", f"{np.count_nonzero(clued)} numbers"),
        (
            *word_layers(WORD, numbers, clued, wrong),
            *line_layers(LINE, view, p.shape, LOOP.between),
            *sign_layers(view, p.shape),
        ),
        ground=(mask_layer(INSIDE, inside),),
        clicks=line_clicks(LINE, LOOP.key, neighbour_lines(p.shape, LOOP.between), LOOP.between),
        blank=" ",
        lines="",
        dots=STONE,
    )
