"""Pentomino tiling by SAT (in German): twelve pentominoes and a 2x2 square on a chessboard.

placements     how many each piece has: its table, computed here by turning and shifting, and again by trying every
               translate of every image
clauses        how many its formula has, counted on our model and again on a matrix of placements by cells
solution       the printed one, checked against the rules
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np

from instances.resolve import resolve
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.record import PUZZLE
from report.reproduction.records import CONTRADICTORY, REFUTED, REPRODUCED, Entry, Line, Table
from rosetta.foundation.progress import Progress
from rosetta.reproducing.records import Item
from rosetta.reproducing.tiling.chessboard import count_entries, dancing_entries
from rosetta.reproducing.tiling.search_effort import each_piece_entries, incremental_line

NAMES = "FILNPTUVWXYZO"  # of the pieces; the source numbers them in this order, 1, 2, ..., 9, a, ..., d
PLACEMENTS = (288, 64, 280, 280, 336, 144, 168, 144, 144, 36, 280, 144, 49)
PRINTED = "bbbb3333 ddbc8883 dd1ccc82 55111c82 55514442 77a44962 7aaa9962 77a99666"


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    board = resolve("tiling", "8x8").instance
    progress("placements")
    yield from placement_entries(board)
    progress("the printed solution")
    yield printed_line(board)
    progress("clauses")
    yield from clause_lines(board)
    yield from count_entries(board, full, progress)
    yield from dancing_entries(board, full, progress)
    solvers, target, renamings = (("minisat22", "cadical195"), 5, 60) if full else (("minisat22",), 2, 3)
    yield from each_piece_entries(
        board, solvers, target, range(seed, seed + renamings), 90.0 if full else 20.0, full, progress
    )
    if full:
        yield incremental_line(board, 3, range(seed, seed + 20), 90.0, progress)


def placement_entries(board: Tiling) -> Iterator[Entry]:
    """Placements by piece, counted in two ways."""
    names = [piece.name for piece in board.pieces]
    by_model = dict(zip(names, np.bincount(board.placements.piece).tolist(), strict=True))
    by_trying = {piece.name: _count_translates(piece.shape) for piece in board.pieces}
    rows = [(name, theirs, by_model[name]) for name, theirs in zip(NAMES, PLACEMENTS, strict=True)]
    yield Table("Placements by piece", ("piece", "theirs", "ours"), rows, "In the order of the source.")
    theirs, ours = sum(PLACEMENTS), sum(by_model.values())
    if by_model != by_trying:
        yield Line("placements, all pieces", theirs, ours, CONTRADICTORY, f"tried one by one: {by_trying}")
    else:
        same = all(theirs == ours for _, theirs, ours in rows)
        yield Line("placements, all pieces", theirs, ours, REPRODUCED if same else REFUTED, "Piece by piece the same.")


def _count_translates(shape: tuple[tuple[int, ...], ...]) -> int:
    """Placements of a free plane piece on the chessboard, by trying: eight images, all shifts, distinct sets."""
    placements = set()
    for a, b, c, d in ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)):
        for over in (1, -1):
            image = [(a * x + b * y * over, c * x + d * y * over) for x, y in shape]
            for shift in np.ndindex(24, 24):
                cells = frozenset((x + shift[0] - 8, y + shift[1] - 8) for x, y in image)
                if all(0 <= x < 8 and 0 <= y < 8 for x, y in cells):
                    placements.add(cells)
    return len(placements)


def printed_line(board: Tiling) -> Line:
    """The solution that the source prints, checked."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(PRINTED.split()):
        for c, sign in enumerate(row):
            cells.setdefault(NAMES[int(sign, 16) - 1], []).append((r, c))
    broken = PUZZLE.verify(board, tuple(sorted((name, tuple(at)) for name, at in cells.items())))
    verdict = REFUTED if broken else REPRODUCED
    return Line("the solution that is printed keeps the rules", None, None, verdict, "; ".join(broken))


def clause_lines(board: Tiling) -> Iterator[Line]:
    """Clauses of the formula, and where its pairs come from. The source describes the formula but prints no count."""
    each = len(board.pieces)
    ours = [sum(map(len, PUZZLE.formulations[name](board).blocks)) for name in ("source", "source-each")]
    overlapping, same = pair_matrices(board)
    union = int((overlapping | same).sum()) // 2
    by_matrix, cells = int(board.board.sum()) + union, int(board.board.sum())
    of_piece = sum(comb(n, 2) for n in np.bincount(board.placements.piece).tolist())
    if ours != [by_matrix, by_matrix + each] or int(same.sum()) // 2 != of_piece:
        yield Line("clauses of the formula", None, ours[0], CONTRADICTORY, f"counted on a matrix: {by_matrix:,}")
        return
    apart = int(overlapping.sum()) // 2 + of_piece
    yield Line(
        "clauses of the formula it describes", None, ours[0], REPRODUCED,
        f"It prints no count. {cells} cells, and {union:,} pairs that overlap or are of one piece, each once. As it "
        f"describes them, in two loops, {int(overlapping.sum()) // 2:,} pairs overlap and {of_piece:,} are of one "
        f"piece, many of them both: {cells + apart:,} clauses.",
    )  # fmt: skip
    yield Line('clauses with "each piece at least once"', None, ours[1], REPRODUCED, f"{each} more, one per piece.")


def pair_matrices(board: Tiling) -> tuple[np.ndarray, np.ndarray]:
    """Which placements overlap, and which are of one piece: symmetric, shape (placements, placements), zero
    diagonal."""
    placed = board.placements
    covers = np.zeros((len(placed), len(board.cells)), np.float32)
    covers[placed.cells.owners, placed.cells.literals] = 1
    apart = ~np.eye(len(placed), dtype=np.bool_)
    return (covers @ covers.T > 0) & apart, (placed.piece[:, None] == placed.piece) & apart


ITEM = Item(
    name="tiling",
    title="twelve pentominoes and a square on a chessboard, by SAT",
    source="Pentomino tiling by SAT (an article in German)",
    shows="Placements, clauses, all 16146 solutions up to symmetry, and whether dancing links suits the problem.",
    run=run,
)
