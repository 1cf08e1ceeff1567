"""Template: draw one loop through cells, which turns at * and goes straight on at o.

    * . . *    *-.-.-*    * the lines form a single loop from cell to cell, which neither crosses nor touches itself
               |     |
    o * o .    o *-o-.    * the loop turns at a filled circle
               | |
    . . . .    . .-. .    * the loop goes straight on at an open circle
               |   |
    . o . .    .-o-. .

REPLACE: the lines above, by the rules, a picture of a board and its answer, and where the puzzle comes from.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np
from numpy.typing import NDArray

from models.neutral import CYCLES, Model, each, union
from models.puzzles.parts import (
    Advice,
    Extras,
    Glyph,
    GridLines,
    LetterWords,
    Outline,
    Planting,
    Scene,
    Stream,
    Style,
    View,
    array_record,
    compose_puzzle,
    describe_cell,
    draw_loop,
    line_scene,
    lines_through,
    mask_layer,
    text_of_grids,
)

NONE, OPEN, FILLED = 0, 1, 2  # REPLACE: what cells hold
CIRCLE = "m5.5 12a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z"
INK: Style = {"stroke": "#33373f", "stroke_width": 1.4}
PEARL = Glyph("open circle", "o", (Outline(CIRCLE, {**INK, "fill": "#ffffff"}),))  # REPLACE: how they are drawn
STONE = Glyph("filled circle", "*", (Outline(CIRCLE, {**INK, "fill": "#33373f"}),))
LOOP = GridLines(dots=False)  # lines between the middles of cells; between dots at their corners: dots=True


@array_record
class LoopTemplate:
    """A board. REPLACE: what it holds. circles: NONE, OPEN or FILLED, shape (rows, columns)."""

    circles: NDArray[np.int64]


def model(p: LoopTemplate, by: str = CYCLES[0]) -> Model:
    """The rules. Decisions: `across` and `down`, a line each. by: how a single loop is stated. REPLACE all but it."""
    m, shape, circles = Model("template"), p.circles.shape, p.circles.ravel()
    across, down = LOOP.declare(m, (shape[0], shape[1]))
    m.single_cycle(
        "the lines form a single loop",
        np.concatenate([across.ravel(), down.ravel()]),
        LOOP.point_edges((shape[0], shape[1])),
        by=by,
        of=each("the cell {cell}", cell=np.ones(shape, bool)),
    )
    along, upright = lines_through(across, down)
    circle = each("the circle at {cell}", cell=np.ones(shape, bool))
    for lines in (along, upright):
        m.exactly(1, "the loop turns at a filled circle", lines, where=circles == FILLED, of=circle)
        m.parity(0, "the loop goes straight on at an open circle", lines, where=circles == OPEN, of=circle)
    m.any("the loop visits every open circle", union(along, upright), where=circles == OPEN, of=circle)
    return m


def verify(p: LoopTemplate, lines: tuple[tuple[tuple[int, int], tuple[int, int]], ...]) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`. REPLACE what is
    said of circles."""
    beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for a, b in lines:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    faults = [f"{describe_cell(cell)} has {len(ends)} lines" for cell, ends in beside.items() if len(ends) != 2]
    reached, pieces = set[tuple[int, int]](), 0
    for start in beside:
        pieces, waiting = pieces + (start not in reached), [start]
        while waiting:
            cell = waiting.pop()
            waiting += [] if cell in reached else beside[cell]
            reached.add(cell)
    if pieces != 1:
        faults.append(f"the lines are in {pieces} pieces, not in one")
    for (r, c), kind in np.ndenumerate(p.circles):
        axes = Counter(other[0] == r for other in beside.get((r, c), []))
        if kind == FILLED and (axes[True], axes[False]) != (1, 1):
            faults.append(f"the loop does not turn at {describe_cell((r, c))}")
        if kind == OPEN and set(axes.values()) - {0} != {2}:
            faults.append(f"the loop does not go straight on at {describe_cell((r, c))}")
    return faults


def scene(p: LoopTemplate, view: View) -> Scene:
    """What a board looks like. REPLACE what lies in cells."""
    layers = (mask_layer(PEARL, p.circles == OPEN), mask_layer(STONE, p.circles == FILLED))
    return line_scene("Template", view, LOOP, layers, (p.circles.shape[0], p.circles.shape[1]))


def draw_blank(size: tuple[int, int], stream: Stream) -> LoopTemplate:
    """A board without clues. REPLACE: its walls, regions, ..., if it has any."""
    return LoopTemplate(np.full(size, NONE))


def draw_answer(p: LoopTemplate, stream: Stream) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """A random loop. REPLACE it where a loop must also keep other rules."""
    return draw_loop((p.circles.shape[0], p.circles.shape[1]), stream)


def read_clues(p: LoopTemplate, lines: tuple[tuple[tuple[int, int], tuple[int, int]], ...]) -> LoopTemplate:
    """The board with all clues of this answer. REPLACE: what a clue says."""
    circles, axes = np.full(p.circles.shape, NONE), dict[tuple[int, int], set[bool]]()
    for a, b in lines:
        for cell in (a, b):
            axes.setdefault(cell, set()).add(a[0] == b[0])
    for cell, found in axes.items():
        circles[cell] = FILLED if len(found) == 2 else OPEN
    return LoopTemplate(circles)


PUZZLE = compose_puzzle(
    "template",
    "Template",
    (  # REPLACE: the rules, for people
        "the lines form a single loop from cell to cell, which neither crosses nor touches itself",
        "the loop turns at a filled circle",
        "the loop goes straight on at an open circle",
    ),
    text=text_of_grids(LoopTemplate, circles=LetterWords({".": NONE, "o": OPEN, "*": FILLED})),
    answer=LOOP,
    scene=scene,
    formulations={name: partial(model, by=name) for name in CYCLES},
    verify=verify,
    planting=Planting(draw_blank, read_clues, share=60, draw_answer=draw_answer),
    extras=Extras(
        advice=lambda p: Advice("lazy", solvers=("cnf",), by_solver=(("cpsat", "circuit"),)),
        legend=lambda p: "o straight on, * turn, - and | the loop",
    ),
    summary="a loop through cells that turns at some circles",  # REPLACE: what it is, for `list`
)
