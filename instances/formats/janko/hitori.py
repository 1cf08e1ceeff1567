"""Hitori in data of janko.at: a number from 1 per cell, `-` for a cell without one."""

from __future__ import annotations

from instances.formats.janko.frame import NAME
from instances.formats.rows import NumberRows, declare_sections
from models.puzzles.genres.hitori import Hitori

BODY = declare_sections(
    NAME,
    "hitori",
    {"problem": NumberRows({"-": 0})},
    make=Hitori,
    parts=lambda p: (p.numbers,),
    names=("hitori",),
)
