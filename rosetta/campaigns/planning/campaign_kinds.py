"""Kinds of values of a campaign's options: several at once, which are combined with all others.

A word of the command line stays a word, so that a command is repeated as it was typed; the request reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rosetta.foundation.errors import InputError
from rosetta.requests.kinds import ALL, WholeNumber, refuse, refuse_word

MOST_SEEDS, LARGEST_SEED, SYMMETRIES = 1_000_000, 2**31 - 1, 8
LIMITS = {"time_limit": "seconds", "memory": "megabytes"}  # by name, with their units


def _read_numbers(word: str, least: int, most: int) -> tuple[int, ...]:
    """The numbers in a list with commas, each once. Raises InputError."""
    words = [each.strip() for each in word.split(",")]
    if not all(each.isascii() and each.isdigit() and least <= int(each[:12]) <= most for each in words):
        raise refuse_word(f"whole numbers from {least} to {most} with commas", word)
    return tuple(dict.fromkeys(map(int, words)))


def _check_numbers(value: Any, number: WholeNumber) -> tuple[int, ...]:
    """A number, or several, each once. Raises InputError."""
    listed = list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes) else [value]
    return tuple(dict.fromkeys(map(number.check, listed or [None])))


@dataclass(frozen=True)
class NumberList:
    """A whole number, or several: `1,4`, or a list."""

    least: int
    most: int
    letter: str = "T,T"
    type_name: str = "int or list of int"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            return _read_numbers(value, self.least, self.most)
        return _check_numbers(value, WholeNumber(self.least, self.most))


@dataclass(frozen=True)
class SeedList:
    """How many seeds, or a list of them: `5`, or `3,` for the seed 3 alone."""

    letter: str = "K"
    type_name: str = "int or list of int"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            return self._of_word(value)
        if isinstance(value, Iterable) and not isinstance(value, bytes):
            return _check_numbers(value, WholeNumber(0, LARGEST_SEED))
        return tuple(range(WholeNumber(1, MOST_SEEDS).check(value)))

    def _of_word(self, word: str) -> tuple[int, ...]:
        if "," in word:
            return _read_numbers(word.strip(","), 0, LARGEST_SEED)
        return tuple(range(_read_numbers(word, 1, MOST_SEEDS)[0]))


@dataclass(frozen=True)
class SymmetryList:
    """Symmetries of a board by number, 0 for none; `all`, or True, for every one."""

    letter: str = "K,K"
    type_name: str = "bool or list of int"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            return self._of_word(value)
        if isinstance(value, bool):
            return tuple(range(SYMMETRIES)) if value else (0,)
        return _check_numbers(value, WholeNumber(0, SYMMETRIES - 1))

    def _of_word(self, word: str) -> tuple[int, ...]:
        return tuple(range(SYMMETRIES)) if word == ALL else _read_numbers(word, 0, SYMMETRIES - 1)


@dataclass(frozen=True)
class EncodingChoices:
    """Choices of CNF encodings, which run one after the other: each `FORM=NAME,...`, a mapping from forms to names, or
    `all`."""

    letter: str = "FORM=NAME"
    type_name: str = 'mapping, "all", or list of these'

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> tuple[str, ...]:
        if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
            return (self._choice(value),)
        return tuple(map(self._choice, value))

    def _choice(self, value: Any) -> str:
        if isinstance(value, Mapping) and value:
            return ",".join(f"{form}={name}" for form, name in value.items())
        if isinstance(value, str) and value:
            return value
        raise refuse(f"{{form: name}}, '{ALL}' or a list of these", value)


@dataclass(frozen=True)
class CellLimits:
    """Limits of each cell at once: seconds, or a mapping of limits by name. Held by name."""

    letter: str = ""
    type_name: str = "float or mapping"

    def read(self, word: str) -> str:
        raise refuse_word("no value", word)

    def check(self, value: Any) -> dict[str, Any]:
        given = value if isinstance(value, Mapping) else {"time_limit": value}
        for name in given:
            if name not in LIMITS:
                known = " and ".join(f"{each} ({unit})" for each, unit in LIMITS.items())
                raise InputError(f"expected seconds, or limits by name: {known}; found {name!r:.60}")
        return dict(given)


@dataclass(frozen=True)
class BoardOptions:
    """Options of boards by name; a list of values gives boards for each. Held as lists of values."""

    letter: str = ""
    type_name: str = "mapping"

    def read(self, word: str) -> str:
        raise refuse_word("no value", word)

    def check(self, value: Any) -> dict[str, tuple[Any, ...]]:
        if not isinstance(value, Mapping):
            raise refuse("a mapping from names to values", value)
        return {str(name): tuple(each) if isinstance(each, list) else (each,) for name, each in value.items()}
