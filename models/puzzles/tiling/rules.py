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

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, group
from models.puzzles.contract import Advice, InputError
from models.puzzles.tiling import generate as tiling_generate
from models.puzzles.tiling import text as tiling_text
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.placements import overlapping_pairs, unplaceable_pieces
from models.puzzles.tiling.verify import broken_rules, describe_cells

MOST_PAIRS = 20_000_000  # of overlapping placements, a clause each
MOST_NOTED = 5  # pieces without a place that are named in the notes

Answer: TypeAlias = tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]
"""The pieces as (name, cells), cells as (row, column) or (layer, row, column) from 0; all sorted."""


def parse(text: str) -> Tiling:
    """An instance from plain text (see `text`)."""
    return Tiling(*tiling_text.read(text))


def format(p: Tiling) -> str:
    """The instance as plain text that `parse` reads."""
    return tiling_text.write(p.board, p.pieces)


def generate(size: tuple[int, int], seed: int = 0, *, pieces: str = "pentominoes") -> tuple[Tiling, Answer | None]:
    """The rectangle with the usual pieces of its size (see `generate.py`), or cut at random, with that answer."""
    return tiling_generate.rectangle_of_size(size, seed, pieces)


def maker_by_name(text: str) -> Callable[..., tuple[Tiling, Answer | None]] | None:
    """A function that makes the instance of that name (`soma`, `3x4x5`)."""
    return tiling_generate.maker_by_name(text)


def identify(p: Tiling, source: str) -> str:
    """Its name, or what it was read from."""
    return p.origin or source


def model(p: Tiling) -> Model:
    """The rules. Decisions: `place`, one per placement."""
    m, placed, copies = Model("tiling"), p.placements, _copies(p)
    place = m.bools("place", len(placed))
    m.exactly(1, "each cell is covered once", _placements_by_cell(p, place))
    m.exactly(copies, "each piece lies as often as it is there", group(place, by=placed.piece, n=len(copies)))
    return m


def coloured_model(p: Tiling) -> Model:
    """`cells`, and the number of dark cells covered, modulo 2."""
    m, placed = model(p), p.placements
    place, dark = m.arrays["place"], p.cells.sum(axis=1) % 2
    covered = placed.cells.sums(dark[placed.cells.literals]) % 2 == 1
    m.parity(
        _dark_parity(p),
        "the dark cells of a chessboard are covered, modulo 2",
        place[covered & _odd_pieces(p)[placed.piece]],
    )
    return m


def _odd_pieces(p: Tiling) -> NDArray[np.bool_]:
    """Which pieces have an odd number of cells."""
    return np.array([len(piece.shape) % 2 == 1 for piece in p.pieces])


def _dark_parity(p: Tiling) -> int:
    """How many dark cells the pieces of odd size cover, modulo 2: those of the board without those of the others."""
    even = [piece for piece in p.pieces if len(piece.shape) % 2 == 0]
    fixed = sum(piece.copies * sum(sum(cell) % 2 for cell in piece.shape) for piece in even)
    return (int((p.cells.sum(axis=1) % 2).sum()) - fixed) % 2


def advice(p: Tiling) -> Advice:
    """The colouring, where it refutes the instance by itself; else exact cover."""
    if _dark_parity(p) and not _odd_pieces(p).any():
        return Advice("coloured")
    return Advice(None, ("exactcover",), race=True)


def source(p: Tiling, each: bool = False) -> Model:
    """The clauses of the source: pairs that exclude each other; each: with "each piece at least once"."""
    m, placed, copies = Model("tiling"), p.placements, _copies(p)
    place = m.bools("place", len(placed))
    by_piece = group(place, by=placed.piece, n=len(copies))
    m.any("each cell is covered", _placements_by_cell(p, place))
    m.any(
        "placements that overlap, or of one piece, exclude each other",
        -place[overlapping_pairs(placed, copies == 1, MOST_PAIRS)],
    )
    if (copies > 1).any():
        m.at_most(copies, "no more copies of a piece than there are", by_piece, where=copies > 1)
    if each:
        m.at_least(copies, "each piece lies at least as often as it is there", by_piece)
    return m


def source_each(p: Tiling) -> Model:
    """`source`, with "each piece at least once"."""
    return source(p, each=True)


def _copies(p: Tiling) -> NDArray[np.int64]:
    return np.array([piece.copies for piece in p.pieces], np.int64)


def _placements_by_cell(p: Tiling, place: NDArray[np.int32]) -> Any:
    """A row per cell: the placements that cover it."""
    return group(place[p.placements.cells.owners], by=p.placements.cells.literals, n=len(p.cells))


def decode(p: Tiling, m: Model, values: NDArray[np.int64]) -> Answer:
    """The pieces of an assignment (entry x: value of variable x)."""
    return tuple(sorted(_placement(p, int(j)) for j in np.flatnonzero(np.asarray(values)[m.arrays["place"]] == 1)))


def _placement(p: Tiling, j: int) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """Piece and cells of a placement."""
    cells = p.cells[p.placements.cells[j]].tolist()
    return p.pieces[int(p.placements.piece[j])].name, tuple(map(tuple, cells))


def project(p: Tiling, m: Model) -> NDArray[np.int32]:
    """The variables that are the answer: all of them."""
    return m.arrays["place"]


def name_of(p: Tiling, m: Model, literal: int) -> str:
    """A literal in the words of the puzzle: `F on R1C2 R1C3 R2C1 R2C2 R3C2`, `not O on ...`."""
    name, cells = _placement(p, abs(literal) - int(m.arrays["place"][0]))
    return f"{'' if literal > 0 else 'not '}{name} on {describe_cells(cells)}"


def cells_of(p: Tiling, m: Model, literal: int) -> frozenset[tuple[int, ...]]:
    """The cells that a placement covers."""
    return frozenset(_placement(p, abs(literal) - int(m.arrays["place"][0]))[1])


def row_name(p: Tiling, m: Model, sentence: str, number: int) -> str:
    """Which row of a rule: `the cell R1C4`, `the piece F`."""
    if sentence.startswith("each cell"):
        return f"the cell {describe_cells([tuple(p.cells[number].tolist())])}"
    if sentence.startswith(("each piece", "no more copies")):
        return f"the piece {p.pieces[number].name}"
    return f"row {number}" if not sentence.startswith("the dark cells") else "the board"


def clash(p: Tiling, rows: Iterable[tuple[str, int]]) -> str:
    """Why the rule of the dark cells, the only parity row, cannot hold."""
    dark = int((p.cells.sum(axis=1) % 2).sum())
    odd = [piece for piece in p.pieces if len(piece.shape) % 2 == 0 and sum(map(sum, piece.shape)) % 2]
    named, many = ", ".join(piece.name for piece in odd), sum(piece.copies for piece in odd)
    covers = (
        f"{named} (together {many}) an odd number, every other piece an even one" if odd else "every piece an even one"
    )
    return f"coloured like a chessboard, the board has {dark} dark cells; of these take, wherever they lie, {covers}"


def verify(p: Tiling, answer: Answer) -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    pieces = {piece.name: (piece.shape, piece.copies, piece.sides) for piece in p.pieces}
    return broken_rules(map(tuple, p.cells.tolist()), pieces, answer)


def notes(p: Tiling) -> tuple[str, ...]:
    """The pieces that have no place on the board: one such piece proves that there is no solution."""
    return tuple(
        f"piece {piece.name} has no place on this board" for piece in unplaceable_pieces(p.board, p.pieces)[:MOST_NOTED]
    )


def answer_json(answer: Answer) -> dict[str, Any]:
    """The answer as the command line prints it."""
    return {"pieces": [{"piece": name, "cells": [list(cell) for cell in cells]} for name, cells in answer]}


def answer_from_json(p: Tiling, document: Mapping[str, Any]) -> Answer:
    """The answer that `answer_json` wrote, sorted. `verify` says whether it is a solution. Raises InputError."""
    laid = document.get("pieces") if isinstance(document, Mapping) else None
    if not isinstance(laid, list):
        raise InputError('tiling: expected {"pieces": [{"piece": "F", "cells": [...]}, ...]}, found no list "pieces"')
    return tuple(sorted(_read_piece(p.board.ndim, i, entry) for i, entry in enumerate(laid)))


def _read_piece(dimensions: int, i: int, entry: Any) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """One piece from JSON, which has no other keys."""
    name, cells = None, None
    if isinstance(entry, Mapping) and set(entry) <= {"piece", "cells"}:
        name, cells = entry.get("piece"), entry.get("cells")
    if not (
        isinstance(name, str) and isinstance(cells, list) and cells and all(_is_cell(x, dimensions) for x in cells)
    ):
        at = ["layer", "row", "column"][-dimensions:]
        raise InputError(
            f'tiling: pieces[{i}]: expected {{"piece": NAME, "cells": [[{", ".join(at)}], ...]}}, found {entry!r:.80}'
        )
    return name, tuple(sorted(map(tuple, cells)))


def _is_cell(cell: Any, dimensions: int) -> bool:
    return isinstance(cell, list) and len(cell) == dimensions and all(type(x) is int for x in cell)


def size(p: Tiling) -> tuple[int, ...]:
    """Rows and columns, of a box layers before them."""
    return p.board.shape
