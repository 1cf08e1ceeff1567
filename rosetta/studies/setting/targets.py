"""What a person may ask of an instance to be set, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from backends.contract import Limits
from models.puzzles.contract import Answer, Instance
from models.puzzles.randomness import Stream

Say: TypeAlias = Callable[[str], None]
LIMITS = Limits(seconds=1e6)  # of what a setter asks an engine in its own process: the child that it runs in has one


@dataclass(frozen=True, slots=True)
class PlantedBoard:
    """An instance and its planted answer. given: pieces of an answer of `whole` that lie there already, so that the
    instance is what is left to do; () where it is the whole."""

    instance: Instance
    answer: Answer
    whole: Instance | None = None
    givens: Answer = ()


@dataclass(frozen=True, slots=True)
class Targets:
    """unique: exactly one solution; minimal: without any one clue there are more; symmetry: of the walls; nullity:
    dimension of the quiet patterns; presses: the fewest that solve it; difficulty: a grade (`grading`); parameters: of
    the puzzle's generator, by name; rules: the reading of the rules; given: pieces may lie there already."""

    unique: bool = False
    minimal: bool = False
    symmetry: str = "none"
    nullity: int | None = None
    presses: int | None = None
    difficulty: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    given: bool = False


@dataclass(frozen=True, slots=True)
class GeneratedInstance:
    """An instance that was set, and its planted answer. unique: None where nobody looked, or only one engine came to
    an end; tries: boards that were begun for it; seconds: of all of them; note: what else is to be said; whole and
    given: as in `Found`."""

    instance: Instance
    answer: Answer | None
    seed: int
    unique: bool | None = None
    difficulty: str | None = None
    tries: int = 1
    seconds: float = 0.0
    note: str = ""
    whole: Instance | None = None
    givens: Answer = ()


class Setter(Protocol):
    """A file of this folder. FITS: the fields of `Wish` that it knows, besides `unique`; NEEDS:
    backends that are loaded before the clock runs."""

    @property
    def FITS(self) -> frozenset[str]: ...

    @property
    def NEEDS(self) -> tuple[str, ...]: ...

    def set_up(self, what: str, seed: int, attempt: int, wish: Targets, say: Say) -> PlantedBoard | None:
        """The board of that attempt as the wish has it, None if it cannot be had from it. It is the same whenever it
        is asked for. Raises InputError for a wish that nothing fulfils."""


def attempt_seed(puzzle: str, what: str, seed: int, attempt: int) -> int:
    """The seed of a further attempt; the first is that of the instance itself."""
    return seed if attempt == 0 else Stream(puzzle, "attempt", f"{what}:{attempt}", seed).number_below(2**62)
