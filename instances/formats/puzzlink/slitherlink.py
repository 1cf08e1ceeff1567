"""Slitherlink in puzz.link addresses: the walk of `small_numbers`; a question mark is a cell without a number."""

from __future__ import annotations

import numpy as np

from instances.formats.contract import Body
from instances.formats.puzzlink.frame import NAME
from instances.formats.puzzlink.small_numbers import QUESTION, read_walk, write_walk
from models.puzzles.slitherlink.instance import BLANK, Slitherlink, board

HERE = f"{NAME} (slitherlink)"


def read(body: str, width: int, height: int) -> Slitherlink:
    """The board of a body."""
    numbers = read_walk(HERE, body, width, height)
    return board(np.where(numbers == QUESTION, BLANK, numbers))


def write(p: Slitherlink) -> tuple[int, int, str]:
    """Width, height and body of a board."""
    height, width = p.shape
    return width, height, write_walk(p.numbers)


FLAGS = {"f": "that the loop visits every point"}
BODY = Body(names=("slither", "slitherlink"), example="slither/3/3/a3i3c", read=read, write=write, flags=FLAGS)
