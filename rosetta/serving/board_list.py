"""What there is to play: the puzzles, each with what a page needs to offer boards of it."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

from backends.registry import backend_named, modules, refused_modules
from instances.catalogue import catalogue
from models.puzzles.contract import Puzzle
from models.puzzles.registry import puzzle, usable_names
from rosetta.foundation.errors import InputError
from rosetta.foundation.optional_engines import absent_backends
from rosetta.serving.making import CHANGES
from rosetta.serving.page_boards import MOST_CELLS
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.listing.example_board import SIDES
from rosetta.studies.listing.overview import entry_of
from rosetta.studies.setting.setters import setter_of

SMALL, LARGE = (4, 5, 6, 8), (10, 12, 15, 20)  # sizes that a page offers


@lru_cache(1)
def list_puzzles_to_play() -> dict[str, Any]:
    """Every puzzle with boards."""
    return {
        "puzzles": [_describe(puzzle(name)) for name in usable_names()],
        "backends": _answering_backends(),
        "most_cells": MOST_CELLS,
    }


def _answering_backends() -> list[str]:
    """All that are there, but for those that only count: a page asks one backend for answers and for their number."""
    left_out = refused_modules().keys() | absent_backends()
    return [name for name in modules() if name not in left_out and not backend_named(name).counts_only]


def _describe(record: Puzzle) -> dict[str, Any]:
    entry, setter, introduction = entry_of(record.name), setter_of(record), record.extras.introduction
    return {
        "puzzle": record.name,
        "title": record.title,
        "aliases": list(entry.aliases),
        "summary": entry.summary,
        "rules": list(record.rules),
        "background": list(introduction.background),
        "sizes": _example_sizes(record),
        "size_words": introduction.sizes,
        "unique": not setter.size_decides,
        "minimal": "minimal" in setter.fits,
        "changes": [name for name, (can, _) in CHANGES.items() if can(record)],
        "grades": list(GRADES) if "difficulty" in setter.fits else [],
        "catalogue": [
            {"name": each.name, "size": list(each.size), "solutions": each.solutions}
            for each in catalogue(record.name).values()
        ],
        "backends": [solver.name for solver in record.extras.solvers],
        "options": {name: list(values) for name, values in record.options.items()},
    }


def _example_sizes(record: Puzzle) -> list[str]:
    """Sizes of which there are boards. Small ones are made to see that; where there are such, there are large ones."""
    small = [side for side in SMALL if _has_boards(record, side)]
    sides = [*small, *LARGE] if small else [side for side in sorted(SIDES) if _has_boards(record, side)]
    return [f"{side}x{side}" for side in sides]


def _has_boards(record: Puzzle, side: int) -> bool:
    with suppress(InputError):
        record.generate((side, side), seed=0, **record.extras.any_size)
        return True
    return False
