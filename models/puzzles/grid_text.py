"""The default plain text of a board: its size and further numbers in the first line, then one line per row; where a
cell has more than one word (its region, its clue), a grid below the other for each.

5 5 1            rows, columns, and the numbers that the puzzle names (here: stars)
1 1 2 2 2        a word per cell, separated by blanks
1 3 3 2 2        blank lines and lines that begin with # are skipped
...

What is usual may be left out, and is not written: the first grid, and the last numbers of the first line.

Boards with clues beside them have a word more for each of their lines, around the last grid, on one to four sides:

3 3
  2 . 1          above the columns
1 . . . 2        beside the rows
. . . 3 .
2 . . . .
  . 2 .          below the columns

Where there is nothing in the cells, there is no grid, and the words of the sides stand alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, zip_longest
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import BOTTOM, LEFT, RIGHT, TOP, Isometry, check_board_size, turn_sides
from rosetta.foundation.errors import InputError

MOST_DIGITS = 7


CluePlace: TypeAlias = tuple[int, tuple[int, ...]]
"""Where a clue stands: the number of its grid, or, behind these, of its side; and its place there."""


@runtime_checkable
class DirectedWords(Protocol):
    """What words of a grid mean of which some have a direction (`GridText.kinds`)."""

    def redirect(self, words: NDArray[Any], isometry: Isometry) -> NDArray[Any]:
        """The words of a board that was turned: each stands where it belongs, and points where it did before."""


@dataclass(frozen=True, slots=True)
class GridText:
    """How a puzzle's boards are written.

    read(words, *numbers): the instance of the words of its cells, an array of texts of shape (rows, columns), and of
        the further numbers; with several grids, of the words of each, in order; behind the grids, of the words of each
        side, of shape (rows,) or (columns,).
    write(instance): the same again, (words, *numbers), the words as texts or integers.
    numbers: the names of these numbers.
    grids: the names of the grids.
    blank: the word of a cell without a clue, in the last grid; "" where no words are clues.
    kinds: what the words of each grid mean, where that is known (`parts.grid_words`).
    usual_grid(rows, columns): the words of the first grid where a text has none. Raises InputError where there are no
        usual ones. None: a text has all grids.
    usual_numbers: the last of the numbers, where a text leaves them out; () if it has to have all.
    sides: the sides of the board with a word for each line, of `boards.SIDES`; without a grid, `left` and `top`
        are among them.
    blank_beside: the word beside a line without a clue.
    are_seen: do these words say what is seen from their side, so that they go along to the other side where the board
        is mirrored? Else they say something of the whole line.
    reverse: a word beside a line, where that is read from its other end.
    """

    read: Callable[..., Any]
    write: Callable[[Any], tuple[Any, ...]]
    numbers: tuple[str, ...] = ()
    grids: tuple[str, ...] = ("cells",)
    blank: str = ""
    kinds: tuple[Any, ...] = ()
    usual_grid: Callable[[int, int], NDArray[Any]] | None = None
    usual_numbers: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    blank_beside: str = ""
    are_seen: bool = False
    reverse: Callable[[str], str] = str

    def parse(self, text: str) -> Any:
        """The board. Raises InputError, with the line."""
        written = [(i, line.split()) for i, line in enumerate(text.splitlines(), 1) if line.split()]
        lines = list(dropwhile(lambda line: line[1][0].startswith("#"), written))
        needed = self._needed
        optional = (f"[{name}]" for name in self.numbers[needed:])
        header = " ".join(("rows", "columns", *self.numbers[:needed], *optional))
        if not lines:
            raise InputError(f"expected a first line `{header}`, found no text")
        first, words = lines[0]
        if not needed <= len(words) - 2 <= len(self.numbers) or not all(map(is_number, words)):
            raise InputError(f"line {first}: expected `{header}`, found {' '.join(words)[:40]!r}")
        height, width, *numbers = map(int, words)
        numbers += self.usual_numbers[len(numbers) - needed :]
        check_board_size(f"line {first}", height, width)
        return self.read(*self._read_rows(lines[1:], height, width), *numbers)

    def _read_rows(self, lines: Sequence[tuple[int, list[str]]], height: int, width: int) -> list[NDArray[Any]]:
        """The words of all grids, then those of the sides, of the lines below the first. Raises InputError."""
        above, below = (side in self.sides for side in (TOP, BOTTOM))
        count, beside = max(len(self.grids), 1), [side for side in (LEFT, RIGHT) if side in self.sides]
        usual = []
        if self.usual_grid is not None and len(lines) == above + (count - 1) * height + below:
            usual, count = [self.usual_grid(height, width).astype(str)], count - 1
        rows = count * height
        if len(lines) != above + rows + below:
            raise InputError(f"expected {self._describe_rows(height)} after the first line, found {len(lines)}")
        last = above + rows - height
        lengths = [width] * last + [len(beside) + bool(self.grids) * width] * height + [width] * below
        for (at, row), length in zip(lines, lengths, strict=True):
            if len(row) != length:
                words = "cell" if length == width and self.grids else "word"
                lists = "" if self.grids else " (the numbers of one line of cells are one word, with commas: 1,2)"
                raise InputError(f"line {at}: expected {length} {words}{'s' * (length != 1)}{lists}, found {len(row)}")
        rows_of_words = [row for _, row in lines]
        framed = np.array(rows_of_words[last : last + height])
        columns = slice(int(LEFT in self.sides), framed.shape[1] - (RIGHT in self.sides))
        grids = [np.array(rows_of_words[i * height : (i + 1) * height]) for i in range(count - 1)]
        around = {TOP: np.array(rows_of_words[last - 1]), BOTTOM: np.array(rows_of_words[-1])}
        around |= {LEFT: framed[:, 0], RIGHT: framed[:, -1]}
        return [*usual, *grids, *([framed[:, columns]] if self.grids else []), *(around[side] for side in self.sides)]

    def _describe_rows(self, height: int) -> str:
        """The lines below the first, in words."""
        if len(self.grids) > 1:
            rows = f"{height} rows each of {self._names}"
        else:
            rows = f"{height} rows of cells" if self.grids else f"{height} rows"
        above, below = ("a line above the columns, " * (TOP in self.sides), ", a line below" * (BOTTOM in self.sides))
        return f"{above}{rows}{below}"

    @property
    def _names(self) -> str:
        return " and ".join(self.grids)

    def format(self, instance: Any) -> str:
        """The text that `parse` reads."""
        words, numbers = self._parts(instance)
        grids, sides = words[: len(self.grids)], dict(zip(self.sides, words[len(self.grids) :], strict=True))
        (height, width), rows = self.shape(instance), list[str]()
        while len(numbers) > self._needed and numbers[-1] == self.usual_numbers[len(numbers) - 1 - self._needed]:
            numbers = numbers[:-1]
        for cells in grids[self._is_usual(grids) : -1]:
            wide = max(map(len, cells.ravel()))
            rows += [" ".join(f"{word:>{wide}}" for word in row) for row in cells.tolist()]
        rows += _frame_rows(grids[-1] if grids else np.zeros((height, 0), np.str_), sides)
        return "\n".join([" ".join(map(str, (height, width, *numbers))), *rows]) + "\n"

    @property
    def _needed(self) -> int:
        """How many numbers each text has."""
        return len(self.numbers) - len(self.usual_numbers)

    def _is_usual(self, grids: Sequence[NDArray[Any]]) -> bool:
        """Is the first grid the one that a text leaves out?"""
        if self.usual_grid is None:
            return False
        try:
            return np.array_equal(self.usual_grid(*grids[0].shape).astype(str), grids[0])
        except InputError:
            return False

    def shape(self, instance: Any) -> tuple[int, int]:
        """Rows and columns."""
        words = self._parts(instance)[0]
        if self.grids:
            height, width = words[0].shape
            return height, width
        return len(words[self.sides.index(LEFT)]), len(words[self.sides.index(TOP)])

    def words(self, instance: Any, grid: int = 0) -> np.ndarray[Any, Any]:
        """The words of the cells in one of the grids, an array of texts of shape (rows, columns)."""
        return self._parts(instance)[0][: len(self.grids)][grid]

    def with_words(self, instance: Any, words: NDArray[Any], grid: int) -> Any:
        """The board with other words in one of its grids."""
        parts, numbers = self._parts(instance)
        parts[grid % len(self.grids)] = words
        return self.read(*parts, *numbers)

    def turned(self, instance: Any, isometry: Isometry) -> Any:
        """The board of the words turned, with those that have a direction."""
        words, numbers = self._parts(instance)
        grids, sides = words[: len(self.grids)], dict(zip(self.sides, words[len(self.grids) :], strict=True))
        around = turn_sides(sides, isometry, self.reverse, self.are_seen)
        turned = [isometry.board(cells) for cells in grids]
        kinds = self.kinds or (None,) * len(grids)
        cells = [
            kind.redirect(words, isometry) if isinstance(kind, DirectedWords) else words
            for kind, words in zip(kinds, turned, strict=True)
        ]
        return self.read(*cells, *(around[side] for side in self.sides), *numbers)

    @property
    def has_clues(self) -> bool:
        """Are there words that are clues?"""
        return bool(self.blank or self.blank_beside)

    def clue_places(self, instance: Any) -> list[CluePlace]:
        """Where a clue stands: in the cells of the last grid, row by row, then on the sides."""
        words = self._parts(instance)[0]
        return [
            (part, tuple(place)) for part, blank in self._blanks for place in np.argwhere(words[part] != blank).tolist()
        ]

    @property
    def _blanks(self) -> list[tuple[int, str]]:
        """The parts of a board in which words are clues, by their number, with the word of no clue."""
        n = len(self.grids)
        beside = [(n + i, self.blank_beside) for i in range(len(self.sides)) if self.blank_beside]
        return [(n - 1, self.blank)] * bool(self.blank and n) + beside

    def count_clues(self, instance: Any) -> int:
        """How many clues there are."""
        return len(self.clue_places(instance))

    def remove_clues(self, instance: Any, numbers: Sequence[int]) -> Any:
        """The board without the clues with these numbers, in the order of `clue_places`."""
        places = self.clue_places(instance)
        return self.without(instance, [places[number] for number in numbers])

    def without(self, instance: Any, places: Iterable[CluePlace]) -> Any:
        """The board without the clues at some places."""
        (words, numbers), blanks = self._parts(instance), dict(self._blanks)
        words = [each.astype(object) for each in words]
        for part, place in places:
            words[part][place] = blanks[part]
        return self.read(*(each.astype(str) for each in words), *numbers)

    def without_clue(self, instance: Any) -> Iterator[Any]:
        """The board without one of its clues, for each of them."""
        return (self.without(instance, [place]) for place in self.clue_places(instance))

    def without_clues(self, instance: Any) -> Any:
        """The board without any clue; as it is where no words are clues."""
        return self.without(instance, self.clue_places(instance)) if self.has_clues else instance

    def _parts(self, instance: Any) -> tuple[list[NDArray[Any]], tuple[Any, ...]]:
        """The words of all grids and sides, and the further numbers."""
        parts, count = self.write(instance), len(self.grids) + len(self.sides)
        return [np.asarray(words).astype(str) for words in parts[:count]], parts[count:]


def _frame_rows(cells: NDArray[Any], sides: Mapping[str, NDArray[Any]]) -> list[str]:
    """The lines of a grid with the words around it, aligned; there may be no cells."""
    wide = max(map(len, cells.ravel()), default=0)
    beside_columns = [str(word) for side in (TOP, BOTTOM) for word in sides.get(side, [])]
    wide = max([wide, *map(len, beside_columns)]) if wide else 0
    before, behind = ([str(word) for word in sides.get(side, [])] for side in (LEFT, RIGHT))
    indent = max(map(len, before), default=0)
    rows = [" ".join(f"{word:>{wide}}" for word in row) for row in cells.tolist()]
    labels = [f"{word:>{indent if wide else 0}}" for word in before]
    rows = [" ".join(filter(None, parts)) for parts in zip_longest(labels, rows, behind, fillvalue="")]
    gap = " " * (indent + 1) if before and wide else ""
    above, below = (
        [gap + " ".join(f"{word:>{wide}}" for word in sides[side].tolist())] if side in sides else []
        for side in (TOP, BOTTOM)
    )
    return [*above, *rows, *below]


def is_number(word: str) -> bool:
    """Is a word a number that a board may say?"""
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
