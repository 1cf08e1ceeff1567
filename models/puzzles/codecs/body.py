"""A puzzle in an exchange format: what its `formats` declare, a `Body` for each format by name.

    def formats() -> dict[str, Body]:
        cells = parts_of_record(Hitori, "numbers")
        return {
            "janko": declare_sections({"problem": NumberRows({"-": 0})}, cells, names=("hitori",)),
            ...

What is common to all puzzles of a format (how an address or a file is taken apart, its name, the size of a board) is in
`instances/formats/`; a body gets it as a `Sheet`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """By what texts of one puzzle are told from those of others in the same format: texts and numbers alone, so that a
    table can hold them (`instances/formats/signatures.tsv`) and no puzzle is loaded for it.

    names: what the format calls the puzzle, the one to write first; none where its texts do not say.
    title: what the makers of the format call the puzzle outside of its texts: in saved games, or in data sets.
    letters: where what stands after the size of an ID (`m2` in `7x7m2:...`) belongs to the board: a pattern of what
        only this puzzle has there; "" where it does not. Of rows of words, what stands behind the size.
    usual_letters: what stands there in an ID of this puzzle as its program makes them: a pattern. An ID of which nobody
        says the puzzle, and with other letters, is of another program. "" where that is not known.
    lines_above: how many lines of clues stand above the grid, where rows of words have no keys.
    grids: how many grids of words stand one below the other there.
    spare_grid: may the last of them be missing?
    lines_of_column: how many lines stand above these for each column.
    """

    names: tuple[str, ...] = ()
    title: str = ""
    letters: str = ""
    usual_letters: str = ""
    lines_above: int = 0
    grids: int = 1
    spare_grid: bool = False
    lines_of_column: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Body(Signature):
    """One puzzle in one format.

    read(sheet, content) -> board, write(sheet, board) -> content: what the content is says the function that declares
        the body (a text, lines, a drawing). Both raise InputError.
    fits(content): can a text that does not name its puzzle, and that this body reads, be of no other puzzle, known here
        or not? It is asked only where no other body reads the text.
    example: a short one, for messages.
    frame: so many rows above the board, and columns to its left, that sizes in this format do not count.
    flags: of a text, by which the rules differ from the usual ones: what each says, for the refusal; "" of one that
        only changes how the board looks.
    other_rules: by a further name of the puzzle, the body of boards with other rules; what this body cannot write, the
        first of them that can does.
    """

    read: Callable[[Sheet, Any], Any]
    write: Callable[[Sheet, Any], Any]
    fits: Callable[[Any], bool] | None = None
    example: str = ""
    frame: int = 0
    flags: Mapping[str, str] = field(default_factory=dict)
    other_rules: Mapping[str, Body] = field(default_factory=dict)

    def say(self, sheet: Sheet, board: Any) -> tuple[Body, Any]:
        """The body that writes a board, and what it writes. Raises InputError of the last one where none can."""
        *others, last = self, *self.other_rules.values()
        for body in others:
            with suppress(InputError):
                return body, body.write(sheet, board)
        return last, last.write(sheet, board)


@dataclass(frozen=True, slots=True)
class Parts:
    """A board and the parts that codecs say, one for each codec.

    make(*parts) -> board. Raises InputError for parts that make none.
    split(board) -> the parts. Raises InputError for a board that the format cannot say: what it expects, and what is
        found.
    """

    make: Callable[..., Any]
    split: Callable[[Any], tuple[Any, ...]]

    def of_board(self, sheet: Sheet, board: Any) -> tuple[Any, ...]:
        """The parts of a board. Raises InputError, with the format and the puzzle, for one that cannot be said."""
        try:
            return self.split(board)
        except InputError as error:
            raise InputError(f"{sheet.here}: {error}") from None


def parts_of_record(board: type[Any], *names: str, **said: Any) -> Parts:
    """The parts of a board that are fields of it, in this order. said: what the format says of all its boards, by the
    names of other fields."""

    def split(p: Any) -> tuple[Any, ...]:
        for name, value in said.items():
            if (found := getattr(p, name)) != value:
                raise InputError(f"expected a board with {name} {value}, found {name} {found}")
        return tuple(getattr(p, name) for name in names)

    return Parts(lambda *parts: board(**dict(zip(names, parts, strict=True)), **said), split)


Content = TypeVar("Content")
Taken = TypeVar("Taken", contravariant=True)


class ContentCodec(Protocol[Taken]):
    """Reads a part of a board from the content of a file, and adds it to one. Both raise InputError."""

    def decode(self, sheet: Sheet, content: Taken, /) -> Any: ...
    def encode(self, sheet: Sheet, part: Any, content: Taken, /) -> None: ...


def declare_content(
    blank: Callable[[int, int], Content], codecs: Sequence[ContentCodec[Content]], parts: Parts, **more: Any
) -> Body:
    """A puzzle in a format whose content codecs share: each reads its part of it, and adds it. blank(height, width):
    the content in which nothing is said; more: fields of `Body`."""

    def read(sheet: Sheet, content: Content) -> Any:
        return parts.make(*(codec.decode(sheet, content) for codec in codecs))

    def write(sheet: Sheet, board: Any) -> Content:
        content = blank(sheet.height, sheet.width)
        for codec, part in zip(codecs, parts.of_board(sheet, board), strict=True):
            codec.encode(sheet, part, content)
        return content

    return Body(read=read, write=write, **more)
