"""Akari as a drawing of Penpa+: a black (or grey) cell is a wall, and so is a number."""

from __future__ import annotations

from instances.formats.penpa.parts import NumberedWalls, declare_drawing
from models.puzzles.akari.instance import BARE, WHITE, Akari

LAMP = (3, "sun_moon")
BODY = declare_drawing(
    "akari",
    [NumberedWalls(empty=WHITE, bare=BARE, most=4, piece=LAMP)],
    make=Akari,
    parts=lambda p: (p.cells,),
    names=("akari",),
    fits=lambda drawing: LAMP in drawing.pieces,  # in the answer perhaps
)
