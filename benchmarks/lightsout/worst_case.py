"""The worst case of a Lights Out board: the start that takes the most presses, with lower and upper bounds.

least    A start that an engine found is solved independently (`distance`): its fewest presses, by
         polynomials and the weights of all solutions, with nothing of the program that found it.
most     Upper bounds that engines claim. A bound is proved if engines of two kinds agree; or on a small board, where
         all sets of presses are tried; or if the board has no quiet pattern, so that each start has only one solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Outcome
from backends.registry import backend_named
from backends.running import supervisor
from models.neutral import evaluate
from models.puzzles.lightsout.theory.bit_rows import bits_from_cells
from models.puzzles.lightsout.theory.minimum import fewest_presses, solutions
from models.puzzles.lightsout.theory.polynomial import GridBoard, lamp_changes
from models.puzzles.lightsout.theory.worst_case import CellGroups, Cells, Ints, groups, worst_case_model

ENGINES = ("cpsat", "highs")
MOST_TRIED = 27  # bits: cells and dimensions together
AT_A_TIME = 1 << 20


class Disagreement(Exception):
    """An engine claims a bound below the presses of a known start, or two bounds contradict each other."""


@dataclass(frozen=True, slots=True, eq=False)
class WorstCase:
    """presses: shape (rows, columns), a start and its `least` presses; most: no start takes more, as each of `proofs`
    (kinds of reasoning) shows by itself; bounds: upper bounds of engines that did not finish."""

    presses: NDArray[np.bool_]
    least: int
    most: int
    nullity: int
    proofs: tuple[str, ...]
    bounds: tuple[str, ...]

    @property
    def is_proved(self) -> bool:
        """Is the value proved, by two proofs or by one that relies on no engine?"""
        return self.least == self.most and (len(self.proofs) > 1 or self.proofs == (ONE_WAY,))

    @property
    def value_text(self) -> str:
        """The value, or its bounds."""
        return str(self.least) if self.least == self.most else f"{self.least}..{self.most}"


ONE_WAY, TRIED = "one way to do it", "all tried"


def find_worst_case(board: GridBoard, limits: Limits, engines: Sequence[str] = ENGINES) -> WorstCase:
    """The worst case of a board; each engine has the full limits. Raises ValueError for too many quiet patterns,
    Disagreement where claims contradict each other, RuntimeError where no engine found a start."""
    quiet = quiet_patterns(board)
    if not len(quiet):
        presses = np.ones((board.rows, board.columns), np.bool_)
        return WorstCase(presses, _check_distance(board, presses), presses.size, 0, (ONE_WAY,), ())
    cells = groups(quiet)
    replies = [(name, *_ask_engine(name, cells, limits)) for name in engines]
    starts = [presses_of(board, cells, number) for _, number, _, _ in replies if number is not None]
    if not starts:
        raise RuntimeError(f"no start found: {'; '.join(f'{name}: {note}' for name, _, _, note in replies)}")
    presses = max(starts, key=lambda start: int(start.sum()))
    least = _check_distance(board, presses)
    tops = {backend_named(name).kind: most for name, _, most, _ in replies if most == least}
    limit = min(most for _, _, most, _ in replies)
    proofs = tuple(tops)
    if sum(quiet.shape) <= MOST_TRIED:
        tried = worst_by_enumeration(quiet)
        if tried > limit:
            raise Disagreement(f"{board}: some start takes {tried} presses, and {limit} is said to be the most")
        limit, proofs = tried, ((*proofs, TRIED) if tried == least else proofs)
    if limit < least:
        raise Disagreement(f"{board}: a start takes {least} presses, and {limit} is said to be the most")
    return WorstCase(presses, least, limit, len(quiet), proofs, _unfinished_bounds(replies, least))


def _ask_engine(name: str, cells: CellGroups, limits: Limits) -> tuple[NDArray[np.int64] | None, int, str]:
    """(presses of each group in the best start found, an upper bound, a note) of an engine."""
    model, all_of_them = worst_case_model(cells), int((cells.group < 0).sum()) + int(cells.sizes.sum())
    outcome = supervisor.solve(name, model, limits)
    if outcome.values is None:
        return None, all_of_them, outcome.note or outcome.status
    broken = evaluate(model, outcome.values)
    if broken:
        raise Disagreement(f"{name}: {broken[0]}")
    number: NDArray[np.int64] = outcome.values[model.arrays["pressed"]]
    idle = all_of_them - int(cells.sizes.sum())
    return number, min(_bound(outcome, int(number.sum())) + idle, all_of_them), outcome.note


def _bound(outcome: Outcome, best: int) -> int:
    """The upper bound on presses in groups that the engine proved; larger than any board where it has none."""
    if outcome.status.value == "optimal":
        return best
    return 1 << 31 if outcome.bound is None else floor(-outcome.bound + 1e-6)


def _check_distance(board: GridBoard, presses: NDArray[np.bool_]) -> int:
    """The distance of the start of these presses. Raises Disagreement if fewer do the same."""
    fewest = distance(board, start_of(board, presses))
    if fewest != int(presses.sum()):
        raise Disagreement(
            f"{board}: {int(presses.sum())} presses that are said to be the fewest; {fewest} do the same"
        )
    return fewest


def _unfinished_bounds(
    replies: Sequence[tuple[str, NDArray[np.int64] | None, int, str]], least: int
) -> tuple[str, ...]:
    return tuple(f"{name}: at most {most}" for name, _, most, _ in replies if most > least)


def quiet_patterns(board: GridBoard) -> Cells:
    """A basis of them, shape (nullity, rows * columns)."""
    return solutions(board, [0] * board.rows).basis


def presses_of(board: GridBoard, cells: CellGroups, number: Ints) -> Cells:
    """So many presses of each group, on its first cells; and all cells of no group. Shape (rows, columns)."""
    presses = cells.group < 0
    for group, count in enumerate(number.tolist()):
        presses[np.flatnonzero(cells.group == group)[:count]] = True
    return presses.reshape(board.rows, board.columns)


def start_of(board: GridBoard, presses: Cells) -> list[int]:
    """The lamps that these presses put out: rows of bits."""
    return list(lamp_changes(board, bits_from_cells(presses)))


def distance(board: GridBoard, start: list[int]) -> int:
    """The fewest presses that put out the lamps of the start: the board is solved and all solutions are weighed. Raises
    ValueError where there is no solution."""
    return fewest_presses(board, start).weight


def worst_by_enumeration(quiet: Cells) -> int:
    """The worst case of all 2^cells sets of presses, one by one. Raises ValueError where they are too many."""
    d, cells = quiet.shape
    if d + cells > MOST_TRIED:
        raise ValueError(f"2^{cells} sets of presses in 2^{d} variants, more than 2^{MOST_TRIED}")
    words = [0]
    for pattern in quiet:
        number = sum(1 << i for i in np.flatnonzero(pattern).tolist())
        words += [word ^ number for word in words]
    worst = 0
    for first in range(0, 1 << cells, AT_A_TIME):
        presses = np.arange(first, min(first + AT_A_TIME, 1 << cells), dtype=np.uint32)
        lightest = np.bitwise_count(presses)
        for word in words[1:]:
            np.minimum(lightest, np.bitwise_count(presses ^ np.uint32(word)), out=lightest)
        worst = max(worst, int(lightest.max()))
    return worst
