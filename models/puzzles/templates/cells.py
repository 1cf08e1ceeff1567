"""Template: put pieces into cells such that each number counts the pieces around it.

    . 2 .    . 2 *    * a number says how many pieces are in the eight cells around it
    . . 1    * . 1    * pieces do not touch by their sides
    . . .    . . .    * no piece is on a number

REPLACE: the lines above, by the rules, a picture of a board and its answer, and where the puzzle comes from.
"""

from __future__ import annotations

import numpy as np

from models.neutral import Model, each
from models.puzzles import parts

NONE = -1  # a cell without a number
PIECES = parts.CellPieces("piece")  # REPLACE: what is put into cells; the array of the model has this name
PIECE = parts.Glyph(
    "piece", "*", (parts.Outline("m12 5l7 7l-7 7l-7-7z", {"fill": "#0b5cad"}),)
)  # REPLACE: in text, in a cell of 24x24


@parts.array_record
class CellsTemplate:
    """A board. REPLACE: what it holds. numbers: shape (rows, columns), -1 for a cell without one."""

    numbers: parts.Numbers


def model(p: CellsTemplate) -> Model:
    """The rules. Decisions: `piece` per cell. REPLACE: all rules, each with its sentence."""
    m, numbers = Model("template"), p.numbers
    piece = m.bools("piece", numbers.shape, says="a piece at {cell}")
    number = each("the {clue} at {cell}", clue=numbers.ravel(), cell=np.ones(numbers.shape, bool))
    m.exactly(
        numbers.ravel(),
        "a number counts the pieces around it",
        parts.cells_around(piece),
        where=numbers.ravel() != NONE,
        of=number,
        clue=True,
    )
    m.at_most(1, "pieces do not touch by their sides", piece.ravel()[parts.grid_edges(piece.shape)])
    m.true("no piece is on a number", -piece[numbers != NONE], evident="Cells with numbers hold no piece")
    return m


def verify(p: CellsTemplate, pieces: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`. REPLACE it."""
    faults = parts.word_faults("the piece at {} is on a number", (cell for cell in pieces if p.numbers[cell] != NONE))
    for (r, c), number in np.ndenumerate(p.numbers):
        held = sum(abs(r - a) <= 1 and abs(c - b) <= 1 for a, b in pieces if (a, b) != (r, c))
        if number not in (NONE, held):
            faults.append(f"the {number} at {parts.describe_cell((r, c))} has {held} pieces around it")
    return faults + parts.word_faults("the pieces at {} and {} touch", parts.touching_pairs(pieces))


def scene(p: CellsTemplate, view: parts.View) -> parts.Scene:
    """What a board looks like. REPLACE what is unusual; models/puzzles/scenes/layers.py has more."""
    return parts.piece_scene("Template", view, PIECES, PIECE, p.numbers, p.numbers != NONE)


def draw_blank(size: tuple[int, int], stream: parts.Stream) -> CellsTemplate:
    """A board without clues. REPLACE: its regions, walls, ..., drawn at random, if it has any."""
    return CellsTemplate(np.full(size, NONE))


def read_clues(p: CellsTemplate, pieces: parts.Cells) -> CellsTemplate:
    """The board with all clues of this answer. REPLACE: what a clue says."""
    on = parts.mask_of_cells(pieces, p.numbers.shape).astype(np.int64)
    framed = np.pad(on, 1)
    counts = sum(framed[r : r + len(on), c : c + len(on[0])] for r in range(3) for c in range(3)) - on
    return CellsTemplate(np.where(on == 1, NONE, counts))


PUZZLE = parts.compose_puzzle(
    "template",
    "Template",
    (  # REPLACE: the rules, for people
        "a number says how many pieces are in the eight cells around it",
        "pieces do not touch by their sides",
        "no piece is on a number",
    ),
    text=parts.text_of_grids(CellsTemplate, numbers=parts.NumberWords({".": NONE}, least=0)),
    answer=PIECES,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(draw_blank, read_clues, share=60, likely=30),
    extras=parts.Extras(legend=lambda p: "* piece"),
    summary="pieces that do not touch, counted by numbers",  # REPLACE: what it is, for `list`
)
