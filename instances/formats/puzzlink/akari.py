"""Akari in puzz.link addresses: a number is a wall with it, a question mark a bare wall."""

from __future__ import annotations

from instances.formats.puzzlink.frame import NAME
from instances.formats.puzzlink.small_numbers import small_numbers
from instances.formats.walks import declare_text
from models.puzzles.akari.instance import BARE, WHITE, Akari

BODY = declare_text(
    NAME,
    "akari",
    [small_numbers(empty=WHITE, question=BARE)],
    make=Akari,
    parts=lambda p: (p.cells,),
    names=("akari", "lightup", "bijutsukan"),
    example="akari/3/3/h0.k",
)
