"""Addresses at which a board opens in a browser, to be played."""

from __future__ import annotations

from typing import Any

from instances.formats.contract import shared_format_named
from models.puzzles.contract import InputError

SITE = "puzzlink"  # the format whose texts are addresses
LONGEST_LINK = 4000  # characters: browsers take more, servers may not


def play_link(puzzle: str, instance: Any) -> str:
    """The address on puzz.link, "" where that site does not know the puzzle or cannot say this board."""
    site = shared_format_named(SITE)
    if puzzle not in site.puzzles:
        return ""
    try:
        link = site.write(puzzle, instance)
    except InputError:
        return ""
    return link if len(link) <= LONGEST_LINK else ""
