"""Boards of digits: n x n cells, each digit from 1 to n once in every row, every column, and perhaps in regions.

    1 2 | 3 4      `state_latin_square` states the cells, the rows and the columns, `state_regions` the regions;
    3 4 | 1 2      `draw_digits` draws a board that is full, for the usual boxes, and `draw_digit_regions` divides such
    ----+----      a board in other ways: two regions exchange equal digits where they touch, and stay connected.
    2 1 | 4 3
    4 3 | 2 1

The usual boxes are as nearly square as they can be, and wider than tall: 2 x 3 of 6 cells. There are none on
boards of a prime number of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from math import isqrt
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, each, group
from models.puzzles.boards import describe_cell, list_neighbours
from models.puzzles.grid_text import GridText
from models.puzzles.parameters import switch
from models.puzzles.parts.answers import Grid
from models.puzzles.parts.grid_words import RegionWords, text_of_grids
from models.puzzles.parts.planting import plant_answer
from models.puzzles.randomness import Stream
from models.puzzles.regions import (
    Regions,
    check_connected_regions,
    first_cells,
    number_regions,
)
from models.puzzles.scenes.glyphs import TINT
from models.puzzles.scenes.layers import mask_layer
from models.puzzles.scenes.scene import SceneLayer
from rosetta.foundation.errors import InputError

Digits = NDArray[np.int64]
"""The digits of a board from 1 on, 0 for none, shape (n, n)."""
MOST_SEARCHED = 10  # rows of a board that is drawn by search
MOST_DIVISIONS = 10  # boards with diagonals that are drawn, until one has an answer
LONGEST_CHAIN = 6  # regions that exchange cells at once
DIGIT_PARAMETERS = {
    "irregular": switch("regions of random shapes, instead of the usual boxes"),
    "diagonals": switch("both long diagonals have each number once, too"),
}
"""Of generators that draw boards by `draw_digit_board`."""
MIXED = 30  # times that each cell, on average, is offered to another region


def check_digit_board(puzzle: str, numbers: Digits, regions: Regions, diagonals: int, most: int = 99) -> None:
    """Raises InputError for boards that are not n x n, digits above n, regions that are not n connected ones of n cells
    each, and diagonals other than 0 and 1. most: of n."""
    if diagonals not in (0, 1):
        raise InputError(f"{puzzle}: expected diagonals 0 or 1, found {diagonals}")
    n = len(numbers)
    if numbers.ndim != 2 or numbers.shape != (n, n) or not 0 < n <= most:
        raise InputError(
            f"{puzzle}: expected n x n cells, n from 1 to {most}, found {'x'.join(map(str, numbers.shape))}"
        )
    sizes = np.bincount(regions.ravel(), minlength=n)
    if len(sizes) != n or (sizes != n).any():
        raise InputError(f"{puzzle}: expected {n} regions of {n} cells, found regions of {sorted(set(sizes.tolist()))}")
    check_region_digits(puzzle, numbers, regions)


def check_region_digits(puzzle: str, numbers: Digits, regions: Regions) -> None:
    """Raises InputError for digits above the number of cells of their region, and regions that are not connected."""
    sizes = np.bincount(regions.ravel())[regions]
    for r, c in np.argwhere(numbers > sizes)[:1].tolist():
        found = f"found {numbers[r, c]}"
        raise InputError(f"{puzzle}: cell {describe_cell((r, c))}: expected numbers up to {sizes[r, c]}, {found}")
    check_connected_regions(puzzle, regions)


# ---- rules -----------------------------------------------------------------------------------------------------------


def state_latin_square(m: Model, piece: str, n: int, most: int | None = None) -> NDArray[np.int32]:
    """Declare a digit for each of n x n cells, each once in every row and column; the literals by row, column, digit
    less 1. piece: the name of the array; most: the largest digit, by default n; where it is less, cells are empty."""
    most = n if most is None else most
    digit = m.bools(piece, (n, n, most), says=each("{cell} is {2}", denies="{cell} is not {2}"))
    line, number = np.indices((n, most)).reshape(2, -1) + 1
    if most < n:
        m.at_most(1, "no cell has two numbers", digit.reshape(-1, most))
    else:
        m.exactly(1, "every cell has one number", digit.reshape(-1, most))
    of_row = each("the {number} of row {line}", number=number, line=line)
    m.exactly(1, "every row has each number once", digit.swapaxes(1, 2).reshape(-1, n), of=of_row)
    of_column = each("the {number} of column {line}", number=number, line=line)
    m.exactly(1, "every column has each number once", digit.transpose(1, 2, 0).reshape(-1, n), of=of_column)
    return digit


def state_regions(m: Model, digit: NDArray[np.int32], regions: Regions) -> None:
    """Each region has each number from 1 to the number of its cells once. digit: literals by row, column, digit less 1,
    one of them in each cell."""
    sizes, most = np.bincount(regions.ravel()), digit.shape[2]
    held = np.broadcast_to(regions[:, :, None] * most + np.arange(most), digit.shape)
    number, first = np.tile(np.arange(1, most + 1), len(sizes)), np.repeat(first_cells(regions), most, axis=0)
    of_region = each("the {number} of the region of {first}", number=number, first=first)
    rows, is_held = group(digit.ravel(), by=held.ravel()), number <= sizes.repeat(most)
    m.exactly(1, "every region has each number once", rows, where=is_held, of=of_region)


def state_diagonals(m: Model, digit: NDArray[np.int32]) -> None:
    """Each of the two long diagonals has each number once."""
    n = len(digit)
    both = np.concatenate([np.stack([way[i, i] for i in range(n)], axis=1) for way in (digit, digit[:, ::-1])])
    most = digit.shape[2]
    number, name = np.tile(np.arange(1, most + 1), 2), np.repeat(["falling", "rising"], most)
    of_diagonal = each("the {number} of the {name} diagonal", number=number, name=name)
    m.exactly(1, "both diagonals have each number once", both, of=of_diagonal)


def state_givens(m: Model, digit: NDArray[np.int32], given: Digits) -> None:
    """Digits that are given stay."""
    r, c = np.nonzero(given)
    of_given = each("the {number} given at {cell}", number=given[r, c], cell=given > 0)
    m.true("given numbers stay", digit[r, c, given[r, c] - 1], of=of_given, clue=True)


def describe_diagonals(board: DigitRegions) -> str:
    """The caption of a board: what text does not show."""
    return "each number once on both diagonals, too" if board.diagonals else ""


def tinted_diagonals(n: int) -> list[SceneLayer]:
    """The ground of the two long diagonals of n x n cells; 0 for none."""
    across = np.eye(n, dtype=np.bool_)
    return [mask_layer(TINT, across | across[::-1])]


# ---- a check that shares nothing with the rules above ----------------------------------------------------------------


def missing_digits(answer: Grid, diagonals: bool = False, most: int | None = None) -> Iterator[str]:
    """What rows, columns and, if asked for, diagonals lack, and have twice, as sentences. most: the largest digit, n by
    default; where it is less, cells may be empty, 0."""
    n, lines = len(answer), dict[str, list[int]]()
    for r, row in enumerate(answer):
        for c, number in enumerate(row):
            names = [f"row {r + 1}", f"column {c + 1}"]
            names += ["the falling diagonal"] if diagonals and r == c else []
            names += ["the rising diagonal"] if diagonals and r + c == n - 1 else []
            for name in names:
                lines.setdefault(name, []).append(number)
    for name, held in lines.items():
        for number in range(1, (n if most is None else most) + 1):
            if number not in held:
                yield f"{name} lacks {number}"
            elif most is not None and held.count(number) > 1:  # else another one is missing
                yield f"{name} has {number} {held.count(number)} times"


def missing_in_regions(answer: Grid, regions: Iterable[Iterable[int]]) -> Iterator[str]:
    """What regions lack of the numbers from 1 to the number of their cells, as sentences. regions: the number of each
    cell's, by row."""
    held = dict[int, list[int]]()
    for row, own in zip(answer, regions, strict=True):
        for number, region in zip(row, own, strict=True):
            held.setdefault(region, []).append(number)
    for region, numbers in held.items():
        lacking = (number for number in range(1, len(numbers) + 1) if number not in numbers)
        yield from (f"region {region + 1} lacks {number}" for number in lacking)


def excessive_digits(answer: Grid, most: int) -> Iterator[str]:
    """Which cells have a number outside of 0 to `most`, as sentences: where cells may be empty, no line lacks one."""
    for r, row in enumerate(answer):
        for c, number in enumerate(row):
            if not 0 <= number <= most:
                yield f"{describe_cell((r, c))} has {number}, where {most} is the most"


def changed_givens(answer: Grid, given: Iterable[Iterable[int]]) -> Iterator[str]:
    """Which given digits an answer changes, as sentences."""
    for r, row in enumerate(given):
        for c, number in enumerate(row):
            if number not in (0, answer[r][c]):
                yield f"{describe_cell((r, c))} is {answer[r][c]}, not the given {number}"


# ---- boards ----------------------------------------------------------------------------------------------------------


def usual_boxes_of_size(rows: int, columns: int) -> Regions:
    """The usual boxes of a board. Raises InputError for one that is no square."""
    if rows != columns:
        raise InputError(f"expected n x n cells, found {rows}x{columns}")
    return usual_boxes(rows)


def usual_boxes(n: int) -> Regions:
    """The usual boxes of a board of n x n cells. Raises InputError where there are none."""
    tall = _box_height(n)
    if not tall:
        raise InputError(f"expected regions: boards of {n}x{n} have no usual boxes")
    r, c = np.indices((n, n))
    return number_regions(r // tall * n + c // (n // tall))


def has_usual_boxes(regions: Regions) -> bool:
    """Are these the usual boxes of their board?"""
    return _box_height(len(regions)) > 0 and np.array_equal(regions, usual_boxes(len(regions)))


def text_of_digits(make: Callable[..., Any], **grids: Any) -> GridText:
    """The text of a board with regions, which are left out where they are the usual boxes, further grids, and a 1
    behind the size where the diagonals have each digit once, too."""
    return text_of_grids(
        make,
        parameters=("diagonals",),
        usual_grid=usual_boxes_of_size,
        usual_numbers=(0,),
        regions=RegionWords(),
        **grids,
    )


class DigitRegions(Protocol):
    """A board with regions as formats say it. diagonals: 1 where these have each digit once, too."""

    @property
    def regions(self) -> Regions: ...
    @property
    def diagonals(self) -> int: ...


class DigitBoard(DigitRegions, Protocol):
    """The same with digits, 0 for none."""

    @property
    def numbers(self) -> Digits: ...


def require_usual_boxes(board: DigitRegions) -> None:
    """Raises InputError for a board with other regions, or with a rule for diagonals."""
    if board.diagonals:
        raise InputError("expected no rule for diagonals; write plain text or a Tatham ID instead")
    if not has_usual_boxes(board.regions):
        raise InputError("expected a board with the usual boxes; write plain text or a Tatham ID instead")


def say_digits(board: DigitBoard, sides: Collection[int] = range(1, 100)) -> tuple[Digits]:
    """The digits of a board that can be said by them alone. sides: known ones of such boards. Raises InputError."""
    require_usual_boxes(board)
    return (require_side(board.numbers, sides),)


def require_side(numbers: Digits, sides: Collection[int]) -> Digits:
    """The same digits. Raises InputError for a board with a side that is none of these."""
    if len(numbers) not in sides:
        known = ", ".join(map(str, sides))
        raise InputError(f"expected a board of {known} rows, found {len(numbers)}; write plain text instead")
    return numbers


def say_digits_and_regions(board: DigitBoard) -> tuple[Digits, Regions | None]:
    """The digits of a board, and its regions, None for the usual boxes. Raises InputError for one with diagonals."""
    if board.diagonals:
        raise InputError("expected no rule for diagonals; write plain text or a Tatham ID instead")
    return board.numbers, None if has_usual_boxes(board.regions) else board.regions


def draw_digit_board(
    puzzle: str, size: tuple[int, int], stream: Stream, irregular: bool, diagonals: bool, most: int
) -> tuple[Digits, Regions]:
    """A full board and its regions. irregular: are these of random shapes, as always where there are no usual boxes?
    diagonals: do these have each digit once? most: of the rows. Raises InputError for a size that has no boards."""
    n, least, largest = size[0], 4 if diagonals else 1, MOST_SEARCHED if diagonals else most
    if size[1] != n or not least <= n <= largest:
        span = f"{least} to {largest}{' with diagonals' * diagonals}"
        raise InputError(f"{puzzle}: expected n x n cells, n from {span}, found {size[0]}x{size[1]}")
    for _ in range(MOST_DIVISIONS):
        digits = draw_digits(n, stream)
        regions = draw_digit_regions(digits, stream) if irregular or not _box_height(n) else usual_boxes(n)
        is_mixed = not diagonals and has_usual_boxes(regions)
        found = None if is_mixed or n > MOST_SEARCHED else search_digits(n, regions, diagonals, stream)
        if found is not None or not diagonals:
            return digits if found is None else found, regions
    raise InputError(f"{puzzle}: found no board of {n}x{n} with such diagonals; try another seed")


def _box_height(n: int) -> int:
    """How many rows the usual boxes have; 0 where there are none."""
    return max((side for side in range(2, isqrt(n) + 1) if n % side == 0), default=0)


def draw_diagonal_digits(n: int, stream: Stream) -> Digits:
    """A random full board without regions whose diagonals have each digit once. Raises InputError."""
    digits = search_digits(n, None, True, stream)
    if digits is None:
        raise InputError(f"found no board of {n}x{n} with such diagonals; try another seed")
    return digits


def search_digits(n: int, regions: Regions | None, diagonals: bool, stream: Stream) -> Digits | None:
    """A random full board with these regions, None for one without; None if none was found. diagonals: do these have
    each digit once?"""
    m = Model("digits")
    digit = state_latin_square(m, "digit", n)
    if regions is not None:
        state_regions(m, digit, regions)
    if diagonals:
        state_diagonals(m, digit)
    values = plant_answer(m, digit, stream, 50)
    digits: Digits | None = None if values is None else (values[digit] == 1).argmax(axis=2) + 1
    return digits


def draw_digits(n: int, stream: Stream) -> Digits:
    """A full board, random as far as this changes a cyclic one: rows and columns change places within their bands, and
    bands do; so do digits, and rows with columns. Each of the usual boxes has each digit once, and where there are
    none, each of the regions of `_pairs_of_rows`."""
    tall = _box_height(n)
    if not tall:
        r, c = np.indices((n, n))
        digits: Digits = stream.order(n)[((n + 1) // 2 * r + c) % n] + 1
        return digits
    wide = n // tall
    rows = np.concatenate([band * tall + stream.order(tall) for band in stream.order(wide)])
    columns = np.concatenate([stack * wide + stream.order(wide) for stack in stream.order(tall)])
    r, c = np.meshgrid(rows, columns, indexing="ij")
    digits = stream.order(n)[(r % tall * wide + r // tall + c) % n] + 1
    return digits.T.copy() if tall == wide and stream.number_below(2) else digits


def _pairs_of_rows(n: int) -> Regions:
    """Two rows at a time make two regions, the one from the left, the other from the right, each with half of the one
    row and half of the other; of an odd number of rows, the last is a region."""
    r, c = np.indices((n, n))
    is_right = np.where(r % 2 == 0, c >= (n + 1) // 2, c >= n // 2)
    return np.where(r == n - 1 if n % 2 else False, r, r - r % 2 + is_right)


def draw_digit_regions(digits: Digits, stream: Stream) -> Regions:
    """Random connected regions, each of which has each digit of this full board once, as `draw_digits` draws it. At
    first they are the usual boxes, or pairs of halves of rows."""
    n = len(digits)
    start = usual_boxes(n) if _box_height(n) else _pairs_of_rows(n)
    division = _DigitRegions(start.ravel().tolist(), digits.ravel().tolist(), n)
    for cell in (cell for _ in range(MIXED) for cell in stream.order(n * n).tolist()):
        division.change(cell, stream)
    return number_regions(np.array(division.region).reshape(n, n))


class _DigitRegions:
    """A division of a full board in which each region has each digit once. region, digit: of each cell."""

    def __init__(self, region: list[int], digit: list[int], n: int) -> None:
        self.region, self.digit, self.n = region, digit, n
        self.beside = list_neighbours((n, n))
        self.places = {(region[cell], digit[cell]): cell for cell in range(n * n)}

    def change(self, cell: int, stream: Stream) -> None:
        """The cell goes to a neighbouring region, the cell there with its digit to a neighbour of that one, and so on,
        until the first region has the digit again; nothing changes where a region would not stay connected."""
        start, moved = self.region[cell], dict[int, int]()
        while len(moved) < LONGEST_CHAIN:
            others = sorted({self.region[other] for other in self.beside[cell]} - {self.region[cell]})
            if not others:
                return
            moved[cell] = others[stream.number_below(len(others))]
            if moved[cell] == start:
                break
            cell = self.places[moved[cell], self.digit[cell]]
            if cell in moved:
                return
        else:
            return
        before = {cell: self.region[cell] for cell in moved}
        self._place(moved)
        if not all(map(self._is_connected, moved)):
            self._place(before)

    def _place(self, regions: dict[int, int]) -> None:
        for cell, region in regions.items():
            self.region[cell], self.places[region, self.digit[cell]] = region, cell

    def _is_connected(self, cell: int) -> bool:
        """Are all cells of its region connected with this one?"""
        region, reached, waiting = self.region[cell], {cell}, [cell]
        while waiting:
            for other in self.beside[waiting.pop()]:
                if self.region[other] == region and other not in reached:
                    reached.add(other)
                    waiting.append(other)
        return len(reached) == self.n
