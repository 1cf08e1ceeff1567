"""Minimal clue sets by deletion: a clue is removed while the solution stays unique."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.puzzles.setting.engines import AssumptionSolver
from rosetta.foundation.progress import Progress


def minimal_clues(
    solver: AssumptionSolver,
    clue: NDArray[np.int32],
    order: Sequence[int],
    progress: Progress,
    fixed: Sequence[int] = (),
) -> set[int]:
    """A minimal subset of the clues in `order`. clue: for each clue number, the literal that activates the clue. Under
    the fixed literals and all clues the solver finds no solution; the same holds for the clues that are returned.

    Each clue is tried once, in this order: one that was needed with more clues is needed with fewer. Where a clue is
    not needed, those outside the unsatisfiable core are dropped, too.
    """
    remaining = set(order)
    for tried, number in enumerate(order):
        if number in remaining:
            others = sorted(remaining - {number})
            if solver.ask([*fixed, *clue[others].tolist()]) is None:
                core = solver.core()
                remaining = {other for other in others if int(clue[other]) in core}
        progress(f"{len(remaining)} clues, {len(order) - tried - 1} to try")
    return remaining
