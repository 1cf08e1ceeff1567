"""Combinators for texts without blanks, such as addresses and game IDs: one description that reads and writes.

    CellWalk((Letters({".": BARE}), ThenSpaces(range(5), WHITE, 2), Spaces(WHITE, "g", 20)))        h0.k <-> a board

A codec is made of `steps` and says one part of a board: its cells, its clues; `declare_text` puts codecs one behind the
other. Where several steps can say a value, the first one writes. Positions in errors count from 0 in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.sheet import Sheet, Side, sides
from models.puzzles.codecs.steps import Value, WalkStep, describe_letters, read_clues, say_all, steps_by_letter
from rosetta.foundation.errors import InputError

EXCERPT = 20  # characters of a text that a message shows


class TextCodec(Protocol):
    """Reads a part of a board from a text, and writes it: decode(sheet, text, at) -> (the part, the position behind
    it), encode(sheet, part) -> text. Both raise InputError."""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Any, int]: ...
    def encode(self, sheet: Sheet, part: Any) -> str: ...


@dataclass(frozen=True)
class CellWalk:
    """The values of all cells, row by row, said by steps; an array of shape (height, width), and of (height, width, 2)
    where a value is a pair.

    ends_at: the character that ends the walk and does not belong to it; "": the text ends with it.
    closing: a value that stands behind the last cell, in the text only. None: there is none.
    expected: the characters that there are in words, "" for those of `describe_letters`.
    noun: what the values are of, in messages.
    fault(array): what is missing on a board that was read, as "expected .., found ..", "" if nothing.
    """

    steps: tuple[WalkStep, ...]
    ends_at: str = ""
    closing: Value = None
    expected: str = ""
    noun: str = "cells"
    fault: Callable[[Any], str] = lambda array: ""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Any, int]:
        """The array. Raises InputError."""
        end = text.find(self.ends_at, at) if self.ends_at else -1
        end, cells = len(text) if end < 0 else end, sheet.height * sheet.width
        count, values, steps = cells + (self.closing is not None), list[Value](), steps_by_letter(self.steps)
        while at < end:
            step = steps.get(text[at])
            taken = None if step is None else step.take(sheet, text, at)
            if taken is None:
                expected = self.expected or describe_letters("".join(step.letters for step in self.steps))
                raise InputError(f"{sheet.here}, position {at}: expected {expected}, found {text[at]!r}")
            values += taken.values
            if len(values) > count:
                if len(values) - taken.spare > count:
                    found = f"found more: {text[at:end][:EXCERPT]!r}"
                    raise InputError(f"{sheet.here}, position {at}: expected {cells} {self.noun}, {found}")
                del values[count:]
            at += taken.length
        if len(values) < count:
            expected = f"{cells} {self.noun}, found {len(values)} and then the end"
            if self.closing is not None:
                about = f"the {cells} of the board and one after it"
                expected = f"letters for {count} cells ({about}), found {len(values)}"
            raise InputError(f"{sheet.here}, position {at}: expected {expected}")
        array = np.array(values[:cells])
        array = array.reshape(sheet.height, sheet.width, *array.shape[1:])
        if fault := self.fault(array):
            raise InputError(f"{sheet.here}: {fault}")
        return array, at

    def encode(self, sheet: Sheet, part: Any) -> str:
        """The walk."""
        values = part.reshape(-1, *part.shape[2:]).tolist()
        values = [tuple(value) for value in values] if part.ndim > 2 else values
        closing = [] if self.closing is None else [self.closing]
        return say_all(self.steps, sheet, values + closing, are_cells=True)


@dataclass(frozen=True)
class SideClues:
    """The clues of all columns, then of all rows, said by steps: (columns, rows). A run may go from the columns on to
    the rows. none: the value of a clue that is not given."""

    steps: tuple[WalkStep, ...]
    none: int

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Any, int]:
        """Both lists. Raises InputError, also for a clue that is larger than its column or row."""
        clues, at = read_clues(self.steps, sheet, text, at, sheet.width + sheet.height)
        for side, clue in zip(sides(sheet), clues, strict=True):
            if clue != self.none and clue > side.most:
                raise InputError(f"{sheet.here}: expected {side.range}, found {clue}")
        return (clues[: sheet.width], clues[sheet.width :]), at

    def encode(self, sheet: Sheet, part: Any) -> str:
        """All clues."""
        columns, rows = part
        return say_all(self.steps, sheet, [*map(int, columns), *map(int, rows)])


@dataclass(frozen=True)
class CommaClues:
    """The clues of all columns, then of all rows: (columns, rows), each number behind a comma, each given. The text
    ends with them. none: the value of a clue that is not given, for which there is no word."""

    none: int

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Any, int]:
        """Both lists. Raises InputError."""
        words = text[at + 1 :].split(",") if at < len(text) else []
        if len(words) != sheet.width + sheet.height:
            raise InputError(
                f"{sheet.here}, position {at}: expected {sheet.width} column clues and {sheet.height} row clues, each "
                f"after a comma, found {len(words)}"
            )
        clues = []
        for side, word in zip(sides(sheet), words, strict=True):
            at += 1
            clues.append(_parse_clue(sheet, side, word, at))
            at += len(word)
        return (clues[: sheet.width], clues[sheet.width :]), at

    def encode(self, sheet: Sheet, part: Any) -> str:
        """All clues, each behind its comma."""
        clues = [*map(int, part[0]), *map(int, part[1])]
        for side, clue in zip(sides(sheet), clues, strict=True):
            side.require(sheet, clue, self.none)
        return "".join(f",{clue}" for clue in clues)


def _parse_clue(sheet: Sheet, side: Side, word: str, at: int) -> int:
    here = f"{sheet.here}, position {at}"
    if word.startswith("0") and word != "0":
        raise InputError(f"{here}: expected {side.range}, found {word[:40]!r}")
    return parse_integer(here, f"the clue of {side.name}", word, 0, side.most)


@dataclass(frozen=True)
class Decimal:
    """A number of up to three decimal digits, and the sign behind it, which is lost where it ends the text."""

    what: str
    behind: str

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[int, int]:
        """The number. Raises InputError."""
        word, sign, _ = text[at:].partition(self.behind)
        here = f"{sheet.here}, position {at}"
        if len(word) > 3:
            raise InputError(
                f"{here}: expected {self.what}, 0..999, and {self.behind!r} behind it, found {word[:40]!r}"
            )
        return parse_integer(here, self.what, word, 0, 999), at + len(word) + len(sign)

    def encode(self, sheet: Sheet, part: int) -> str:
        """The number and the sign. Raises InputError for one that is too large."""
        if part > 999:
            raise InputError(f"{sheet.here}: expected {self.what}, 0..999, found {part}; write plain text instead")
        return f"{part}{self.behind}"


def decode_text(codecs: Sequence[TextCodec], sheet: Sheet, text: str) -> list[Any]:
    """What each of them says, one behind the other, up to the end. Raises InputError."""
    at, decoded = 0, []
    for codec in codecs:
        part, at = codec.decode(sheet, text, at)
        decoded.append(part)
    if at < len(text):
        raise InputError(f"{sheet.here}, position {at}: expected the end, found {text[at:][:EXCERPT]!r}")
    return decoded


def encode_text(codecs: Sequence[TextCodec], sheet: Sheet, parts: Sequence[Any]) -> str:
    """The text of all of them. Raises InputError."""
    return "".join(codec.encode(sheet, part) for codec, part in zip(codecs, parts, strict=True))


def declare_text(codecs: Sequence[TextCodec], parts: Parts, **more: Any) -> Body:
    """A puzzle in a format of texts (puzz.link), by codecs, one behind the other; more: fields of `Body`."""

    def read(sheet: Sheet, text: str) -> Any:
        return parts.make(*decode_text(codecs, sheet, text))

    def write(sheet: Sheet, board: Any) -> str:
        return encode_text(codecs, sheet, parts.of_board(sheet, board))

    return Body(read=read, write=write, **more)
