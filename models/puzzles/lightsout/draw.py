"""Lights Out as text: boards as cells, other graphs as a list of vertices with their neighbours.

    o x .      . a lamp that is off, o one that is on          . 'a' - 'b'
    x X x      x press a lamp that is off, X one that is on    X 'b' - 'a' 'c'
    . x o                                                      o 'c' - 'b' itself

The scene says what stands in a cell, or before a vertex. If not all lamps should be off at the end, the target of a
board stands below it, that of a vertex behind its state: `.>1`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from models.puzzles.labelled import Grid, Marks, draw_labelled
from models.puzzles.lightsout.presses import press_counts
from models.puzzles.lightsout.scene import scene
from models.puzzles.scenes import text
from models.puzzles.scenes.canvas import END
from models.puzzles.scenes.scene import SceneState
from models.puzzles.scenes.view import View

if TYPE_CHECKING:
    from models.puzzles.lightsout.instance import LightsOut

MOST_LISTED = 60  # graphs up to so many vertices are listed one by one
MOST_NEIGHBOURS, MOST_PRESSES = 12, 500
LONGEST_NAME = 40
LEGEND_MORE = "a/b: pressed a times in this answer, b times in the other"
Presses = Iterable[Any] | None


def draw_text(
    p: LightsOut,
    answer: Presses = None,
    *,
    colour: bool = False,
    second: Presses = None,
    empty: Iterable[Any] | None = None,
) -> str:
    """The instance as text. second: another answer; empty: vertices known not to be pressed."""
    return _draw_view(p, View(answer, second, empty=empty), colour)


def draw_marked(p: LightsOut, cells: Iterable[Any]) -> str:
    """The board or graph as it is at the start, with these vertices marked."""
    marked = frozenset(cells)
    labelled = draw_labelled(text.list_grids(scene(p, View())), Marks(used=marked))
    return "\n".join([labelled, *_target_lines(p)]) if labelled else _draw_view(p, View(mark=marked))


def list_grids(p: LightsOut, answer: Presses, empty: Iterable[Any] | None) -> tuple[Grid, ...]:
    """A board, to be drawn with labels; () for another graph, and where the target is not off: it stands below."""
    return () if p.target.any() else text.list_grids(scene(p, View(answer, empty=empty)))


def legend(p: LightsOut) -> str:
    """What the signs of a drawing with presses mean."""
    if p.layout is None and len(p) > MOST_LISTED:  # which the summary puts into words
        return "x2 means: 2 times" if p.colours > 2 else ""
    if p.colours == 2:
        return ". lamp off, o lamp on; press x where it is off, X where it is on"
    last = p.colours - 1
    return (
        "a number is the state of a lamp at the start, . is 0; +2 means: press it 2 times. A press moves a lamp "
        f"on by 1, from {last} to 0"
    )


def _draw_view(p: LightsOut, view: View, colour: bool = False) -> str:
    if p.layout is None:
        lines = _list_vertices(p, view, colour) if len(p) <= MOST_LISTED else _summarize(p, view)
    else:
        lines = [text.draw_text(scene(p, view), colour=colour), *_target_lines(p, colour)]
    if p.colours > 2 and view.second is not None:
        lines.append(f"({LEGEND_MORE})")
    return "\n".join(line.rstrip() for line in lines)


def _target_lines(p: LightsOut, colour: bool = False) -> list[str]:
    """A board as it shall be at the end, if not all lamps shall be off."""
    if not p.target.any():
        return []
    end = replace(p, start=p.target, target=np.zeros_like(p.target))
    return ["at the end:", text.draw_text(scene(end, View()), colour=colour)]


def _list_vertices(p: LightsOut, view: View, colour: bool) -> list[str]:
    """A line per vertex: its state, its name, the vertices it toggles besides itself under the closed rule."""
    drawn, number = scene(p, view), p.number_lookup()
    texts, marked = text.list_texts(drawn, colour), set(map(number, view.mark or ()))
    goal = [f">{state}" for state in p.target.tolist()] if p.target.any() else [""] * len(p)
    arrow, lines = "->" if p.graph.directed else "-", []
    for v, (word, sign, code) in enumerate(zip(texts.words, texts.signs, texts.colours, strict=True)):
        state = (f"{code}{word}{END}" if code else word) + " " * (texts.wide - len(word))
        if marked:
            state = f"<{state.strip()}>" if v in marked else f" {state} "
        elif texts.signs.any():
            state += sign or " "
        toggled = p.toggled[p.starts[v] : p.starts[v + 1]].tolist()
        times = p.times[p.starts[v] : p.starts[v + 1]].tolist()
        steps = {w: f" x{step}" if step > 1 else "" for w, step in zip(toggled, times, strict=True)}
        near = _neighbour_words(p, v, steps)
        names = near[:MOST_NEIGHBOURS] + [f"and {len(near) - MOST_NEIGHBOURS} more"] * (len(near) > MOST_NEIGHBOURS)
        line = f"{state}{goal[v]} {_short_name(p, v)}"
        lines.append(f"{line} {arrow} {' '.join(names)}" if names else line)
    return [*lines, *(f"({told})" for told in text.list_legends(drawn))]


def _neighbour_words(p: LightsOut, v: int, steps: Mapping[int, str]) -> list[str]:
    """The vertices that a vertex toggles, in words: `itself` only under the open rule."""
    near = [_short_name(p, w) + step for w, step in steps.items() if w != v]
    own = [f"itself{steps[v]}"] if p.rule == "open" and v in steps else []
    return near + own


def _summarize(p: LightsOut, view: View) -> list[str]:
    """A graph too large to be listed: how many vertices, which are pressed, and which are marked."""
    presses, number = press_counts(p, view.answer), p.number_lookup()
    others = presses if view.second is None else press_counts(p, view.second)
    lines = [f"{len(p)} vertices, {len(p.graph.heads)} neighbours in all, {int((p.start > 0).sum())} lamps on"]
    marked = sorted(v for v in map(number, view.mark or ()) if v is not None)
    for title, chosen in (
        ("press", np.flatnonzero(presses if p.colours > 2 else presses & others).tolist()),
        (SceneState.ONE, np.flatnonzero(presses > others).tolist() if p.colours == 2 else []),
        (SceneState.OTHER, np.flatnonzero(presses < others).tolist() if p.colours == 2 else []),
        (SceneState.MARKED, marked),
    ):
        if chosen:
            listing = ", ".join(
                _short_name(p, v) + (f" x{presses[v]}" if presses[v] > 1 else "") for v in chosen[:MOST_PRESSES]
            )
            more = f" and {len(chosen) - MOST_PRESSES} more" if len(chosen) > MOST_PRESSES else ""
            lines += textwrap.wrap(f"{title}: {listing}{more}", 100, subsequent_indent="  ", break_on_hyphens=False)
    return lines


def _short_name(p: LightsOut, v: int) -> str:
    """A name of any length that a terminal can show; `repr` has replaced what is not printable."""
    name = p.describe_vertex(v)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
