"""Propagation, then another backend on what is left open: `hybrid:cnf`, `hybrid:cpsat`, `hybrid:minicard`.

    model --propagation--> bounds --substitution--> smaller model --inner backend--> values --lifted--> answer

Plain `hybrid` is `hybrid:cnf`; `hybrid:cnf:glucose42` names the solver too. The bounds hold in every solution, so a
solution of the smaller model gives one of the model, and none is lost; an optimum stays an optimum, its cost raised by
that of the fixed variables. Size, encodings and search statistics are those of the smaller model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from backends import propagate
from backends.contract import Backend, Limits, Options, Outcome, Tell, Values, ignore_outcome
from backends.outcomes import Stopwatch, refuted_by
from backends.passes import restriction
from backends.passes.propagation import PropagationResult, PropagationStatus
from backends.passes.substitution import Substitution, substitute_fixed
from backends.registry import backend_named
from models.neutral import Model
from rosetta.foundation.jit import compiler_version, probe_compilation

INNER = ("cnf", "cpsat", "minicard")


def hybrid_backend(inner: Backend, name: str = "") -> Backend:
    """Propagation in front of that backend, with its kind, forms, encodings and parameters."""
    full_name = f"hybrid:{inner.name}"
    return replace(
        inner,
        name=name or full_name,
        full_name=full_name,
        probe=lambda: inner.probe() or propagate.BACKEND.probe() or probe_compilation(restriction.prepare),
        version=lambda: f"{inner.version()}, {compiler_version()}",
        engine=lambda options: f"hybrid+{inner.engine_of(options)}",
        solve=partial(solve, inner),
        solutions=partial(solutions, inner),
        count=None,
        incremental=None,
        native=frozenset(),
        loading=None,
        inner=INNER,
        with_inner=lambda inner_name: hybrid_backend(backend_named(inner_name)),
    )


def solve(inner: Backend, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    propagation = propagate.propagate_model(model, limits, watch)
    if propagation.broken is not None or (propagation.all_rows_hold and model.objective is None):
        return propagate.deciding_outcome(model, propagation, watch)
    with watch("lower"):
        rest = substitute_fixed(model, propagation.lower, propagation.upper)
    before = dict(watch.seconds)

    def lifted(outcome: Outcome) -> Outcome:
        return _lift_outcome(outcome, rest, propagation, model, before)

    limits = replace(limits, seconds=watch.seconds_left(limits))
    outcome = inner.solve(rest.model, limits, options, lambda interim: tell(lifted(interim)))
    return lifted(refuted_by(outcome, propagate.BACKEND.name, compiler_version()))


def solutions(
    inner: Backend, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    watch = Stopwatch()
    propagation = propagate.propagate_model(model, limits, watch)
    if propagation.status is PropagationStatus.CONTRADICTION:
        return
    rest = substitute_fixed(model, propagation.lower, propagation.upper)
    limits = replace(limits, seconds=watch.seconds_left(limits))
    for values in inner.solutions(rest.model, rest.projection(project), limits, options):
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


BACKEND = hybrid_backend(backend_named("cnf"), "hybrid")
