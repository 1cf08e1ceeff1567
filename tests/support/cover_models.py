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
    images = set()
    for flip in (1, -1):
        for quarter in ([[1, 0], [0, 1]], [[0, 1], [-1, 0]], [[-1, 0], [0, -1]], [[0, -1], [1, 0]]):
            image = shape * [1, flip] @ np.array(quarter)
            images.add(tuple(sorted(map(tuple, (image - image.min(axis=0)).tolist()))))
    return [np.array(image) for image in sorted(images)]


SQUARE, P = "00 01 10 11", PENTOMINOES[4]


def pentominoes(height: int, width: int) -> Model:
    """Each cell is covered once, each of the twelve pieces is there once."""
    return _tiling(height, width, PENTOMINOES, [placements(piece, height, width) for piece in PENTOMINOES])


def chessboard() -> Model:
    """The same with a square of four cells on 8x8, without symmetries: of the 336 ways to lay the P only 42, one of
    each eight that are turned or reflected into each other."""
    pieces = (*PENTOMINOES, SQUARE)
    return _tiling(8, 8, pieces, [_one_of_each(placements(piece, 8, 8), piece == P) for piece in pieces])


def placements(piece: str, height: int, width: int) -> np.ndarray:
    """The cells of each placement, numbered row by row, shape (placements, cells)."""
    cells = []
    for shape in turned(piece):
        rows, columns = np.indices((height, width)).reshape(2, -1)
        fits = (rows + shape[:, 0].max() < height) & (columns + shape[:, 1].max() < width)
        cells.append((rows[fits] * width + columns[fits])[:, None] + shape @ [width, 1])
    return np.concatenate(cells)


def _one_of_each(laid: np.ndarray, reduce: bool) -> np.ndarray:
    """Of the placements on 8x8 that symmetries of the board map onto each other, the one with the least cells."""
    board = np.arange(64).reshape(8, 8)
    images = [np.rot90(way, quarter).ravel() for way in (board, board.T) for quarter in range(4)]
    keep = [min(sorted(image[cells].tolist()) for image in images) == sorted(cells.tolist()) for cells in laid]
    return laid[keep] if reduce else laid


def _tiling(height: int, width: int, pieces: tuple[str, ...], laid: list[np.ndarray]) -> Model:
    m = Model(f"pentominoes {height}x{width}")
    placed = m.bools("placed", sum(map(len, laid)))
    owner = np.repeat(np.arange(len(pieces)), [len(cells) for cells in laid])
    on = np.zeros((len(owner), height * width), np.bool_)
    for piece, cells in enumerate(laid):
        on[np.flatnonzero(owner == piece)[:, None], cells] = True
    m.exactly(1, "each cell is covered once", [placed[cell] for cell in on.T])
    m.exactly(1, "each piece is there once", [placed[owner == piece] for piece in range(len(pieces))])
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
