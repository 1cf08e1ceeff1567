"""All solutions of small boards by trying cell after cell, in code that knows no model: the oracle of generators."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.puzzles.akari import rules as akari
from models.puzzles.akari.instance import Akari, Cell
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.tents import rules as tents
from models.puzzles.tents.instance import Answer, Tents
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.shapes import orientations


def tents_solutions(p: Tents, tree_rule: str = "matching") -> Iterator[Answer]:
    """Cell by cell, row-major: a tent or none, as clues and neighbours allow; who owns whom is
    checked at the end."""
    height, width = p.trees.shape
    trees = {(int(r), int(c)) for r, c in zip(*p.trees.nonzero(), strict=True)}

    def onward(at: int, put: tuple[tents.Cell, ...]) -> Iterator[Answer]:
        r, c = divmod(at, width)
        if c == 0 and r and p.rows[r - 1] >= 0 and sum(row == r - 1 for row, _ in put) != p.rows[r - 1]:
            return
        if at == height * width:
            if not tents.verify(p, put, tree_rule):
                yield put
            return
        beside = any((r + dr, c + dc) in trees for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        free = beside and (r, c) not in trees and not any(abs(r - a) <= 1 and abs(c - b) <= 1 for a, b in put)
        more = tree_rule == "adjacent" or len(put) < len(trees)
        if free and more and (p.cols[c] < 0 or sum(b == c for _, b in put) < p.cols[c]):
            yield from onward(at + 1, (*put, (r, c)))
        yield from onward(at + 1, put)

    yield from onward(0, ())


def akari_solutions(p: Akari) -> Iterator[akari.Answer]:
    """A lamp for the first cell that is dark, in every place from which it can be lit, earlier ones ruled out."""
    cells, (height, width) = p.cells.tolist(), p.cells.shape

    def seen(r: int, c: int) -> Iterator[Cell]:
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            a, b = r + dr, c + dc
            while 0 <= a < height and 0 <= b < width and cells[a][b] == -1:
                yield a, b
                a, b = a + dr, b + dc

    def onward(put: tuple[Cell, ...], lit: frozenset[Cell], out: frozenset[Cell]) -> Iterator:
        dark = next(
            ((r, c) for r in range(height) for c in range(width) if cells[r][c] == -1 and (r, c) not in lit), None
        )
        if dark is None:
            if not akari.verify(p, tuple(sorted(put))):
                yield tuple(sorted(put))
            return
        for place in (dark, *seen(*dark)):
            if place in lit or place in out:
                continue
            beside = [(place[0] + dr, place[1] + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            full = any(
                0 <= r < height and 0 <= c < width and 0 <= cells[r][c] < 5 and counted(put, r, c) >= cells[r][c]
                for r, c in beside
            )
            if not full:
                yield from onward((*put, place), lit | {place, *seen(*place)}, out)
            out |= {place}

    def counted(put: tuple[Cell, ...], r: int, c: int) -> int:
        return sum(abs(a - r) + abs(b - c) == 1 for a, b in put)

    yield from onward((), frozenset(), frozenset())


def tiling_solutions(p: Tiling) -> Iterator[frozenset]:
    """The first open cell gets every piece that is left, in every way."""
    room = frozenset(map(tuple, p.cells.tolist()))

    def onward(open_: frozenset, remaining: dict[str, int], laid: frozenset) -> Iterator[frozenset]:
        if not open_:
            yield laid
            return
        r, c = min(open_)
        for piece in p.pieces:
            for shape in orientations(piece.shape, piece.sides) if remaining[piece.name] else ():
                cells = frozenset((r + a - shape[0][0], c + b - shape[0][1]) for a, b in shape)
                if cells <= open_:
                    rest = {**remaining, piece.name: remaining[piece.name] - 1}
                    yield from onward(open_ - cells, rest, laid | {(piece.name, cells)})

    yield from onward(room, {piece.name: piece.copies for piece in p.pieces}, frozenset())


def lightsout_solutions(p: LightsOut) -> list[frozenset[int]]:
    """Every set of buttons that does it, the smallest first; two colours."""
    reached = [{int(v) for v in p.toggled[p.starts[b] : p.starts[b + 1]]} for b in range(len(p))]
    goal, solutions = {i for i in range(len(p)) if p.start[i] != p.target[i]}, []
    for n in range(len(p) + 1):
        for chosen in combinations(range(len(p)), n):
            changed: set[int] = set()
            for button in chosen:
                changed ^= reached[button]
            if changed == goal:
                solutions.append(frozenset(chosen))
    return solutions
