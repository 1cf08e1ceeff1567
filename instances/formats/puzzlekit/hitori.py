"""Hitori in puzzlekit texts: a number from 1 per cell, `-` for a cell without one."""

from __future__ import annotations

from instances.formats.puzzlekit.frame import NAME
from instances.formats.rows import NumberRows, declare_lines
from models.puzzles.genres.hitori import Hitori

BODY = declare_lines(
    NAME,
    "hitori",
    [NumberRows({"-": 0})],
    make=Hitori,
    parts=lambda p: (p.numbers,),
    names=(),
)
