"""The symmetries of a tiling: turns and reflections of the board that map board and piece set onto themselves.

A turn of the board turns the pieces. It is a symmetry if it maps the orientations of each piece to those of some piece
(itself, or with one-sided pieces its mirror image) that has as many copies: Soma has 48 symmetries, since its two
handed pieces are each other's mirror image; the Bedlam cube, whose handed pieces have no mirror image in the set, 24.

Pieces of the same shape under different names are mapped in the order of their names: the identity maps each to itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.shapes import Turn, orientations, turn_shape, turns

Ways = frozenset[Any]
Cell = tuple[int, ...]


def transform(p: Tiling, number: int) -> tuple[Tiling, Callable[[Any], Any]] | None:
    """Board and pieces under the turn with that number, and the map of its answers back to those of this one."""
    turn = turns(p.board.ndim)[number]
    axes, signs = turn
    image = np.flip(p.board.transpose(axes), tuple(i for i, sign in enumerate(signs) if sign < 0))
    pieces = tuple(replace(piece, shape=turn_shape(piece.shape, turn)) for piece in p.pieces)
    return Tiling(image, pieces), partial(_turn_back, turn, image.shape)


def _turn_back(turn: Turn, shape: tuple[int, ...], answer: Any) -> Any:
    """The answer before the turn. shape: of the board after it."""
    axes, signs = turn

    def place(cell: tuple[int, ...]) -> tuple[int, ...]:
        steps = zip(axes, signs, cell, shape, strict=True)
        return tuple(x for _, x in sorted((axis, x if sign > 0 else length - 1 - x) for axis, sign, x, length in steps))

    return tuple(sorted((name, tuple(sorted(map(place, cells)))) for name, cells in answer))


def symmetries(p: Tiling) -> list[Callable[[Any], Any]]:
    """The maps of answers, the identity first."""
    maps: list[Callable[[Any], Any]] = []
    for turn in turns(p.board.ndim):
        axes, signs = turn
        image = np.flip(p.board.transpose(axes), tuple(i for i, sign in enumerate(signs) if sign < 0))
        names = _piece_images(p, turn) if image.shape == p.board.shape and np.array_equal(image, p.board) else None
        if names is not None:
            maps.append(partial(_image, _move_cells(p, turn), names))
    return maps


def _piece_images(p: Tiling, turn: Turn) -> dict[str, str] | None:
    """The piece that each piece becomes, None if the image of one is not in the set."""
    alike: defaultdict[tuple[Ways, int], list[str]] = defaultdict(list)
    becomes: defaultdict[tuple[Ways, int], list[str]] = defaultdict(list)
    for piece in sorted(p.pieces, key=lambda piece: piece.name):
        ways = orientations(piece.shape, piece.sides)
        alike[frozenset(ways), piece.copies].append(piece.name)
        becomes[frozenset(turn_shape(way, turn) for way in ways), piece.copies].append(piece.name)
    if {key: len(names) for key, names in alike.items()} != {key: len(names) for key, names in becomes.items()}:
        return None
    return {name: other for key in alike for name, other in zip(becomes[key], alike[key], strict=True)}


def _move_cells(p: Tiling, turn: Turn) -> dict[Cell, Cell]:
    """Where the turn takes each cell of the board."""
    axes, signs = turn
    moved = np.where(np.array(signs) > 0, p.cells[:, axes], np.array(p.board.shape) - 1 - p.cells[:, axes])
    return dict(zip(map(tuple, p.cells.tolist()), map(tuple, moved.tolist()), strict=True))


def _image(moved: dict[Cell, Cell], names: dict[str, str], answer: Any) -> Any:
    """The image of an answer, sorted."""
    return tuple(sorted((names[name], tuple(sorted([moved[cell] for cell in cells]))) for name, cells in answer))
