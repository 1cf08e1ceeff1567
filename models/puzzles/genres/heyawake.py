"""Heyawake: shade cells such that rooms hold as many shaded cells as their numbers say.

    +-------+---+    +-------+---+    * a room with a number holds as many shaded cells
    | 2   . | . |    | #   . | # |    * shaded cells (#) do not touch by their sides
    |   +---+   |    |   +---+   |    * the unshaded cells are connected by their sides
    | . | 0   . |    | . | 0   . |    * no straight line of unshaded cells runs through three rooms: it crosses
    +---+-------+    +---+-------+      at most one border between rooms
    | .   .   . |    | #   .   # |
    +-----------+    +-----------+    A room may have any shape; most are rectangles.

A line that leaves a room and comes back to it has crossed two borders, so it is too long: pzpr counts borders, too.

Reference: Nikoli, "Heyawake" (divided rooms), Puzzle Communication Nikoli 39, 1992.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np

from models.neutral import CONNECTIVITY, Model, each, group
from models.puzzles import codecs, parts

SHADED, NONE = parts.CellPieces("shaded cell"), -1
MOST_CELLS = 8  # of a room that is drawn


@parts.array_record
class Heyawake:
    """A board. rooms: the number of each cell's room; numbers: of a room in its first cell, -1 for none; both of shape
    (rows, columns)."""

    rooms: parts.Regions
    numbers: parts.Numbers

    def __post_init__(self) -> None:
        parts.check_connected_regions("heyawake", self.rooms, "rooms")


def model(p: Heyawake, by: str = CONNECTIVITY[0]) -> Model:
    """The rules. Decisions: `shaded_cell` per cell. by: how connection is said."""
    m, rooms, first = Model("heyawake"), p.rooms, parts.first_cells(p.rooms)
    shaded, numbers = m.bools("shaded_cell", rooms.shape, says="a shaded cell at {cell}"), p.numbers[tuple(first.T)]
    inside, of = group(shaded.ravel(), by=rooms.ravel()), each("the room {clue} at {cell}", clue=numbers, cell=first)
    m.exactly(numbers, "a room holds its number of shaded cells", inside, where=numbers != NONE, of=of, clue=True)
    parts.state_scattered_cells(m, shaded, by)
    for literals, own in ((shaded, rooms), (shaded.T, rooms.T)):
        m.any("no line of unshaded cells runs through three rooms", parts.cells_across_regions(literals, own))
    return m


def verify(p: Heyawake, shaded: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    rooms, numbers, black = p.rooms.tolist(), p.numbers.tolist(), set(shaded)
    held = Counter(rooms[r][c] for r, c in shaded)
    rows = [[(r, c) for c in range(len(row))] for r, row in enumerate(rooms)]
    wrong = [(r, c) for row in rows for r, c in row if numbers[r][c] not in (NONE, held[rooms[r][c]])]
    long = list[tuple[parts.Cell, parts.Cell]]()
    for line in [*rows, *map(list, zip(*rows, strict=True))]:
        entered: list[parts.Cell] = []  # the last cell before each border that unshaded cells cross
        for (r, c), (s, d) in pairwise(line):
            if {(r, c), (s, d)} & black:
                entered = []
            elif rooms[r][c] != rooms[s][d]:
                long += [(cell, (s, d)) for cell in entered[-1:]]
                entered.append((r, c))
    return [
        *(
            f"the room {numbers[r][c]} at {parts.describe_cell((r, c))} has {held[rooms[r][c]]} shaded cells"
            for r, c in wrong
        ),
        *parts.word_faults("the unshaded cells from {} to {} run through three rooms", long),
        *parts.scattered_cell_faults(p.rooms.shape, shaded),
    ]


def draw_blank(size: tuple[int, int], stream: parts.Stream, irregular: bool = False) -> Heyawake:
    """A board of random rooms without numbers."""
    rooms = parts.draw_rooms(size, MOST_CELLS, stream)
    if irregular:
        rooms = parts.number_regions(parts.hand_over(rooms, stream.order(rooms.size), stream))
    return Heyawake(rooms, np.full(size, NONE))


def read_clues(p: Heyawake, shaded: parts.Cells) -> Heyawake:
    """The board with the numbers of all rooms."""
    return Heyawake(p.rooms, parts.in_first_cells(parts.count_in_regions(p.rooms, shaded), p.rooms, NONE))


def formats() -> dict[str, codecs.Body]:
    """Boards in exchange formats."""
    names, example = ("heyawake", "heyawacky"), "heyawake/6/6/lll155007rs12222j"
    return codecs.declare_rooms(Heyawake, ("rooms", "numbers"), NONE, names=names, example=example)


PUZZLE = parts.compose_puzzle(
    "heyawake",
    "Heyawake",
    (
        "a room with a number holds as many shaded cells",
        "shaded cells do not touch by their sides",
        "the unshaded cells are connected by their sides",
        "no straight line of unshaded cells runs through three rooms",
    ),
    text=parts.text_of_grids(
        Heyawake, rooms=parts.RegionWords(), numbers=parts.NumberWords({".": NONE}, least=0, of="rooms")
    ),
    answer=SHADED,
    scene=lambda p, view: parts.shaded_scene("Heyawake", view, SHADED, p.numbers, p.numbers != NONE, areas=p.rooms),
    formulations=parts.connected_ways(model),
    verify=verify,
    planting=parts.Planting(draw_blank, read_clues, share=60, likely=60),
    parameters={"irregular": parts.switch("rooms of any shape, not only rectangles")},
    extras=parts.Extras(
        formats=formats,
        advice=parts.advise_cuts,
        legend=lambda p: "# shaded cell",
        introduction=parts.Introduction(
            background=("Nikoli, 1992: Heyawake (divided rooms)",),
            example="https://puzz.link/p?heyawake/6/6/23664k1vo3vo2g001g1i1",
            sizes="any; 10x10 is usual, and one answer takes up to a minute for 20x20",
            models=parts.LONG_WAY_WORDS,
        ),
    ),
    summary="shaded cells in rooms, with short lines of white ones",
)
