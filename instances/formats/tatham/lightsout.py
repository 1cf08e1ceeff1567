"""Lights Out in Tatham's game IDs, where it is called Flip: `MATRIX,GRID`, both as hexadecimal digits.

    2x2:edb7,f      MATRIX  1110 1101 1011 0111: row i of N x N bits says which cells pressing cell i changes
                    GRID    1111: the cells that are lit at the start; at the end, none may be

The most significant bit comes first; zeros pad the last digit. The program makes two kinds of matrices: crosses, which
are the board of kind grid, and random ones, which need not be symmetric. Those are kept bit by bit, as a directed
graph under the open rule with loops where a cell changes itself, and the cells still stand in rows and columns.
"""

from __future__ import annotations

import re
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from instances.formats.contract import Body
from instances.formats.tatham.frame import NAME
from models.puzzles.graphs.graph import Graph, Layout
from models.puzzles.lightsout.boards import board
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.toggling import RULES, toggle_matrix
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (lightsout)"
CLOSED, OPEN = RULES
MOST = 10_000  # cells: the matrix has as many bits as that squared
LONGEST = 20_000  # characters of an ID that is kept as it is; longer ones are identified by their hash


def read(desc: str, width: int, height: int) -> LightsOut:
    """The board of a description."""
    n = width * height
    if n > MOST:
        raise InputError(f"{HERE}: expected at most {MOST:,} cells, found {n:,}")
    words = desc.split(",")
    if len(words) != 2:
        raise InputError(f"{HERE}: expected MATRIX,GRID with one comma, found {len(words) - 1} commas")
    matrix = _bits("MATRIX", words[0], n * n).reshape(n, n)
    lit = _bits("GRID", words[1], n).astype(np.int64)
    g, rule = board("grid", height, width), CLOSED
    starts, toggled = np.append(0, matrix.sum(axis=1, dtype=np.int64).cumsum()), np.nonzero(matrix)[1]
    crosses = toggle_matrix(g, rule, 2)
    if not (np.array_equal(starts, crosses[0]) and np.array_equal(toggled, crosses[1])):
        g, rule = Graph(starts, toggled, True, Layout("matrix", height, width)), OPEN
    origin = f"{width}x{height}:{desc.lower()}"
    if len(origin) > LONGEST:
        origin = f"{width}x{height}:sha256:{sha256(desc.encode()).hexdigest()}"
    return LightsOut(g, rule, 2, lit, np.zeros(n, np.int64), origin)


def write(p: LightsOut) -> tuple[int, int, str]:
    """Width, height and description of a board."""
    if p.layout is None or p.colours != 2 or p.target.any():
        raise InputError(f"{HERE}: can only say a board with two colours whose lamps shall all be off at the end")
    if len(p) > MOST:
        raise InputError(f"{HERE}: can say at most {MOST:,} cells, found {len(p):,}")
    matrix = np.zeros((len(p), len(p)), np.uint8)
    matrix[np.repeat(np.arange(len(p)), np.diff(p.starts)), p.toggled] = 1
    return p.layout.cols, p.layout.rows, f"{_digits(matrix.ravel())},{_digits(p.start)}"


def _bits(what: str, digits: str, count: int) -> NDArray[np.uint8]:
    """So many bits; the padding behind them has to be zero."""
    expected = -(-count // 4)
    if len(digits) != expected or not re.fullmatch(r"[0-9a-fA-F]*", digits):
        raise InputError(f"{HERE}: {what}: expected {expected} digits 0..9, a..f, found {len(digits)}: {digits[:20]!r}")
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(digits + "0" * (len(digits) % 2)), np.uint8))
    if bits[count:].any():
        raise InputError(f"{HERE}: {what}: expected zeros after {count} bits, found {digits[-1]!r} as the last digit")
    return bits[:count]


def _digits(bits: NDArray[np.integer]) -> str:
    return np.packbits(bits.astype(np.uint8)).tobytes().hex()[: -(-len(bits) // 4)]


BODY = Body(
    names=("flip",),
    title="Flip",
    example="2x2:edb7,f",
    read=read,
    write=write,
    fits=lambda desc: bool(re.fullmatch(r"[0-9a-fA-F]+,[0-9a-fA-F]+", desc)),
)
