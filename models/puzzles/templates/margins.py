"""Template: put pieces into cells such that the numbers beside the board count them.

      . 1 2      . 1 2    * a number beside a row or column says how many pieces are in it
    2 . . .    2 * . *    * pieces do not touch by their sides
    . . . .    . . . .
    1 . . .    1 . . *

REPLACE: the lines above, by the rules, a picture of a board and its answer, and where the puzzle comes from.
"""

from __future__ import annotations

import numpy as np

from models.neutral import Model, each
from models.puzzles import parts

NONE = -1  # beside a line without a number
PIECES = parts.CellPieces("piece")  # REPLACE: what is put into cells; the array of the model has this name
PIECE = parts.Glyph(
    "piece", "*", (parts.Outline("m12 5l7 7l-7 7l-7-7z", {"fill": "#0b5cad"}),)
)  # REPLACE: in text, in a cell of 24x24


@parts.array_record
class MarginsTemplate:
    """A board. REPLACE: what it holds. left, top: the numbers of the rows and columns, -1 for a line without one; there
    may be `right` and `bottom`, too."""

    left: parts.Numbers
    top: parts.Numbers


def model(p: MarginsTemplate) -> Model:
    """The rules. Decisions: `piece` per cell. REPLACE: all rules, each with its sentence."""
    m = Model("template")
    piece = m.bools("piece", (len(p.left), len(p.top)), says="a piece at {cell}")
    for line, literals, numbers in (("row", piece, p.left), ("column", piece.T, p.top)):
        of = each(f"{line} {{place}} with {{number}}", place=np.arange(len(numbers)) + 1, number=numbers)
        counts = f"a number beside a {line} counts its pieces"
        m.exactly(numbers, counts, literals, where=numbers != NONE, of=of, clue=True)
    m.at_most(1, "pieces do not touch by their sides", piece.ravel()[parts.grid_edges(piece.shape)])
    return m


def verify(p: MarginsTemplate, pieces: parts.Cells) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`. REPLACE it."""
    numbers = [*p.left.tolist(), *p.top.tolist()]
    counts = parts.count_in_lines(pieces, (len(p.left), len(p.top)))
    return [
        *(
            f"{line} has {held} pieces, not {number}"
            for (line, held), number in zip(counts, numbers, strict=True)
            if number not in (NONE, held)
        ),
        *parts.word_faults("the pieces at {} and {} touch", parts.touching_pairs(pieces)),
    ]


def scene(p: MarginsTemplate, view: parts.View) -> parts.Scene:
    """What a board looks like. REPLACE what is unusual; models/puzzles/scenes/layers.py has more."""
    nothing = np.zeros((len(p.left), len(p.top)), np.int64)
    beside = parts.side_words(p, least=0)
    return parts.piece_scene("Template", view, PIECES, PIECE, nothing, nothing > 0, **beside)


def draw_blank(size: tuple[int, int], stream: parts.Stream) -> MarginsTemplate:
    """A board without clues. REPLACE: its regions, walls, ..., drawn at random, if it has any."""
    return MarginsTemplate(np.full(size[0], NONE), np.full(size[1], NONE))


def read_clues(p: MarginsTemplate, pieces: parts.Cells) -> MarginsTemplate:
    """The board with all clues of this answer. REPLACE: what a clue says."""
    on = parts.mask_of_cells(pieces, (len(p.left), len(p.top)))
    return MarginsTemplate(on.sum(axis=1), on.sum(axis=0))


NUMBERS = parts.NumberWords({".": NONE}, least=0)
PUZZLE = parts.compose_puzzle(
    "template",
    "Template",
    (  # REPLACE: the rules, for people
        "a number beside a row or column says how many pieces are in it",
        "pieces do not touch by their sides",
    ),
    text=parts.text_of_grids(MarginsTemplate, sides={"left": NUMBERS, "top": NUMBERS}),
    answer=PIECES,
    scene=scene,
    formulations={"default": model},
    verify=verify,
    planting=parts.Planting(draw_blank, read_clues, share=80, likely=40),
    extras=parts.Extras(legend=lambda p: "* piece"),
    summary="pieces that do not touch, counted beside the board",  # REPLACE: what it is, for `list`
)
