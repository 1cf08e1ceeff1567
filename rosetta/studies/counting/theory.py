"""Numbers of answers by a theorem of the puzzle: of boards too large to be built, by two formulas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from instances.resolve import parse_any_size
from models.puzzles.contract import Puzzle
from report.words import size_text
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.counting.count import Total

THEORY = 10_000  # cells; smaller boards are counted themselves, which shows more than a theorem


def size_id(what: str) -> str:
    """The size as text: the ID of a board that is counted without being built."""
    return size_text(parse_any_size(what) or ())


def count_by_theory(puzzle: Puzzle, what: str, options: Mapping[str, Any]) -> Total | None:
    """The number of answers of a board of that size, by two formulas, without building the board. None if WHAT is no
    size, if the puzzle has no theorem, or if the board is small enough to be counted itself."""
    size = parse_any_size(what)
    if size is None or puzzle.extras.theory is None or size[0] * size[1] < THEORY:
        return None
    start = work_seconds()
    counts = puzzle.extras.theory(size, **options)
    if counts is None:
        return None
    (first, number), (second, second_number) = counts.items()
    broken = () if number == second_number else (f"{first} and {second} differ",)
    return Total(number, "theory", "a second formula", work_seconds() - start, 0, broken, (first, second))
