"""Scattered cells: shaded ones that do not touch and leave all others connected. Two rules, which many puzzles have.

. # . #    state_scattered_cells(m, shaded, by)                 the rules, in a model
# . . .    *scattered_cell_faults(p.numbers.shape, shaded)      how an answer breaks them, in `verify`
. . # .    take_scattered_cells(size, stream)                   random ones (`models.puzzles.connected_rest`)
"""

from __future__ import annotations

from models.neutral import Model
from models.puzzles.boards import Cells, Literals, grid_edges
from models.puzzles.parts.broken_rules import cut_off_parts, other_cells, touching_pairs, word_faults


def state_scattered_cells(m: Model, shaded: Literals, by: str) -> None:
    """Shaded cells do not touch by their sides, and the others are connected. shaded: shape (rows, columns); by: how
    connection is said."""
    edges = grid_edges((shaded.shape[0], shaded.shape[1]))
    m.at_most(1, "shaded cells do not touch", shaded.ravel()[edges])
    m.connected("the unshaded cells are connected", -shaded, edges, by=by)


def scattered_cell_faults(shape: tuple[int, int], shaded: Cells) -> list[str]:
    """Which shaded cells of a board touch, and which parts of the others are cut off, as sentences."""
    return [
        *word_faults("the shaded cells at {} and {} touch", touching_pairs(shaded)),
        *word_faults("the cell {} is cut off from {}", cut_off_parts(other_cells(shape, shaded))),
    ]
