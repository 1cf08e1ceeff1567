"""The setter of a puzzle: how its boards are made to order. `Extras.setter` of the puzzle's record gives it.

    SETTER = Setter(set_up, fits=frozenset({"minimal", "difficulty"}), backends=("cnf", "propagate", "cpsat"))

A puzzle without one is set by drawing boards until one has a single answer (`rosetta.studies.setting.redrawing`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from models.puzzles.parameters import Parameter
from models.puzzles.randomness import Stream
from models.puzzles.setting.engines import SetterEngines
from models.puzzles.setting.targets import PlantedBoard, Targets, attempt_seed
from rosetta.foundation.progress import Progress


@dataclass(frozen=True, slots=True)
class SettingAttempt:
    """One attempt at a board.

    puzzle: its name.
    what: the size or name as a person typed it.
    shape: (rows, columns) where `what` is a size, else None.
    seed: of the instance.
    number: of the attempt, from 0 on.
    wish: what is asked of the board.
    read: the instance that `what` names and its planted answer (None if it has none), for a seed.
    engines: the solvers that may be asked.
    progress: is told how far the attempt got.
    """

    puzzle: str
    what: str
    shape: tuple[int, int] | None
    seed: int
    number: int
    wish: Targets
    read: Callable[[int], tuple[Any, Any]]
    engines: SetterEngines
    progress: Progress

    @property
    def own_seed(self) -> int:
        """The seed of this attempt, for what is planted anew in each."""
        return attempt_seed(self.puzzle, self.what, self.seed, self.number)

    def start(self) -> tuple[Any, Any]:
        """The instance that `what` names, drawn with the seed of this attempt, and its planted answer or None."""
        return self.read(self.own_seed)

    def stream(self, purpose: str = "set") -> Stream:
        """Random numbers of this attempt; another purpose has others."""
        return Stream(self.puzzle, purpose, f"{self.what}:{self.number}", self.seed)


SetUp: TypeAlias = Callable[[SettingAttempt], PlantedBoard | None]


@dataclass(frozen=True, slots=True)
class Setter:
    """How boards of a puzzle are made to order.

    set_up(attempt): the board of this attempt that meets the targets, None if this attempt has none. It depends on
        nothing else. Raises InputError for targets that no board meets.
    fits: which of `minimal` and `difficulty` it supports, besides `unique`.
    backends: those that are loaded before the clock starts.
    wishes: what only this setter knows, by name; each is a flag of `generate` and an argument of `rosetta.generate`.
    implying: those of the wishes that make sense only with one solution.
    witness: the backend that confirms that an answer is the only one, where another than the usual does better; it is
        of another kind than those that set the board.
    size_decides: a board of a size has as many solutions as its size says, whatever is changed on it.
    variety: how boards of the same size can be made to differ, where a size names a single one; for people.
    """

    set_up: SetUp
    fits: frozenset[str]
    backends: tuple[str, ...]
    wishes: Mapping[str, Parameter] = field(default_factory=dict)
    implying: frozenset[str] = frozenset()
    witness: str = ""
    variety: str = ""
    size_decides: bool = False
