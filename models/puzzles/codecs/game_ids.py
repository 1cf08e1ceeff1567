"""Codecs of game IDs, beside those of `walks`: what stands behind the size of a board, and a puzzle in such IDs.

7x7m2:a3c2j2e2e2a5b2h4a6c2      m2 is how many bridges may lie side by side, and belongs to the board
7x7i30e10m2d1:...               i, e and d say how the board was made, and do not
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Any, NamedTuple, Protocol

from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import StepValues, Value
from models.puzzles.codecs.walks import TextCodec, decode_text, encode_text
from rosetta.foundation.errors import InputError

LONGEST_RUN = 26  # cells of nothing that one letter says
LETTERS = ascii_lowercase
MOST_SPACES = 25  # before a value that `CasedRuns` says


class GameText(NamedTuple):
    """What an ID holds beside the size of its board: what stands behind the colon, and the letters before it. size:
    where it is no WIDTHxHEIGHT."""

    desc: str
    letters: str
    size: str = ""


class LettersCodec(Protocol):
    """Reads a part of a board from the letters behind its size, and writes them. Both raise InputError."""

    def decode(self, sheet: Sheet, letters: str) -> Any: ...
    def encode(self, sheet: Sheet, part: Any) -> str: ...


@dataclass(frozen=True)
class SwitchLetter:
    """Does a letter stand there? 1 or 0. pattern: all that may stand behind the size, with the group `switch`; example:
    sizes with such letters, in words, for messages."""

    letter: str
    pattern: str
    example: str

    def decode(self, sheet: Sheet, letters: str) -> int:
        """1 where it stands there."""
        match = re.fullmatch(self.pattern, letters)
        if match is None:
            raise InputError(f"{sheet.here}: expected {self.example}, found {letters[:40]!r} behind it")
        return int(bool(match["switch"]))

    def encode(self, sheet: Sheet, part: int) -> str:
        """The letter, or nothing."""
        return self.letter if part else ""


@dataclass(frozen=True)
class CasedRuns:
    """A step of a walk: a letter says a run of spaces and the value behind it, `a` and `A` the value alone; a small one
    says one value, a capital another. `z` and `Z` say 25 spaces alone."""

    small: Value
    capital: Value
    space: Value

    letters = f"{LETTERS}{LETTERS.upper()}"

    def take(self, sheet: Sheet, text: str, at: int) -> StepValues | None:
        """Spaces, and the value."""
        if text[at] not in self.letters:
            return None
        run = LETTERS.index(text[at].lower())
        value = self.small if text[at].islower() else self.capital
        return StepValues([self.space] * run + [value] * (run < MOST_SPACES))

    def say(self, sheet: Sheet, values: Sequence[Value], at: int) -> tuple[int, str] | None:
        """The way to the next value, or as far as a letter goes."""
        run = next((i for i, value in enumerate(values[at:]) if value != self.space), None)
        if run is None:
            return None
        letter, said = LETTERS[min(run, MOST_SPACES)], run + 1 if run < MOST_SPACES else MOST_SPACES
        return said, letter if values[at + run] == self.small else letter.upper()


@dataclass(frozen=True)
class NumberedLetter:
    """The number behind a letter: `m2`.

    pattern: all that may stand behind the size, with the group `number`.
    known: the numbers that are read here.
    expected: these in words, for messages.
    usual: the number that is meant where none is said, None if one has to be.
    names: what numbers mean, by number, for messages.
    example: sizes with such letters, in words, for messages.
    refused: other groups of the pattern, for letters that change the rules, each with what it says.
    """

    letter: str
    pattern: str
    known: range
    expected: str
    usual: int | None = None
    names: Sequence[str] = ()
    example: str = ""
    refused: Mapping[str, str] = field(default_factory=dict)

    def decode(self, sheet: Sheet, letters: str) -> int:
        """The number."""
        match = re.fullmatch(self.pattern, letters)
        if match is None and self.example:
            raise InputError(f"{sheet.here}: expected {self.example}, found {letters[:40]!r} behind it")
        for group, says in self.refused.items():
            if match and match[group]:
                raise InputError(f"{sheet.here}: the {match[group]} in {letters[:40]!r} {says}")
        number = self.usual if match and match["number"] is None else int(match["number"][:9]) if match else None
        if number is None or number not in self.known:
            found = repr(letters[:40])
            if number is not None and self.names:
                name = self.names[number] if number < len(self.names) else "one that is unknown here"
                found = f"{self.letter}{number} ({name})"
            raise InputError(f"{sheet.here}: expected {self.expected}, found {found}")
        return number

    def encode(self, sheet: Sheet, part: int) -> str:
        """The letter and the number."""
        return f"{self.letter}{part}"


def declare_game(
    codecs: Sequence[TextCodec],
    parts: Parts,
    size_letters: LettersCodec | None = None,
    is_square: bool = False,
    **more: Any,
) -> Body:
    """A puzzle in game IDs (Tatham), by codecs, one behind the other. size_letters: of what stands behind the size,
    where that belongs to the board: the last of its parts. is_square: is the size said by one number? more: fields of
    `Body`; `letters` with `size_letters`."""

    def read(sheet: Sheet, text: GameText) -> Any:
        last = [] if size_letters is None else [size_letters.decode(sheet, text.letters)]
        return parts.make(*decode_text(codecs, sheet, text.desc), *last)

    def write(sheet: Sheet, board: Any) -> GameText:
        said = parts.of_board(sheet, board)
        letters = "" if size_letters is None else size_letters.encode(sheet, said[-1])
        return GameText(encode_text(codecs, sheet, said[: len(codecs)]), letters, str(sheet.width) if is_square else "")

    return Body(read=read, write=write, **more)
