"""Template: shade cells such that rooms hold as many shaded cells as their numbers say.

    +-------+    +-------+    * a room with a number holds as many shaded cells; the number is in its first cell
    | 1   . |    | 1   # |    * shaded cells do not touch by their sides
    |   +---+    |   +---+    * the unshaded cells are connected by their sides
    | . | 0 |    | . | 0 |
    +---+---+    +---+---+

REPLACE: the lines above, by the rules, a picture of a board and its answer, and where the puzzle comes from.
"""

from __future__ import annotations

import numpy as np

from models.neutral import CONNECTIVITY, Model, each, group
from models.puzzles import parts

NONE = -1  # a room without a number
MOST_CELLS = 6  # of a room that is drawn
SHADED = parts.CellPieces("shaded cell")  # the array of the model has this name


@parts.array_record
class RoomsTemplate:
    """A board. REPLACE: what it holds. rooms: the number of each cell's room; numbers: of a room in its first cell, -1
    for none; both of shape (rows, columns)."""

    rooms: parts.Regions
    numbers: parts.Numbers


def model(p: RoomsTemplate, by: str = CONNECTIVITY[0]) -> Model:
    """The rules. Decisions: `shaded_cell` per cell. by: how connection is said. REPLACE: all rules, each with its
    sentence."""
    m, first = Model("template"), parts.first_cells(p.rooms)
    shaded, numbers = m.bools("shaded_cell", p.rooms.shape, says="a shaded cell at {cell}"), p.numbers[tuple(first.T)]
    inside, of = group(shaded.ravel(), by=p.rooms.ravel()), each("the room {clue} at {cell}", clue=numbers, cell=first)
    m.exactly(numbers, "a room holds its number of shaded cells", inside, where=numbers != NONE, of=of, clue=True)
    parts.state_scattered_cells(m, shaded, by)
    return m


def verify(p: RoomsTemplate, shaded: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`. REPLACE it."""
    rooms, numbers, faults = p.rooms.tolist(), p.numbers.tolist(), list[str]()
    for (r, c), number in np.ndenumerate(p.numbers):
        held = sum(rooms[a][b] == rooms[r][c] for a, b in shaded)
        if number not in (NONE, held):
            faults.append(f"the room {numbers[r][c]} at {parts.describe_cell((r, c))} has {held} shaded cells")
    return faults + parts.scattered_cell_faults(p.rooms.shape, shaded)


def draw_blank(size: tuple[int, int], stream: parts.Stream) -> RoomsTemplate:
    """A board without clues: random rooms. REPLACE: other regions, such as `draw_regions`, where rooms are no
    rectangles."""
    return RoomsTemplate(parts.draw_rooms(size, MOST_CELLS, stream), np.full(size, NONE))


def read_clues(p: RoomsTemplate, shaded: parts.Cells) -> RoomsTemplate:
    """The board with all clues of this answer. REPLACE: what a clue says."""
    return RoomsTemplate(p.rooms, parts.in_first_cells(parts.count_in_regions(p.rooms, shaded), p.rooms, NONE))


PUZZLE = parts.compose_puzzle(
    "template",
    "Template",
    (  # REPLACE: the rules, for people
        "a room with a number holds as many shaded cells",
        "shaded cells do not touch by their sides",
        "the unshaded cells are connected by their sides",
    ),
    text=parts.text_of_grids(
        RoomsTemplate, rooms=parts.RegionWords(), numbers=parts.NumberWords({".": NONE}, least=0, of="rooms")
    ),
    answer=SHADED,
    scene=lambda p, view: parts.shaded_scene("Template", view, SHADED, p.numbers, p.numbers != NONE, areas=p.rooms),
    formulations=parts.connected_ways(model),
    verify=verify,
    planting=parts.Planting(draw_blank, read_clues, share=60, likely=60),
    extras=parts.Extras(
        advice=parts.advise_cuts,
        legend=lambda p: "# shaded cell",
        introduction=parts.Introduction(models=parts.LONG_WAY_WORDS),
    ),
    summary="shaded cells in rooms that leave the rest connected",  # REPLACE: what it is, for `list`
)
