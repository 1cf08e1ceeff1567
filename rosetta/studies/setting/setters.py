"""The setter of each puzzle: its own (`Extras.setter`), or the one that draws boards until one fits."""

from __future__ import annotations

from contextlib import suppress

from instances.resolve import parse_size, resolve
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.parameters import Parameter
from models.puzzles.registry import names, puzzle
from models.puzzles.setting.setter import Setter, SettingAttempt
from models.puzzles.setting.targets import Targets
from models.puzzles.stated_words import has_clues
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress
from rosetta.studies.setting.engines import BackendEngines
from rosetta.studies.setting.redrawing import redrawing_setter


def setter_of(record: Puzzle) -> Setter:
    """The setter of the puzzle's boards."""
    own = record.extras.setter
    return redrawing_setter(record) if own is None else own()


def should_be_unique(record: Puzzle) -> bool:
    """Are its boards set so that they have one solution? Where there are no clues to set, several are usual."""
    return bool(record.extras.exclude or record.extras.without_clue) or has_clues(record)


def begin_attempt(
    record: Puzzle, what: str, seed: int, number: int, wish: Targets, progress: Progress
) -> SettingAttempt:
    """The attempt of this number at the board of this seed. Raises InputError for a size out of range."""

    def read(drawn: int) -> tuple[Instance, Answer | None]:
        resolved = resolve(record.name, what, drawn, options=wish.parameters)
        return resolved.instance, resolved.planted

    return SettingAttempt(record.name, what, parse_size(what), seed, number, wish, read, BackendEngines(), progress)


def all_wishes() -> dict[str, Parameter]:
    """The wishes of all puzzles' setters, by name: to tell a wish that is for another puzzle from a misspelt one."""
    wishes: dict[str, Parameter] = {}
    for name in names():
        with suppress(InputError):  # a third party's that cannot be loaded
            own = puzzle(name).extras.setter
            wishes |= {} if own is None else own().wishes
    return wishes
