"""Lights Out as SVG for a page: boards as cells, other graphs as points and lines.

Lamps that are on are bright, those that are off dark, other states (with more than two colours) in between and
numbered, with a key below. A press is a white disc, with its number if there are more than two colours; where two
answers differ it has a red ring (this answer only) or is a dashed circle (the other only). Edges over which a board
wraps round are dashed.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from models.puzzles.graphs.graph import Ints
from models.puzzles.labelled import Squares
from models.puzzles.lightsout.colour_key import HEIGHT as KEY_HEIGHT
from models.puzzles.lightsout.colour_key import WIDTH as KEY_WIDTH
from models.puzzles.lightsout.colour_key import colour_key
from models.puzzles.lightsout.draw import Presses, press_counts
from models.puzzles.lightsout.layout import Points, draws_edges, positions
from models.puzzles.svg import DARK_ON_BRIGHT, DASHED, FONT, OTHER, WRONG, path, picture, signs

if TYPE_CHECKING:
    from models.puzzles.lightsout.instance import LightsOut

BOARD_UNIT, GRAPH_UNIT = 26, 54  # from neighbour to neighbour
MOST_NAMED = 150  # graphs with more vertices are drawn without names
INK, NIGHT, LIGHT, MARK = "#1f2430", "#434c5e", "#ffd43b", "#a35be0"
SQUARE = "m-12 -12h24v24h-24z"
HEXAGON = "m0 -14.5l12.5 7.2v14.5l-12.5 7.2l-12.5 -7.2v-14.5z"
DISC = "m-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0"
TEXT = f'{FONT} text-anchor="middle"'


def draw_svg(
    p: LightsOut,
    answer: Presses = None,
    second: Presses = None,
    *,
    mark: Iterable[Any] | None = None,
    empty: Iterable[Any] | None = None,
    fresh: Iterable[Any] | None = None,
) -> str:
    """The instance as a self-contained picture with a background of its own (for light and dark pages).

    mark: vertices to highlight; empty: known not to be pressed, on a board that is still being solved: no lamp counts
    as wrong yet; fresh: the latest deduction."""
    presses = press_counts(p, answer)
    others = presses if second is None else press_counts(p, second)
    ended = (p.start + p.lamp_changes(presses)) % p.colours
    wrong = np.flatnonzero(ended != p.target) if answer is not None and empty is None else np.zeros(0, np.int64)
    unit = GRAPH_UNIT if p.layout is None else BOARD_UNIT
    at = (positions(p) * unit).round(1) + 0.0
    shape = _disc(11) if p.layout is None else HEXAGON if p.layout.kind == "hex" else SQUARE
    pressed, only_first, only_second = (
        np.flatnonzero(mask) for mask in ((presses > 0), presses > others, presses < others)
    )
    parts = [
        *(_edges(p, at) if p.layout is None and draws_edges(p) else ()),
        *(
            path(
                _outlines(shape, at, np.flatnonzero(p.start == state)), fill=_colour(int(state), p.colours), stroke=INK
            )
            for state in np.unique(p.start)
        ),
        path(_outlines(_disc(8.5), at, np.flatnonzero(p.target)), fill="none", stroke="#e8590c", stroke_width=1.5),
        path(_outlines(shape, at, wrong), fill="none", stroke=WRONG, stroke_width=3),
        path(_outlines(_disc(6), at, pressed), fill="#ffffff", stroke=DARK_ON_BRIGHT, stroke_width=1.6),
        path(_outlines(_disc(8), at, only_first), fill="none", stroke=WRONG, stroke_width=1.8),
        path(_outlines(_disc(6), at, only_second), fill="none", stroke="#ffffff", stroke_width=3.4),
        path(_outlines(_disc(6), at, only_second), **DASHED),
        path(_outlines(shape, at, _numbers(p, mark)), fill=MARK, fill_opacity=0.2, stroke=MARK, stroke_width=3),
        signs(*(at[_numbers(p, vertices)].tolist() for vertices in (empty, fresh))),
        _wrapped_edges(p, at),
        *_texts(p, at, presses),
    ]
    (left, top), (right, bottom) = at.min(axis=0) - unit, at.max(axis=0) + unit
    if p.colours > 2:
        parts += colour_key(p, left, bottom - 8, _colour)
        right, bottom = max(right, left + KEY_WIDTH), bottom - 8 + KEY_HEIGHT
    box = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    title = _title(p, answer, int((presses != others).sum()) if second is not None else None)
    return picture(title, box, "".join(parts))


def squares(p: LightsOut) -> Squares | None:
    """Where the cells of a board are, None for other graphs and for hexagons."""
    if p.layout is None or p.layout.kind == "hex":
        return None
    x, y = (positions(p)[0] * BOARD_UNIT - BOARD_UNIT / 2).tolist()
    return Squares((p.layout.rows, p.layout.cols), BOARD_UNIT, (x, y))


def _title(p: LightsOut, answer: Presses, difference: int | None) -> str:
    board = f"{p.layout.rows} rows and {p.layout.cols} columns ({p.layout.kind})" if p.layout is not None else ""
    graph = board or f"{len(p)} vertices" + ("" if draws_edges(p) else ", edges not drawn")
    title = f"Lights Out, {graph}, {int((p.start > 0).sum())} lamps on"
    title += "" if answer is None else f", {int(press_counts(p, answer).sum())} presses"
    return title + ("" if difference is None else f"; another answer differs at {difference} vertices")


def _numbers(p: LightsOut, mark: Iterable[Any] | None) -> Ints:
    """The numbers of these vertices."""
    number = p.number_lookup()
    return np.array(sorted(v for v in map(number, mark or ()) if v is not None), np.int64)


def _colour(state: int, colours: int) -> str:
    """From night to light by state."""
    share = state / (colours - 1)
    mixed = (round(int(NIGHT[i : i + 2], 16) * (1 - share) + int(LIGHT[i : i + 2], 16) * share) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _disc(radius: float) -> str:
    return DISC.format(r=f"{radius:g}", d=f"{2 * radius:g}")


def _outlines(outline: str, at: Points, vertices: Ints) -> str:
    """The outline around each of the vertices."""
    return "".join(f"M{x:g} {y:g}{outline}" for x, y in at[vertices].tolist())


def _edges(p: LightsOut, at: Points) -> Iterable[str]:
    """Lines between neighbours, an arrow head in the middle of a one-way line, a ring for a loop."""
    g = p.graph
    pairs = np.unique(np.stack([g.tails, g.heads], axis=1), axis=0)
    ends = set(map(tuple, pairs.tolist()))
    loops = pairs[pairs[:, 0] == pairs[:, 1]][:, 0]
    yield path("".join(f"M{x:g} {y - 13:g}{_disc(8)}" for x, y in at[loops].tolist()), fill="none", stroke="#7b8494")
    lines, heads = [], []
    for v, w in sorted(ends):
        (x, y), (to_x, to_y) = at[v].tolist(), at[w].tolist()
        if v < w or (w, v) not in ends:
            lines.append(f"M{x:g} {y:g}L{to_x:g} {to_y:g}")
        if g.directed and v != w:
            length = max(float(np.hypot(to_x - x, to_y - y)), 1e-9)
            dx, dy = (to_x - x) / length, (to_y - y) / length
            tip_x, tip_y = to_x - 13 * dx, to_y - 13 * dy
            left, right = ((tip_x - 8 * dx + s * 4 * dy, tip_y - 8 * dy - s * 4 * dx) for s in (1, -1))
            heads.append(f"M{tip_x:.1f} {tip_y:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}z")
    yield path("".join(lines), fill="none", stroke="#7b8494", stroke_width=1.4)
    yield path("".join(heads), fill="#7b8494")


def _wrapped_edges(p: LightsOut, at: Points) -> str:
    """Dashed lines along the edges over which the board wraps round."""
    if p.layout is None or p.layout.kind not in ("torus", "cylinder"):
        return ""
    (left, top), (right, bottom) = at.min(axis=0) - 17, at.max(axis=0) + 17
    sides = f"M{left:g} {top:g}V{bottom:g}M{right:g} {top:g}V{bottom:g}"
    if p.layout.kind == "torus":
        sides += f"M{left:g} {top:g}H{right:g}M{left:g} {bottom:g}H{right:g}"
    return path(sides, fill="none", stroke=OTHER, stroke_dasharray="4 3")


def _texts(p: LightsOut, at: Points, presses: Ints) -> Iterable[str]:
    """States and numbers of presses where there are more than two colours; names of the vertices of a graph."""
    many = p.colours > 2
    if many and len(p) <= 40_000:
        yield f'<g {TEXT} font-size="9" font-weight="600" fill="{DARK_ON_BRIGHT}">'
        for (x, y), times in zip(at.tolist(), presses.tolist(), strict=True):
            if times:
                yield f'<text x="{x:g}" y="{y + 3:g}">{times}</text>'
        outlined = f'fill="#ffffff" stroke="{DARK_ON_BRIGHT}" stroke-width="1.8" paint-order="stroke"'
        yield f'</g><g {TEXT} font-size="8" {outlined}>'
        for (x, y), state in zip(at.tolist(), p.start.tolist(), strict=True):
            if state:
                yield f'<text x="{x - 8:g}" y="{y - 5:g}">{state}</text>'
        yield "</g>"
    if p.layout is None and len(p) <= MOST_NAMED:
        yield f'<g {TEXT} font-size="11" fill="{INK}">'
        for v, (x, y) in enumerate(at.tolist()):
            name = p.describe_vertex(v)
            yield f'<text x="{x:g}" y="{y + 24:g}">{escape(name if len(name) <= 14 else name[:12] + "..")}</text>'
        yield "</g>"
