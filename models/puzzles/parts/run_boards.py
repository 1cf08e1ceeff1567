"""Random boards of runs: which cells are white, and digits that differ in each run (`models.puzzles.parts.runs`).

Digits are drawn such that few sets of digits have the sum of a run: of a board with random digits almost every one has
many answers.
"""

from __future__ import annotations

from functools import cache
from math import log

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import Cell, Mask, Numbers, cells_where
from models.puzzles.connected_rest import connected_parts
from models.puzzles.parts.runs import ACROSS, DOWN, MOST_DIGIT, WHITE, find_digit_sets, find_runs
from models.puzzles.randomness import Stream

SHARE = 33  # percent of the cells inside that are black, about
PATTERNS = 20  # that are drawn at most
ROUNDS = 4  # in which each digit is drawn anew


def draw_white_cells(size: tuple[int, int], stream: Stream, share: int = SHARE) -> Mask:
    """Which cells are white: none of the first row and column, and inside a pattern that half a turn leaves as it is,
    in which white cells are connected and runs have 2 to 9 cells where the size lets them."""
    for _ in range(PATTERNS):
        white = _draw_pattern(size, stream, share)
        if max(_run_lengths(white)) <= MOST_DIGIT:
            return white
    for direction in (DOWN, ACROSS):  # as narrow boards are: some runs have a single cell then
        runs = find_runs(_blank_sums(white), direction)
        steps = np.indices(size)[direction] - np.pad(runs.first, ((0, 1), (0, 0)))[runs.cells, direction]
        white &= steps % (MOST_DIGIT + 1) < MOST_DIGIT
    return white


def _draw_pattern(size: tuple[int, int], stream: Stream, share: int) -> Mask:
    """The same, perhaps with runs that are too long."""
    height, width = size
    white = np.zeros(size, np.bool_)
    white[1:, 1:] = True
    inside = (height - 1) * (width - 1)
    for number in np.concatenate([stream.order(inside) for _ in range(2)]).tolist():
        r, c = divmod(number, width - 1)
        long = max(_run_lengths(white)) > MOST_DIGIT
        if not long and 100 * (inside - np.count_nonzero(white)) >= share * inside:
            break
        tried = white.copy()
        tried[1 + r, 1 + c] = tried[height - 1 - r, width - 1 - c] = False
        single = _run_lengths(tried).count(1)
        if single <= _run_lengths(white).count(1) and len(connected_parts(cells_where(tried))) < 2:
            white = tried
    return white


def _blank_sums(white: Mask) -> Numbers:
    return np.where(white[..., None], WHITE, np.zeros((*white.shape, 2), np.int64))


def _run_lengths(white: Mask) -> list[int]:
    """The lengths of all runs, and 0."""
    sums = _blank_sums(white)
    return [0, *(length for direction in (DOWN, ACROSS) for length in find_runs(sums, direction).lengths.tolist())]


def draw_run_digits(white: Mask, stream: Stream) -> Numbers:
    """Random digits of the white cells, different in each run of at most nine; 0 in the others."""
    r, c = np.indices(white.shape)
    names, across = stream.order(MOST_DIGIT) + 1, (1, 2, 4, 5, 7, 8)[stream.number_below(6)]
    digits = np.where(white, names[(r + across * c) % MOST_DIGIT], 0)
    cells = cells_where(white)
    for _ in range(ROUNDS):
        for number in stream.order(len(cells)).tolist():
            _draw_digit(digits, cells[number], white, stream, keep=True)
    return digits


def change_run_digits(digits: Numbers, where: Mask, white: Mask, stream: Stream) -> bool:
    """Put another digit into a cell of each connected part of these; False if no part has a cell that may have one."""
    changed = False
    for part in connected_parts(cells_where(where)):
        order = (part[number] for number in stream.order(len(part)).tolist())
        changed |= any(_draw_digit(digits, cell, white, stream, keep=False) for cell in order)
    return changed


def _draw_digit(digits: Numbers, cell: Cell, white: Mask, stream: Stream, keep: bool) -> bool:
    """Put one of the two digits into a cell that leave its runs the fewest sets. keep: may it be the same?"""
    down, across = (
        _run_of(digits[:, cell[1]], white[:, cell[1]], cell[0]),
        _run_of(digits[cell[0]], white[cell[0]], cell[1]),
    )
    taken = {*down, *across} | (set() if keep else {int(digits[cell])})
    free = [digit for digit in range(1, MOST_DIGIT + 1) if digit not in taken]
    if not free:
        return False
    order = [free[number] for number in stream.order(len(free)).tolist()]
    costs = [sum(_openness(len(run) + 1, sum(run) + digit) for run in (down, across)) for digit in order]
    best = np.argsort(costs, kind="stable")[:2]
    digits[cell] = order[int(best[stream.number_below(len(best))])]
    return True


def _run_of(digits: NDArray[np.int64], white: NDArray[np.bool_], at: int) -> list[int]:
    """The other digits of the run of a cell in its line."""
    black = np.flatnonzero(~white)
    place = int(np.searchsorted(black, at))
    begin = int(black[place - 1]) + 1 if place else 0
    end = int(black[place]) if place < len(black) else len(white)
    return [*digits[begin:at].tolist(), *digits[at + 1 : end].tolist()]


@cache
def _openness(length: int, total: int) -> float:
    """How much a run leaves open: the logarithm of how many sets of digits it may have."""
    return log(max(1, len(find_digit_sets(length, total))))
