"""What a board of Akari looks like: walls with numbers, lamps, and the light that they give."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.neutral import Rows
from models.puzzles.akari.instance import BARE
from models.puzzles.akari.segments import lit_cells, runs
from models.puzzles.scenes.glyphs import WALL
from models.puzzles.scenes.layers import board_title, mask_layer, piece_clicks, piece_layers, sign_layers, word_layers
from models.puzzles.scenes.scene import MOST_FOLLOWED, NOTHING, Follows, Glyph, Lettering, Outline, Scene, Strip
from models.puzzles.scenes.view import Cells, View, places_of
from models.puzzles.svg import DETAILED, UNIT, Style

if TYPE_CHECKING:
    from models.puzzles.akari.instance import Akari

GOLD, WHITE = "#8a5a00", "#ffffff"
SUN: Style = {"fill": "#fff3bf"}
BEAM: Style = {"fill": "#ffd43b", "fill_opacity": 0.55}
DARK = Glyph("dark cell", parts=(Outline("m0 0h24v24h-24z", {"fill": "#dfe1e8"}),))
MOON = Glyph(
    "night", parts=(Outline("m10.5 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0", {"fill": "#7d8294"}, detail=True),)
)
BRIGHT_ROW, BRIGHT_COLUMN = (
    Glyph("lit row", parts=(Strip(UNIT, SUN),)),
    Glyph("lit column", parts=(Strip(UNIT, SUN, True),)),
)
ACROSS = Glyph("light along a row", "-", (Strip(8, BEAM),), colour="\x1b[33m")
DOWN = Glyph("light along a column", "|", (Strip(8, BEAM, True),), colour="\x1b[33m")
CROSSED = Glyph("light along both", "+", colour="\x1b[33m")
STONE = replace(WALL, colour="\x1b[37;100m")
NUMBER = Glyph(
    "number",
    parts=(Lettering({"font_size": 15, "font_weight": 600, "fill": WHITE}, y=17.5, wrong="#ff8787"),),
    colour="\x1b[1;97;100m",
)
LAMP = Glyph(
    "lamp",
    "O",
    (
        Outline(
            "m.5 11.5a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0 -23 0",
            {"fill": "#fff9db", "stroke": "#fab005", "stroke_opacity": 0.5},
            detail=True,
        ),
        Outline(
            "m5.5 10.8a6.5 6.5 0 1 1 10 5.4v1.8h-7v-1.8a6.5 6.5 0 0 1 -3 -5.4",
            {"fill": "#fcc419", "stroke": GOLD, "stroke_width": 1.2, "stroke_linejoin": "round"},
        ),
        Outline(
            "m8.4 10.6a3.6 3.6 0 0 1 3.6 -3.6",
            {"fill": "none", "stroke": WHITE, "stroke_width": 1.4, "stroke_linecap": "round"},
            detail=True,
        ),
        Outline("m9.2 19.4h5.6m-4.4 2h3.2", {"fill": "none", "stroke": "#5c5f66", "stroke_width": 1.5}, detail=True),
    ),
    colour="\x1b[1;93m",
)


def scene(p: Akari, view: View) -> Scene:
    """Light is that of the answer; with a second one, text leaves it out. Where an answer claims to be whole, cells
    that are not lit are dark, and lamps and numbers that break a rule are wrong."""
    shape, walls, numbered = p.cells.shape, ~p.white, (p.cells >= 0) & (p.cells < BARE)
    across, down = lit_cells(p.white, view.answer or ())
    wrong = wrong_cells(p, view.answer) if view.is_judged else None
    dark = p.white & ~across & ~down & view.is_judged
    light = ((ACROSS, across), (DOWN, down), (CROSSED, across & down))
    return Scene(
        shape,
        board_title("Akari", shape, view, "lamps", f"{int(walls.sum())} walls"),
        (
            *(mask_layer(glyph if view.second is None else replace(glyph, letter=""), lit) for glyph, lit in light),
            mask_layer(MOON, dark),
            mask_layer(STONE, walls),
            *word_layers(NUMBER, p.cells, numbered, wrong),
            *piece_layers(LAMP, view, shape, wrong),
            *sign_layers(view, shape),
        ),
        ground=(mask_layer(DARK, dark), mask_layer(BRIGHT_ROW, across), mask_layer(BRIGHT_COLUMN, down)),
        clicks=piece_clicks(LAMP, "lamps", p.white),
        follows=light_of_lamps(p.white),
    )


def light_of_lamps(white: NDArray[np.bool_]) -> tuple[Follows, ...]:
    """A white cell is lit by any lamp of its run across, and of its run down; () where these are too many to list."""
    if white.size > DETAILED:
        return ()
    light: list[Follows] = []
    at, dark = np.argwhere(white), np.zeros(np.count_nonzero(white), np.int64)
    for run, bright, beam in zip(runs(white), (BRIGHT_ROW, BRIGHT_COLUMN), (ACROSS, DOWN), strict=True):
        of = run[white]
        lengths = np.bincount(of)
        if (lengths**2).sum() > MOST_FOLLOWED:
            return ()
        lamps = Rows(np.append(0, np.cumsum(lengths)), np.argsort(of, kind="stable").astype(np.int32)).take(of)
        light += [Follows(at, lamps, dark, (NOTHING, glyph), False, glyph is bright) for glyph in (bright, beam)]
    return tuple(light)


def wrong_cells(p: Akari, lamps: Cells) -> NDArray[np.bool_]:
    """Where a number is violated, and where a lamp sees another or stands on a wall; in the shape of the board."""
    on = np.zeros(p.cells.shape, np.bool_)
    on[tuple(places_of(lamps, p.cells.shape).T)] = True
    framed = np.pad(on.astype(np.int8), 1)
    beside = framed[:-2, 1:-1] + framed[2:, 1:-1] + framed[1:-1, :-2] + framed[1:-1, 2:]
    wrong = (on & ~p.white) | ((p.cells >= 0) & (p.cells < BARE) & (beside != p.cells))
    for run in runs(p.white):
        lamps_of = np.bincount(run[on & p.white], minlength=int(run.max()) + 2)  # the last one is read for walls
        wrong |= on & p.white & (lamps_of[run] > 1)
    return np.asarray(wrong)
