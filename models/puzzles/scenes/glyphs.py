"""Things that several puzzles have on their boards."""

from __future__ import annotations

from dataclasses import replace

from models.puzzles.scenes.scene import Glyph, Lettering, Outline

STONE, GOLD, BRIGHT = "#33373f", "#e0a800", "\x1b[1;33m"
STAR = Glyph(
    "star",
    "*",
    (
        Outline(
            "m12 3.5l2.5 5.9 6.4.5-4.9 4.2 1.5 6.2-5.5-3.3-5.5 3.3 1.5-6.2-4.9-4.2 6.4-.5z",
            {"fill": GOLD, "stroke": STONE, "stroke_width": 1},
        ),
    ),
    colour=BRIGHT,
)
SHADE = Glyph(
    "shaded cell",
    "#",
    (Outline("m.5.5h23v23h-23z", {"fill": STONE, "stroke": STONE, "stroke_width": 1}),),
    colour=BRIGHT,
)
FRAMED_SHADE = replace(SHADE, parts=(Outline("m2.8 2.8h18.4v18.4h-18.4z", {"fill": STONE, "stroke": STONE}),))
"""A shaded cell of a board with lines between areas, which stay to be seen beside it."""
WALL = Glyph("wall", "#", (Outline("m1 1h22v22h-22z", {"fill": STONE}),))
WORD = Glyph("word", parts=(Lettering({"font_size": 14, "fill": STONE}),))
GIVEN = Glyph("given number", parts=(Lettering({"font_size": 15, "font_weight": 700, "fill": STONE}),))
FOUND = Glyph("number", parts=(Lettering({"font_size": 14, "fill": "#0b5cad"}),), colour=BRIGHT)
LOW_FOUND = Glyph("number", parts=(Lettering({"font_size": 13, "fill": "#0b5cad"}, x=14, y=20.4),), colour=BRIGHT)
"""A number in a cell with a clue in its upper left corner."""
CHALK = Glyph("word on dark", parts=(Lettering({"font_size": 14, "fill": "#ffffff"}),), is_written=False)
END = Glyph(
    "number of an end",
    parts=(
        Outline("m2.5 12a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0z", {"fill": "#ffffff", "stroke": STONE}),
        Lettering({"font_size": 14, "font_weight": 700, "fill": STONE}, room=18),
    ),
)
"""A number at which lines end."""
LAID = Glyph("laid piece", parts=(Outline("m0 0h24v24h-24z", {"fill": "#dfeaf6"}),))
"""The ground of a cell on which a piece lies."""
TOLD_CHALK = replace(CHALK, is_written=True, behind=SHADE.letter, colour=BRIGHT)
"""In text, such a word stands before the letter of what covers it: `2#`."""
TINT = Glyph("tint", parts=(Outline("m0 0h24v24h-24z", {"fill": "#f0e3c2"}),))
"""The ground of a cell that has a rule of its own, such as those of a diagonal."""
DISC_OUTLINE = "m5.5 12a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z"
RING = Glyph("open circle", "o", (Outline(DISC_OUTLINE, {"fill": "#ffffff", "stroke": STONE, "stroke_width": 1.4}),))
DISC = Glyph("filled circle", "*", (Outline(DISC_OUTLINE, {"fill": STONE, "stroke": STONE, "stroke_width": 1.4}),))
