"""What all codecs share: the sheet on which a board is written, the sides of a board with a clue each, and records.

A codec is one object that reads a part of a board and writes it, put together from combinators: `walks` has those of
texts without blanks (puzz.link, Tatham), `rows` those of lines of words (pzprv3, janko, puzzlekit). Where a file is
read as a whole first (Penpa+, LEGUP), codecs take their parts from its content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from instances.formats.contract import Body
from models.puzzles.registry import puzzle as puzzle_named
from rosetta.foundation.errors import InputError


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a board is written. here: the format and the puzzle, with which messages begin; its rows and columns;
    behind: what is written behind each row of words."""

    here: str
    height: int
    width: int
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A column or a row with a clue. name: `column 3`; most: how many cells it has."""

    name: str
    most: int

    @property
    def range(self) -> str:
        """What is expected of its clue."""
        return f"the clue of {self.name}, 0..{self.most}"

    def require(self, sheet: Sheet, clue: int, none: int) -> None:
        """Raises InputError if its clue is not given."""
        if clue == none:
            raise InputError(
                f"{sheet.here}: expected all clues, found none for {self.name}; write puzz.link or plain text instead"
            )


def sides(sheet: Sheet) -> Iterator[Side]:
    """All columns, then all rows."""
    yield from (Side(f"column {i + 1}", sheet.height) for i in range(sheet.width))
    yield from (Side(f"row {i + 1}", sheet.width) for i in range(sheet.height))


def sheet_of(here: str, puzzle: str, instance: Any, behind: str = "") -> Sheet:
    """The sheet for a board of that puzzle."""
    height, width = puzzle_named(puzzle).size(instance)
    return Sheet(here, height, width, behind)


class ContentCodec(Protocol):
    """Reads a part of a board from the content of a file, and writes it. Both raise InputError."""

    def decode(self, sheet: Sheet, content: Any, /) -> Any: ...
    def encode(self, sheet: Sheet, part: Any, content: Any, /) -> None: ...


def declare_content(
    name: str,
    blank: Callable[[int, int], Any],
    puzzle: str,
    codecs: Sequence[ContentCodec],
    make: Callable[..., Any],
    parts: Callable[[Any], tuple[Any, ...]],
    **more: Any,
) -> Body:
    """The record of a puzzle in a format whose content codecs share: each reads its part of it, and adds it.

    name: the format's, for messages; blank(height, width): content without anything; make(*decoded) -> board,
    parts(board) -> what is encoded, one for each codec; more: fields of `Body`.
    """
    here = f"{name} ({puzzle})"

    def read(content: Any) -> Any:
        sheet = Sheet(here, content.height, content.width)
        return make(*(codec.decode(sheet, content) for codec in codecs))

    def write(instance: Any) -> Any:
        sheet = sheet_of(here, puzzle, instance)
        content = blank(sheet.height, sheet.width)
        for codec, part in zip(codecs, parts(instance), strict=True):
            codec.encode(sheet, part, content)
        return content

    return Body(read=read, write=write, **more)
