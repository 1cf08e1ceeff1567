"""Slitherlink, also called Loopy: draw one loop from dot to dot.

    +---+   +   +    + are dots; lines run from dot to dot, across and down
    | 3 |       |
    +   +---+---+    * the lines form a single loop, which neither crosses nor touches itself
    | 2   2   3 |
    +---+---+---+    * a cell with a number has as many lines around it as its number says

A board may have no answer, or several. A cell with a 4 is the whole inside of its loop.

Two views give two kinds of models. Seen from its dots, the loop is a cycle of a graph (`model`). Seen from its cells,
it is the border between an inside and an outside (`inside_model`); both are connected, the outside by way of what is
around the board. (That is the curve theorem of Jordan. Where two inside cells touched at a dot only, the inside would
surround one of the outside cells there, or be in two parts.) Both have a variable for each line, `across` and `down`.

References: Nikoli (Puzzle Communication Nikoli 26, 1989); T. Yato, "On the NP-completeness of the Slither Link puzzle"
(2000); S. Tatham's Portable Puzzle Collection, loopy.c.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, Model, each
from models.puzzles.boards import grid_edges
from models.puzzles.parts.lines import GridLines, around_cells, dot_words
from models.puzzles.slitherlink.instance import BLANK, Slitherlink

LOOP = GridLines(dots=True, key="edges")


def model(p: Slitherlink, by: str = CONNECTIVITY[0]) -> Model:
    """The rules, seen from the dots. Decisions: `across` and `down`, a line each. by: how a single loop is stated."""
    m, across, down = _clued_lines(p)
    lines, dots = np.concatenate([across.ravel(), down.ravel()]), LOOP.point_edges(p.shape)
    m.single_cycle("the lines form a single loop", lines, dots, by=by, of=dot_words(p.shape))
    return m


def inside_model(p: Slitherlink, by: str = CONNECTIVITY[0]) -> Model:
    """The rules, seen from the cells: `inside` says which are inside. by: how it is stated that they are connected."""
    m, across, down = _clued_lines(p)
    inside = m.bools("inside", p.shape, says=each("inside at {cell}", denies="outside at {cell}"))
    beside = grid_edges(p.shape)
    m.any("there is a loop", inside.reshape(1, -1))
    for lines, cells in ((across, inside), (down.T, inside.T)):
        between = np.stack([lines[1:-1], cells[1:], cells[:-1]], axis=-1)
        m.parity(0, "a line runs where inside and outside meet", between.reshape(-1, 3))
        rim = np.stack([lines[[0, -1]], cells[[0, -1]]], axis=-1)
        m.parity(0, "a line runs around the board where the inside comes to its rim", rim.reshape(-1, 2))
    m.connected("the inside is connected", inside, beside, by=by)
    m.connected("the outside is connected, around the board, too", -inside, beside, roots=_rim(p.shape), by=by)
    return m


def _clued_lines(p: Slitherlink) -> tuple[Model, NDArray[np.int32], NDArray[np.int32]]:
    """A model with what all formulations state alike, and the variables of its lines."""
    m, numbers = Model("slitherlink"), p.numbers
    across, down = LOOP.declare(m, p.shape)
    around, clued = around_cells(across, down).reshape(-1, 4), numbers != BLANK
    of = each("the {clue} at {cell}", many="the {clue}s at ", clue=numbers.ravel(), cell=np.ones(p.shape, np.bool_))
    m.exactly(numbers, "a cell has as many lines around it as its number says", around, where=clued, of=of, clue=True)
    return m, across, down


def _rim(shape: tuple[int, int]) -> NDArray[np.bool_]:
    """The cells at the rim of the board."""
    rim = np.ones(shape, np.bool_)
    rim[1:-1, 1:-1] = False
    return rim
