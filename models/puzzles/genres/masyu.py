"""Masyu: draw one loop through all pearls, white ones (o) and black ones (*).

    . * . .    . *-.-.    * the lines form a single loop from cell to cell, which neither crosses nor touches itself
                 |   |
    . o . .    . o .-.    * the loop goes straight on at a white pearl, and turns in the cell before it or after it,
                 | |        or in both
    . . o .    .-. o .
               |   |      * the loop turns at a black pearl, and goes straight on in the cells before it and after it
    . . * .    .-.-* .

References: Nikoli, Puzzle Communication Nikoli 84 (white pearls alone) and 90 (black ones, too); E. Friedman, "Pearl
puzzles are NP-complete" (2002); S. Tatham's Portable Puzzle Collection, pearl.c.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import CYCLES, Model, each, union, windows
from models.puzzles import codecs, parts

NONE, WHITE, BLACK = 0, 1, 2
BACKGROUND = ("Nikoli, 2000", "whether a board has an answer is an NP-complete question (Friedman 2002)")
EXAMPLE, GAME = "7x7:BcWaBeBbWeWbWeWWWWiWdB", re.compile("[BWa-z]*W[BWa-z]*")
LOOP = parts.GridLines(dots=False)


@parts.array_record
class Masyu:
    """A board. pearls: NONE, WHITE or BLACK, shape (rows, columns)."""

    pearls: NDArray[np.int64]


def model(p: Masyu, by: str = CYCLES[0]) -> Model:
    """The rules. Decisions: `across` and `down`, a line each. by: how a single loop is stated."""
    m, shape, pearls = Model("masyu"), p.pearls.shape, p.pearls.ravel()
    across, down = LOOP.declare_loop(m, shape, by)
    lines, pearl = parts.lines_through(across, down), each("the pearl at {cell}", cell=np.ones(shape, np.bool_))
    m.exactly(2, "the loop visits every white pearl", union(*lines), where=pearls == WHITE, of=pearl)
    for ways in lines:
        m.parity(0, "the loop goes straight on at a white pearl", ways, where=pearls == WHITE, of=pearl)
        m.exactly(1, "the loop turns at a black pearl", ways, where=pearls == BLACK, of=pearl)
    ahead = parts.lines_ahead(across, down, 2)
    four, two, cells = ahead.reshape(-1, 4), ahead.reshape(-1, 2), np.argwhere(np.ones(shape))
    passed, left = np.repeat(pearls == WHITE, 2), np.repeat(pearls == BLACK, 4) & (two[:, 0] != 0)
    by_two, by_four = (each("the pearl at {cell}", cell=np.repeat(cells, n, axis=0)) for n in (2, 4))
    m.any("the loop turns before a white pearl or after it", -four, where=passed & (four != 0).all(1), of=by_two)
    goes_on = windows(two * (-1, 1), (1, 2))  # without the second line where there is none
    m.any("the loop goes straight on before and after a black pearl", goes_on, where=left, of=by_four)
    return m


def find_fault(kind: int, cell: parts.Cell, ends: dict[parts.Cell, list[parts.Cell]]) -> str:
    """Why a pearl of this kind cannot lie there, as a sentence that ends with the pearl; "" if it can."""
    is_straight = parts.goes_straight(ends, cell)
    beside = [parts.goes_straight(ends, end) for end in ends.get(cell, ())]
    if not beside:
        return "the loop does not visit"
    if is_straight != (kind == WHITE):
        return f"the loop {'goes straight on' if is_straight else 'turns'} at"
    if kind == WHITE:
        return "the loop turns neither before nor after" if all(beside) else ""
    return "" if all(beside) else "the loop does not go straight on before and after"


def verify(p: Masyu, lines: parts.Lines) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    ends, faults = parts.find_line_ends(lines), parts.loop_faults(lines)
    for cell in parts.cells_where(p.pearls != NONE):
        kind, where = p.pearls[cell], parts.describe_cell(cell)
        if fault := find_fault(kind, cell, ends):
            faults.append(f"{fault} the {'white' if kind == WHITE else 'black'} pearl at {where}")
    return faults


def scene(p: Masyu, view: parts.View) -> parts.Scene:
    """Pearls, and the loop over them."""
    layers = (parts.mask_layer(parts.RING, p.pearls == WHITE), parts.mask_layer(parts.DISC, p.pearls == BLACK))
    return parts.line_scene("Masyu", view, LOOP, layers, p.pearls.shape)


def read_pearls(p: Masyu, lines: parts.Lines) -> Masyu:
    """The board with every pearl that this loop can have."""
    pearls, ends = np.full(p.pearls.shape, NONE), parts.find_line_ends(lines)
    for cell in ends:
        pearls[cell] = next((kind for kind in (WHITE, BLACK) if not find_fault(kind, cell, ends)), NONE)
    return Masyu(pearls)


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats. The marks below the board of pzpr are the player's lines."""
    pearls, names = codecs.parts_of_record(Masyu, "pearls"), ("mashu", "masyu", "pearl")
    words = codecs.WordRows({"-": NONE, "w": WHITE, "b": BLACK}, also={"1": WHITE, "2": BLACK})
    rows, marks = codecs.WordRows({".": NONE, "1": WHITE, "2": BLACK}), codecs.MarksBetween(known=("0", "1", "-1"))
    threes = codecs.CellWalk((codecs.Triples((NONE, WHITE, BLACK)),))
    walk = codecs.CellWalk((codecs.Letters({"W": WHITE, "B": BLACK}), codecs.Spaces(NONE, "a", codecs.LONGEST_RUN)))
    game: dict[str, Any] = {"names": ("pearl",), "title": "Pearl", "example": EXAMPLE, "usual_letters": "(d[et]n?)?"}
    return {
        "puzzlink": codecs.declare_text([threes], pearls, names=names, example="mashu/4/4/0i0090"),
        "pzprv3": codecs.declare_file([rows], pearls, marks=marks, names=names),
        "tatham": codecs.declare_game([walk], pearls, fits=lambda desc: GAME.fullmatch(desc) is not None, **game),
        "janko": codecs.declare_sections({"problem": words}, pearls, names=("masyu", "mashu")),
        "puzzlekit": codecs.declare_lines([words], pearls),
    }


PUZZLE = parts.compose_puzzle(
    "masyu",
    "Masyu",
    (
        "the lines form a single loop from cell to cell, which neither crosses nor touches itself",
        "the loop goes straight on at a white pearl, and turns in the cell before it or after it, or in both",
        "the loop turns at a black pearl, and goes straight on in the cells before it and after it",
    ),
    text=parts.text_of_grids(Masyu, pearls=parts.LetterWords({".": NONE, "o": WHITE, "*": BLACK})),
    answer=LOOP,
    scene=scene,
    formulations={name: partial(model, by=name) for name in CYCLES},
    verify=verify,
    planting=parts.Planting(
        lambda size, stream: Masyu(np.full(size, NONE)), read_pearls, 80, draw_answer=parts.draw_loop_over("pearls")
    ),
    extras=parts.Extras(
        formats=formats,
        advice=parts.advise_loop,
        legend=lambda p: "o white pearl, * black pearl, - and | the loop",
        introduction=parts.Introduction(
            BACKGROUND, "6x6:dWBaBWWaWfWBWaWeWcWc", "from 2x2 on, usually 10x10", parts.LOOP_WAY_WORDS
        ),
    ),
    summary="a loop that turns at black pearls, not at white ones",
)
