"""Tilings: cover a board with pieces, each cell once, each piece as often as it is given.

    +-------+---+     Two copies of a corner of three cells on a board of 2 x 3. Pieces may be turned, and turned over
    | L   L | L |     unless they are one-sided; fixed ones may only be moved. Boards and pieces are plane or in space,
    |   +---+   |     boards may have holes. Best known are the twelve pentominoes, all shapes of five squares, on
    | L | L   L |     6 x 10 cells: 2339 ways up to symmetry.
    +---+-------+

The area of the pieces is that of the board: anything else is refused when an instance is made. A piece in space may be
`one-sided`, rotated only, which is all that hands can do, or `two-sided`, its mirror image included.

A placement is a decision; the model is an exact cover. Formulations: `cells`, each cell exactly once, each piece its
number of times; `source`, clauses: each cell at least once, of two placements that overlap or are of one piece at most
one; `source-each`, in addition "each piece at least once", which follows from the areas. Both are those of the
pentomino tiling by SAT (in German), which found 16146 tilings of the chessboard with the pentominoes and a 2x2 square.

Colour the cells like a chessboard. Of a piece with an even number of cells, the number of dark ones is even wherever it
lies, or odd wherever it lies; if these do not add up to the dark cells of the board, there is no tiling. `coloured` is
`cells` with this rule, a single equation modulo 2 (pieces of odd size remain in it). The rule alone proves that the
five tetrominoes, and the 35 hexominoes, cover no rectangle.

References: S. W. Golomb, "Polyominoes" (1965); D. E. Knuth, "Dancing links" (2000), for the counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, cell_groups, each, group
from models.puzzles.contract import Advice
from models.puzzles.parts.laid_pieces import Laid, LaidPieces
from models.puzzles.tiling import generate as tiling_generate
from models.puzzles.tiling import text as tiling_text
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.placements import overlapping_pairs, unplaceable_pieces
from models.puzzles.tiling.verify import broken_rules

MOST_PAIRS = 20_000_000  # of overlapping placements, a clause each
MOST_NOTED = 5  # pieces without a place that are named in the notes

PLACED = LaidPieces()


def parse(text: str) -> Tiling:
    """An instance from plain text (see `text`)."""
    return Tiling(*tiling_text.read(text))


def format(p: Tiling) -> str:
    """The instance as plain text that `parse` reads."""
    return tiling_text.write(p.board, p.pieces)


def generate(size: tuple[int, int], seed: int = 0, *, pieces: str = "pentominoes") -> tuple[Tiling, Laid | None]:
    """The rectangle with the usual pieces of its size (see `generate.py`), or cut at random, with that answer."""
    return tiling_generate.rectangle_of_size(size, seed, pieces)


def maker_by_name(text: str) -> Callable[..., tuple[Tiling, Laid | None]] | None:
    """A function that makes the instance of that name (`soma`, `3x4x5`)."""
    return tiling_generate.maker_by_name(text)


def identify(p: Tiling, source: str) -> str:
    """Its name, or what it was read from."""
    return p.origin or source


def model(p: Tiling) -> Model:
    """The rules. Decisions: `place`, one per placement."""
    m, placed, copies = Model("tiling"), p.placements, _copies(p)
    place = m.bools("place", len(placed), says=name_placements(p))
    m.exactly(1, "each cell is covered once", _placements_by_cell(p, place), of=name_cells(p))
    by_piece = group(place, by=placed.piece, n=len(copies))
    m.exactly(copies, "each piece lies as often as it is there", by_piece, of=name_pieces(p))
    return m


def coloured_model(p: Tiling) -> Model:
    """`cells`, and the number of dark cells covered, modulo 2."""
    m, placed = model(p), p.placements
    dark = p.cells.sum(axis=1) % 2
    covered = placed.cells.sums(dark[placed.cells.literals]) % 2 == 1
    odd = m.arrays["place"][covered & _odd_pieces(p)[placed.piece]]
    reason = describe_colouring(p) if is_refuted_by_colours(p) else ""
    sentence = "the dark cells of a chessboard are covered, modulo 2"
    m.parity(_dark_parity(p), sentence, odd, of="the board", evident=reason[:1].upper() + reason[1:])
    return m


def _odd_pieces(p: Tiling) -> NDArray[np.bool_]:
    """Which pieces have an odd number of cells."""
    return np.array([len(piece.shape) % 2 == 1 for piece in p.pieces])


def _dark_parity(p: Tiling) -> int:
    """How many dark cells the pieces of odd size cover, modulo 2: those of the board without those of the others."""
    even = [piece for piece in p.pieces if len(piece.shape) % 2 == 0]
    fixed = sum(piece.copies * sum(sum(cell) % 2 for cell in piece.shape) for piece in even)
    return (int((p.cells.sum(axis=1) % 2).sum()) - fixed) % 2


def is_refuted_by_colours(p: Tiling) -> bool:
    """Does the number of dark cells alone show that there is no tiling?"""
    return bool(_dark_parity(p)) and not _odd_pieces(p).any()


def advice(p: Tiling) -> Advice:
    """The colouring, where it refutes the instance by itself; else exact cover."""
    if is_refuted_by_colours(p):
        return Advice("coloured", decides=True)
    return Advice(None, ("exactcover",), race=True)


def source(p: Tiling, is_each: bool = False) -> Model:
    """The clauses of the source: pairs that exclude each other; is_each: with "each piece at least once"."""
    m, placed, copies = Model("tiling"), p.placements, _copies(p)
    place = m.bools("place", len(placed), says=name_placements(p))
    by_piece, pieces = group(place, by=placed.piece, n=len(copies)), name_pieces(p)
    m.any("each cell is covered", _placements_by_cell(p, place), of=name_cells(p))
    m.any(
        "placements that overlap, or of one piece, exclude each other",
        -place[overlapping_pairs(placed, copies == 1, MOST_PAIRS)],
    )
    if (copies > 1).any():
        m.at_most(copies, "no more copies of a piece than there are", by_piece, where=copies > 1, of=pieces)
    if is_each:
        m.at_least(copies, "each piece lies at least as often as it is there", by_piece, of=pieces)
    return m


def source_each(p: Tiling) -> Model:
    """`source`, with "each piece at least once"."""
    return source(p, is_each=True)


def _copies(p: Tiling) -> NDArray[np.int64]:
    return np.array([piece.copies for piece in p.pieces], np.int64)


def _placements_by_cell(p: Tiling, place: NDArray[np.int32]) -> Any:
    """A row per cell: the placements that cover it."""
    return group(place[p.placements.cells.owners], by=p.placements.cells.literals, n=len(p.cells))


def name_placements(p: Tiling) -> Each:
    """The words of placements: `F on R1C2 R1C3 R2C1 R2C2 R3C2`."""
    names = np.array([piece.name for piece in p.pieces], object)
    return each(
        "{piece} on {cells}",
        denies="not {piece} on {cells}",
        noun="piece",
        piece=lambda: names[p.placements.piece],
        cells=cell_groups(p.cells, p.placements.cells),
    )


def name_cells(p: Tiling) -> Each:
    """The words of the cells, by number. The column is no `cell`, which would be wrong in drawings where it is open:
    anybody sees that, also where pieces are only given."""
    return each("the cell {place}", place=p.board)


def name_pieces(p: Tiling) -> Each:
    """The words of the pieces."""
    return each("the piece {piece}", piece=[piece.name for piece in p.pieces])


def describe_colouring(p: Tiling) -> str:
    """What the pieces, each with an even number of cells, cover of the dark cells."""
    dark = int((p.cells.sum(axis=1) % 2).sum())
    odd = [piece for piece in p.pieces if len(piece.shape) % 2 == 0 and sum(map(sum, piece.shape)) % 2]
    named, many = ", ".join(piece.name for piece in odd), sum(piece.copies for piece in odd)
    covers = (
        f"{named} (together {many}) an odd number, every other piece an even one" if odd else "every piece an even one"
    )
    return f"coloured like a chessboard, the board has {dark} dark cells; of these take, wherever they lie, {covers}"


def verify(p: Tiling, answer: Laid) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    pieces = {piece.name: (piece.shape, piece.copies, piece.sides) for piece in p.pieces}
    return broken_rules(map(tuple, p.cells.tolist()), pieces, answer)


def notes(p: Tiling) -> tuple[str, ...]:
    """The pieces that have no place on the board: one such piece proves that there is no solution."""
    return tuple(
        f"piece {piece.name} has no place on this board" for piece in unplaceable_pieces(p.board, p.pieces)[:MOST_NOTED]
    )


def size(p: Tiling) -> tuple[int, ...]:
    """Rows and columns, of a box layers before them."""
    return p.board.shape
