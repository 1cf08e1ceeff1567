"""Counts of all tilings of the chessboard by the twelve pentominoes and the square, by two programs that share nothing.

By the place of the square: ten places, one of each orbit under the symmetries of the board. A place has

    orbit        1, 4 or 8 equivalent places            group   8 / orbit symmetries that fix it
    tilings      with the square there                  distinct = tilings / group: no tiling is its own image

At once: no symmetry of the board fixes a placement of P, so the 336 placements form 42 orbits of eight. Of the eight
images of a tiling, exactly one has P in a given place of its orbit. With P restricted to one place per orbit, every
tiling is counted once up to symmetry.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends import exactcover
from backends.contract import Limits, Options
from backends.covering.dancing import DancingResult, prepare, run_dancing_links
from backends.running import supervisor
from instances.resolve import resolve
from models.neutral import Model, Rows
from models.neutral.rows import prepend
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.record import PUZZLE
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, REFUTED, Entry, Line, Table, comparison_line
from rosetta.foundation.progress import Progress, name_progress
from rosetta.foundation.work_clock import work_seconds
from rosetta.reproducing.records import solver_progress
from rosetta.reproducing.tiling.search_effort import effort

PLACES = ((3, 3), (2, 2), (2, 3), (1, 3), (1, 1), (1, 2), (0, 0), (0, 1), (0, 2), (0, 3))  # one of each orbit
QUICK = 4  # places of the quick form, none of which takes long
CLAIMED_COUNT, EARLIER_COUNT = 16146, 1364
SECONDS = 1800.0
NO_PLACEMENT: NDArray[np.int64] = np.zeros(0, np.int64)


def count_entries(board: Tiling, full: bool, progress: Progress) -> Iterator[Entry]:
    """The table by place, and the lines on the total number of tilings."""
    prepare()
    chosen = PLACES if full else PLACES[:QUICK]
    rows, faults, distinct, labelled = [], [], 0, 0
    for place in chosen:
        name = f"8x8-{place[0]},{place[1]}"
        holed = resolve("tiling", name).instance
        tilings, dancing = (
            count_tilings(holed, name, progress),
            dancing_result(holed, between=elapsed_report(f"{name}: dancing links", progress)),
        )
        group = _stabiliser_size(place)
        rows.append((f"{place[0]},{place[1]}", 8 // group, tilings, dancing.number, dancing.number // group))
        faults += [name] if tilings not in (None, dancing.number) or dancing.number % group else []
        distinct, labelled = distinct + dancing.number // group, labelled + dancing.number * (8 // group)
    yield Table(
        "Tilings by the place of the square",
        ("upper left cell", "places alike", "exact cover", "dancing links", "up to symmetry"),
        rows,
        "The square as a hole; two programs of ours, of which neither knows of the other.",
    )
    yield from _conclusions(board, full, faults, distinct, labelled, progress)


def _conclusions(
    board: Tiling, full: bool, faults: list[str], distinct: int, labelled: int, progress: Progress
) -> Iterator[Entry]:
    """The verdicts that follow from the numbers by place and those of the whole board."""
    claim = "tilings up to symmetry"
    left_out = redundant_placements(board, "P")
    whole = count_tilings(board, "P in 42 places", progress, left_out)
    if faults:
        yield Line(claim, CLAIMED_COUNT, whole, CONTRADICTORY, f"Our two programs differ on {', '.join(faults)}.")
        return
    if whole is None:
        yield Line(claim, CLAIMED_COUNT, None, OPEN, "The limit ended the count.")
        return
    if not full:
        yield comparison_line(
            claim, CLAIMED_COUNT, whole,
            "Counted at once, P in one place per orbit. The quick form has dancing links check four places of the "
            "square; --full counts all ten, and the board itself, both ways.",
        )  # fmt: skip
    else:
        by_dancing = dancing_result(
            board, left_out, between=elapsed_report("P in 42 places: dancing links", progress)
        ).number
        every = count_tilings(board, "the whole board", progress)
        if not whole == by_dancing == distinct or (every is not None and every != labelled):
            numbers = f"at once {whole:,} and {by_dancing:,}, by place {distinct:,}; labelled {every} and {labelled:,}"
            yield Line(claim, CLAIMED_COUNT, whole, CONTRADICTORY, numbers)
            return
        yield comparison_line(
            claim, CLAIMED_COUNT, whole,
            "Counted at once with P in one place per orbit, by exact cover and by dancing links; the sum of the ten "
            "places by either" + ("." if every is None else f"; and an eighth of all {every:,} tilings of the board."),
        )  # fmt: skip
    if distinct > EARLIER_COUNT:
        reason = f"Tilings with the square in {'all' if full else 'four'} of the ten places are {distinct:,} alone."
        yield Line("tilings up to symmetry, in its first version", EARLIER_COUNT, whole, CORRECTED, reason)


def count_tilings(
    board: Tiling, name: str, progress: Progress, left_out: NDArray[np.int64] = NO_PLACEMENT
) -> int | None:
    """The number of tilings by the backend `exactcover`, in a child process; None where it hits the limit."""
    model = restricted_model(board, left_out)
    limits = Limits(seconds=SECONDS)
    report = name_progress("exact cover", solver_progress(name, progress))
    return supervisor.count("exactcover", model, PUZZLE.project(board, model), limits, progress=report)[0]


def elapsed_report(what: str, progress: Progress) -> Callable[[], None]:
    """A callback that reports the seconds since now."""
    start = work_seconds()
    return lambda: progress(f"{what}, {work_seconds() - start:.0f} s")


def restricted_model(board: Tiling, left_out: NDArray[np.int64]) -> Model:
    """The model without some placements."""
    model = PUZZLE.formulations["cells"](board)
    if len(left_out):
        model.any("one placement of each orbit", -model.arrays["place"][left_out][:, None])
    return model


def dancing_result(board: Tiling, left_out: NDArray[np.int64] = NO_PLACEMENT, **how: Any) -> DancingResult:
    """Tilings by dancing links: an option per placement; its items are the cells and then the piece. For boards with
    one copy of each piece. Built from the placements, not from the model."""
    assert all(piece.copies == 1 for piece in board.pieces)
    cells = len(board.cells)
    options: Rows = prepend((cells + board.placements.piece).astype(np.int32), board.placements.cells)
    stays = np.ones(len(options), np.bool_)
    stays[left_out] = False
    return run_dancing_links(options.take(stays), cells + len(board.pieces), **how)


def redundant_placements(board: Tiling, name: str) -> NDArray[np.int64]:
    """All placements of a piece except one of each orbit under the board's symmetries. Raises ValueError if an orbit is
    smaller than the group: then the tilings without these would not be counted up to symmetry."""
    maps, number = PUZZLE.extras.symmetries(board), [piece.name for piece in board.pieces].index(name)
    images: set[Any] = set()
    left_out = []
    for j in np.flatnonzero(board.placements.piece == number).tolist():
        answer = ((name, tuple(map(tuple, board.cells[board.placements.cells[j]].tolist()))),)
        orbit = {image(answer) for image in maps}
        if len(orbit) < len(maps):
            raise ValueError(f"a symmetry keeps {name} on {answer[0][1]}")
        if answer in images:
            left_out.append(j)
        images |= orbit
    return np.array(left_out, np.int64)


def _stabiliser_size(place: tuple[int, int]) -> int:
    """How many of the eight symmetries of the chessboard fix a 2x2 square, given by its upper left cell."""
    y, x = (2 * coordinate - 6 for coordinate in place)  # twice the vector between the middles of board and square
    images = [(sy * a, sx * b) for a, b in ((y, x), (x, y)) for sy in (1, -1) for sx in (1, -1)]
    return images.count((y, x))


def dancing_entries(board: Tiling, full: bool, progress: Progress) -> Iterator[Entry]:
    """Does dancing links suit the problem? How fast it lists tilings of the board, beside other programs."""
    first = 20_000 if full else 2_000
    model = PUZZLE.formulations["cells"](board)
    exactcover.BACKEND.probe()
    start = time.process_time()
    dancing = dancing_result(board, most=first, keep=first, between=elapsed_report("dancing links", progress))
    between = time.process_time()
    others = exactcover.BACKEND.solutions(model, PUZZLE.project(board, model), Limits(seconds=SECONDS), Options())
    other = 0
    for other, _ in enumerate(islice(others, first), 1):
        if other % 100 == 1:
            progress(f"exact cover: {other} tilings")
    ended = time.process_time()
    sat = effort(board, "source-each", "minisat22", 10 if full else 3, 0, 120.0 if full else 60.0, progress,
                 "SAT, each solution excluded")  # fmt: skip
    rows: list[tuple[Any, ...]] = [
        ("dancing links", dancing.number, between - start, dancing.number / (between - start)),
        ("exactcover", other, ended - between, other / (ended - between)),
    ]
    if sat is not None:
        rows.append(("cnf:minisat22", sat.solutions, sat.seconds, sat.solutions / sat.seconds))
    yield Table(
        "The first tilings of the board",
        ("program", "tilings", "CPU seconds", "tilings/s"),
        rows,
        "SAT as the source does it: each solution found is excluded by a clause, one solver for all.",
    )
    claim, theirs = "dancing links does not suit, because the pieces differ", "does not suit"
    different = len(np.unique(np.sort(dancing.covers, axis=1), axis=0))
    broken = [row for row in dancing.covers if not _is_tiling(board, row[row >= 0])]
    if broken or not dancing.number == different == other == first:
        yield Line(claim, theirs, dancing.number, CONTRADICTORY, f"{len(broken)} of these are no tilings.")
        return
    yield Line(
        claim, theirs, f"{dancing.number:,} tilings", REFUTED,
        "A piece is one more item, covered once like a cell: pieces that differ are no obstacle. Above it counts the "
        "same tilings as the other program; these here are all different and keep the rules.",
    )  # fmt: skip


def _is_tiling(board: Tiling, placements: NDArray[np.int64]) -> bool:
    """Do these placements cover each cell exactly once, with every piece once?"""
    covered = np.concatenate([board.placements.cells[j] for j in placements])
    pieces = board.placements.piece[placements]
    return len(covered) == len(np.unique(covered)) == len(board.cells) and len(np.unique(pieces)) == len(board.pieces)
