"""Presolving: a backend behind elimination modulo 2 of the parity rows: `Options.presolve`, `--formulation merged`.

    model --elimination modulo 2--> new model --the backend--> values --lifted--> answer
                 `-----------------> rows that sum to 0 = 1: no solution, with the certificate

The forms, `reduced` and `merged`, are in `passes.gf2_presolve`. Answers are lifted, and judged against the model as
stated. Size, encodings and search statistics are those of the new model; the elimination counts as lowering.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from algebra.modulo2 import warm_up
from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Values, ignore_outcome
from backends.outcomes import Stopwatch, refuted_by
from backends.passes import restriction
from backends.passes.gf2_presolve import PresolvedModel, presolve_parity
from backends.passes.solution_improving import improving_outcomes
from models.neutral import Form, Model
from rosetta.foundation.jit import compiler_version, probe_compilation

ENGINE = "gf2"  # elimination, where it decides alone


def presolving_backend(inner: Backend, form: str) -> Backend:
    """Elimination in front of a backend, with the kind, encodings and completeness of that one."""
    return replace(
        inner,
        takes=inner.takes | {Form.OBJECTIVE},
        probe=lambda: probe_compilation(prepare) or inner.probe(),
        engine=lambda options: f"{ENGINE}+{inner.engine_of(options)}",
        solve=partial(solve, inner, form),
        solutions=partial(solutions, inner, form),
        count=None,
        incremental=None,
        native=frozenset(),
        loading=None,
    )


def solve(
    inner: Backend, form: str, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    watch = Stopwatch()
    with watch("lower"):
        presolved = presolve_parity(model, form, limits.literals)
    if not isinstance(presolved, PresolvedModel):
        refuted = Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, certificate=presolved)
        return replace(refuted, engine=ENGINE, version=compiler_version())
    remaining, options = replace(limits, seconds=watch.seconds_left(limits)), replace(options, file=None)

    def lifted(outcome: Outcome) -> Outcome:
        decided = refuted_by(outcome, ENGINE, compiler_version())
        return _lift_outcome(decided, presolved, watch.seconds["lower"])

    if presolved.model.objective is None or Form.OBJECTIVE in inner.takes:
        return lifted(inner.solve(presolved.model, remaining, options, lambda interim: tell(lifted(interim))))
    last = Outcome(Status.UNKNOWN)
    for last in map(lifted, improving_outcomes(inner, presolved.model, remaining, options)):
        tell(last)
    return last


def solutions(
    inner: Backend, form: str, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    watch = Stopwatch()
    presolved = presolve_parity(model, form, limits.literals)
    if isinstance(presolved, PresolvedModel):
        remaining = replace(limits, seconds=watch.seconds_left(limits))
        for values in inner.solutions(presolved.model, presolved.projection(project), remaining, options):
            yield presolved.lift(values)


def prepare() -> None:
    """Compile the loops that presolving uses, or read them from disk, so that no solve pays for it."""
    warm_up.prepare()
    restriction.prepare()


def _lift_outcome(outcome: Outcome, presolved: PresolvedModel, before: float) -> Outcome:
    """The backend's outcome for the new model, as one for the model as stated."""
    return replace(
        outcome,
        values=None if outcome.values is None else presolved.lift(outcome.values),
        objective=None if outcome.objective is None else outcome.objective + presolved.constant,
        bound=None if outcome.bound is None else outcome.bound + presolved.constant,
        seconds={**outcome.seconds, "lower": outcome.seconds.get("lower", 0.0) + before},
        note="; ".join(filter(None, (_describe_presolve(presolved), outcome.note))),
        fixed=None,  # propagation inside fixes variables of the new model
        stats={**outcome.stats, "nullity": float(presolved.dimension)},
    )


def _describe_presolve(presolved: PresolvedModel) -> str:
    """The size of the new model, in words."""
    variables = f"{presolved.model.variables:,} of {len(presolved.rest.values) - 1:,} variables are left"
    return f"{variables} by {presolved.equations:,} parity rows with a kernel of dimension {presolved.dimension:,}"
