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

from models.neutral import CONNECTIVITY, Model
from models.puzzles.boards import grid_edges
from models.puzzles.slitherlink.instance import BLANK, Answer, Slitherlink, answer_of_lines, around_cells

CLUE = "a cell has as many lines around it as its number says"
LOOP = "the lines form a single loop"


def model(p: Slitherlink, by: str = CONNECTIVITY[0]) -> Model:
    """The rules, seen from the dots. Decisions: `across` and `down`, a line each. by: how a single loop is stated."""
    m, across, down = _clued_lines(p)
    m.single_cycle(LOOP, np.concatenate([across.ravel(), down.ravel()]), joined_dots(p), by=by)
    return m


def inside_model(p: Slitherlink, by: str = CONNECTIVITY[0]) -> Model:
    """The rules, seen from the cells: `inside` says which are inside. by: how it is stated that they are connected."""
    m, across, down = _clued_lines(p)
    inside, beside = m.bools("inside", p.shape), grid_edges(p.shape)
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
    m, (height, width), numbers = Model("slitherlink"), p.shape, p.numbers
    across, down = m.bools("across", (height + 1, width)), m.bools("down", (height, width + 1))
    m.exactly(numbers, CLUE, around_cells(across, down).reshape(-1, 4), where=numbers != BLANK, clue=True)
    return m, across, down


def joined_dots(p: Slitherlink) -> NDArray[np.int64]:
    """The two dots of each line, those across first, as numbers row by row, shape (lines, 2)."""
    height, width = p.shape
    dot = np.arange((height + 1) * (width + 1)).reshape(height + 1, width + 1)
    ends = (np.stack([dot[:, :-1], dot[:, 1:]], axis=-1), np.stack([dot[:-1], dot[1:]], axis=-1))
    return np.concatenate([pairs.reshape(-1, 2) for pairs in ends])


def _rim(shape: tuple[int, int]) -> NDArray[np.bool_]:
    """The cells at the rim of the board."""
    rim = np.ones(shape, np.bool_)
    rim[1:-1, 1:-1] = False
    return rim


def decode(p: Slitherlink, m: Model, values: NDArray[np.int64]) -> Answer:
    """The lines of an assignment (entry x: value of variable x)."""
    across, down = (np.asarray(values)[m.arrays[name]] == 1 for name in ("across", "down"))
    return answer_of_lines(across, down)


def project(p: Slitherlink, m: Model) -> NDArray[np.int32]:
    """The variables that are the answer, one per line."""
    return np.concatenate([m.arrays["across"].ravel(), m.arrays["down"].ravel()])
