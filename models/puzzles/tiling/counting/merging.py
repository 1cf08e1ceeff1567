"""Counting tilings by merging states: dynamic programming, which shares nothing with search by exact cover.

    #####..       Lay pieces so that each covers the first empty cell of what is left (here along the columns). What
    ####...       matters for the rest is which cells are covered and which pieces are used, not how they lie: equal
    ####...       states are merged, and their ways added. 6 x 10: 9356 tilings by way of 0.7 million states.

Good on boards with one short side; the states more than double with each cell across. The board's symmetry is not used,
so that this checks counts that use it. Tilings are listed by tracing back from the full board through the layers.

In space, a whole layer of the box lies across, and states are rarely equal. Boards that are too wide for this, of up to
64 cells, are filled in another order, the tightest cell first, and in parts (`boxes`).

References: R. Bellman, "Dynamic programming" (1957); as a profile or broken line on boards: e.g. D. A. Klarner and J.
Pollack, "Domino tilings of rectangles with fixed width" (1980).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.puzzles.special_solver import SpecialResult, SpecialSolver
from models.puzzles.tiling.counting import boxes, boxes_board
from models.puzzles.tiling.counting.merging_layers import COUNTING, Layer, first_layer, next_layer, part_progress
from models.puzzles.tiling.counting.merging_track import TooWide, Track, track
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.sets import Piece
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Status

MEGABYTES = 2000
MOST_STATES = 60_000_000  # of a layer, as estimated
ALONG_TRACK = 2_000_000  # of a layer, as estimated; beyond, `boxes` is faster: 2x5x6 in 0.7 s and not in 20
STATES_PER_SECOND = 1_500_000  # of the estimate, along the track
BOX_STATES, BOX_SECONDS, BOX_POWER = 2.4e8, 10.0, 0.53  # 3x4x5, and how the time grows up to Bedlam's cube
DOUBLINGS = 1.5  # of the states of a group, for each cell across: 6x10 and 8x8 with the pentominoes, measured
Places = list[list[tuple[int, int]]]  # by piece: first cell, cells as bits
Answer = tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]


def layers(t: Track, megabytes: int, progress: Progress = ignore_progress, threads: int = 1) -> Iterator[Layer]:
    """The states with 0, 1, .. all pieces laid; ends before the first empty layer. Raises TooWide, and what `progress`
    raises, which gets the share of the pieces that are laid."""
    layer, pieces = first_layer(), int(t.copies.sum())
    yield layer
    for laid in range(pieces):
        layer = next_layer(t, layer, megabytes, part_progress(progress, laid, pieces), threads)
        if not len(layer):
            return
        yield layer
    progress(COUNTING, 1.0, 1.0)


def count(p: Tiling, progress: Progress = ignore_progress, megabytes: int = MEGABYTES, threads: int = 1) -> int:
    """The number of tilings of the board as it stands; copies of a piece are not distinguished. Raises TooWide,
    and what `progress` raises, which gets the share of the work that is done."""
    if _is_for_boxes(p):
        return boxes.count(p, megabytes, progress, threads)
    t, laid = track(p), -1
    for laid, layer in enumerate(layers(t, megabytes, progress, threads)):  # noqa: B007 - the last layer is used
        pass
    return layer.total if laid == t.copies.sum() else 0


def list_tilings(p: Tiling, progress: Progress = ignore_progress, megabytes: int = MEGABYTES) -> Iterator[Answer]:
    """Every tiling, once. Keeps the states of all layers. Raises as `count`."""
    t, history, states = track(p), list[Layer](), 0
    for layer in layers(t, megabytes, progress):
        states += len(layer)
        if 8 * states > megabytes * 1e6:
            raise TooWide(f"{states:,} states of all layers, {8 * states / 1e6:,.0f} MB; the limit is {megabytes:,} MB")
        history.append(_sort_layer(layer))
    if len(history) > t.copies.sum():
        full = (1 << len(t.cells)) - 1
        places = [
            [(c, mask << c) for c in range(len(t.cells)) for mask in t.anchored_masks(q, c)]
            for q in range(len(p.pieces))
        ]
        for laid in _trace_back(t, places, history, int(history[-1].used[0]), full, progress):
            yield tuple(sorted((p.pieces[q].name, _cells(t, covered)) for q, covered in laid))


def find_tiling(p: Tiling, progress: Progress = ignore_progress, megabytes: int = MEGABYTES) -> Answer | None:
    """A tiling, None if there is none. Raises as `count`."""
    if _is_for_boxes(p):
        return _answer_from_bits(p, boxes.find_tiling(p, megabytes, progress))
    return next(list_tilings(p, progress, megabytes), None)


def _answer_from_bits(p: Tiling, laid: list[tuple[int, int]] | None) -> Answer | None:
    """Pieces with their cells as bits of a word, as an answer."""
    if laid is None:
        return None
    cells = list(map(tuple, boxes_board.cells_in_order(p).tolist()))
    named = ((p.pieces[q].name, (cell for i, cell in enumerate(cells) if mask >> i & 1)) for q, mask in laid)
    return tuple(sorted((name, tuple(sorted(covered))) for name, covered in named))


def _sort_layer(layer: Layer) -> Layer:
    """The layer without its counts, the windows of each group in order."""
    group = np.repeat(np.arange(len(layer.used)), np.diff(layer.starts))
    windows = layer.windows[np.lexsort((layer.windows, group))]
    return Layer(layer.used, layer.starts, windows, np.zeros((0, 1), np.uint64))


def _trace_back(
    t: Track, places: Places, history: list[Layer], used: int, covered: int, progress: Progress
) -> Iterator[list[tuple[int, int]]]:
    """All ways to lay the pieces of a state, as (piece, cells as bits): remove a piece that may have been the last."""
    digits = [used // radix % (copies + 1) for radix, copies in zip(t.radix.tolist(), t.copies.tolist(), strict=True)]
    if not any(digits):
        yield []
        return
    progress("tracing tilings back", 1.0, 1.0)
    for q in np.flatnonzero(digits).tolist():
        before = used - int(t.radix[q])
        for cell, mask in places[q]:
            rest = covered ^ mask  # its first empty cell is the first of the piece, if all before that are covered
            if (
                covered & mask == mask
                and not ~covered & (1 << cell) - 1
                and _has_state(history[sum(digits) - 1], before, rest >> cell)
            ):
                for laid in _trace_back(t, places, history, before, rest, progress):
                    yield [*laid, (q, mask)]


def _has_state(layer: Layer, used: int, window: int) -> bool:
    """Is that a state of the layer?"""
    group = int(np.searchsorted(layer.used, used))
    if group == len(layer.used) or layer.used[group] != used or window >> 64:
        return False
    windows = layer.windows[layer.starts[group] : layer.starts[group + 1]]
    at = int(np.searchsorted(windows, np.uint64(window)))
    return at < len(windows) and int(windows[at]) == window


def _cells(t: Track, covered: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(cell) for i, cell in enumerate(t.cells.tolist()) if covered >> i & 1))


def estimate(p: Tiling) -> float:
    """An estimate of the states of the largest layer: the ways to use half of the pieces, times the fronts across."""
    ways = np.ones(1)
    for piece in p.pieces:
        ways = np.convolve(ways, np.ones(piece.copies + 1))
    across = prod(sorted(p.board.shape)[:-1])
    return float(ways.max() * 2.0 ** (DOUBLINGS * across))


def estimate_seconds(p: Tiling) -> float:
    """An estimate of the seconds of a count, on a machine of 2024, to a factor of about three."""
    states = estimate(p)
    if _is_for_boxes(p):
        return float(BOX_SECONDS * (states / BOX_STATES) ** BOX_POWER)
    return states / STATES_PER_SECOND


def _is_for_boxes(p: Tiling) -> bool:
    """Is the tightest cell first the faster way, and do the cells fit into a word?"""
    return estimate(p) > ALONG_TRACK and len(p.cells) <= boxes_board.WORD


def unfit_reason(p: Tiling) -> str | None:
    """None, or why the states would be too many."""
    states = estimate(p)
    if states > MOST_STATES and not _is_for_boxes(p):
        return f"too wide: some {states:.0e} states at a time, {MOST_STATES:,} fit"
    try:
        boxes_board.bit_board(p) if _is_for_boxes(p) else track(p)
    except TooWide as reason:
        return f"too wide: {reason}"
    return None


def solve(p: Tiling, m: Model) -> Iterator[SpecialResult]:
    """A tiling as an assignment of the model, or `unsatisfiable`."""
    try:
        answer = find_tiling(p)
    except TooWide as reason:
        yield SpecialResult(Status.UNKNOWN, note=f"too wide: {reason}")
        return
    if answer is None:
        yield SpecialResult(Status.UNSATISFIABLE, note="no way leads to the full board")
        return
    yield SpecialResult(Status.SATISFIED, _values(p, m, answer), "one of the ways that lead to the full board")


def _values(p: Tiling, m: Model, answer: Answer) -> NDArray[np.int64]:
    """The assignment of the model that lays these pieces."""
    laid = {(name, frozenset(cells)) for name, cells in answer}
    values = np.zeros(m.variables + 1, np.int64)
    coordinates = list(map(tuple, p.cells.tolist()))
    for j, variable in enumerate(m.arrays["place"].tolist()):
        cells = frozenset(coordinates[i] for i in p.placements.cells[j].tolist())
        values[variable] = (p.pieces[int(p.placements.piece[j])].name, cells) in laid
    return values


def prepare() -> None:
    """Compile the loops, or load them from the cache."""
    domino = Tiling(np.ones((2, 3), np.bool_), (Piece("I", ((0, 0), (0, 1)), 3),))
    assert count(domino) == boxes.count(domino, MEGABYTES, ignore_progress) == 3


SPECIAL_SOLVERS: tuple[SpecialSolver, ...] = (
    SpecialSolver("merging", "state merging along the board", unfit_reason, solve, count, prepare, estimate_seconds),
)
