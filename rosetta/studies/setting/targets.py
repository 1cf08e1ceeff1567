"""Records of generation: the targets of an instance, and what is generated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from backends.contract import Limits
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.randomness import Stream
from report.words import join_names
from rosetta.foundation.progress import Progress
from rosetta.studies.grading.difficulty import GRADES

LIMITS = Limits(seconds=1e6)  # for engines that a setter calls in its own process: the child has the real limit


@dataclass(frozen=True, slots=True)
class PlantedBoard:
    """An instance and its planted answer. givens: pieces of an answer of `whole` that lie on the board already, so that
    the instance is the rest; () where the instance is the whole."""

    instance: Instance
    answer: Answer
    whole: Instance | None = None
    givens: Answer = ()


@dataclass(frozen=True, slots=True)
class Targets:
    """unique: exactly one solution; minimal: without any one clue there are more; symmetry: of the walls; nullity:
    dimension of the quiet patterns; presses: the fewest that solve it; difficulty: a grade (`grading`); parameters: of
    the puzzle's generator, by name; rules: the reading of the rules; given: pieces may lie on the board already."""

    unique: bool = False
    minimal: bool = False
    symmetry: str = "none"
    nullity: int | None = None
    presses: int | None = None
    difficulty: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    given: bool = False


def targets_from(
    record: Puzzle,
    choices: Mapping[str, Any],
    *,
    unique: bool = False,
    minimal: bool = False,
    given: bool = False,
    symmetry: str = "none",
    nullity: int | None = None,
    presses: int | None = None,
    difficulty: str | None = None,
) -> Targets:
    """The targets; those that make sense only with one solution imply it. choices: values of the puzzle's parameters
    and options by name; what is missing has its default."""
    defaults = {name: parameter.default for name, parameter in record.parameters.items()}
    return Targets(
        unique=bool(unique or minimal or given or difficulty or symmetry != "none"),
        minimal=minimal,
        given=given,
        symmetry=symmetry,
        nullity=nullity,
        presses=presses,
        difficulty=difficulty,
        parameters={name: choices[name] for name in defaults if choices.get(name, defaults[name]) != defaults[name]},
        rules={option: choices.get(option, values[0]) for option, values in record.options.items()},
    )


@dataclass(frozen=True, slots=True)
class GeneratedInstance:
    """A generated instance and its planted answer. unique: None where it was not checked, or no second engine finished;
    tries: boards that were started for it; seconds: of all of them; note: a remark for the user; whole, givens: as in
    `PlantedBoard`."""

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
    """The module of a puzzle in this folder, or `RedrawingSetter` for all other puzzles. FITS: the fields of `Targets`
    that it supports, besides `unique`; NEEDS: backends that are loaded before the clock starts."""

    @property
    def FITS(self) -> frozenset[str]: ...

    @property
    def NEEDS(self) -> tuple[str, ...]: ...

    def set_up(self, what: str, seed: int, attempt: int, wish: Targets, progress: Progress) -> PlantedBoard | None:
        """The board of this attempt that meets the targets, None if this attempt has none. It is deterministic. Raises
        InputError for targets that no board meets."""


def ways_out(record: Puzzle, wish: Targets, limit: str, dashes: str = "") -> str:
    """What to change where no board was found. limit: the name of the limit that ended the search; dashes: before the
    names of what can be set."""
    sizes = dict(zip(GRADES, ("smaller", "different", "larger"), strict=True))  # small boards are easy, large ones hard
    ways = [f"a {sizes[wish.difficulty or GRADES[0]]} size"]
    if record.parameters:
        ways.append(f"other values of {join_names(dashes + name for name in record.parameters)}")
    if wish.difficulty is not None:
        ways.append(f"another {dashes}difficulty")
    return f"try {', '.join(ways)}, or a longer {dashes}{limit}"


def attempt_seed(puzzle: str, what: str, seed: int, attempt: int) -> int:
    """The seed of an attempt; attempt 0 has the seed of the instance itself."""
    return seed if attempt == 0 else Stream(puzzle, "attempt", f"{what}:{attempt}", seed).number_below(2**62)
