"""Blocks of shaded cells along the lines of a board, whose lengths are listed beside it.

    3 1    # # # . #        blocks stand in this order, with at least one unshaded cell between two
    0      . . . . .        a line without any
    ?      . # . # .        nothing is told

The board is a record with `left` and `top`, lists of lengths as `ListWords` reads them. A block is stated by where it
begins: its first possible cell, or so many cells behind that as all blocks of the line together leave free.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, each, group
from models.puzzles.boards import BESIDE_ROWS, LEFT, TOP, Cell, lines_from
from rosetta.foundation.errors import InputError

Lists = tuple[tuple[int, ...], ...]


def check_blocks(puzzle: str, board: Any) -> None:
    """Raises InputError for lists of blocks that do not fit into their lines."""
    for side, cells in ((LEFT, len(board.top)), (TOP, len(board.left))):
        line = _line_name(side)
        for i, blocks in enumerate(getattr(board, side)):
            if sum(blocks) + len(blocks) - 1 > cells:
                listed = " ".join(map(str, blocks))
                raise InputError(
                    f"{puzzle}: {line} {i + 1}: expected blocks that fit into {cells} cells, found {listed}"
                )


def state_blocks(m: Model, shaded: NDArray[np.int32], board: Any) -> None:
    """The shaded cells of each line are the blocks that the board lists. shaded: a literal per cell. Declares `row` and
    `column`: does a block begin at a cell?"""
    for side, lists in ((LEFT, board.left), (TOP, board.top)):
        cells, line = lines_from(side, shaded), _line_name(side)
        free = np.array([lengths == (0,) for lengths in lists])
        m.true(f"a {line} with 0 has no shaded cell", -cells[free], clue=True)
        table = _BlockTable(lists, cells.shape[1])
        begins = m.bools(f"{line}_block", table.size, says=table.name_places(line))
        of_block = each(f"block {{block}} of {line} {{{line}}}", **table.block_columns(line))
        m.exactly(1, f"each block of a {line} begins at one cell", group(begins, by=table.block), of=of_block)
        pairs = list(table.order_pairs())
        order = [[-begins[first], *begins[others]] for first, _, others in pairs] or np.zeros((0, 0), int)
        of_pair = table.name_order(line, [(first, other) for first, other, _ in pairs])
        m.any(f"blocks of a {line} stand in their order, with a cell between", order, of=of_pair)
        told = np.array([bool(lengths) and lengths != (0,) for lengths in lists])
        covering = group(begins[table.covering], by=table.covered, n=cells.size)
        known = np.repeat(told, cells.shape[1])
        covered = f"a cell is shaded if one of the blocks of its {line} covers it"
        of_cell = _name_cells(line, *np.divmod(np.flatnonzero(known), cells.shape[1]))
        m.iff(covered, cells.ravel()[known], covering.take(known), of=of_cell, clue=True)


def _name_cells(line: str, lines: NDArray[np.int64], places: NDArray[np.int64]) -> Each:
    """The words of cells by their lines: `R3C1 of row 3`."""
    at = (lines, places) if line == "row" else (places, lines)
    columns: dict[str, Any] = {"cell": np.stack(at, axis=1), line: lines + 1}
    return each(f"{{cell}} of {line} {{{line}}}", **columns)


class _BlockTable:
    """All places of all blocks, in the order of lines, blocks and cells: arrays with an entry for each.

    line, number: the line and which of its blocks, from 0; block: the number of the block among all; first: its first
    cell; covering, covered: a place, and a cell, by number, that the block covers there.
    """

    def __init__(self, lists: Lists, cells: int) -> None:
        blocks = [
            (line, number, sum(lengths[:number]) + number, length, cells - sum(lengths) - len(lengths) + 1)
            for line, lengths in enumerate(lists)
            if lengths != (0,)
            for number, length in enumerate(lengths)
        ]
        self.blocks = np.array(blocks, np.int64).reshape(-1, 5)
        places = self.blocks[:, 4] + 1
        self.block = np.repeat(np.arange(len(blocks)), places)
        self.starts = np.cumsum(places) - places
        self.size = int(places.sum())
        self.line, self.number, earliest, length, _ = self.blocks[self.block].T
        self.shift = np.arange(self.size) - self.starts[self.block]
        self.first = earliest + self.shift
        self.covering = np.repeat(np.arange(self.size), length)
        within = np.arange(len(self.covering)) - np.repeat(np.cumsum(length) - length, length)
        self.covered = (self.line * cells + self.first)[self.covering] + within

    def order_pairs(self) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
        """A place of a block, the next block of its line, or the one before, and the places that this one has then: it
        comes no earlier, or no later."""
        for place in range(self.size):
            block, shift = self.block[place], self.shift[place]
            line, number, _, _, slack = self.blocks[block]
            if block + 1 < len(self.blocks) and self.blocks[block + 1, 0] == line:
                yield place, block + 1, self.starts[block + 1] + np.arange(shift, slack + 1)
            if number:
                yield place, block - 1, self.starts[block - 1] + np.arange(shift + 1)

    def name_places(self, line: str) -> Each:
        """The words of the places."""
        at = (self.line, self.first) if line == "row" else (self.first, self.line)
        text = f"block {{block}} of {line} {{number}} begins at {{cell}}"
        denies = f"block {{block}} of {line} {{number}} does not begin at {{cell}}"
        return each(text, denies=denies, block=self.number + 1, number=self.line + 1, cell=np.stack(at, axis=1))

    def block_columns(self, line: str) -> dict[str, Any]:
        """The words of all blocks."""
        return {"block": self.blocks[:, 1] + 1, line: self.blocks[:, 0] + 1}

    def name_order(self, line: str, pairs: list[tuple[int, int]]) -> Each:
        """The words of the rows of `order_pairs`: of a place, and the other block."""
        places, others = np.array(pairs, np.int64).reshape(-1, 2).T
        at = (self.line, self.first) if line == "row" else (self.first, self.line)
        columns: dict[str, Any] = {
            "block": self.number[places] + 1,
            line: self.line[places] + 1,
            "cell": np.stack(at, axis=1)[places],
            "other": self.blocks[others, 1] + 1,
        }
        return each(f"block {{block}} of {line} {{{line}}} at {{cell}} and block {{other}}", **columns)


def list_blocks(shaded: NDArray[np.bool_]) -> dict[str, Lists]:
    """The lists beside a board with these shaded cells, by side."""
    return {side: tuple(map(_list_line, lines_from(side, shaded).tolist())) for side in (LEFT, TOP)}


def _list_line(line: list[bool]) -> tuple[int, ...]:
    return tuple(len(list(run)) for is_shaded, run in groupby(line) if is_shaded) or (0,)


def block_faults(board: Any, shaded: tuple[Cell, ...]) -> Iterator[str]:
    """The lines whose blocks are others than the board lists, as sentences."""
    for line, lists, axis in (("row", board.left, 0), ("column", board.top, 1)):
        held: dict[int, list[int]] = {}
        for cell in sorted(shaded, key=lambda cell: (cell[axis], cell[1 - axis])):
            held.setdefault(cell[axis], []).append(cell[1 - axis])
        for i, listed in enumerate(lists):
            places = held.get(i, [])
            ends = [at for at in places if at + 1 not in places]
            begins = [at for at in places if at - 1 not in places]
            found = [end - begin + 1 for begin, end in zip(begins, ends, strict=True)] or [0]
            if listed and found != list(listed):
                yield f"{line} {i + 1} has the blocks {' '.join(map(str, found))}, not {' '.join(map(str, listed))}"


def _line_name(side: str) -> str:
    return "row" if side in BESIDE_ROWS else "column"
