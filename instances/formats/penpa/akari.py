"""Akari as a drawing of Penpa+: a black (or grey) cell is a wall, and so is a number."""

from __future__ import annotations

import numpy as np

from instances.bounds import parse_integer
from instances.formats.contract import Body
from instances.formats.penpa.frame import NAME, Drawing
from models.puzzles.akari.instance import BARE, WHITE, Akari
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (akari)"
BLACK = 4
WALLS = (BLACK, 1, 3, 8)  # black, and the greys
LAMP = (3, "sun_moon")


def fits(drawing: Drawing) -> bool:
    """It has lamps, in the answer perhaps."""
    return LAMP in drawing.pieces


def read(drawing: Drawing) -> Akari:
    """The board of a drawing."""
    board = np.full((drawing.height, drawing.width), WHITE, np.int8)
    for cell, colour in drawing.surface.items():
        if colour not in WALLS or not drawing.inside(cell):
            raise InputError(f"{HERE}: cell {cell}: expected a black or grey cell of the board, found colour {colour}")
        board[cell] = BARE
    for cell, text in drawing.numbers.items():
        if not drawing.inside(cell):
            raise InputError(f"{HERE}: cell {cell}: expected numbers on the board, found {text[:20]!r} in the margin")
        board[cell] = BARE if text == "?" else parse_integer(f"{HERE}: cell {cell}", "the number of a wall", text, 0, 4)
    if drawing.symbols:  # a lamp that is given would change the puzzle
        symbol = next((symbol for symbol in drawing.symbols.values() if symbol != LAMP), LAMP)
        raise InputError(f"{HERE}: expected walls and numbers in the question, found the symbol {symbol[1][:40]!r}")
    return Akari(board)


def write(p: Akari) -> Drawing:
    """The drawing of a board."""
    drawing = Drawing(*p.cells.shape)
    for r, c in np.argwhere(p.cells != WHITE).tolist():
        drawing.surface[r, c] = BLACK
        if p.cells[r, c] != BARE:
            drawing.numbers[r, c] = str(p.cells[r, c])
    return drawing


BODY = Body(names=("akari",), read=read, write=write, fits=fits)
