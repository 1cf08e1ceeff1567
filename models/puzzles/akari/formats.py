"""Akari in exchange formats: white cells, walls, and the numbers on some of them."""

from __future__ import annotations

import re

from models.puzzles.akari.instance import BARE, WHITE, Akari
from models.puzzles.codecs import (
    LONGEST_RUN,
    Body,
    CellWalk,
    Letters,
    ListedCells,
    NumberedWalls,
    Spaces,
    Ticks,
    WordRows,
    declare_cells,
    declare_drawing,
    declare_file,
    declare_game,
    declare_lines,
    declare_sections,
    declare_text,
    parts_of_record,
    small_numbers,
)

NUMBERS = {str(clue): clue for clue in range(5)}
LAMP = (3, "sun_moon")
CELLS = parts_of_record(Akari, "cells")


def fits_walk(desc: str) -> bool:
    """A walk with bare walls (other games have numbers alone) and with numbered ones (the pearls of Pearl are `B`)."""
    return re.fullmatch(r"[0-4Ba-z]+", desc) is not None and "B" in desc and re.search(r"[0-4]", desc) is not None


FORMATS: dict[str, Body] = {
    "puzzlink": declare_text(
        [small_numbers(empty=WHITE, question=BARE)],
        CELLS,
        names=("akari", "lightup", "bijutsukan"),
        example="akari/3/3/h0.k",
    ),
    "tatham": declare_game(
        [CellWalk((Spaces(WHITE, "a", LONGEST_RUN), Letters({"B": BARE, **NUMBERS})))],
        CELLS,
        names=("lightup",),
        title="Light Up",
        example="7x7:b3gB0c0dBaBaBa1aBd1c01g0b",
        fits=fits_walk,
        usual_letters=r"(b\d+)?(s\d)?(d\d)?r?",  # black cells in percent, symmetry, difficulty
    ),
    "pzprv3": declare_file(
        [WordRows({".": WHITE, "-": BARE, **NUMBERS}, also={"#": WHITE, "+": WHITE})],  # a lamp, a mark
        CELLS,
        marks=Ticks(of=lambda p: p.cells != WHITE),
        names=("lightup", "akari", "bijutsukan"),
    ),
    "penpa": declare_drawing(
        [NumberedWalls(empty=WHITE, bare=BARE, most=4, piece=LAMP)],
        CELLS,
        names=("akari",),
        fits=lambda drawing: LAMP in drawing.pieces,  # in the answer perhaps
    ),
    "legup": declare_cells(  # -2, -3, -4: what the player leaves open, empty, or lit by a lamp there
        [ListedCells(WHITE, {"-1": BARE, **NUMBERS}, also={"-2": WHITE, "-3": WHITE, "-4": WHITE})],
        CELLS,
        names=("LightUp",),
    ),
    "janko": declare_sections(
        {"problem": WordRows({"-": WHITE, "x": BARE, **NUMBERS})}, CELLS, names=("akari", "lightup", "beleuchtung")
    ),
    "puzzlekit": declare_lines([WordRows({"-": WHITE, "x": BARE, **NUMBERS})], CELLS),
}
