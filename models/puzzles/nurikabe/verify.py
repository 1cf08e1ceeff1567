"""The rules of Nurikabe once more, in ordinary code that shares nothing with the model."""

from __future__ import annotations

from models.puzzles.boards import Cell, Cells, describe_cell
from models.puzzles.connected_rest import connected_parts
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe


def verify(p: Nurikabe, sea: Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution."""
    black, clues = set(sea), p.clues.tolist()
    land = [(r, c) for r, row in enumerate(clues) for c in range(len(row)) if (r, c) not in black]
    blocks = [(r, c) for r, c in sea if black.issuperset({(r, c + 1), (r + 1, c), (r + 1, c + 1)})]
    first, *others = connected_parts(sea) or [[]]
    return [
        *(f"the clue at {describe_cell((r, c))} is in the sea" for r, c in sea if clues[r][c] != NO_CLUE),
        *(broken for part in connected_parts(land) for broken in _verify_island(clues, part)),
        *(f"the sea at {describe_cell(part[0])} is cut off from {describe_cell(first[0])}" for part in others),
        *(f"the sea fills the 2x2 block at {describe_cell(cell)}" for cell in blocks),
    ]


def _verify_island(sizes: list[list[int]], part: list[Cell]) -> list[str]:
    """What is wrong with a connected part of the land."""
    clues = [(r, c) for r, c in part if sizes[r][c] != NO_CLUE]
    island = f"the island of {describe_cell(part[0])}"
    if len(clues) != 1:
        return [f"{island} has {len(clues)} clues, not 1"]
    size = sizes[clues[0][0]][clues[0][1]]
    return [] if size in (ANY_SIZE, len(part)) else [f"{island} has {len(part)} cells, not {size}"]
