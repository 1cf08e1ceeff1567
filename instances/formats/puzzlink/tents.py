"""Tents in puzz.link addresses: the clues of the columns, those of the rows, then the trees.

    clues   0..9 a..f  a clue 0..15        -hh   a clue 16..255        .   "?"        g..z   1..20 clues left out
                                           +hhh  256..4095, which is read but not written: pzpr itself does not read it
    trees   0..9 a..h  a tree and then 0..17 empty cells               i..z   1..18 empty cells without a tree

A clue that is left out and a clue "?" mean the same: it is unknown.
"""

from __future__ import annotations

from instances.formats.puzzlink.frame import NAME
from instances.formats.steps import HexNumbers, Letters, Spaces, ThenSpaces
from instances.formats.walks import Cells, SideClues, declare_text
from models.puzzles.tents.instance import UNKNOWN, Tents

NUMBERS = HexNumbers({"-": (2, 0), "+": (3, 0)}, most=255, noun="clues")
CLUES = SideClues((NUMBERS, Spaces(UNKNOWN, "g", 20), Letters({}, also={".": UNKNOWN})), none=UNKNOWN)
TREES = Cells((ThenSpaces([True], False, 17), Spaces(False, "i", 18)), expected="a digit or a letter a..z")
BODY = declare_text(
    NAME,
    "tents",
    [CLUES, TREES],
    make=lambda clues, trees: Tents(trees, clues[1], clues[0]),
    parts=lambda p: ((p.cols, p.rows), p.trees),
    names=("tents",),
    example="tents/5/5/2g0h1i1j82323",
)
