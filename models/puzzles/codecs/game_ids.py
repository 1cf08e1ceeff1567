"""Codecs of game IDs, beside those of `walks`: what stands behind the size of a board, and a puzzle in such IDs.

7x7m2:a3c2j2e2e2a5b2h4a6c2      m2 is how many bridges may lie side by side, and belongs to the board
7x7i30e10m2d1:...               i, e and d say how the board was made, and do not

Boards of digits (Solo), in boxes or regions, perhaps in cages; `digit_line` has a character for each cell instead:

3x3:a3_2b9a7...                     boxes of 3 rows and 3 columns, the digits
2x3x:...                            boxes of 2 rows and 3 columns, and both diagonals (x)
9j:1d3_2b...,a_fa_a_aab...          regions of any shape (j), said by their borders
3x3k:zzzc,_a___a_a...,13_12a9...    cages (k), said by their borders, and their sums, each in a cell of its cage
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt
from string import ascii_lowercase
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.borders import CountedBorders
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import DIGITS, DecimalNumbers, Letters, SideNumbers, Spaces, StepValues, Value
from models.puzzles.codecs.walks import CellWalk, TextCodec, decode_text, encode_text
from models.puzzles.regions import Regions
from rosetta.foundation.errors import InputError

LONGEST_RUN = 26  # cells of nothing that one letter says
LETTERS = ascii_lowercase
DIGIT_LETTERS = re.compile(r"(?P<rules>[jxk]*)(?P<made>[a-z0-9]*)", re.I)
JIGSAW, DIAGONALS, CAGES = "jxk"
MOST_SUM = 99_999
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


def digit_line() -> CellWalk:
    """A character for each cell: a digit, then letters; a full stop for none."""
    blank = Letters({".": 0}, also=dict.fromkeys("0-_*", 0))
    return CellWalk((blank, SideNumbers(DIGITS[1:].upper())))


def declare_digit_game(parts: Parts, cages: bool, other: str, **more: Any) -> Body:
    """A puzzle in such IDs.

    parts: digits (0 for none), regions, diagonals (0 or 1); where boards have cages, these as regions, and the sums,
        each in the first cell of its cage.
    cages: have boards cages?
    other: what an ID of the other kind is, in words, for the refusal.
    more: fields of `Body`.
    """

    def read(sheet: Sheet, text: GameText) -> Any:
        match = DIGIT_LETTERS.fullmatch(text.letters)
        if match is None:
            expected = "3x3, 2x3x or 9j, and how the board was made"
            raise InputError(f"{sheet.here}: expected {expected}, found {text.letters[:40]!r} behind the size")
        rules = match["rules"].lower()
        if (CAGES in rules) != cages:
            raise InputError(f"{sheet.here}: {other}")
        is_jigsaw, tall, wide = JIGSAW in rules, sheet.height, sheet.width
        n = tall if is_jigsaw and tall == wide else tall * wide
        board = replace(sheet, height=n, width=n)
        texts, codecs = text.desc.split(","), _codecs(n, is_jigsaw, cages)
        if len(texts) != len(codecs):
            expected = f"{len(codecs)} parts of the board, with commas between them"
            raise InputError(f"{sheet.here}: expected {expected}, found {len(texts)}")
        said = [_decode(codec, board, part) for codec, part in zip(codecs, texts, strict=True)]
        regions = said.pop(1) if is_jigsaw else _boxes(n, wide, tall)
        return parts.make(said[0], regions, int(DIAGONALS in rules), *said[1:])

    def write(sheet: Sheet, board: Any) -> GameText:
        digits, regions, diagonals, *more = parts.of_board(sheet, board)
        n = len(digits)
        boxes = _find_boxes(regions)
        said = [digits, *([] if boxes else [regions]), *more]
        codecs = _codecs(n, boxes is None, cages)
        desc = ",".join(codec.encode(sheet, part) for codec, part in zip(codecs, said, strict=True))
        size = f"{boxes[0]}x{boxes[1]}" if boxes else f"{n}{JIGSAW}"
        return GameText(desc, f"{DIAGONALS * diagonals}{CAGES * cages}", size)

    return Body(read=read, write=write, **more)


def _codecs(n: int, is_jigsaw: bool, cages: bool) -> Sequence[TextCodec]:
    """Of the parts of a board, between commas."""
    digits, sums = (CellWalk((DecimalNumbers(most), Spaces(0, "a", LONGEST_RUN))) for most in (n, MOST_SUM))
    borders: TextCodec = CountedBorders()
    return [digits, *([borders] if is_jigsaw else []), *([borders, sums] if cages else [])]


def _decode(codec: TextCodec, sheet: Sheet, text: str) -> Any:
    """The whole of a part."""
    part, at = codec.decode(sheet, text, 0)
    if at < len(text):
        raise InputError(f"{sheet.here}: expected a comma or the end, found {text[at : at + 20]!r}")
    return part


def _boxes(n: int, tall: int, wide: int) -> Regions:
    """Boxes of so many rows and columns."""
    r, c = np.indices((n, n))
    boxes: NDArray[np.int64] = r // tall * tall + c // wide
    return boxes


def _find_boxes(regions: Regions) -> tuple[int, int] | None:
    """The rows and columns of the boxes that these regions are, None if they are none; more than one row."""
    n = len(regions)
    sides = sorted((side for side in range(2, n + 1) if n % side == 0), key=lambda side: abs(side - isqrt(n)))
    for tall in sides:
        if np.array_equal(regions, _boxes(n, tall, n // tall)):
            return tall, n // tall
    return None
