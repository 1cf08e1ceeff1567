"""Variables that are parts of a number, and what several of them say of it together.

levels    variable k: there are more than k     at least one, not two    one bridge from R1C1 to R1C4
bits      variable k: the digit for 2^k         bit 3, not bit 1         x is 8 or 9     (models/puzzles/model)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class NumberParts(Protocol):
    """What the variables of an array are parts of."""

    def of(self, entry: int) -> tuple[int, int]:
        """The number of which an entry is a part, and which part it is."""

    def say(self, noun: str, number: int, known: Mapping[int, bool]) -> str:
        """What known parts say of a number of these things, by part."""


@dataclass(frozen=True, slots=True)
class Levels:
    """An array that counts up along its first axis, of so many levels; numbers: how many entries each level has."""

    levels: int
    numbers: int

    def of(self, entry: int) -> tuple[int, int]:
        level, number = divmod(entry, self.numbers)
        return number, level

    def say(self, noun: str, number: int, known: Mapping[int, bool]) -> str:
        """`two bridges`, `at most one bridge`, `a bridge` where more may follow."""
        least = max((level + 1 for level, holds in known.items() if holds), default=0)
        most = min((level for level, holds in known.items() if not holds), default=self.levels)
        if least == 0:
            return f"no {noun}" if most == 0 else f"at most {_quantity(most, noun)}"
        if least == 1:
            return f"one {noun}" if most == 1 < self.levels else with_article(noun)
        return _quantity(least, noun) + ("" if most in (least, self.levels) else f" or {count_word(most)}")


def _quantity(number: int, noun: str) -> str:
    return f"{count_word(number)} {noun}{'s' * (number != 1)}"


def count_word(number: int) -> str:
    """A number in words, up to ten."""
    return COUNTS[number] if number < len(COUNTS) else str(number)


def with_article(noun: str) -> str:
    """`a line`, `an island`."""
    return f"{'an' if noun[:1] in tuple('aeiou') else 'a'} {noun}"
