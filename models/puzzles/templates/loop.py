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

from models.neutral import CYCLES, Model, each, union
from models.puzzles import parts

NONE, OPEN, FILLED = 0, 1, 2  # REPLACE: what cells hold
CIRCLE = "m5.5 12a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z"
INK: parts.Style = {"stroke": "#33373f", "stroke_width": 1.4}
PEARL = parts.Glyph(
    "open circle", "o", (parts.Outline(CIRCLE, {**INK, "fill": "#ffffff"}),)
)  # REPLACE: how they are drawn
STONE = parts.Glyph("filled circle", "*", (parts.Outline(CIRCLE, {**INK, "fill": "#33373f"}),))
LOOP = parts.GridLines(dots=False)  # lines between the middles of cells; between dots at their corners: dots=True


@parts.array_record
class LoopTemplate:
    """A board. REPLACE: what it holds. circles: NONE, OPEN or FILLED, shape (rows, columns)."""

    circles: parts.Numbers


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
    along, upright = parts.lines_through(across, down)
    circle = each("the circle at {cell}", cell=np.ones(shape, bool))
    for lines in (along, upright):
        m.exactly(1, "the loop turns at a filled circle", lines, where=circles == FILLED, of=circle)
        m.parity(0, "the loop goes straight on at an open circle", lines, where=circles == OPEN, of=circle)
    m.any("the loop visits every open circle", union(along, upright), where=circles == OPEN, of=circle)
    return m


def verify(p: LoopTemplate, lines: parts.Lines) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`. REPLACE what is
    said of circles."""
    faults, beside = parts.loop_faults(lines), parts.find_line_ends(lines)
    for (r, c), kind in np.ndenumerate(p.circles):
        axes = Counter(other[0] == r for other in beside.get((r, c), []))
        if kind == FILLED and (axes[True], axes[False]) != (1, 1):
            faults.append(f"the loop does not turn at {parts.describe_cell((r, c))}")
        if kind == OPEN and set(axes.values()) - {0} != {2}:
            faults.append(f"the loop does not go straight on at {parts.describe_cell((r, c))}")
    return faults


def scene(p: LoopTemplate, view: parts.View) -> parts.Scene:
    """What a board looks like. REPLACE what lies in cells."""
    layers = (parts.mask_layer(PEARL, p.circles == OPEN), parts.mask_layer(STONE, p.circles == FILLED))
    return parts.line_scene("Template", view, LOOP, layers, (p.circles.shape[0], p.circles.shape[1]))


def draw_blank(size: tuple[int, int], stream: parts.Stream) -> LoopTemplate:
    """A board without clues. REPLACE: its walls, regions, ..., if it has any."""
    return LoopTemplate(np.full(size, NONE))


def draw_answer(p: LoopTemplate, stream: parts.Stream) -> parts.Lines:
    """A random loop. REPLACE it where a loop must also keep other rules."""
    return parts.draw_loop((p.circles.shape[0], p.circles.shape[1]), stream)


def read_clues(p: LoopTemplate, lines: parts.Lines) -> LoopTemplate:
    """The board with all clues of this answer. REPLACE: what a clue says."""
    circles = np.full(p.circles.shape, NONE)
    for cell, ends in parts.find_line_ends(lines).items():
        circles[cell] = OPEN if len({other[0] == cell[0] for other in ends}) == 1 else FILLED
    return LoopTemplate(circles)


PUZZLE = parts.compose_puzzle(
    "template",
    "Template",
    (  # REPLACE: the rules, for people
        "the lines form a single loop from cell to cell, which neither crosses nor touches itself",
        "the loop turns at a filled circle",
        "the loop goes straight on at an open circle",
    ),
    text=parts.text_of_grids(LoopTemplate, circles=parts.LetterWords({".": NONE, "o": OPEN, "*": FILLED})),
    answer=LOOP,
    scene=scene,
    formulations={name: partial(model, by=name) for name in CYCLES},
    verify=verify,
    planting=parts.Planting(draw_blank, read_clues, share=60, draw_answer=draw_answer),
    extras=parts.Extras(
        advice=lambda p: parts.Advice("lazy", solvers=("cnf",), by_solver=(("cpsat", "circuit"),)),
        legend=lambda p: "o straight on, * turn, - and | the loop",
    ),
    summary="a loop through cells that turns at some circles",  # REPLACE: what it is, for `list`
)
