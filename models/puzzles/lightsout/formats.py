"""Lights Out in Tatham's game IDs, where it is called Flip: `MATRIX,GRID`, both as hexadecimal digits.

    2x2:edb7,f      MATRIX  1110 1101 1011 0111: row i of N x N bits says which cells pressing cell i changes
                    GRID    1111: the cells that are lit at the start; at the end, none may be

The most significant bit comes first; zeros pad the last digit. The program makes two kinds of matrices: crosses, which
are the board of kind grid, and random ones, which need not be symmetric. Those are kept bit by bit, as a directed
graph under the open rule with loops where a cell changes itself, and the cells still stand in rows and columns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs import Body, Parts, Sheet, declare_game
from models.puzzles.graphs.graph import Graph, Layout
from models.puzzles.lightsout.boards import board
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.toggling import RULES, toggle_matrix
from rosetta.foundation.errors import InputError

CLOSED, OPEN = RULES
MOST = 10_000  # cells: the matrix has as many bits as that squared
LONGEST = 20_000  # characters of an ID that is kept as it is; longer ones are identified by their hash


@dataclass(frozen=True)
class CellBits:
    """A bit for each cell of the board, shape (height, width), or for each two of them, (height, width, height, width).

    what: the name of the bits in messages.
    of_pairs: a bit for each two cells.
    ends_at: the character behind the bits, "" if the text ends there.
    """

    what: str
    of_pairs: bool = False
    ends_at: str = ""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[NDArray[np.uint8], int]:
        """The bits; the padding behind them has to be zero. Raises InputError."""
        cells = sheet.height * sheet.width
        if cells > MOST:
            raise InputError(f"{sheet.here}: expected at most {MOST:,} cells, found {cells:,}")
        end = text.find(self.ends_at, at) if self.ends_at else len(text)
        shape = (sheet.height, sheet.width) * (1 + self.of_pairs)
        digits, count = text[at : end if end >= 0 else len(text)], int(np.prod(shape))
        here, expected = f"{sheet.here}: {self.what}", -(-count // 4)
        if len(digits) != expected or not re.fullmatch(r"[0-9a-fA-F]*", digits) or end < 0:
            behind = f" and `{self.ends_at}`" if self.ends_at else ""
            found = f"{len(digits)}: {digits[:20]!r}"
            raise InputError(f"{here}: expected {expected} digits 0..9, a..f{behind}, found {found}")
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(digits + "0" * (len(digits) % 2)), np.uint8))
        if bits[count:].any():
            raise InputError(f"{here}: expected zeros after {count} bits, found {digits[-1]!r} as the last digit")
        return bits[:count].reshape(shape), end + len(self.ends_at)

    def encode(self, sheet: Sheet, part: NDArray[np.integer]) -> str:
        """The digits."""
        return format_bits(part) + self.ends_at


def format_bits(bits: NDArray[np.integer]) -> str:
    """Bits as hexadecimal digits."""
    return np.packbits(bits.ravel().astype(np.uint8)).tobytes().hex()[: -(-bits.size // 4)]


def make_board(matrix: NDArray[np.uint8], grid: NDArray[np.uint8]) -> LightsOut:
    """The board of a matrix, shape (height, width, height, width), and of the lamps that are lit, (height, width)."""
    height, width = grid.shape
    rows = matrix.reshape(grid.size, grid.size)
    g, rule = board("grid", height, width), CLOSED
    starts, toggled = np.append(0, rows.sum(axis=1, dtype=np.int64).cumsum()), np.nonzero(rows)[1]
    crosses = toggle_matrix(g, rule, 2)
    if not (np.array_equal(starts, crosses[0]) and np.array_equal(toggled, crosses[1])):
        g, rule = Graph(starts, toggled, True, Layout("matrix", height, width)), OPEN
    size, desc = f"{width}x{height}", f"{format_bits(rows)},{format_bits(grid)}"
    origin = f"{size}:{desc}"
    if len(origin) > LONGEST:
        origin = f"{size}:sha256:{sha256(desc.encode()).hexdigest()}"
    return LightsOut(g, rule, 2, grid.ravel().astype(np.int64), np.zeros(grid.size, np.int64), origin)


def split_board(p: LightsOut) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The matrix and the lamps that are lit."""
    if p.layout is None or p.colours != 2 or p.target.any():
        raise InputError("can only say a board with two colours whose lamps shall all be off at the end")
    if len(p) > MOST:
        raise InputError(f"can say at most {MOST:,} cells, found {len(p):,}")
    matrix = np.zeros((len(p), len(p)), np.uint8)
    matrix[np.repeat(np.arange(len(p)), np.diff(p.starts)), p.toggled] = 1
    return matrix, p.start


FORMATS: dict[str, Body] = {
    "tatham": declare_game(
        [CellBits("MATRIX", of_pairs=True, ends_at=","), CellBits("GRID")],
        Parts(make_board, split_board),
        names=("flip",),
        title="Flip",
        example="2x2:edb7,f",
        fits=lambda desc: bool(re.fullmatch(r"[0-9a-fA-F]+,[0-9a-fA-F]+", desc)),
    )
}
