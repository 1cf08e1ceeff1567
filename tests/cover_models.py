"""Models that are exact covers, for tests: pentominoes on a rectangle, Latin squares, queens."""

from __future__ import annotations

import numpy as np

from models.neutral import Model

PENTOMINOES = (  # cells as row and column
    "01 02 10 11 21", "00 01 02 03 04", "00 10 20 30 31", "00 01 11 12 13", "00 01 10 11 20", "00 01 02 11 21",
    "00 02 10 11 12", "00 10 20 21 22", "00 10 11 21 22", "01 10 11 12 21", "00 10 20 30 11", "00 01 11 21 22",
)  # fmt: skip


def turned(piece: str) -> list[np.ndarray]:
    """The piece in all its positions, turned and turned over, each once, moved to the corner."""
    shape = np.array([[int(digit) for digit in cell] for cell in piece.split()])
    found = set()
    for flip in (1, -1):
        for quarter in ([[1, 0], [0, 1]], [[0, 1], [-1, 0]], [[-1, 0], [0, -1]], [[0, -1], [1, 0]]):
            one = shape * [1, flip] @ np.array(quarter)
            found.add(tuple(sorted(map(tuple, (one - one.min(axis=0)).tolist()))))
    return [np.array(one) for one in sorted(found)]


def pentominoes(height: int, width: int) -> Model:
    """Each cell is covered once, each of the twelve pieces is there once."""
    cells, pieces = [], []
    for piece, shape in enumerate(PENTOMINOES):
        for one in turned(shape):
            rows, columns = np.indices((height, width)).reshape(2, -1)
            fits = (rows + one[:, 0].max() < height) & (columns + one[:, 1].max() < width)
            corners = rows[fits] * width + columns[fits]
            cells.append(corners[:, None] + one @ [width, 1])
            pieces += [piece] * len(corners)
    m = Model(f"pentominoes {height}x{width}")
    placed, covered, owner = m.bools("placed", len(pieces)), np.concatenate(cells), np.array(pieces)
    m.exactly(1, "each cell is covered once", [placed[(covered == c).any(axis=1)] for c in range(height * width)])
    m.exactly(1, "each piece is there once", [placed[owner == piece] for piece in range(len(PENTOMINOES))])
    return m


def latin_square(n: int) -> Model:
    """One number in each cell, each number once in each row and column."""
    m = Model(f"latin square {n}")
    is_ = m.bools("is", (n, n, n))
    for axis, sentence in enumerate(("each number once in a column", "each number once in a row", "one number a cell")):
        m.exactly(1, sentence, np.moveaxis(is_, axis, 2).reshape(n * n, n))
    return m


def queens(n: int) -> Model:
    """One queen in each row and column, at most one on each diagonal."""
    m = Model(f"queens {n}")
    queen = m.bools("queen", (n, n))
    m.exactly(1, "one queen in each row", queen)
    m.exactly(1, "one queen in each column", queen.T)
    for board in (queen, queen[:, ::-1]):
        m.at_most(1, "at most one on a diagonal", [np.diagonal(board, k) for k in range(1 - n, n)])
    return m
