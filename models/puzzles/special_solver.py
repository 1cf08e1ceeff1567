"""The interface of a special-purpose solver: an algorithm for one puzzle, such as polynomials for Lights Out boards.

It gets the instance and the model, and answers with an assignment of the model, so that its answer is checked against
the rows and the rules like that of any backend (`rosetta/studies/asking/special_solvers.py` runs it as one). In a
comparison it is a reference for the others, not their measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.vocabulary import Status


@dataclass(frozen=True, slots=True, eq=False)
class SpecialResult:
    """A result of such a solver.

    status: OPTIMAL, SATISFIED, UNSATISFIABLE or UNKNOWN (or these words)
    values: an assignment of the model, shape (variables + 1,)
    note: the method, for people
    rows: of an unsatisfiable one, rows of the model's first block, of parity, that add up to 0 = 1"""

    status: Status
    values: NDArray[np.int64] | None = None
    note: str = ""
    rows: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True)
class SpecialSolver:
    """name: as on the command line; method: in a few words; unfit_reason(instance, **rules): None, or why the instance
    is unsuitable; solve(instance, model, **rules): results, each better than the last, for suitable instances.

    Optional: count(instance, progress=, megabytes=, threads=, **rules): the exact number of answers, without listing
    them, the same for every number of threads. It calls progress(what, share done, 1) several times a second
    (`rosetta.foundation.progress`), and an exception raised there ends it; it raises TooLarge (of
    `rosetta.foundation.limits`) beyond the memory. prepare(): compiles what both need.
    count_seconds(instance, **rules): an estimate of the seconds of `count`."""

    name: str
    method: str
    unfit_reason: Callable[..., str | None]
    solve: Callable[..., Iterator[SpecialResult]]
    count: Callable[..., int] | None = None
    prepare: Callable[[], object] | None = None
    count_seconds: Callable[..., float] | None = None
