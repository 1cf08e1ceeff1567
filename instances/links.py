"""Addresses at which a board opens in a browser, to be played."""

from __future__ import annotations

from math import prod
from typing import Any

from instances.formats.contract import shared_format_named
from models.puzzles.registry import puzzle as puzzle_named
from rosetta.foundation.errors import InputError

SITE = "puzzlink"  # the format whose texts are addresses
LONGEST_LINK = 4000  # characters: browsers take more, servers may not
CELLS_A_LETTER = 36  # no letter says more, so that larger boards need not be written to see that


def play_link(puzzle: str, instance: Any) -> str:
    """The address on puzz.link, "" where that site does not know the puzzle or cannot say this board."""
    site = shared_format_named(SITE)
    if puzzle not in site.puzzles or prod(puzzle_named(puzzle).size(instance)) > CELLS_A_LETTER * LONGEST_LINK:
        return ""
    try:
        link = site.write(puzzle, instance)
    except InputError:
        return ""
    return link if len(link) <= LONGEST_LINK else ""
