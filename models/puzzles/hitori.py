"""Hitori: shade cells such that no number is seen twice in a row or column.

    1 1 3 2    1 # 3 2    * among the unshaded cells, no number occurs twice in a row or in a column
    4 3 3 1    4 3 # 1    * shaded cells (#) do not touch by their sides
    3 3 1 4    3 # 1 4    * the unshaded cells are connected by their sides
    2 1 4 4    2 1 4 #
                          A cell may have no number (.): it may be shaded, too. Few boards have any.

Boards are made from their solution. Cells are shaded in random order, wherever the rules allow it, until nothing more
can be shaded; so no other answer shades these cells and more. The other cells get the numbers of a Latin square, and a
shaded one repeats a number that is seen in its row or column.

Reference: Nikoli, "Hitori ni shite kure" (leave me alone), Puzzle Communication Nikoli 29, 1990.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, LONG_WAYS, Model, Rows, group
from models.puzzles.boards import cells_beside, cells_where, describe_cell, grid_edges, numbered_isometry
from models.puzzles.cell_puzzle import Answer, Cell, cell_puzzle
from models.puzzles.cell_scene import RINGED
from models.puzzles.connected_rest import connected_parts, take_scattered_cells
from models.puzzles.contract import Advice, Extras, InputError
from models.puzzles.grid_text import GridText, read_numbers
from models.puzzles.randomness import Stream

MOST_SIDE = 100  # of a board that is drawn; boards that are read may be larger
BLANK = "."
IN_ROW = "of equal numbers in a row, at most one is left unshaded"
IN_COLUMN = "of equal numbers in a column, at most one is left unshaded"
BETWEEN = "between two equal numbers a cell is unshaded"  # this and the next follow from the others
WALLED = "no cell has only shaded neighbours"


@dataclass(frozen=True, slots=True)
class Hitori:
    """A board. cells: the numbers by row, from 1, and 0 for a cell without one; as tuples, so that boards can be
    compared."""

    cells: tuple[tuple[int, ...], ...]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers as an array of shape (rows, columns)."""
        return np.array(self.cells)


def board(numbers: NDArray[np.integer]) -> Hitori:
    """The board with these numbers, shape (rows, columns)."""
    return Hitori(tuple(map(tuple, numbers.tolist())))


def read_words(words: NDArray[np.str_]) -> Hitori:
    """The board of the words of its cells: numbers, and `.` for a cell without one."""
    return board(read_numbers(words, {BLANK: 0}))


def write_words(p: Hitori) -> tuple[NDArray[Any]]:
    """The words of the cells."""
    numbers = p.numbers
    return (np.where(numbers == 0, BLANK, numbers.astype(str)),)


def model(p: Hitori, by: str = CONNECTIVITY[0]) -> Model:
    """The rules. Decisions: `shaded_cell` per cell. by: how connection is said. The last two follow from the others;
    people see at once what these say."""
    m, numbers = Model("hitori"), p.numbers
    shaded = m.bools("shaded_cell", numbers.shape)
    in_rows, in_columns = _equal_numbers(shaded, numbers), _equal_numbers(shaded.T, numbers.T)
    m.at_least(in_rows.lengths - 1, IN_ROW, in_rows)
    m.at_least(in_columns.lengths - 1, IN_COLUMN, in_columns)
    m.at_most(1, "shaded cells do not touch", shaded.ravel()[grid_edges(shaded.shape)])
    m.connected("the unshaded cells are connected", -shaded, grid_edges(shaded.shape), by=by)
    m.true(BETWEEN, -np.concatenate([_between_equals(shaded, numbers), _between_equals(shaded.T, numbers.T)]))
    if min(shaded.shape) > 1:
        m.any(WALLED, cells_beside(-shaded))
    return m


def _equal_numbers(shaded: NDArray[np.int32], numbers: NDArray[np.int64]) -> Rows:
    """The literals of cells with equal numbers in the same row of the board, wherever there are several."""
    given, row = numbers > 0, np.indices(numbers.shape)[0]
    _, names = np.unique(numbers[given], return_inverse=True)
    rows = group(shaded[given], by=row[given] * numbers.size + names)
    return rows.take(rows.lengths > 1)


def _between_equals(shaded: NDArray[np.int32], numbers: NDArray[np.int64]) -> NDArray[np.int32]:
    """The literals of the cells that lie in a row between two equal numbers."""
    between: NDArray[np.int32] = shaded[:, 1:-1][(numbers[:, :-2] == numbers[:, 2:]) & (numbers[:, 2:] > 0)]
    return between


def verify(p: Hitori, shaded: Answer) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    black = set(shaded)
    white = [(r, c) for r, row in enumerate(p.cells) for c in range(len(row)) if (r, c) not in black]
    seen = Counter(
        line for r, c in white for line in ((f"row {r + 1}", p.cells[r][c]), (f"column {c + 1}", p.cells[r][c]))
    )
    touching = [((r, c), beside) for r, c in shaded for beside in ((r, c + 1), (r + 1, c)) if beside in black]
    first, *others = connected_parts(white) or [[]]
    return [
        *(f"{line} shows the number {number} {n} times" for (line, number), n in seen.items() if number and n > 1),
        *(f"the shaded cells at {describe_cell(a)} and {describe_cell(b)} touch" for a, b in touching),
        *(f"the cell {describe_cell(part[0])} is cut off from {describe_cell(first[0])}" for part in others),
    ]


def generate(size: tuple[int, int], seed: int = 0) -> tuple[Hitori, Answer]:
    """A random board and the planted cells to shade."""
    height, width = size
    if not (0 < height <= MOST_SIDE and 0 < width <= MOST_SIDE):
        raise InputError(f"hitori: expected 1 to {MOST_SIDE} rows and columns, found {height}x{width}")
    stream = Stream("hitori", "board", f"{height}x{width}", seed)
    shaded = take_scattered_cells(size, stream)
    n = max(size)
    rows, columns, names = (stream.order(n) for _ in range(3))
    numbers = names[(rows[:height, None] + columns[:width]) % n] + 1  # of a Latin square
    for cell in cells_where(shaded):
        shown = _shown_numbers(numbers, ~shaded, cell)
        numbers[cell] = shown[stream.number_below(len(shown))] if len(shown) else numbers[cell]
    return board(numbers), cells_where(shaded)


def _shown_numbers(numbers: NDArray[np.int64], seen: NDArray[np.bool_], cell: Cell) -> NDArray[np.int64]:
    """The numbers of the cells that are seen in the row and the column of a cell, but for that cell."""
    r, c = cell
    others = seen.copy()
    others[cell] = False
    return np.concatenate([numbers[r][others[r]], numbers[:, c][others[:, c]]])


def exclude(p: Hitori, answer: Answer, second: Answer, stream: Stream) -> tuple[Hitori, Answer] | None:
    """A board without the second answer, and the first: a cell that only the first one shades gets a number that the
    second shows in its row or column."""
    cells, numbers, seen = sorted(set(answer) - set(second)), p.numbers, np.ones(p.numbers.shape, np.bool_)
    for cell in second:
        seen[cell] = False
    if not cells:
        return None
    cell = cells[stream.number_below(len(cells))]
    shown = _shown_numbers(numbers, seen, cell)
    shown = shown[shown > 0]
    if not len(shown):
        return None
    numbers[cell] = shown[stream.number_below(len(shown))]
    return board(numbers), answer


def transform(p: Hitori, number: int) -> tuple[Hitori, Callable[[Answer], Answer]]:
    """The board turned and mirrored, and the map of its answers back."""
    image, back = numbered_isometry(p.numbers.shape, number)
    return board(image.board(p.numbers)), back


def name_row(p: Hitori, sentence: str, number: int, cells: list[Cell]) -> str:
    """`the 4s of row 3`, `the neighbours of R1C1`, `R1C1 and R1C2`; "" where the usual name will do."""
    if sentence == WALLED:
        return f"the neighbours of {describe_cell(divmod(number, len(p.cells[0])))}"
    r, c = cells[0]
    if sentence == IN_ROW:
        return f"the {p.cells[r][c]}s of row {r + 1}"
    if sentence == IN_COLUMN:
        return f"the {p.cells[r][c]}s of column {c + 1}"
    return " and ".join(map(describe_cell, cells)) if len(cells) == 2 else ""


PUZZLE = cell_puzzle(
    name="hitori",
    title="Hitori",
    rules=(
        "among the unshaded cells, no number occurs twice in a row or in a column",
        "shaded cells do not touch by their sides",
        "the unshaded cells are connected by their sides",
    ),
    piece="shaded cell",
    text=GridText(read_words, write_words),
    style=RINGED,
    blank=BLANK,
    generate=generate,
    formulations={name: partial(model, by=name) for name in LONG_WAYS},
    verify=verify,
    row_words=name_row,
    extras=Extras(advice=lambda p: Advice("lazy", solvers=("cnf",)), exclude=exclude, transform=transform),
)
