"""The checker of tilings: the rules again, sharing nothing with the model or with the orientations of `shapes`.

Two sets of cells are the same piece if one can be turned into the other: the closure of the piece under quarter turns
(and one reflection, where it may be turned over), looked up after moving both to the origin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from models.puzzles.boards import describe_cell

At = tuple[int, ...]


def broken_rules(
    board: Iterable[At], pieces: Mapping[str, tuple[tuple[At, ...], int, str]], answer: Iterable[tuple[str, Any]]
) -> list[str]:
    """The broken rules as sentences. board: its cells; pieces: name to shape, copies, sides; answer: (name, cells)."""
    open_cells, broken = set(board), []
    covered: Counter[At] = Counter()
    used: Counter[str] = Counter()
    ways: dict[str, set[frozenset[At]]] = {}
    for name, cells in answer:
        where = describe_cells(cells)
        if name not in pieces:
            broken.append(f"{name} on {where}: there is no such piece")
            continue
        used[name] += 1
        covered.update(cells)
        broken += [f"{name} covers {cell}, which is no cell of the board" for cell in cells if cell not in open_cells]
        shape, _, sides = pieces[name]
        if any(len(cell) != len(shape[0]) for cell in cells):
            continue  # reported above: no cell of the board
        if name not in ways:
            ways[name] = _orientations(shape, sides)
        if len(set(cells)) != len(cells) or _move_to_origin(cells) not in ways[name]:
            broken.append(f"the cells {where} do not have the shape of {name} ({sides})")
    for name, (_, copies, _) in pieces.items():
        if used[name] != copies:
            broken.append(f"piece {name} lies {used[name]} times, expected {copies}")
    for cell in sorted(open_cells):
        if covered[cell] != 1:
            broken.append(f"cell {describe_cells([cell])} is covered {covered[cell]} times, expected once")
    return broken


def describe_cells(cells: Iterable[At]) -> str:
    """Cells in words: `R1C2 R1C3`."""
    return " ".join(map(describe_cell, cells))


def _move_to_origin(cells: Iterable[At]) -> frozenset[At]:
    points = list(cells)
    corner = [min(cell[axis] for cell in points) for axis in range(len(points[0]))] if points else []
    return frozenset(tuple(x - corner[axis] for axis, x in enumerate(cell)) for cell in points)


def _orientations(shape: tuple[At, ...], sides: str) -> set[frozenset[At]]:
    """All orientations of a shape, by turning until nothing new appears."""
    images, fresh = {_move_to_origin(shape)}, [_move_to_origin(shape)]
    while fresh and sides != "fixed":
        cells = fresh.pop()
        for image in _images(cells, over=sides == "two-sided"):
            if image not in images:
                images.add(image)
                fresh.append(image)
    return images


def _images(cells: frozenset[At], over: bool) -> Iterable[frozenset[At]]:
    """Quarter turns about each axis, and one reflection."""
    dimensions = len(next(iter(cells)))
    for a in range(dimensions):
        for b in range(a + 1, dimensions):
            yield _move_to_origin(
                tuple(-c[b] if i == a else c[a] if i == b else c[i] for i in range(dimensions)) for c in cells
            )
    if over:
        yield _move_to_origin((-c[0], *c[1:]) for c in cells)
