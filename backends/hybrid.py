"""Propagation, then another backend on what is left open: `hybrid:cnf`, `hybrid:cpsat`, `hybrid:minicard`.

    model --propagation--> bounds --substitution--> smaller model --inner backend--> values --lifted--> answer

Plain `hybrid` is `hybrid:cnf`; `hybrid:cnf:glucose42` names the solver too. The bounds hold in every solution, so a
solution of the smaller model gives one of the model, and none is lost; an optimum stays an optimum, its cost raised by
that of the fixed variables. Size, encodings and search statistics are those of the smaller model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from algebra.jit import probe_compilation
from backends import propagate
from backends.contract import Backend, Limits, Options, Outcome, Stopwatch, Tell, Values, ignore_outcome
from backends.passes import restriction
from backends.passes.propagation import PropagationResult, PropagationStatus
from backends.passes.substitution import Substitution, substitute_fixed
from backends.profiles import settings, tunable_parameters
from backends.registry import backend_named
from models.neutral import Model

INNER = ("cnf", "cpsat", "minicard")


class HybridBackend:
    """Propagation in front of another backend, with the kind, forms, encodings and parameters of that one."""

    inner = INNER

    def __init__(self, inner: str, name: str = "") -> None:
        self._inner: Backend = backend_named(inner)
        self.in_full = f"hybrid:{inner}"
        self.name = name or self.in_full
        self.kind, self.takes = self._inner.kind, self._inner.takes
        self.encodes, self.tunable = self._inner.encodes, tunable_parameters(self._inner)
        self.settings = settings(self._inner)
        self.families, self.complete = self._inner.families, self._inner.complete

    def with_inner(self, inner: str) -> HybridBackend:
        """The hybrid with that backend inside, one of `inner`."""
        return HybridBackend(inner)

    def engine_of(self, options: Options) -> str:
        return f"hybrid+{self._inner.engine_of(options)}"

    def probe(self) -> str | None:
        return self._inner.probe() or propagate.probe() or probe_compilation(restriction.prepare)

    def version(self) -> str:
        return f"{self._inner.version()}, {propagate.version()}"

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        watch = Stopwatch()
        propagation = propagate.propagate_model(model, limits, watch)
        if propagation.broken is not None or (propagation.all_rows_hold and model.objective is None):
            return propagate.outcome(model, propagation, watch)
        with watch("lower"):
            rest = substitute_fixed(model, propagation.lower, propagation.upper)
        before = dict(watch.seconds)

        def lifted(outcome: Outcome) -> Outcome:
            return _lift_outcome(outcome, rest, propagation, model, before)

        limits = replace(limits, seconds=watch.seconds_left(limits))
        return lifted(self._inner.solve(rest.model, limits, options, lambda interim: tell(lifted(interim))))

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        watch = Stopwatch()
        propagation = propagate.propagate_model(model, limits, watch)
        if propagation.status is PropagationStatus.CONTRADICTION:
            return
        rest = substitute_fixed(model, propagation.lower, propagation.upper)
        limits = replace(limits, seconds=watch.seconds_left(limits))
        for values in self._inner.solutions(rest.model, rest.projection(project), limits, options):
            yield rest.lift(values)


def _lift_outcome(
    outcome: Outcome, rest: Substitution, propagation: PropagationResult, model: Model, before: dict[str, float]
) -> Outcome:
    """The inner backend's outcome for the smaller model, as one for the model."""
    return replace(
        outcome,
        values=None if outcome.values is None else rest.lift(outcome.values),
        objective=None if outcome.objective is None else outcome.objective + rest.constant,
        bound=None if outcome.bound is None else outcome.bound + rest.constant,
        seconds={step: outcome.seconds.get(step, 0.0) + spent for step, spent in before.items()},
        stats={**outcome.stats, "visits": float(propagation.visits)},
        fixed=propagation.fixed_literals(model),
    )


BACKEND = HybridBackend("cnf", "hybrid")
