"""What all codecs share: the sheet on which a board is written, and the sides of a board, with a clue each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rosetta.foundation.errors import InputError


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a board is written. here: the format and the puzzle, with which messages begin; its rows and columns;
    behind: what is written behind each row of words; behind_size: what is read behind the size, where it is words."""

    here: str
    height: int
    width: int
    behind: str = ""
    behind_size: str = ""


class WordlessCell(InputError):
    """A cell holds what a format has no word for. cell: its row and column on the sheet, from 0."""

    def __init__(self, sheet: Sheet, cell: tuple[int, int], found: object) -> None:
        super().__init__(f"{sheet.here}: has no word for {found}; write plain text instead")
        self.cell = cell

    def __reduce__(self) -> tuple[type[InputError], tuple[str]]:
        return InputError, (str(self),)  # all that another process is told


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
