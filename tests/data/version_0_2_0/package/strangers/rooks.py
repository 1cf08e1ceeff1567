"""Rooks: a rook in every row and every column, none on a wall (#).

. # .      . # R
. . .  ->  . R .
# . .      # . .   ...
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from models.neutral import Model
from models.puzzles.boards import cells_where
from models.puzzles.contract import Extras, InputError, Parameter, number_reader
from models.puzzles.grid_text import GridText
from models.puzzles.parts.answers import CellPieces
from models.puzzles.parts.composition import compose_puzzle
from models.puzzles.randomness import Stream
from models.puzzles.scenes.glyphs import STAR, WALL
from models.puzzles.scenes.layers import board_title, mask_layer, piece_layers, sign_layers
from models.puzzles.scenes.scene import Scene


@dataclass(frozen=True)
class Rooks:
    walls: tuple[tuple[bool, ...], ...]


def board(words):
    return Rooks(tuple(map(tuple, (words == "#").tolist())))


def words(p):
    return np.where(np.array(p.walls), "#", ".")


def model(p):
    m, walls = Model("rooks"), np.array(p.walls)
    rook = m.bools("rook", walls.shape, says="a rook at {cell}")
    m.exactly(1, "every row holds a rook", rook)
    m.exactly(1, "every column holds a rook", rook.T)
    m.true("no rook is on a wall", -rook[walls])
    return m


def verify(p, rooks):
    rows, columns = Counter(r for r, _ in rooks), Counter(c for _, c in rooks)
    return [
        *(f"row {r + 1} has {rows[r]} rooks" for r in range(len(p.walls)) if rows[r] != 1),
        *(f"column {c + 1} has {columns[c]} rooks" for c in range(len(p.walls[0])) if columns[c] != 1),
        *(f"a wall at row {r + 1}, column {c + 1}" for r, c in rooks if p.walls[r][c]),
    ]


def generate(size, seed=0, walls=30):
    if size[0] != size[1] or not 1 <= size[0] <= 50:
        raise InputError(f"rooks: expected n x n cells with n up to 50, found {size[0]}x{size[1]}")
    n, stream = size[0], Stream("rooks", "board", f"{size[0]}:{walls}", seed)
    rooks = np.zeros((n, n), bool)
    rooks[np.arange(n), stream.order(n)] = True
    others = np.flatnonzero(~rooks)
    built = np.zeros(n * n, bool)
    built[others[stream.order(len(others))][: n * n * walls // 100]] = True
    return board(np.where(built.reshape(n, n), "#", ".")), cells_where(rooks)


def scene(p, view):
    walls = np.array(p.walls)
    layers = mask_layer(WALL, walls), *piece_layers(STAR, view, walls.shape), *sign_layers(view, walls.shape, ~walls)
    return Scene(walls.shape, board_title("Rooks", walls.shape, view, "rooks"), layers)


PUZZLE = compose_puzzle(
    "rooks",
    "Rooks",
    ("every row holds a rook", "every column holds a rook", "no rook is on a wall"),
    text=GridText(board, lambda p: (words(p),)),
    answer=CellPieces("rook"),
    scene=scene,
    generate=generate,
    formulations={"default": model},
    verify=verify,
    parameters={"walls": Parameter(30, number_reader(0, 90), "percent of cells with walls", "P")},
    extras=Extras(caption=lambda p: "a rook in each row and column"),
)
