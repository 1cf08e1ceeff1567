"""A parameter of a puzzle: a value that a person may set, which is also a flag of the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rosetta.foundation.errors import InputError

SWITCH = ("no", "yes")  # the values of what is said or not said


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generator or of a setter.

    read: converts what a person typed, or raises InputError; help: one line; letter: stands for the value in the help,
    "" for a switch, whose flag has no value.
    """

    default: Any
    read: Callable[[str], Any]
    help: str
    letter: str = "X"


def number_reader(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers from least to most; without `most`, of all that have fewer than ten digits."""
    span = f"from {least} on" if most is None else f"from {least} to {most}"

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        if not is_number or int(text) < least or (most is not None and int(text) > most):
            raise InputError(f"expected a whole number {span}, found '{text[:40]}'")
        return int(text)

    return read


def choice_reader(values: tuple[str, ...]) -> Callable[[str], str]:
    """A reader that accepts these words only."""

    def read(text: str) -> str:
        if text not in values:
            raise InputError(f"expected one of {', '.join(values)}, found '{text[:40]}'")
        return text

    return read


def switch(help: str) -> Parameter:
    """A parameter that is off unless it is named: a flag without a value."""
    read = choice_reader(SWITCH)
    return Parameter(False, lambda text: read(text) == SWITCH[1], help, "")
