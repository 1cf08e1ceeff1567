"""Random small boards with the tilings that a plain recursive program finds, for tests of counters."""

from __future__ import annotations

from functools import cache
from itertools import islice

import numpy as np

from models.puzzles.randomness import Stream
from models.puzzles.tiling.rules import Tiling
from models.puzzles.tiling.sets import Piece
from models.puzzles.tiling.shapes import SIDES, normal_form

MOST_LISTED = 150  # boards with more tilings are left out, as listing them takes long


def tilings_by_recursion(p):
    """Every tiling, by trying each piece in each way on the first empty cell; the only code of the project
    it uses is a shape's normal form."""
    cells = frozenset(map(tuple, np.argwhere(p.board).tolist()))
    ways = {}
    for piece in p.pieces:
        ways[piece.name] = set()
        axes = range(len(piece.shape[0]))
        for shape in turned(piece.shape, piece.sides):
            for base in shape:  # the cell of the shape that lies on the first empty one
                ways[piece.name].add(frozenset(tuple(cell[a] - base[a] for a in axes) for cell in shape))

    def lay(empty, copies, laid):
        if not empty:
            yield frozenset(laid)
            return
        at = min(empty)
        for name, number in copies.items():
            for way in ways[name] if number else ():
                cover = frozenset(tuple(x + dx for x, dx in zip(at, step, strict=True)) for step in way)
                if cover <= empty:
                    yield from lay(empty - cover, {**copies, name: number - 1}, [*laid, (name, cover)])

    return lay(cells, {piece.name: piece.copies for piece in p.pieces}, [])


@cache
def recursion_on(seed):
    """A random board with the tilings that recursion finds, up to so many."""
    p = random_board(seed)
    return p, list(islice(tilings_by_recursion(p), MOST_LISTED))


def turned(shape, sides):
    """All turns of a shape, by quarter turns about each axis, and a reflection of the first axis if two-sided."""
    axes = len(shape[0])
    orientations, todo = set(), [normal_form(shape)]
    while todo:
        current = todo.pop()
        if current in orientations:
            continue
        orientations.add(current)
        if sides == "fixed":
            continue
        for a in range(axes):
            for b in range(axes):
                if a != b:
                    todo.append(normal_form([quarter(cell, a, b) for cell in current]))
        if sides == "two-sided":
            todo.append(normal_form([(-cell[0], *cell[1:]) for cell in current]))
    return orientations


def quarter(cell, a, b):
    """A quarter turn from axis a to axis b."""
    image = list(cell)
    image[a], image[b] = cell[b], -cell[a]
    return tuple(image)


def random_board(seed):
    """A small board with holes in the plane or in space, cut into pieces of one to four cells; each piece gets
    a random sidedness, so that there may be more tilings than the one it was cut by."""
    draw = Stream("tiling", "merging", "small", seed)
    shape = [(4, 5), (3, 6), (2, 2, 4), (2, 3, 3), (1, 9)][draw.number_below(5)]
    board = np.ones(shape, np.bool_)
    for _ in range(draw.number_below(4)):
        board[tuple(draw.number_below(side) for side in shape)] = False
    remaining, shapes = [tuple(cell) for cell in np.argwhere(board).tolist()], []
    while remaining:
        grown = [remaining.pop(draw.number_below(len(remaining)))]
        for _ in range(draw.number_below(4)):
            beside = [cell for cell in remaining if any(sum(abs(np.subtract(cell, other))) == 1 for other in grown)]
            if beside:
                grown.append(beside[draw.number_below(len(beside))])
                remaining.remove(grown[-1])
        shapes.append(normal_form(grown))
    kinds = sorted(set(shapes))
    names = [f"p{i}" for i in range(len(kinds))]
    sides = [SIDES[draw.number_below(3)] for _ in kinds]
    return Tiling(board, tuple(Piece(n, k, shapes.count(k), s) for n, k, s in zip(names, kinds, sides, strict=True)))
