"""Heyawake: shade cells such that rooms hold as many shaded cells as their numbers say.

    +---+-------+    * a room with a number has as many shaded cells; the number stands in its first cell
    | 1 | .   # |    * shaded cells do not touch by their sides
    | # | .   . |    * unshaded cells are connected by their sides
    +---+-------+    * no straight line of unshaded cells runs through three rooms

Reference: Nikoli, Puzzle Communication Nikoli 39, 1992.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.neutral import LONG_WAYS, Model, each, group
from models.puzzles.connected_rest import connected_parts
from models.puzzles.parts import (
    Advice,
    CellPieces,
    Extras,
    NumberWords,
    Planting,
    RegionWords,
    Scene,
    Stream,
    View,
    array_record,
    compose_puzzle,
    describe_cell,
    grid_edges,
    shaded_scene,
    text_of_grids,
)
from models.puzzles.regions import draw_rooms, first_cells

SHADED = CellPieces("shaded cell")


@array_record
class Heyawake:
    """A board. rooms: the number of each cell's room; numbers: of a room in its first cell, -1 for none."""

    rooms: NDArray[np.int64]
    numbers: NDArray[np.int64]


def model(p: Heyawake, by: str = LONG_WAYS[0]) -> Model:
    """The rules. Decisions: `shaded_cell` per cell. by: how connection is stated."""
    m, first = Model("heyawake"), first_cells(p.rooms)
    shaded = m.bools("shaded_cell", p.rooms.shape, says="a shaded cell at {cell}")
    numbers = p.numbers[tuple(first.T)]
    m.exactly(
        numbers,
        "a room holds as many shaded cells as its number says",
        group(shaded.ravel(), by=p.rooms.ravel()),
        where=numbers >= 0,
        of=each("the room {clue} of {cell}", clue=numbers, cell=first),
        clue=True,
    )
    m.at_most(1, "shaded cells do not touch", shaded.ravel()[grid_edges(shaded.shape)])
    lines = [*three_rooms(shaded, p.rooms), *three_rooms(shaded.T, p.rooms.T)]
    m.any("no line of unshaded cells runs through three rooms", lines or np.zeros((0, 0), np.int32))
    m.connected("the unshaded cells are connected", -shaded, grid_edges(shaded.shape), by=by)
    return m


def three_rooms(board: NDArray[np.int32], rooms: NDArray[np.int64]) -> list[NDArray[np.int32]]:
    """From the last cell before one border of a row to the first cell behind the next one."""
    lines = []
    for cells, names in zip(board, rooms, strict=True):
        borders = np.flatnonzero(names[1:] != names[:-1])
        lines += [cells[a : b + 2] for a, b in pairwise(borders.tolist())]
    return lines


def verify(p: Heyawake, shaded: tuple[tuple[int, int], ...]) -> list[str]:
    """The broken rules as sentences; by code that shares nothing with `model`."""
    black, (height, width) = set(shaded), p.rooms.shape
    held = Counter(int(p.rooms[cell]) for cell in shaded)
    wrong = [
        f"the room of {describe_cell((r, c))} has {held[int(p.rooms[r, c])]} shaded cells, not {p.numbers[r, c]}"
        for r, c in np.ndindex(height, width)
        if p.numbers[r, c] not in (-1, held[int(p.rooms[r, c])])
    ]
    wrong += [f"{describe_cell((r, c))} touches another" for r, c in shaded if {(r + 1, c), (r, c + 1)} & black]
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    for line in rows + [[(r, c) for r in range(height)] for c in range(width)]:
        seen: list[int] = []
        for cell in line:
            room = int(p.rooms[cell])
            seen = [] if cell in black else seen if seen and seen[-1] == room else [*seen, room]
            if len(seen) == 3:
                wrong.append(f"a line through three rooms ends at {describe_cell(cell)}")
                break
    parts = connected_parts([cell for line in rows for cell in line if cell not in black])
    return wrong + [f"{describe_cell(part[0])} is cut off" for part in parts[1:]]


def scene(p: Heyawake, view: View) -> Scene:
    return shaded_scene("Heyawake", view, SHADED, p.numbers, p.numbers >= 0, areas=p.rooms)


def draw_blank(size: tuple[int, int], stream: Stream) -> Heyawake:
    return Heyawake(draw_rooms(size, 9, stream), np.full(size, -1))


def read_clues(p: Heyawake, answer: tuple[tuple[int, int], ...]) -> Heyawake:
    numbers, first = np.full(p.rooms.shape, -1), first_cells(p.rooms)
    numbers[tuple(first.T)] = np.bincount([p.rooms[cell] for cell in answer], minlength=len(first))
    return Heyawake(p.rooms, numbers)


PUZZLE = compose_puzzle(
    "heyawake",
    "Heyawake",
    (
        "a room with a number holds as many shaded cells",
        "shaded cells do not touch by their sides",
        "the unshaded cells are connected by their sides",
        "no straight line of unshaded cells runs through three rooms",
    ),
    text=text_of_grids(Heyawake, rooms=RegionWords(), numbers=NumberWords({".": -1}, least=0, of="rooms")),
    answer=SHADED,
    scene=scene,
    formulations={name: partial(model, by=name) for name in LONG_WAYS},
    verify=verify,
    planting=Planting(draw_blank, read_clues, share=60, likely=60),
    extras=Extras(advice=lambda p: Advice("lazy", solvers=("cnf",))),
)
