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

import re
from collections import Counter
from functools import partial

import numpy as np
from numpy.typing import NDArray

from models.neutral import CONNECTIVITY, LONG_WAYS, Each, Model, Rows, each, group
from models.puzzles.boards import Cell, Cells
from models.puzzles.codecs import (
    DIGITS,
    BaseNumbers,
    Body,
    CellMarks,
    CellWalk,
    Letters,
    NumberRows,
    SideNumbers,
    declare_file,
    declare_game,
    declare_lines,
    declare_sections,
    declare_text,
    parts_of_record,
)
from models.puzzles.connected_rest import connected_parts, take_scattered_cells
from models.puzzles.parts import (
    LONG_WAY_WORDS,
    Advice,
    CellPieces,
    Extras,
    InputError,
    Introduction,
    NumberWords,
    Stream,
    array_record,
    cells_beside,
    cells_where,
    compose_puzzle,
    describe_cell,
    grid_edges,
    shaded_scene,
    text_of_grids,
)

MOST_SIDE = 100  # of a board that is drawn; boards that are read may be larger
SHADED = CellPieces("shaded cell")
GAME_DIGITS = DIGITS[1:] + DIGITS[10:].upper()  # of 1 to 61, in game IDs


@array_record
class Hitori:
    """A board. numbers: from 1, and 0 for a cell without one; shape (rows, columns)."""

    numbers: NDArray[np.int64]


def model(p: Hitori, by: str = CONNECTIVITY[0]) -> Model:
    """The rules. Decisions: `shaded_cell` per cell. by: how connection is said. The last two follow from the others;
    people see at once what these say."""
    m, numbers = Model("hitori"), p.numbers
    shaded = m.bools("shaded_cell", numbers.shape, says="a shaded cell at {cell}")
    for line, literals, own in (("row", shaded, numbers), ("column", shaded.T, numbers.T)):
        equal = _equal_numbers(literals, own)
        of = _name_equals(p, equal, line)
        m.at_least(equal.lengths - 1, f"of equal numbers in a {line}, at most one is left unshaded", equal, of=of)
    m.at_most(1, "shaded cells do not touch", shaded.ravel()[grid_edges(shaded.shape)])
    m.connected("the unshaded cells are connected", -shaded, grid_edges(shaded.shape), by=by)
    between = np.concatenate([_between_equals(shaded, numbers), _between_equals(shaded.T, numbers.T)])
    m.true("between two equal numbers a cell is unshaded", -between)
    if min(shaded.shape) > 1:
        around = each("the neighbours of {cell}", cell=np.ones(shaded.shape, np.bool_), plural=True)
        m.any("no cell has only shaded neighbours", cells_beside(-shaded), of=around)
    return m


def _equal_numbers(shaded: NDArray[np.int32], numbers: NDArray[np.int64]) -> Rows:
    """The literals of cells with equal numbers in the same row of the board, wherever there are several."""
    given, row = numbers > 0, np.indices(numbers.shape)[0]
    _, equal = np.unique(row[given] * (numbers.max() + 1) + numbers[given], return_inverse=True)
    rows = group(shaded[given], by=equal)
    return rows.take(rows.lengths > 1)


def _name_equals(p: Hitori, equal: Rows, line: str) -> Each:
    """`the 4s of row 3`, by the first cell of each group; made when it is read, since there may be very many."""

    def first_cells() -> tuple[NDArray[np.int64], ...]:
        return np.unravel_index(equal.literals[equal.starts[:-1]] - 1, p.numbers.shape)

    return each(
        f"the {{number}}s of {line} {{place}}",
        number=lambda: p.numbers[first_cells()],
        place=lambda: first_cells()[line == "column"] + 1,
        plural=True,
    )


def _between_equals(shaded: NDArray[np.int32], numbers: NDArray[np.int64]) -> NDArray[np.int32]:
    """The literals of the cells that lie in a row between two equal numbers."""
    between: NDArray[np.int32] = shaded[:, 1:-1][(numbers[:, :-2] == numbers[:, 2:]) & (numbers[:, 2:] > 0)]
    return between


def verify(p: Hitori, shaded: Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    numbers, black = p.numbers.tolist(), set(shaded)
    white = [(r, c) for r, row in enumerate(numbers) for c in range(len(row)) if (r, c) not in black]
    seen = Counter(
        line for r, c in white for line in ((f"row {r + 1}", numbers[r][c]), (f"column {c + 1}", numbers[r][c]))
    )
    touching = [((r, c), beside) for r, c in shaded for beside in ((r, c + 1), (r + 1, c)) if beside in black]
    first, *others = connected_parts(white) or [[]]
    return [
        *(f"{line} shows the number {number} {n} times" for (line, number), n in seen.items() if number and n > 1),
        *(f"the shaded cells at {describe_cell(a)} and {describe_cell(b)} touch" for a, b in touching),
        *(f"the cell {describe_cell(part[0])} is cut off from {describe_cell(first[0])}" for part in others),
    ]


def generate(size: tuple[int, int], seed: int = 0) -> tuple[Hitori, Cells]:
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
    return Hitori(numbers), cells_where(shaded)


def _shown_numbers(numbers: NDArray[np.int64], seen: NDArray[np.bool_], cell: Cell) -> NDArray[np.int64]:
    """The numbers of the cells that are seen in the row and the column of a cell, but for that cell."""
    r, c = cell
    others = seen.copy()
    others[cell] = False
    return np.concatenate([numbers[r][others[r]], numbers[:, c][others[:, c]]])


def exclude(p: Hitori, answer: Cells, second: Cells, stream: Stream) -> tuple[Hitori, Cells] | None:
    """A board without the second answer, and the first: a cell that only the first one shades gets a number that the
    second shows in its row or column."""
    cells, numbers, seen = sorted(set(answer) - set(second)), p.numbers.copy(), np.ones(p.numbers.shape, np.bool_)
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
    return Hitori(numbers), answer


def formats() -> dict[str, Body]:
    """Boards in exchange formats. At puzz.link, `@` and `%` are a question mark, which says nothing."""
    numbers, words = parts_of_record(Hitori, "numbers"), NumberRows({"-": 0})
    base36 = BaseNumbers({"-": (2, 0)}, 36**2 - 1, "numbers", least=1, base=36, shortest=True)
    expected = "`.`, `1`..`9`, `a`..`z` or `-` and a number above 35"
    walk = CellWalk((Letters({".": 0}, also={"@": 0, "%": 0}), base36), expected=expected)
    return {
        "puzzlink": declare_text([walk], numbers, names=("hitori",), example="hitori/4/4/1132433133142144"),
        "tatham": declare_game(
            [CellWalk((SideNumbers(GAME_DIGITS),))],
            numbers,
            names=("singles",),
            title="Singles",
            example="4x4:1132433133142144",
            fits=fits_game,
        ),
        "pzprv3": declare_file([NumberRows({".": 0}, also={"-": 0})], numbers, marks=CellMarks(), names=("hitori",)),
        "janko": declare_sections({"problem": words}, numbers, names=("hitori",)),
        "puzzlekit": declare_lines([words], numbers),
    }


def fits_game(desc: str) -> bool:
    """Numbers alone, as a game of Tatham's has them: some above those of Light Up, none above the number of cells."""
    if not re.fullmatch(r"[1-9a-zA-Z]+", desc) or not re.search(r"[5-9]", desc):
        return False
    return max(map(GAME_DIGITS.index, desc)) < len(desc)


INTRODUCTION = Introduction(
    background=("Nikoli, 1990: Hitori ni shite kure (leave me alone)",),
    example="5x5dk-1234",
    sizes="1x1 to 100x100",
    models=LONG_WAY_WORDS,
)
PUZZLE = compose_puzzle(
    "hitori",
    "Hitori",
    (
        "among the unshaded cells, no number occurs twice in a row or in a column",
        "shaded cells do not touch by their sides",
        "the unshaded cells are connected by their sides",
    ),
    text=text_of_grids(Hitori, numbers=NumberWords()),
    answer=SHADED,
    scene=lambda p, view: shaded_scene("Hitori", view, SHADED, p.numbers, p.numbers > 0),
    formulations={name: partial(model, by=name) for name in LONG_WAYS},
    verify=verify,
    generate=generate,
    extras=Extras(
        formats=formats,
        advice=lambda p: Advice("lazy", solvers=("cnf",)),
        exclude=exclude,
        legend=lambda p: "# shaded cell",
        introduction=INTRODUCTION,
    ),
    summary="shaded cells that leave no number twice in a line",
)
