"""Records of generation: the targets of an instance from what a user chose, and what is generated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.setting.targets import Targets
from report.words import join_names
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.setting.setters import setter_of


def targets_from(
    record: Puzzle,
    choices: Mapping[str, Any],
    wishes: Mapping[str, Any],
    *,
    unique: bool = False,
    minimal: bool = False,
    difficulty: str | None = None,
) -> Targets:
    """The targets; those that make sense only with one solution imply it.

    choices: values of the puzzle's parameters and options by name; what is missing has its default. wishes: those of
    setters (`Setter.wishes`) by name, also one of another puzzle's, which is refused later.
    """
    setter = setter_of(record)
    defaults = {name: parameter.default for name, parameter in record.parameters.items()}
    usual = {name: parameter.default for name, parameter in setter.wishes.items()}
    unusual = {name: value for name, value in wishes.items() if name not in usual or value != usual[name]}
    return Targets(
        unique=bool(unique or minimal or difficulty or setter.implying & unusual.keys()),
        minimal=minimal,
        difficulty=difficulty,
        parameters={name: choices[name] for name in defaults if choices.get(name, defaults[name]) != defaults[name]},
        rules={option: choices.get(option, values[0]) for option, values in record.options.items()},
        wishes=unusual,
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
