"""Taking clues away while they are not needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from backends.contract import Values
from rosetta.studies.setting.targets import Say


class AssumptionSolver(Protocol):
    """What `backends.reasons.incremental.Standing` can do."""

    def ask(self, assumed: NDArray[np.int32] | Sequence[int] = ()) -> Values | None: ...

    def core(self) -> frozenset[int]: ...


def minimal_clues(
    solver: AssumptionSolver, clue: NDArray[np.int32], order: Sequence[int], say: Say, fixed: Sequence[int] = ()
) -> set[int]:
    """Those of the clues `order` that are left when none more can be left out. clue: by number the literal under which
    it counts; the solver finds nothing with all of them and what is fixed, nor with those that are returned.

    They are tried in that order, once: a clue that was needed with more clues around is needed with fewer. Where one is
    not needed, neither are those of which the proof does not speak.
    """
    kept = set(order)
    for tried, one in enumerate(order):
        if one in kept:
            left = sorted(kept - {one})
            if solver.ask([*fixed, *clue[left].tolist()]) is None:
                core = solver.core()
                kept = {other for other in left if int(clue[other]) in core}
        say(f"{len(kept)} clues, {len(order) - tried - 1} to try")
    return kept
