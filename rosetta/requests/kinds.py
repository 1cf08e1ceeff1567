"""Kinds of values that an option takes: each reads a word of a command line, and checks what a program passes.

Both say the same: `expected a whole number from 1 on, found ..`.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from backends.name_lists import read_names
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import unknown_name

LARGEST = 2**63 - 1  # whole number of an option that has no limit of its own
LONGEST = 60  # characters of a value that a message shows
ALL = "all"  # in place of a list of names, or of a number


class OptionKind(Protocol):
    """What values an option takes."""

    @property
    def letter(self) -> str:
        """What stands for the value in a help text: `N`; "" for a switch, which takes none."""

    @property
    def type_name(self) -> str:
        """The type that a docstring names: `int`."""

    def read(self, word: str) -> Any:
        """The value of a word. Raises InputError, which says what was expected and found."""

    def check(self, value: Any) -> Any:
        """The value as requests hold it. Raises InputError."""


def refuse(expected: str, value: object) -> InputError:
    """The error about a value that a program passed."""
    from report.number_text import quote_value

    return InputError(f"expected {expected}, found {quote_value(value)}")


def refuse_word(expected: str, word: str) -> InputError:
    """The error about a word of a command line."""
    return InputError(f"expected {expected}, found '{word[:LONGEST]}'")


class Switch:
    """Yes or no."""

    letter, type_name = "", "bool"

    def read(self, word: str) -> bool:
        raise refuse_word("no value", word)

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise refuse("True or False", value)
        return value


@dataclass(frozen=True, eq=False, repr=False)
class WholeNumber:
    """A whole number, of any integer type (numpy's too)."""

    least: int
    most: int = LARGEST
    noun: str = "whole number"
    letter: str = "N"
    type_name: str = "int"

    @property
    def expected(self) -> str:
        return f"a {self.noun} from {self.least} {'on' if self.most == LARGEST else f'to {self.most}'}"

    def read(self, word: str) -> int:
        try:
            number = int(word)
        except ValueError:
            raise refuse_word(self.expected, word) from None
        if not self.least <= number <= self.most:
            raise refuse_word(self.expected, word)
        return number

    def check(self, value: Any) -> Any:
        try:
            number = operator.index(value)
        except TypeError:
            raise refuse(self.expected, value) from None
        if isinstance(value, bool) or not self.least <= number <= self.most:
            too_large = ", below 2^63" if self.most == LARGEST and number > self.most else ""
            raise refuse(self.expected + too_large, value)
        return number


@dataclass(frozen=True, eq=False, repr=False)
class Amount:
    """A number with a fraction: seconds, a share, a ratio."""

    expected: str
    accept: Callable[[float], bool]
    letter: str = "S"
    type_name: str = "float"

    def read(self, word: str) -> float:
        try:
            number = float(word)
        except ValueError:
            raise refuse_word(self.expected, word) from None
        if not self.accept(number):
            raise refuse_word(self.expected, word)
        return number

    def check(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.accept(value):
            raise refuse(self.expected, value)
        return float(value)


@dataclass(frozen=True, eq=False, repr=False)
class TextValue:
    """Any text. expected: what it is, for messages."""

    expected: str = "a text"
    letter: str = "TEXT"
    type_name: str = "str"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            raise refuse(self.expected, value)
        return value


@dataclass(frozen=True, eq=False, repr=False)
class WordChoice:
    """One of several words. noun: what they are called, for messages."""

    words: tuple[str, ...]
    noun: str
    letter: str = ""

    @property
    def type_name(self) -> str:
        return "{" + ", ".join(f'"{word}"' for word in self.words) + "}"

    def read(self, word: str) -> str:
        if word not in self.words:
            raise refuse_word(f"one of {', '.join(self.words)}", word)
        return word

    def check(self, value: Any) -> str:
        if value not in self.words:
            raise InputError(unknown_name(self.noun, str(value), self.words))
        return str(value)


@dataclass(frozen=True, eq=False, repr=False)
class NumberChoice:
    """One of several whole numbers."""

    numbers: tuple[int, ...]
    letter: str = "N"

    @property
    def type_name(self) -> str:
        return "{" + ", ".join(map(str, self.numbers)) + "}"

    @property
    def expected(self) -> str:
        return f"one of {', '.join(map(str, self.numbers))}"

    def read(self, word: str) -> int:
        if word not in map(str, self.numbers):
            raise refuse_word(self.expected, word)
        return int(word)

    def check(self, value: Any) -> int:
        if isinstance(value, bool) or value not in self.numbers:
            raise refuse(self.expected, value)
        return int(value)


@dataclass(frozen=True, eq=False, repr=False)
class FileName:
    """The path of a file or folder that is written."""

    letter: str = "FILE"
    type_name: str = "str or Path"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> str:
        if not isinstance(value, str | os.PathLike):
            raise refuse("a path", value)
        return os.fspath(value)


class FileList:
    """Paths of files that are read: a flag given several times, a sequence in a program."""

    letter, type_name = "FILE", "sequence of str or Path"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> tuple[str, ...]:
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            raise refuse("a list of paths", value)
        return tuple(FILE.check(each) for each in value)


class NameList:
    """Names: `A,B` on a command line, a sequence in a program; each is kept once."""

    letter, type_name = "A,B", "sequence of str"

    def read(self, word: str) -> tuple[str, ...]:
        names = read_names(word)
        if not all(names):
            raise refuse_word("names separated by commas", word)
        return tuple(names)

    def check(self, value: Any) -> tuple[str, ...]:
        is_list = isinstance(value, Sequence) and not isinstance(value, str | bytes)
        if not is_list or not value or not all(isinstance(name, str) for name in value):
            raise refuse("a list of names", value)
        return tuple(dict.fromkeys(value))


@dataclass(frozen=True, eq=False, repr=False)
class Encodings:
    """CNF encodings by form of rows: `FORM=NAME`, several times, on a command line; a mapping in a program. Held as
    texts `FORM=NAME`. all_forms: may it be `all`, for every encoding of each form?"""

    all_forms: bool = False
    letter: str = "FORM=NAME"

    @property
    def type_name(self) -> str:
        return 'mapping or "all"' if self.all_forms else "mapping"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> tuple[str, ...]:
        if isinstance(value, tuple) and all(isinstance(choice, str) for choice in value):
            return value  # as the command line has them
        if self.all_forms and value == ALL:
            return (ALL,)
        if not isinstance(value, Mapping):
            raise refuse(f"{{form: name}}{' or ' + repr(ALL) if self.all_forms else ''}", value)
        return tuple(f"{form}={name}" for form, name in value.items())


class NamedValues:
    """Values by name, as settings of solvers; held as texts."""

    letter, type_name = "", "mapping"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> dict[str, str]:
        if not isinstance(value, Mapping):
            raise refuse("a mapping from names to values", value)
        return {str(name): str(item) for name, item in value.items()}


class Callback:
    """A function that a program passes."""

    letter, type_name = "", "callable"

    def read(self, word: str) -> Any:
        raise refuse_word("no value", word)

    def check(self, value: Any) -> Any:
        if not callable(value):
            raise refuse("a function", value)
        return value


SWITCH = Switch()
SECONDS = Amount("a number of seconds above 0", lambda seconds: 0 < seconds < 1e9)
MINUTES = Amount("a number of minutes above 0", lambda minutes: 0 < minutes < 1e9, "M")
PER_CENT = Amount("a number of per cent from 0 on", lambda share: 0 <= share <= 1000, "PERCENT")
POSITIVE, NATURAL = WholeNumber(1), WholeNumber(0)
THREADS = WholeNumber(1, 1024, "number of threads", "T")
MEGABYTES = WholeNumber(1, letter="MB")
NAMES = NameList()
FILE, FOLDER = FileName(), FileName("DIR")
