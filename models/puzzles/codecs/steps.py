"""Steps: ways to say one or more values of a walk over a board by a character or a few, and to read them.

    Letters      `B`      a value                           ThenSpaces   `7`    a value and the empty cells behind it
    Spaces       `c`      a run of empty cells              SpacesThen   `b`    empty cells and the value behind them
    BaseNumbers  `-1f`    a number                          SideNumbers  `G`    a number, the longer side at most
    Triples      `k`      three values                      ArrowNumbers `2a`   a direction and a number
    Ignored      `!`      nothing                           DecimalNumbers `12_3`  numbers, told apart

`walks` makes codecs of them. The idea, and some names, are those of the serializer of cspuz_core (semiexp).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, Protocol, TypeAlias

from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.sheet import Sheet, WordlessCell
from rosetta.foundation.errors import InputError

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
ARROWS = 5  # directions of a number with an arrow, none among them

Value: TypeAlias = Any
"""What a cell or a clue holds: a number or a truth value."""


class StepValues(NamedTuple):
    """What a step has read: values, how many characters, and how many of the values may lie beyond the last cell."""

    values: list[Value]
    length: int = 1
    spare: int = 0


class WalkStep(Protocol):
    """A way to say the next values.

    letters: the characters that it may begin with, for messages.
    take(sheet, text, at): what stands there, None if the text there is not of this step. Raises InputError if it
        begins as this step and does not go on so.
    say(sheet, values, at): how many of the values from there on it says, and the text; None if it cannot say the first.
    """

    @property
    def letters(self) -> str: ...
    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None: ...
    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None: ...


@dataclass(frozen=True)
class Letters:
    """A character says a value. also: characters that are read, and never written."""

    values: Mapping[str, Value]
    also: Mapping[str, Value] = field(default_factory=dict)

    @cached_property
    def letters(self) -> str:
        """All of them."""
        return "".join((*self.values, *self.also))

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """One value."""
        known = self.values if text[at] in self.values else self.also
        return StepValues([known[text[at]]]) if text[at] in known else None

    @cached_property
    def words(self) -> dict[Value, str]:
        """The character of each value: of those that mean the same, the first."""
        return {value: letter for letter, value in reversed(list(self.values.items()))}

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The character of the value."""
        letter = self.words.get(values[at])
        return None if letter is None else (1, letter)


@dataclass(frozen=True)
class Spaces:
    """A letter says a run of equal values: `first` one of them, the letter behind it two, up to `most`."""

    space: Value
    first: str
    most: int

    @cached_property
    def letters(self) -> str:
        """From the first on."""
        begin = DIGITS.index(self.first)
        return DIGITS[begin : begin + self.most]

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """A run."""
        run = self.letters.find(text[at]) + 1
        return StepValues([self.space] * run) if run else None

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The longest run that one letter says."""
        run = _count_spaces(values, at, self.space, self.most)
        return (run, self.letters[run - 1]) if run else None


@dataclass(frozen=True)
class ThenSpaces:
    """A character says one of the values and how many spaces follow, `most` at most: first the values without any.

    past_end: the spaces may go on behind the last cell, and are written so.
    """

    values: Sequence[Value]
    space: Value
    most: int
    past_end: bool = False

    @cached_property
    def letters(self) -> str:
        """One for each value and number of spaces."""
        return DIGITS[: len(self.values) * (self.most + 1)]

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """A value and spaces."""
        digit = self.letters.find(text[at])
        if digit < 0:
            return None
        run, which = divmod(digit, len(self.values))
        return StepValues([self.values[which], *[self.space] * run], spare=run if self.past_end else 0)

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """A value and the spaces behind it."""
        if values[at] not in self.values:
            return None
        run = _count_spaces(values, at + 1, self.space, self.most)
        said = self.most if self.past_end and at + 1 + run == len(values) else run
        return 1 + run, self.letters[self.values.index(values[at]) + len(self.values) * said]


@dataclass(frozen=True)
class SpacesThen:
    """A character says how many spaces there are before a value: `none` no space, `a`..`y` 1..25; `z` 25 spaces and no
    value behind them. The value closes the board (`closing` of `CellWalk`), so that one always follows."""

    value: Value
    space: Value
    none: str = "_"
    far: str = "z"

    @cached_property
    def letters(self) -> str:
        """`_` and all letters."""
        return self.none + DIGITS[10:]

    @property
    def most(self) -> int:
        """Spaces before a value."""
        return len(self.letters) - 2

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """Spaces, and the value."""
        run = self.letters.find(text[at])
        if text[at] == self.far:
            return StepValues([self.space] * self.most)
        return StepValues([*[self.space] * run, self.value]) if run >= 0 else None

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The way to the next value, or as far as a letter goes."""
        run = _count_spaces(values, at, self.space, self.most + 1)
        return (self.most, self.far) if run > self.most else (run + 1, self.letters[run])


@dataclass(frozen=True)
class Triples:
    """A character says three values, the first by its highest digit in a base that has as many digits as there are
    values: 27 characters for `0, 1, 2`. Behind the last cell, only the first of the values is said, and read."""

    values: Sequence[Value]

    @cached_property
    def letters(self) -> str:
        """One for each three values."""
        return DIGITS[: len(self.values) ** 3]

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """Three values."""
        number, base = self.letters.find(text[at]), len(self.values)
        if number < 0:
            return None
        digits = [number // base**2, number // base % base, number % base]
        spare = next((i for i, digit in enumerate(reversed(digits)) if digit), 2)
        return StepValues([self.values[digit] for digit in digits], spare=spare)

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The character of the next three."""
        three = [*values[at : at + 3], *[self.values[0]] * 2][:3]
        if any(value not in self.values for value in three):
            return None
        number = 0
        for value in three:
            number = len(self.values) * number + self.values.index(value)
        return min(3, len(values) - at), self.letters[number]


@dataclass(frozen=True)
class Ignored:
    """Characters that are read and say nothing, such as marks of a player."""

    letters: str

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """No value."""
        return StepValues([]) if text[at] in self.letters else None

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """Nothing."""
        return None


@dataclass(frozen=True)
class BaseNumbers:
    """Numbers from `least` on: one digit, or a sign and more digits.

    long: by sign, how many digits follow and what is added to them.
    most: the largest that is written; larger ones are read.
    noun: what the numbers are, in messages.
    base: of the digits, 36 at most.
    shortest: only the shortest word of a number is read.
    """

    long: Mapping[str, tuple[int, int]]
    most: int
    noun: str
    least: int = 0
    base: int = 16
    shortest: bool = False

    @cached_property
    def digits(self) -> dict[str, int]:
        """All of the base, with their values."""
        return {digit: value for value, digit in enumerate(DIGITS[: self.base])}

    @cached_property
    def letters(self) -> str:
        """Digits and signs."""
        return DIGITS[self.least : self.base] + "".join(self.long)

    @cached_property
    def words(self) -> dict[int, str]:
        """The shortest words of the numbers that were said: first those of one digit."""
        return dict(enumerate(DIGITS[: self.base]))

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """One number."""
        number = self.digits.get(text[at], -1)
        if number >= self.least:
            return StepValues([number])
        if text[at] not in self.long:
            return None
        length, added = self.long[text[at]]
        word, least = text[at + 1 : at + 1 + length], self.base if self.shortest else self.least
        if len(word) == length and all(map(self.digits.__contains__, word)) and int(word, self.base) + added >= least:
            return StepValues([int(word, self.base) + added], length + 1)
        digits = "hexadecimal digits" if self.base == 16 else f"digits in base {self.base}"
        above = f" that say a number from {least}" if self.shortest else ""
        expected = f"{length} {digits}{above} after `{text[at]}`"
        raise InputError(f"{sheet.here}, position {at}: expected {expected}, found {word!r}")

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The shortest word for the number."""
        number = values[at]
        if number < self.least:
            return None
        if number > self.most:
            raise InputError(
                f"{sheet.here}: expected {self.noun} up to {self.most}, found {number}; write plain text instead"
            )
        if number not in self.words:
            self.words[number] = self._long_word(number)
        return 1, self.words[number]

    def _long_word(self, number: int) -> str:
        """A sign and digits."""
        sign, (length, added) = next(
            (sign, span) for sign, span in self.long.items() if 0 <= number - span[1] < self.base ** span[0]
        )
        word, rest = "", number - added
        for _ in range(length):
            rest, digit = divmod(rest, self.base)
            word = DIGITS[digit] + word
        return sign + word


@dataclass(frozen=True)
class DecimalNumbers:
    """Decimal numbers from 1 to `most`, with a sign between two that follow each other: `12_3`."""

    most: int
    between: str = "_"

    letters = DIGITS[1:10]

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """One number, and the sign behind it where another number follows."""
        end = at
        while text[end : end + 1] in [*DIGITS[:10]]:
            end += 1
        if end == at or text[at] == "0":
            return None
        number = parse_integer(f"{sheet.here}, position {at}", "a number", text[at:end], 1, self.most)
        is_followed = text[end : end + 1] == self.between and text[end + 1 : end + 2] in [*self.letters]
        return StepValues([number], end - at + is_followed)

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The number, and the sign where the next value is one, too."""
        if not self._is_number(values[at]):
            return None
        is_followed = at + 1 < len(values) and self._is_number(values[at + 1])
        return 1, f"{values[at]}{self.between if is_followed else ''}"

    def _is_number(self, value: Value) -> bool:
        return bool(1 <= value <= self.most)


@dataclass(frozen=True)
class ArrowNumbers:
    """A direction, 0 none, 1 to 4 up, down, left, right, and a number in base 16, as a pair: `2a`, `5` to `9` and two
    digits (`71f`), a sign, the direction and three digits (`-2100`); `2.` a number that is not told (`unknown`)."""

    unknown: int = -2

    letters = DIGITS[:10] + "-"

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """A direction and a number."""
        if text[at] not in self.letters:
            return None
        long = text[at] == "-"
        first = text[at + 1 : at + 2] if long else text[at]
        length = 3 if long else 1 + int(first) // ARROWS
        begin = at + 1 + long
        word = text[begin : begin + length]
        if first in DIGITS[: ARROWS if long else 10] and first:
            if word == "." and length == 1:
                return StepValues([(int(first), self.unknown)], 2)
            if len(word) == length and set(word) <= set(DIGITS[:16]):
                return StepValues([(int(first) % ARROWS, int(word, 16))], begin + length - at)
        expected = f"a direction 0..{ARROWS - 1} and {length} hexadecimal digits"
        raise InputError(f"{sheet.here}, position {at}: expected {expected}, found {text[at : begin + length]!r}")

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The shortest word for both."""
        direction, number = values[at]
        if number == self.unknown:
            return 1, f"{direction}."
        if not 0 <= number < 16**3:
            return None
        if number < 16:
            return 1, f"{direction}{number:x}"
        return 1, f"{direction + ARROWS}{number:02x}" if number < 256 else f"-{direction}{number:03x}"


@dataclass(frozen=True)
class SideNumbers:
    """A character says a number from 1 on, the longer side of the board at most. letters: for 1, 2, .."""

    letters: str

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """One number."""
        number = self.letters.find(text[at]) + 1
        if number > self._most(sheet):
            expected = f"a number from 1 to {self._most(sheet)}"
            raise InputError(f"{sheet.here}, position {at}: expected {expected}, found {text[at]!r}")
        return StepValues([number]) if number else None

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """Its character."""
        most = self._most(sheet)
        if not 1 <= values[at] <= most:
            expected = f"a number from 1 to {most} in every cell, the longer side at most"
            raise InputError(f"{sheet.here}: expected {expected}, found {values[at] or 'none'}")
        return 1, self.letters[values[at] - 1]

    def _most(self, sheet: Sheet) -> int:
        return min(max(sheet.height, sheet.width), len(self.letters))


def _count_spaces(values: Sequence[Value], at: int, space: Value, most: int) -> int:
    """How many values from there on are spaces, `most` at most."""
    run = 0
    while run < most and at + run < len(values) and values[at + run] == space:
        run += 1
    return run


def describe_letters(letters: str) -> str:
    """Characters in words: "`.`, a digit, `a`..`e` or `g`..`z`"; their order is kept."""
    words = []
    for _, group in groupby(enumerate(letters), lambda pair: ord(pair[1]) - pair[0]):
        run = "".join(letter for _, letter in group)
        if run == DIGITS[:10]:
            words.append("a digit")
        else:
            words += [f"`{run[0]}`..`{run[-1]}`"] if len(run) > 2 else [f"`{letter}`" for letter in run]
    return " or ".join(", ".join(part) for part in (words[:-1], words[-1:]) if part)


def steps_by_letter(steps: Sequence[WalkStep]) -> dict[str, WalkStep]:
    """Which step a character begins: of several, the first."""
    return {letter: step for step in reversed(steps) for letter in step.letters}


def read_clues(steps: Sequence[WalkStep], sheet: Sheet, text: str, at: int, count: int) -> tuple[list[Any], int]:
    """So many clues, and the position behind them. Raises InputError."""
    clues, known, begin = list[Any](), steps_by_letter(steps), at
    while len(clues) < count:
        step = known.get(text[at : at + 1])
        taken = None if step is None else step.take(sheet, text, at)
        if taken is None:
            found = f"{len(clues)} and then {repr(text[at]) if at < len(text) else 'the end'}"
            raise InputError(f"{sheet.here}, position {at}: expected {count} clues, found {found}")
        clues += taken.values
        begin, at = at, at + taken.length
    if len(clues) > count:
        raise InputError(f"{sheet.here}, position {begin}: expected {count} clues, found a run up to {len(clues)}")
    return clues, at


def say_all(steps: Sequence[WalkStep], sheet: Sheet, values: Sequence[Value], are_cells: bool = False) -> str:
    """The text of all values. are_cells: of the cells of the board, row by row? Raises InputError for one that no step
    can say; WordlessCell where it is a cell's."""
    out, at = [], 0
    while at < len(values):
        for step in steps:
            said = step.say(sheet, values, at)
            if said is not None:
                break
        else:
            if are_cells:
                raise WordlessCell(sheet, divmod(at, sheet.width), values[at])
            raise InputError(f"{sheet.here}: has no word for {values[at]}; write plain text instead")
        at += said[0]
        out.append(said[1])
    return "".join(out)
