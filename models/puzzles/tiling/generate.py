"""The generator of tilings: boards with pieces by size or by name, and boards cut at random.

6x10, 5x12, 4x15, 3x20     the twelve pentominoes on a rectangle of 60 cells
8x8                        the twelve pentominoes and the 2x2 square: the problem of the pentomino tiling by SAT
8x8-centre, 8x8-corners    the twelve on a chessboard without its middle, or its corners; `8x8-1,2`: without the 2x2
                           square whose upper left cell that is
3x4x5, 2x5x6, 2x3x10       the twelve as cubes in a box
soma, bedlam               the cubes of those names, and slothouber-graatsma
tetrominoes:4x5            all pieces of a size (see `families`) on any rectangle of as many cells, or in a box:
                           hexominoes:14x15, one-sided:3x30 (pentominoes), fixed-triominoes:3x6, pentominoes:3x4x5,
                           tetracubes:2x4x4, pentacubes-28:4x5x7, pentacubes-25:5x5x5
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.randomness import Stream
from models.puzzles.tiling.families import PieceFamily, find_family
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.sets import SQUARE, Piece, bedlam, cubes, pentominoes, slothouber_graatsma
from models.puzzles.tiling.sets import soma as soma_pieces
from models.puzzles.tiling.shapes import Shape, normal_form, orientations
from rosetta.foundation.errors import InputError

NAMES = "8x8-centre, 3x4x5, soma, hexominoes:14x15, one-sided:3x30, tetracubes:2x4x4"
SPATIAL_EXAMPLE = "tetracubes:2x4x4"
FITTING_SIZES = (
    "3x20, 4x15, 5x12, 6x10 (the 12 pentominoes), 8x8 (with the 2x2 square), or any size with --pieces random"
)
PIECES = ("pentominoes", "random")
MOST_RANDOM, LARGEST = 10_000, 5  # cells of a board cut at random, cells of a piece
PlantedInstance = tuple[Tiling, Any]
CUBES: dict[str, tuple[int, Callable[[], tuple[Piece, ...]]]] = {
    "soma": (3, soma_pieces),
    "bedlam": (4, bedlam),
    "slothouber-graatsma": (3, slothouber_graatsma),
}


def rectangle_of_size(size: tuple[int, int], seed: int = 0, pieces: str = PIECES[0]) -> PlantedInstance:
    """A rectangle with the pentominoes that fill it, or cut at random, with the answer that cut it."""
    rows, columns = size
    name = f"{rows}x{columns}"
    if min(size) < 1:
        raise InputError(f"tiling: expected at least one row and one column, found {name}")
    if pieces == "random":
        return _cut_at_random(size, seed)
    if size == (8, 8):
        return Tiling(np.ones(size, np.bool_), (*pentominoes(), SQUARE), name), None
    if rows * columns != 60:
        raise InputError(
            f"tiling: {name} has {rows * columns} cells, and no standard set of pieces covers that; try {FITTING_SIZES}"
        )
    return Tiling(np.ones(size, np.bool_), pentominoes(), name), None


def maker_by_name(text: str) -> Callable[..., PlantedInstance] | None:
    """A function that makes the instance of that name, None if there is none."""
    name = text.lower()
    if name in CUBES:
        side, make = CUBES[name]
        return partial(_fill_box, (side,) * 3, make, name)
    if hole := re.fullmatch(r"8x8-(centre|corners|([0-6]),([0-6]))", name):
        return partial(_holed_chessboard, hole[1], name)
    if box := re.fullmatch(r"(\d{1,4})x(\d{1,4})x(\d{1,4})", name):
        return partial(_fill_box, tuple(map(int, box.groups())), lambda: cubes(pentominoes()), name)
    match = re.fullmatch(r"([a-z0-9-]+):(\d{1,4})x(\d{1,4})(?:x(\d{1,4}))?", name)
    pieces = find_family(match[1]) if match else None
    if match is None or pieces is None:
        return None
    return partial(_fill_with_family, tuple(int(side) for side in match.groups()[1:] if side), pieces, name)


def _fill_with_family(
    shape: tuple[int, ...], pieces: PieceFamily, name: str, seed: int = 0, **parameters: Any
) -> PlantedInstance:
    if pieces.dimensions == 3 and len(shape) == 2:
        raise InputError(f"tiling: {name}: pieces in space need a box, such as {SPATIAL_EXAMPLE}")
    if pieces.dimensions == 2 and len(shape) == 3 and not pieces.flat:
        raise InputError(f"tiling: {name}: in a box every plane piece can be turned over; expected a set of free ones")
    make = pieces.make if pieces.dimensions == len(shape) else lambda: cubes(pieces.make())
    return _fill_box(shape, make, name, seed, **parameters)


def _fill_box(
    shape: tuple[int, ...], make: Callable[[], tuple[Piece, ...]], name: str, seed: int = 0, **parameters: Any
) -> PlantedInstance:
    _check_parameters(name, parameters)
    chosen = make()
    cells, room = sum(piece.copies * len(piece.shape) for piece in chosen), int(np.prod(shape))
    if cells != room:
        raise InputError(f"tiling: {name} has {room} cells, its pieces have {cells}; expected as many")
    return Tiling(np.ones(shape, np.bool_), chosen, name), None


def _holed_chessboard(where: str, name: str, seed: int = 0, **parameters: Any) -> PlantedInstance:
    _check_parameters(name, parameters)
    board = np.ones((8, 8), np.bool_)
    if where == "corners":
        board[::7, ::7] = False
    else:
        r, c = (3, 3) if where == "centre" else map(int, where.split(","))
        board[r : r + 2, c : c + 2] = False
    return Tiling(board, pentominoes(), name), None


def _check_parameters(name: str, parameters: dict[str, Any]) -> None:
    if parameters.get("pieces", PIECES[0]) != PIECES[0]:
        raise InputError(f"tiling: --pieces is for sizes; {name} has pieces of its own")


def _cut_at_random(size: tuple[int, int], seed: int) -> PlantedInstance:
    """Cut the board: from each cell in turn that is still open, grow a piece."""
    name = f"{size[0]}x{size[1]}"
    if size[0] * size[1] > MOST_RANDOM:
        raise InputError(f"tiling: expected at most {MOST_RANDOM:,} cells for --pieces random, found {name}")
    stream = Stream("tiling", "cut", name, seed)
    order = [divmod(i, size[1]) for i in stream.order(size[0] * size[1]).tolist()]
    open_cells = set(order)
    cuts = []
    for start in order:
        if start in open_cells:
            cuts.append(_grow_piece(start, open_cells, stream))
    return instance_from_parts(np.ones(size, np.bool_), cuts, f"{name} --pieces random --seed {seed}")


def _grow_piece(start: tuple[int, int], open_cells: set[tuple[int, int]], stream: Stream) -> Shape:
    """3 to 5 open cells, in order, or fewer where no more can be reached; they are open no more. The next one is a cell
    with the fewest open neighbours: else single cells stay behind."""
    goal, cells = 3 + stream.number_below(LARGEST - 2), [start]
    open_cells.remove(start)
    while len(cells) < goal and (rim := sorted({at for cell in cells for at in _open_beside(cell, open_cells)})):
        fewest = min(len(_open_beside(at, open_cells)) for at in rim)
        tight = [at for at in rim if len(_open_beside(at, open_cells)) == fewest]
        cells.append(tight[stream.number_below(len(tight))])
        open_cells.remove(cells[-1])
    return tuple(sorted(cells))


def _open_beside(cell: tuple[int, int], open_cells: set[tuple[int, int]]) -> list[tuple[int, int]]:
    r, c = cell
    return [at for at in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if at in open_cells]


def instance_from_parts(board: NDArray[np.bool_], cuts: Iterable[Shape], origin: str = "") -> PlantedInstance:
    """The instance whose pieces are these parts of the board, and that answer. Parts of one shape are copies."""
    shapes = [(orientations(normal_form(cells))[0], tuple(sorted(cells))) for cells in cuts]
    kinds = sorted({kind for kind, _ in shapes}, key=lambda kind: (len(kind), kind))
    names = {kind: _name(i) for i, kind in enumerate(kinds)}
    pieces = tuple(Piece(names[kind], kind, sum(kind == other for other, _ in shapes)) for kind in kinds)
    return Tiling(board, pieces, origin), tuple(sorted((names[kind], cells) for kind, cells in shapes))


def _name(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"p{number}"
