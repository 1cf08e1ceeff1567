"""What can be asked of a board that is set, and what a setter hands back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from models.puzzles.randomness import Stream


@dataclass(frozen=True, slots=True)
class PlantedBoard:
    """An instance and its planted answer. givens: pieces of an answer of `whole` that lie on the board already, so that
    the instance is the rest; () where the instance is the whole."""

    instance: Any
    answer: Any
    whole: Any = None
    givens: Any = ()


@dataclass(frozen=True, slots=True)
class Targets:
    """What is asked of a board.

    unique: exactly one solution.
    minimal: without any one clue there are more.
    difficulty: a grade (`rosetta.studies.grading`), None for any.
    parameters: of the puzzle's generator, by name; those that differ from their defaults.
    rules: the reading of the rules, by option.
    wishes: those that only the puzzle's own setter knows (`Setter.wishes`), by name; likewise.
    """

    unique: bool = False
    minimal: bool = False
    difficulty: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    wishes: Mapping[str, Any] = field(default_factory=dict)


def attempt_seed(puzzle: str, what: str, seed: int, attempt: int) -> int:
    """The seed of an attempt; attempt 0 has the seed of the instance itself."""
    return seed if attempt == 0 else Stream(puzzle, "attempt", f"{what}:{attempt}", seed).number_below(2**62)
