"""A solver that a puzzle brings itself: an algorithm for this puzzle alone, such as polynomials for Lights Out boards.

In a comparison it is a reference line, marked as special-purpose. It gets the instance and the model, and answers with
an assignment of the model, so that its answer is held against the rows and the rules like everybody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


class NotEnoughMemory(Exception):
    """The memory does not do for this; the message gives the size."""


@dataclass(frozen=True, slots=True, eq=False)
class SpecialResult:
    """What such a solver says. status: optimal, satisfied, unsatisfiable, or unknown; values: an assignment of the
    model, shape (variables + 1,); rows: of an unsatisfiable one, rows of the model's first block, of parity, that add
    up to 0 = 1; note: how it was found."""

    status: str
    values: NDArray[np.int64] | None = None
    note: str = ""
    rows: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class SpecialSolver:
    """name: as on the command line; method: what it does, in a few words; unfit(instance, **rules): None, or why this
    instance is none for it; solve(instance, model, **rules): answers, each better than the last, for instances that
    are.

    Optional: count(instance, between=, megabytes=, tell=, **rules): how many answers there are, exactly, without
    listing them. It calls between() several times a second, and what that raises ends it; it calls tell(share done) as
    it goes on; it raises TooMuch. prepare(): compile what both need."""

    name: str
    method: str
    unfit_reason: Callable[..., str | None]
    solve: Callable[..., Iterator[SpecialResult]]
    count: Callable[..., int] | None = None
    prepare: Callable[[], object] | None = None
