"""What a board or a graph of Lights Out looks like: its lamps, the presses of an answer, and the edges of a graph.

Lamps that are on are bright, those that are off dark, other states (with more than two colours) in between and
numbered, with a key below. A press is a white disc, with its number if there are more than two colours. A lamp that
shall not be off at the end has a ring.

In text `o` is a lamp that is on, `x` a press of a lamp that is off, `X` of one that is on, `-` a lamp that is known not
to be pressed; with more than two colours `1+2` is state 1 and pressed twice, `1+2/0` twice in this answer only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Rows
from models.puzzles.graphs.graph import Ints, loops
from models.puzzles.lightsout.boards import WRAPS
from models.puzzles.lightsout.layout import draws_edges, place_vertices
from models.puzzles.lightsout.presses import KEY, press_counts
from models.puzzles.scenes.layers import mask_layer, sign_layers
from models.puzzles.scenes.scene import (
    MOST_FOLLOWED,
    NOTHING,
    Between,
    Clicks,
    ClickStep,
    Follows,
    Glyph,
    KeyEntry,
    Layer,
    Lettering,
    LineGlyph,
    LineLayer,
    Outline,
    Scene,
    SceneLayer,
    SceneState,
)
from models.puzzles.scenes.view import View
from models.puzzles.svg import DARK_ON_BRIGHT, DETAILED, OTHER, Style

if TYPE_CHECKING:
    from models.puzzles.lightsout.instance import LightsOut

MOST_NAMED = 150  # vertices of a graph that is drawn with their names
LONGEST = 14  # letters of a name
MOST_STATES = 6  # of a key; of more, the first ones and the last
INK, NIGHT, LIGHT, WHITE, EDGE = "#1f2430", "#434c5e", "#ffd43b", "#ffffff", "#7b8494"
SQUARE, HEXAGON = "m0 0h24v24h-24z", "m12-1.9l12 6.9v13.9l-12 6.9l-12-6.9v-13.9z"
ROUND = "m1 12a11 11 0 1 0 22 0a11 11 0 1 0-22 0"
DISC = "m6 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0"
ON_NIGHT: Style = {"fill": WHITE, "stroke": DARK_ON_BRIGHT, "stroke_width": 1.8, "paint_order": "stroke"}
PRESS = Glyph(
    "press", "x", (Outline(DISC, {"fill": WHITE, "stroke": DARK_ON_BRIGHT, "stroke_width": 1.6}),), colour="\x1b[1;96m"
)
PRESS_ON = replace(PRESS, name="press of a lamp that is on", letter="X", colour="\x1b[1;93;44m")
TIMES = Glyph(
    "presses",
    parts=(*PRESS.parts, Lettering({"font_size": 9, "font_weight": 600, "fill": DARK_ON_BRIGHT}, y=15)),
    is_written=False,
)
TIMES_IN_TEXT = Glyph("state and presses", colour=PRESS.colour)
HALO = Glyph("halo", parts=(Outline(DISC, {"fill": "none", "stroke": WHITE, "stroke_width": 3.4}),))
UNPRESSED = Glyph("lamp that is not pressed", colour="\x1b[2m")
TARGET = Glyph(
    "lamp that shall be on",
    parts=(
        Outline(
            "m3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0", {"fill": "none", "stroke": "#e8590c", "stroke_width": 1.5}
        ),
    ),
)
NAME = Glyph("name", parts=(Lettering({"font_size": 11, "fill": INK}, y=36, room=80),), is_written=False)
LINE: Style = {"fill": "none", "stroke": EDGE, "stroke_width": 1.4}
EDGES, ARROWS = LineGlyph("edge", LINE), LineGlyph("arrow", LINE, arrow=13)
LOOP = Glyph("loop", parts=(Outline("m4-1a8 8 0 1 0 16 0a8 8 0 1 0-16 0", {"fill": "none", "stroke": EDGE}),))
SEAM: Style = {"fill": "none", "stroke": OTHER, "stroke_dasharray": "5 3"}
SEAMS: tuple[
    tuple[int, Any, str], ...
] = (  # over the edges above and below, left and right: which cells, and the line beside each
    (0, np.s_[:1], "m0-5h24"),
    (0, np.s_[-1:], "m0 29h24"),
    (1, np.s_[:, :1], "m-5 0v24"),
    (1, np.s_[:, -1:], "m29 0v24"),
)


def scene(p: LightsOut, view: View) -> Scene:
    """Lamps as they are at the start. Where an answer claims to be whole, lamps that do not end as they should are
    wrong."""
    board, shape = p.layout, scene_shape(p)
    presses, others = press_counts(p, view.answer), None if view.second is None else press_counts(p, view.second)
    is_square = board is not None and board.kind != "hex"
    states = np.flatnonzero(np.bincount(p.start)).tolist()
    lamps = [mask_layer(lamp_glyph(p, state), (p.start == state).reshape(shape)) for state in states]
    return Scene(
        shape,
        _describe(p, view, presses, others),
        (
            *(() if is_square else lamps),
            *([mask_layer(TARGET, _mask(p, p.target))] if p.target.any() else ()),
            *_press_layers(p, presses, presses if others is None else others),
            *_wrong_layers(p, view, presses),
            *_sign_layers(p, view),
            *_name_layers(p),
        ),
        points=None if is_square else place_vertices(p),
        names=() if board is not None else p.vertices(np.arange(len(p))),
        key=() if p.colours == 2 else _colour_key(p),
        ground=(*lamps, *_seam_layers(p)) if is_square else _edge_layers(p),
        clicks=_clicks(p) if len(p) <= DETAILED else None,
        follows=_lamps_after(p, is_square),
        empty="-",
        lines=INK,
    )


def scene_shape(p: LightsOut) -> tuple[int, ...]:
    """Rows and columns, or the number of vertices."""
    return (len(p),) if p.layout is None else (p.layout.rows, p.layout.cols)


def lamp_glyph(p: LightsOut, state: int) -> Glyph:
    """A lamp in a state: its colour is between night and light."""
    share, is_counted = state / (p.colours - 1), p.colours > 2
    mixed = (round(int(NIGHT[i : i + 2], 16) * (1 - share) + int(LIGHT[i : i + 2], 16) * share) for i in (1, 3, 5))
    style: Style = {"fill": "#" + "".join(f"{part:02x}" for part in mixed)}
    outline = ROUND if p.layout is None else HEXAGON if p.layout.kind == "hex" else SQUARE
    number = Lettering({"font_size": 8, **ON_NIGHT}, x=3 + 2 * len(str(state)), y=8, text=str(state))
    parts = (
        Outline(outline, style if outline is SQUARE else {**style, "stroke": INK}),
        *((number,) if is_counted and state and len(p) <= DETAILED else ()),
    )
    letter = str(state) if is_counted else "o"
    return Glyph(f"lamp in state {state}", letter if state else "", parts, colour="\x1b[93m")


def _mask(p: LightsOut, numbers: NDArray[Any]) -> NDArray[np.bool_]:
    """What is true of vertices, in the shape of the board."""
    return numbers.astype(np.bool_).reshape(scene_shape(p))


def _press_layers(p: LightsOut, presses: Ints, others: Ints) -> list[SceneLayer]:
    """The presses of one answer, or of two, of which those are told apart that only one has."""
    disc = PRESS if p.colours == 2 else TIMES
    if not presses.any() and not others.any():
        return [mask_layer(disc, _mask(p, presses))]
    alike, here, there = presses == others, presses > others, presses < others
    only_there = [mask_layer(HALO, _mask(p, there)), _in_state(disc, _mask(p, there), SceneState.OTHER)]
    if p.colours == 2:
        return [
            mask_layer(PRESS, _mask(p, alike & (presses > 0) & (p.start == 0))),
            mask_layer(PRESS_ON, _mask(p, alike & (presses > 0) & (p.start > 0))),
            _in_state(PRESS, _mask(p, here), SceneState.ONE),
            *only_there,
        ]
    told = (presses > 0) | there
    words = (
        f"{state or '.'}+{a}" + (f"/{b}" if a != b else "")
        for state, a, b in zip(p.start[told].tolist(), presses[told].tolist(), others[told].tolist(), strict=True)
    )
    return [
        _in_state(TIMES, _mask(p, (presses > 0) & ~here), SceneState.PLAIN, presses),
        _in_state(TIMES, _mask(p, here), SceneState.ONE, presses),
        *only_there,
        SceneLayer(TIMES_IN_TEXT, np.argwhere(_mask(p, told)), words=tuple(words)),
    ]


def _in_state(glyph: Glyph, mask: NDArray[np.bool_], state: SceneState, numbers: Ints | None = None) -> SceneLayer:
    """Things in a state in each cell of a mask; numbers: their words."""
    words = () if numbers is None else tuple(map(str, numbers[mask.ravel()].tolist()))
    return SceneLayer(glyph, np.argwhere(mask), state, words)


def _wrong_layers(p: LightsOut, view: View, presses: Ints) -> list[SceneLayer]:
    if not view.is_judged:
        return []
    wrong = (p.start + p.lamp_changes(presses)) % p.colours != p.target
    return [_in_state(NOTHING, _mask(p, wrong), SceneState.WRONG)]


def _sign_layers(p: LightsOut, view: View) -> list[SceneLayer]:
    """What the view says of vertices. A lamp that is on stays to be seen where it is known not to be pressed."""
    if not (view.mark or view.empty or view.fresh):
        return []
    shape, number = scene_shape(p), p.number_lookup()
    mark, empty, fresh = (
        [np.unravel_index(v, shape) for v in map(number, places or ()) if v is not None]
        for places in (view.mark, view.empty, view.fresh)
    )
    lit = _mask(p, p.start)
    kept = sorted({cell for cell in empty if lit[cell]})
    words = tuple(f"{lamp_glyph(p, int(p.start.reshape(shape)[cell])).letter}-" for cell in kept)
    at = np.array(kept, np.int64).reshape(-1, len(shape))
    return [
        SceneLayer(UNPRESSED, at, SceneState.EMPTY, words),
        *sign_layers(View(mark=mark, empty=empty, fresh=fresh), shape, ~lit),
    ]


def _name_layers(p: LightsOut) -> list[SceneLayer]:
    """The names of the vertices of a graph, where there is room."""
    if p.layout is not None or len(p) > MOST_NAMED:
        return []
    names = map(p.describe_vertex, range(len(p)))
    words = tuple(name if len(name) <= LONGEST else f"{name[: LONGEST - 2]}.." for name in names)
    return [SceneLayer(NAME, np.arange(len(p))[:, None], words=words)]


def _edge_layers(p: LightsOut) -> tuple[Layer, ...]:
    """Lines between neighbours, with an arrow in a directed graph, and a ring for a loop."""
    if p.layout is not None or not draws_edges(p):
        return ()
    pairs = np.unique(np.stack([p.graph.tails, p.graph.heads], axis=1), axis=0)
    tails, heads = pairs.T
    lines = pairs[tails != heads if p.graph.directed else tails < heads]
    return (
        SceneLayer(LOOP, loops(p.graph)[:, None]),
        LineLayer(ARROWS if p.graph.directed else EDGES, lines[:, :, None], Between.CELLS),
    )


def _seam_layers(p: LightsOut) -> Iterable[SceneLayer]:
    """Dashed lines along the edges over which a board wraps round."""
    every = np.indices(scene_shape(p)).transpose(1, 2, 0)
    wraps = WRAPS.get(p.layout.kind, (False, False)) if p.layout is not None else (False, False)
    for number, (axis, cells, path) in enumerate(SEAMS):
        if wraps[axis]:
            yield SceneLayer(Glyph(f"seam {number + 1}", parts=(Outline(path, SEAM),)), every[cells].reshape(-1, 2))


def _colour_key(p: LightsOut) -> tuple[KeyEntry, ...]:
    """What the fills mean, and the numbers in white discs."""
    k = p.colours
    states: list[int | None] = [*range(k)] if k <= MOST_STATES else [*range(MOST_STATES - 2), None, k - 1]
    return (
        *(KeyEntry(NOTHING, "..") if s is None else KeyEntry(lamp_glyph(p, s), str(s)) for s in states),
        KeyEntry(TIMES, "press it 2 times", "2"),
        KeyEntry(NOTHING, f"a press adds 1, and {k - 1} becomes 0"),
    )


def _clicks(p: LightsOut) -> Clicks:
    """A click presses a vertex once more, modulo the number of colours."""
    if p.colours == 2:
        steps = [ClickStep(PRESS, key=KEY)]
    else:
        glyphs = (replace(TIMES, name=f"{n} presses", letter=f"+{n}") for n in range(1, p.colours))
        steps = [ClickStep(glyph, key=KEY, number=n) for n, glyph in enumerate(glyphs, 1)]
    at = np.stack(np.unravel_index(np.arange(len(p)), scene_shape(p)), axis=1)
    return Clicks(at, (ClickStep(), *steps, ClickStep(state=SceneState.EMPTY)), is_press=True)


def _lamps_after(p: LightsOut, in_ground: bool) -> tuple[Follows, ...]:
    """The lamps as presses leave them; () where these are too many to list."""
    if len(p) > DETAILED:
        return ()
    starts, presser, times = p.lamp_columns()
    if times.sum() > MOST_FOLLOWED:
        return ()
    totals = np.append(0, np.cumsum(times))
    pressers = Rows(totals[starts], np.repeat(presser, times))
    at = np.stack(np.unravel_index(np.arange(len(p)), scene_shape(p)), axis=1)
    glyphs = tuple(lamp_glyph(p, state) for state in range(p.colours))
    return (Follows(at, pressers, p.start, glyphs, True, in_ground, p.target),)


def _describe(p: LightsOut, view: View, presses: Ints, others: Ints | None) -> str:
    """The title."""
    board = f"{p.layout.rows} rows and {p.layout.cols} columns ({p.layout.kind})" if p.layout is not None else ""
    graph = board or f"{len(p)} vertices" + ("" if draws_edges(p) else ", edges not drawn")
    title = f"Lights Out, {graph}, {int((p.start > 0).sum())} lamps on"
    title += "" if view.answer is None else f", {int(presses.sum())} presses"
    difference = "" if others is None else f"; another answer differs at {int((presses != others).sum())} vertices"
    return title + difference
