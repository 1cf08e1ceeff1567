"""Slitherlink in puzz.link addresses; a question mark is a cell without a number."""

from __future__ import annotations

from instances.formats.puzzlink.frame import NAME
from instances.formats.puzzlink.small_numbers import small_numbers
from instances.formats.walks import declare_text
from models.puzzles.slitherlink.instance import BLANK, board

FLAGS = {"f": "that the loop visits every point"}
BODY = declare_text(
    NAME,
    "slitherlink",
    [small_numbers(empty=BLANK, question=BLANK)],
    make=board,
    parts=lambda p: (p.numbers,),
    names=("slither", "slitherlink"),
    example="slither/3/3/a3i3c",
    flags=FLAGS,
)
