"""The plain text of boards that are records of grids: what the words of each grid mean.

    TEXT = text_of_grids(Heyawake, rooms=RegionWords(),
                         numbers=NumberWords({".": -1}, least=0, of="rooms"))

    3 3            size
    1 1 2          the first grid: the name of each cell's room
    1 1 2
    3 3 2
    . . 1          the second grid: a number, or `.` for none
    . . .
    0 . .

The grids are the fields of the record by their names, in this order; the last one has the clues. Words beside the
board are the fields `left`, `top`, `right`, `bottom`, as far as there are any:

    TEXT = text_of_grids(Skyscraper, sides={"top": NumberWords(), "left": NumberWords()}, digits=NumberWords())

      . 2 .        above the columns
    1 . . .        beside each row; `ListWords` are lists of numbers: `3,1`
    . . 3 .
    2 . . .
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import SIDES, describe_cell
from models.puzzles.grid_text import GridText, is_number
from models.puzzles.regions import Regions, in_first_cells, number_regions, numbers_of_regions
from rosetta.foundation.errors import InputError

Words = NDArray[np.str_]


class GridWords(Protocol):
    """What the words of a grid mean."""

    @property
    def blank(self) -> str:
        """The word of a cell without a clue; "" where each cell needs a word."""

    def read(self, words: Words) -> NDArray[Any]:
        """The values of the cells, in the shape of the words. Raises InputError."""

    def write(self, values: NDArray[Any]) -> NDArray[Any]:
        """The words of the values."""


class SideWords(Protocol):
    """What the words beside a board mean: as those of a grid, the words of shape (lines,), the values whatever the
    record holds."""

    @property
    def blank(self) -> str:
        """The word of a line without a clue."""

    def read(self, words: Words) -> Any:
        """The values. Raises InputError."""

    def write(self, values: Any) -> NDArray[Any]:
        """The words of the values."""


@dataclass(frozen=True, slots=True)
class NumberWords:
    """Numbers, and words for other values.

    others: what each such word means; of those that mean the same, the first is written. The first of all is the word
        of a cell without a clue.
    least: the smallest number.
    of: the name of a grid of regions: each number is that of a whole region. It may stand in any cell, and is moved to
        the first one.
    stay: is no number a clue that may be taken away?
    """

    others: Mapping[str, int] = field(default_factory=lambda: {".": 0})
    least: int = 1
    of: str = ""
    stay: bool = False

    @property
    def blank(self) -> str:
        return "" if self.stay else next(iter(self.others), "")

    def read(self, words: Words) -> NDArray[np.int64]:
        names, places = np.unique(words, return_inverse=True)
        meanings = dict(self.others)
        for word in set(names.tolist()) - set(meanings):
            if not (is_number(word) and int(word) >= self.least):
                known = ", ".join(f"`{name}`" for name in self.others)
                where = _describe_place(np.argwhere(words == word)[0].tolist())
                expected = f"{known} or a number from {self.least}" if known else f"a number from {self.least}"
                raise InputError(f"{where}: expected {expected}, found '{word[:40]}'")
            meanings[word] = int(word)
        numbers: NDArray[np.int64] = np.array([meanings[word] for word in names.tolist()], np.int64)[places]
        return numbers.reshape(words.shape)

    def write(self, values: NDArray[Any]) -> NDArray[Any]:
        words = values.astype(str).astype(object)
        for word, value in reversed(list(self.others.items())):
            words[values == value] = word
        return words.astype(str)


@dataclass(frozen=True, slots=True)
class LetterWords:
    """One word of a few. values: what each means; of those that mean the same, the first is written. The first of all
    is the word of a cell without a clue."""

    values: Mapping[str, int]

    @property
    def blank(self) -> str:
        return next(iter(self.values))

    def read(self, words: Words) -> NDArray[np.int64]:
        unknown = np.argwhere(~np.isin(words, list(self.values)))
        for place in unknown[:1].tolist():
            known = ", ".join(f"`{word}`" for word in self.values)
            found = str(words[tuple(place)])[:40]
            raise InputError(f"{_describe_place(place)}: expected one of {known}, found '{found}'")
        numbers: NDArray[np.int64] = np.vectorize(self.values.__getitem__, otypes=[np.int64])(words)
        return numbers

    def write(self, values: NDArray[Any]) -> NDArray[Any]:
        word_of = {value: word for word, value in reversed(list(self.values.items()))}
        words: NDArray[Any] = np.vectorize(word_of.__getitem__, otypes=[object])(values)
        return words.astype(str)


@dataclass(frozen=True, slots=True)
class RegionWords:
    """Names of regions, any words; they are numbered from 0 in the order of their first cells, and -1 is a cell of no
    region. outside: the words of such cells, the first is written."""

    outside: tuple[str, ...] = ()
    blank: str = field(default="", init=False)

    def read(self, words: Words) -> Regions:
        for word in ("-", "."):  # as many puzzles write a cell without a clue: no board of theirs is taken for one
            for r, c in np.argwhere(words == word)[:1].tolist():
                known = f", or {self.outside[0]} for a blocked one" if self.outside else ""
                found = f"found '{word}' at {describe_cell((r, c))}"
                raise InputError(f"expected the name of a region in each cell{known}; {found}")
        return number_regions(words, ~np.isin(words, self.outside))

    def write(self, values: NDArray[Any]) -> NDArray[Any]:
        words = (values + 1).astype(str)
        return np.where(values < 0, self.outside[0], words) if self.outside else words


@dataclass(frozen=True, slots=True)
class ListWords:
    """Lists of numbers beside the lines of a board, in the order in which the line is read: a tuple of tuples, `3,1` of
    (3, 1), `0` of (0,). `?` is (), a list that is not told. least: the smallest number of a list of several."""

    least: int = 1
    blank: str = field(default="?", init=False)

    def read(self, words: Words) -> tuple[tuple[int, ...], ...]:
        return tuple(self._read_list(place, word) for place, word in enumerate(words.tolist()))

    def _read_list(self, place: int, word: str) -> tuple[int, ...]:
        numbers = word.split(",")
        if word == self.blank:
            return ()
        if not all(map(is_number, numbers)) or (len(numbers) > 1 and min(map(int, numbers)) < self.least):
            expected = f"`?`, 0, or numbers from {self.least} with commas between them"
            raise InputError(f"{_describe_place([place])}: expected {expected}, found '{word[:40]}'")
        return tuple(map(int, numbers))

    def write(self, values: tuple[tuple[int, ...], ...]) -> NDArray[Any]:
        return np.array([",".join(map(str, numbers)) or self.blank for numbers in values])

    def reverse(self, word: str) -> str:
        """The word of the same list from its other end."""
        return ",".join(reversed(word.split(",")))


def _describe_place(place: list[int]) -> str:
    """Where a word stands: a cell, or a place on a side, from 1."""
    return f"cell {describe_cell(place)}" if len(place) > 1 else f"word {place[0] + 1}"


def text_of_grids(
    make: Callable[..., Any],
    *,
    parameters: tuple[str, ...] = (),
    usual_grid: Callable[[int, int], NDArray[Any]] | None = None,
    usual_numbers: tuple[int, ...] = (),
    sides: Mapping[str, SideWords] | None = None,
    are_seen: bool = False,
    **grids: GridWords,
) -> GridText:
    """The text of a record.

    make: the record, which gets its grids and numbers by name, and may refuse them with InputError.
    parameters: names of its fields that are single numbers; they stand in the first line, behind the size.
    usual_grid(rows, columns): the values of the first grid where a text leaves it out, such as usual boxes. Raises
        InputError for a size that has none.
    usual_numbers: the values of the last parameters, which may be left out, too.
    sides: by name of its fields, of `boards.SIDES`, what the words beside the board mean; all have the same word
        for no clue.
    are_seen: do words beside the board say what is seen from there? Then they go along where it is turned.
    grids: by name of its fields, what the words of a grid mean.
    """
    beside = {side: (sides or {})[side] for side in SIDES if side in (sides or {})}
    count = len(grids) + len(beside)

    def read(*parts: Any) -> Any:
        values = {name: kind.read(part) for (name, kind), part in zip(grids.items(), parts, strict=False)}
        for (side, words), part in zip(beside.items(), parts[len(grids) :], strict=False):
            try:
                values[side] = words.read(part)
            except InputError as error:
                raise InputError(f"{side}, {error}") from None
        _move_numbers(grids, values)
        return make(**values, **dict(zip(parameters, parts[count:], strict=True)))

    def write(board: Any) -> tuple[Any, ...]:
        words = (kind.write(np.asarray(getattr(board, name))) for name, kind in grids.items())
        around = (kind.write(getattr(board, side)) for side, kind in beside.items())
        return *words, *around, *(getattr(board, name) for name in parameters)

    def write_usual(height: int, width: int) -> NDArray[Any]:
        assert usual_grid is not None
        return kinds[0].write(usual_grid(height, width))

    kinds, first = tuple(grids.values()), next(iter(beside.values()), None)
    return GridText(
        read,
        write,
        parameters,
        tuple(grids),
        kinds[-1].blank if kinds else "",
        kinds,
        None if usual_grid is None else write_usual,
        usual_numbers,
        tuple(beside),
        first.blank if first else "",
        are_seen,
        getattr(first, "reverse", str),
    )


def _move_numbers(grids: Mapping[str, GridWords], values: dict[str, Any]) -> None:
    """Numbers of whole regions go to the first cells of these. Raises InputError."""
    for name, kind in grids.items():
        if isinstance(kind, NumberWords) and kind.of:
            none, regions = kind.others[kind.blank], values[kind.of]
            values[name] = in_first_cells(numbers_of_regions(values[name], regions, none), regions, none)
