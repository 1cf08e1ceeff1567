"""Hashiwokakero in exchange formats: islands with their numbers, and the water between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs import (
    LONGEST_RUN,
    Body,
    CellWalk,
    Letters,
    MarksBetween,
    NumberedLetter,
    Parts,
    Spaces,
    WordRows,
    declare_file,
    declare_game,
    declare_lines,
    declare_sections,
    declare_text,
)
from models.puzzles.hashi.instance import MOST, SIDES, UNKNOWN, USUAL, WATER, Hashi
from rosetta.foundation.errors import InputError

NUMBERS = {str(number): number for number in range(1, SIDES * USUAL + 1)}
WORDS = WordRows({"-": WATER, "?": UNKNOWN, **NUMBERS})
ISLANDS = {letter: number for number, letter in enumerate("123456789ABCDEFG", 1)}
MADE_BY = r"(?:i\d+)?(?:e\d+)?"  # islands and expansion, in percent
LETTERS = MADE_BY + r"(?:m(?P<number>\d+))?(?P<loopless>L)?(?:d\d+)?"
NO_RULE = "a rule that Rosetta does not have"
OWN_LETTERS = MADE_BY + r"m\d+L?(?:d\d+)?"  # no other puzzle has an m


def split_usual(p: Hashi) -> tuple[NDArray[np.int8]]:
    """The cells of a board with the usual number of bridges; there is no word for any other."""
    if p.most != USUAL:
        raise InputError(f"expected at most {USUAL} bridges between two islands, found {p.most}")
    return (p.cells,)


def split_numbered(p: Hashi) -> tuple[NDArray[np.int8], int]:
    """The cells and how many bridges there may be, of a board that Tatham's program takes."""
    islands = p.cells != WATER
    if (p.cells == UNKNOWN).any():
        raise InputError("expected a number on each island; this format knows no others")
    if (islands[1:] & islands[:-1]).any() or (islands[:, 1:] & islands[:, :-1]).any() or islands.sum() < 2:
        raise InputError("expected two islands or more, none of which touch; the program refuses others")
    return p.cells, p.most


def find_fault(cells: NDArray[np.int64]) -> str:
    """What is wrong with the islands that an ID of Tatham's says."""
    islands = np.count_nonzero(cells)
    return f"expected at least two islands, found {islands}" if islands < 2 else ""


CELLS = Parts(Hashi, split_usual)
FORMATS: dict[str, Body] = {
    "puzzlink": declare_text(
        [CellWalk((Letters({**NUMBERS, ".": UNKNOWN}), Spaces(WATER, "g", 20)))],
        CELLS,
        names=("hashi", "hashikake", "bridges"),
        example="hashi/5/5/4g2i3h23k3g1g3g4g3",
    ),
    "tatham": declare_game(
        [CellWalk((Letters(ISLANDS), Spaces(WATER, "a", LONGEST_RUN)), fault=find_fault)],
        Parts(Hashi, split_numbered),
        size_letters=NumberedLetter(
            *("m", LETTERS, range(1, MOST + 1), f"m1 to m{MOST} bridges between two islands"),
            usual=USUAL,
            example="a size such as 7x7m2 or 7x7i30e10m2d1",
            refused={"loopless": f"forbids loops of bridges, {NO_RULE}; expected a board on which they are allowed"},
        ),
        names=("bridges",),
        title="Bridges",
        example="7x7m2:a3c2j2e2e2a5b2h4a6c2",
        letters=OWN_LETTERS,
        usual_letters=OWN_LETTERS,
    ),
    "pzprv3": declare_file(  # below are the player's bridges, -1 a mark that there is none
        [WordRows({".": WATER, "-": UNKNOWN, **NUMBERS})],
        CELLS,
        marks=MarksBetween(known=("0", "1", "2", "-1")),
        names=("hashikake", "hashi", "bridges"),
    ),
    "janko": declare_sections({"problem": WORDS}, CELLS, names=("hashi", "hashiwokakero")),
    "puzzlekit": declare_lines([WORDS], CELLS),
}
