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
    """Every tiling, by trying each piece in each way on the first empty cell; of the project only a shape's normal form
    is used."""
    cells = frozenset(map(tuple, np.argwhere(p.board).tolist()))
    ways = {}
    for piece in p.pieces:
        ways[piece.name] = set()
        axes = range(len(piece.shape[0]))
        for shape in turned(piece.shape, piece.sides):
            for base in shape:  # the cell of the shape that lies on the first empty one
                ways[piece.name].add(frozenset(tuple(cell[a] - base[a] for a in axes) for cell in shape))

    def lay(left, copies, laid):
        if not left:
            yield frozenset(laid)
            return
        at = min(left)
        for name, number in copies.items():
            for way in ways[name] if number else ():
                cover = frozenset(tuple(x + dx for x, dx in zip(at, step, strict=True)) for step in way)
                if cover <= left:
                    yield from lay(left - cover, {**copies, name: number - 1}, [*laid, (name, cover)])

    return lay(cells, {piece.name: piece.copies for piece in p.pieces}, [])


@cache
def recursion_on(seed):
    """A random board with the tilings that recursion finds, up to so many."""
    p = random_board(seed)
    return p, list(islice(tilings_by_recursion(p), MOST_LISTED))


def turned(shape, sides):
    """All turns of a shape, by quarter turns about each axis, and a reflection of the first axis if two-sided."""
    axes = len(shape[0])
    seen, todo = set(), [normal_form(shape)]
    while todo:
        one_of_them = todo.pop()
        if one_of_them in seen:
            continue
        seen.add(one_of_them)
        if sides == "fixed":
            continue
        for a in range(axes):
            for b in range(axes):
                if a != b:
                    todo.append(normal_form([quarter(cell, a, b) for cell in one_of_them]))
        if sides == "two-sided":
            todo.append(normal_form([(-cell[0], *cell[1:]) for cell in one_of_them]))
    return seen


def quarter(cell, a, b):
    """A quarter turn from axis a to axis b."""
    image = list(cell)
    image[a], image[b] = cell[b], -cell[a]
    return tuple(image)


def random_board(seed):
    """A small board with holes in the plane or in space, cut into pieces of one to four cells; each piece may have been
    given any sidedness, so that there are more tilings than the one it was cut by, or fewer copies alike."""
    draw = Stream("tiling", "merging", "small", seed)
    shape = [(4, 5), (3, 6), (2, 2, 4), (2, 3, 3), (1, 9)][draw.number_below(5)]
    board = np.ones(shape, np.bool_)
    for _ in range(draw.number_below(4)):
        board[tuple(draw.number_below(side) for side in shape)] = False
    left, shapes = [tuple(cell) for cell in np.argwhere(board).tolist()], []
    while left:
        grown = [left.pop(draw.number_below(len(left)))]
        for _ in range(draw.number_below(4)):
            beside = [cell for cell in left if any(sum(abs(np.subtract(cell, other))) == 1 for other in grown)]
            if beside:
                grown.append(beside[draw.number_below(len(beside))])
                left.remove(grown[-1])
        shapes.append(normal_form(grown))
    kinds = sorted(set(shapes))
    names = [f"p{i}" for i in range(len(kinds))]
    sides = [SIDES[draw.number_below(3)] for _ in kinds]
    return Tiling(board, tuple(Piece(n, k, shapes.count(k), s) for n, k, s in zip(names, kinds, sides, strict=True)))
