"""The solvers that setters of puzzles may ask (`models.puzzles.setting.engines`), in the process of the setter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Status, Values
from backends.passes.equivalent_literals import rename_block
from backends.reasons.incremental import IncrementalSolver
from backends.registry import backend_named
from models.neutral import Model
from rosetta.foundation.limits import LimitReached

LIMITS = Limits(seconds=1e6)  # the child in which a setter runs has the real limit


class BackendEngines:
    """`models.puzzles.setting.engines.SetterEngines`, by the backends."""

    def standing(self, model: Model) -> IncrementalSolver:
        """As in the protocol."""
        return IncrementalSolver(model)

    def solve(self, backend: str, model: Model, names: NDArray[np.int32] | None = None) -> Values | None:
        """As in the protocol."""
        seen = model
        if names is not None:
            seen = model.copy()
            seen.blocks = [rename_block(block, names) for block in model.blocks]
        outcome = backend_named(backend).solve(seen, LIMITS, Options())
        if outcome.refutes:
            return None
        if outcome.values is None or outcome.status is Status.UNKNOWN:
            raise LimitReached(outcome.note)
        return outcome.values if names is None else outcome.values[names]

    def solutions(self, backend: str, model: Model, project: NDArray[np.int32]) -> Iterator[Values]:
        """As in the protocol."""
        return backend_named(backend).solutions(model, project, LIMITS, Options())

    def least_cost(self, backend: str, model: Model, seconds: float) -> int | None:
        """As in the protocol."""
        engine = backend_named(backend)
        if engine.probe() is not None:
            return None
        with suppress(LimitReached):
            outcome = engine.solve(model, replace(LIMITS, seconds=seconds), Options())
            return outcome.objective if outcome.status is Status.OPTIMAL else None
        return None
