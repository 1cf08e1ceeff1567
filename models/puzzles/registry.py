"""The registry of puzzles: names to records, loaded on first use.

Adding a puzzle takes one package and one line here. No puzzle is imported before it is looked up, so that `--help`
stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from models.puzzles.errors import InputError

if TYPE_CHECKING:
    from models.puzzles.contract import Puzzle

PUZZLES = {
    "tents": "models.puzzles.tents.record:PUZZLE",
    "akari": "models.puzzles.akari.record:PUZZLE",
    "lightsout": "models.puzzles.lightsout.record:PUZZLE",
    "tiling": "models.puzzles.tiling.record:PUZZLE",
}
ALIASES = {
    "lightup": "akari",
    "flip": "lightsout",
    "pentomino": "tiling",
}  # other names people know a puzzle by -> its name


def names() -> tuple[str, ...]:
    """The names of all puzzles, aliases not included."""
    return tuple(PUZZLES)


def is_known(name: str) -> bool:
    """Is this a puzzle's name or alias?"""
    return ALIASES.get(name.lower(), name.lower()) in PUZZLES


def describe_names() -> str:
    """All names, for people: `tents, akari (also lightup)`."""
    others = {name: [alias for alias, own in ALIASES.items() if own == name] for name in PUZZLES}
    return ", ".join(f"{name} (also {', '.join(aliases)})" if aliases else name for name, aliases in others.items())


def canonical_name(name: str) -> str:
    """The puzzle's own name for a name or an alias, in any case."""
    own = ALIASES.get(name.lower(), name.lower())
    if own not in PUZZLES:
        raise InputError(f"unknown puzzle '{name}'; known: {describe_names()}")
    return own


def puzzle(name: str) -> Puzzle:
    """The record of a puzzle, by name or alias."""
    module, attribute = PUZZLES[canonical_name(name)].split(":")
    record: Puzzle = getattr(import_module(module), attribute)
    return record
