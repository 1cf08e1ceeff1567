"""Combinators for boards as lines of words: one description that reads and writes.

    1 0 ?        ClueLine("column", NONE),
    1 0          ClueLine("row", NONE),
    - x -        WordRows({"-": False, "x": True})
    - - -

A codec takes some lines and says one part of a board: its cells, the clues of its columns. `declare_lines` puts codecs
one below the other, `declare_sections` each below its own key. Words that are read and never written are in `also`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.grids import Line, format_numbers, format_rows, parse_cells, parse_clues, parse_numbers
from models.puzzles.codecs.sheet import Sheet, Side, WordlessCell
from rosetta.foundation.errors import InputError


class LineCodec(Protocol):
    """Reads a part of a board from lines, and writes it; both raise InputError.

    count(sheet): how many lines it takes. decode(sheet, lines): the part; there may be fewer lines, or more where
    they have a key of their own. encode(sheet, part): the lines.
    """

    def count(self, sheet: Sheet) -> int: ...
    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> Any: ...
    def encode(self, sheet: Sheet, part: Any) -> list[str]: ...


@dataclass(frozen=True)
class WordRows:
    """A word per cell: an array of shape (height, width), of truth values if all values are."""

    values: Mapping[str, int]
    also: Mapping[str, int] = field(default_factory=dict)

    def count(self, sheet: Sheet) -> int:
        """A line for each row."""
        return sheet.height

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> Any:
        """The array."""
        cells = parse_cells(sheet.here, lines, sheet.height, sheet.width, {**self.values, **self.also})
        return cells.astype(np.bool_) if {type(value) for value in self.values.values()} == {bool} else cells

    def encode(self, sheet: Sheet, part: Any) -> list[str]:
        """The rows."""
        words = first_words(self.values)
        for r, c in np.argwhere(~np.isin(part, list(words)))[:1].tolist():
            raise WordlessCell(sheet, (r, c), part[r, c])
        return [f"{row}{sheet.behind}" for row in format_rows(part, words)]


@dataclass(frozen=True)
class NumberRows:
    """A number from 1 per cell, or a word: an array of shape (height, width). also: words that are read and never
    written."""

    values: Mapping[str, int]
    also: Mapping[str, int] = field(default_factory=dict)

    def count(self, sheet: Sheet) -> int:
        """A line for each row."""
        return sheet.height

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> NDArray[np.int64]:
        """The array."""
        return parse_numbers(sheet.here, lines, sheet.height, sheet.width, {**self.values, **self.also})

    def encode(self, sheet: Sheet, part: NDArray[np.integer]) -> list[str]:
        """The rows."""
        return [f"{row}{sheet.behind}" for row in format_numbers(part, first_words(self.values))]


@dataclass(frozen=True)
class ClueLine:
    """The clues of all columns, or of all rows. none: the words of a clue that is not given, with its value; the first
    of them is written; without any, each clue is given."""

    side: Literal["column", "row"]
    none: Mapping[str, int]

    def count(self, sheet: Sheet) -> int:
        """One line; where it has a key of its own, there may be more."""
        return 1

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> list[int]:
        """The clues."""
        lengths = (sheet.width, sheet.height)
        count, most = lengths if self.side == "column" else lengths[::-1]
        return parse_clues(sheet.here, self.side, lines, count, most, self.none)

    def encode(self, sheet: Sheet, part: Any) -> list[str]:
        """One line."""
        words, clues = first_words(self.none), list(map(int, part))
        for i, clue in enumerate(clues):
            if clue < 0 and clue not in words:
                Side(f"{self.side} {i + 1}", 0).require(sheet, clue, clue)
        return [" ".join(words.get(clue, str(clue)) for clue in clues) + sheet.behind]


@dataclass(frozen=True)
class NumberLine:
    """A number, alone on its line."""

    what: str
    least: int
    most: int

    def count(self, sheet: Sheet) -> int:
        """One line."""
        return 1

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> int:
        """The number."""
        if not lines:
            raise InputError(f"{sheet.here}: expected a line with {self.what}, found the end")
        return parse_integer(f"{sheet.here}, line {lines[0][0]}", self.what, lines[0][1].strip(), self.least, self.most)

    def encode(self, sheet: Sheet, part: int) -> list[str]:
        """The number."""
        return [str(part)]


@dataclass(frozen=True)
class WordLine:
    """One of some words, alone on its line, by what each means."""

    words: Mapping[str, int]

    def count(self, sheet: Sheet) -> int:
        """One line."""
        return 1

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> int:
        """What the word means."""
        found = lines[0][1].strip() if lines else ""
        if found not in self.words:
            raise InputError(f"{sheet.here}: expected a line {' or '.join(self.words)}, found {found[:40]!r}")
        return self.words[found]

    def encode(self, sheet: Sheet, part: int) -> list[str]:
        """The word."""
        return [first_words(self.words)[part]]


def first_words(values: Mapping[str, int]) -> dict[int, str]:
    """The word of each value: of words that mean the same, the first."""
    words: dict[int, str] = {}
    for word, value in values.items():
        words.setdefault(value, word)
    return words


def count_lines(codecs: Sequence[LineCodec], sheet: Sheet) -> int:
    """How many lines they take."""
    return sum(codec.count(sheet) for codec in codecs)


def decode_lines(codecs: Sequence[LineCodec], sheet: Sheet, lines: Sequence[Line]) -> list[Any]:
    """What each of them says, each by the lines below those of the one before; the last by all that are left."""
    decoded, at = [], 0
    for codec in codecs:
        end = len(lines) if codec is codecs[-1] else at + codec.count(sheet)
        decoded.append(codec.decode(sheet, lines[at:end]))
        at = end
    return decoded


def encode_lines(codecs: Sequence[LineCodec], sheet: Sheet, parts: Sequence[Any]) -> list[str]:
    """The lines of all of them."""
    return [line for codec, part in zip(codecs, parts, strict=True) for line in codec.encode(sheet, part)]


class SizeCodec(Protocol):
    """Reads a part of a board from the words behind its size, and writes them. Both raise InputError."""

    def decode(self, sheet: Sheet, text: str) -> Any: ...
    def encode(self, sheet: Sheet, part: Any) -> str: ...


def declare_lines(
    codecs: Sequence[LineCodec],
    parts: Parts,
    spare_grid: bool = False,
    size_words: SizeCodec | None = None,
    **more: Any,
) -> Body:
    """A puzzle in a format of lines (puzzlekit), by codecs, one below the other: lines of clues, then one grid or more
    with a line for each row. spare_grid: may the last grid be missing? That part is None then. size_words: of what
    stands behind the size, where that belongs to the board: the last of its parts; a line above all others, where they
    are written. more: fields of `Body`; `letters` with `size_words`."""
    above, of_a_row, of_a_column = (count_lines(codecs, Sheet("", *size)) for size in ((0, 0), (1, 0), (0, 1)))

    def read(sheet: Sheet, lines: Sequence[Line]) -> Any:
        is_short = spare_grid and len(lines) <= above + (of_a_row - above - 1) * sheet.height
        said = decode_lines(codecs[:-1] if is_short else codecs, sheet, lines)
        behind = [] if size_words is None else [size_words.decode(sheet, sheet.behind_size)]
        return parts.make(*said, *([None] if is_short else []), *behind)

    def write(sheet: Sheet, board: Any) -> list[str]:
        said = parts.of_board(sheet, board)
        first = [] if size_words is None else [size_words.encode(sheet, said[-1])]
        used = len(codecs) - (spare_grid and said[len(codecs) - 1] is None)
        return [*first, *encode_lines(codecs[:used], sheet, said[:used])]

    counts: dict[str, Any] = {"grids": of_a_row - above, "lines_of_column": of_a_column - above}
    return Body(read=read, write=write, lines_above=above, spare_grid=spare_grid, **counts, **more)


def declare_rows(codec: LineCodec, parts: Parts, names: tuple[str, ...]) -> dict[str, Body]:
    """A puzzle of which the formats of words say no more than its rows: janko, by these names, and puzzlekit."""
    return {
        "janko": declare_sections({"problem": codec}, parts, names=names),
        "puzzlekit": declare_lines([codec], parts),
    }


def declare_sections(codecs: Mapping[str, LineCodec], parts: Parts, spare: Collection[str] = (), **more: Any) -> Body:
    """A puzzle in a format of lines below keys (janko), by codecs, in the order in which they are written. spare: keys
    that may be missing; that part is None then; more: fields of `Body`."""

    def read(sheet: Sheet, sections: Mapping[str, Sequence[Line]]) -> Any:
        for key in codecs:
            if key not in sections and key not in spare:
                raise InputError(f"{sheet.here}: expected the key `{key}`, found {', '.join(sections)[:60]!r}")
        said = (codec.decode(sheet, sections[key]) if key in sections else None for key, codec in codecs.items())
        return parts.make(*said)

    def write(sheet: Sheet, board: Any) -> dict[str, list[str]]:
        texts = zip(codecs.items(), parts.of_board(sheet, board), strict=True)
        return {key: codec.encode(sheet, part) for (key, codec), part in texts if part is not None or key not in spare}

    return Body(read=read, write=write, **more)
