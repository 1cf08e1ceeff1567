"""A backend that gets models with their parity rows in another form: `Options.presolve`, `--formulation merged`.

    model --elimination modulo 2--> new model --the backend--> values --lifted--> answer
                 `-----------------> rows that sum to 0 = 1: no solution, with the certificate

What the backend is handed is what size, encodings and search statistics tell of; the elimination counts as lowering.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from algebra.jit import probe_compilation
from algebra.modulo2 import warming
from backends.contract import Backend, Limits, Options, Outcome, Status, Stopwatch, Tell, Values, ignore_outcome
from backends.passes import restriction
from backends.passes.gf2_presolve import PresolvedModel, presolve_parity
from backends.passes.solution_improving import improving_outcomes
from backends.profiles import settings, tunable_parameters
from models.neutral import Form, Model


class PresolvingBackend:
    """The backend behind the elimination, of which it has kind, encodings and completeness."""

    def __init__(self, inner: Backend, form: str) -> None:
        self._inner, self._form = inner, form
        self.name, self.kind, self.encodes = inner.name, inner.kind, inner.encodes
        self.families, self.complete = inner.families, inner.complete
        self.tunable, self.in_full = tunable_parameters(inner), getattr(inner, "in_full", inner.name)
        self.settings = settings(inner)
        self.takes = inner.takes | {Form.OBJECTIVE}

    def engine_of(self, options: Options) -> str:
        return f"gf2+{self._inner.engine_of(options)}"

    def probe(self) -> str | None:
        return probe_compilation(prepare) or self._inner.probe()

    def version(self) -> str:
        return self._inner.version()

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        watch = Stopwatch()
        with watch("lower"):
            made = presolve_parity(model, self._form, limits.literals)
        if not isinstance(made, PresolvedModel):
            return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, certificate=made)
        left = replace(limits, seconds=watch.seconds_left(limits))

        def lifted(outcome: Outcome) -> Outcome:
            return _lift_outcome(outcome, made, watch.seconds["lower"])

        if made.model.objective is None or Form.OBJECTIVE in self._inner.takes:
            return lifted(self._inner.solve(made.model, left, options, lambda told: tell(lifted(told))))
        last = Outcome(Status.UNKNOWN)
        for last in map(lifted, improving_outcomes(self._inner, made.model, left, options)):
            tell(last)
        return last

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        watch = Stopwatch()
        made = presolve_parity(model, self._form, limits.literals)
        if isinstance(made, PresolvedModel):
            left = replace(limits, seconds=watch.seconds_left(limits))
            for values in self._inner.solutions(made.model, made.projection(project), left, options):
                yield made.lift(values)


def prepare() -> None:
    """Have what presolving runs compiled, or read from numba's cache, so that no solve pays for it."""
    warming.prepare()
    restriction.prepare()


def _lift_outcome(outcome: Outcome, made: PresolvedModel, before: float) -> Outcome:
    """What the backend says of the new model, said of the model as stated."""
    return replace(
        outcome,
        values=None if outcome.values is None else made.lift(outcome.values),
        objective=None if outcome.objective is None else outcome.objective + made.constant,
        bound=None if outcome.bound is None else outcome.bound + made.constant,
        seconds={**outcome.seconds, "lower": outcome.seconds.get("lower", 0.0) + before},
        note="; ".join(filter(None, (_describe_presolve(made), outcome.note))),
        fixed=None,  # what propagation inside says is said of other variables
        stats={**outcome.stats, "nullity": float(made.dimension)},
    )


def _describe_presolve(made: PresolvedModel) -> str:
    """What the elimination made of the model, in words."""
    left = f"{made.model.variables:,} of {len(made.rest.values) - 1:,} variables are left"
    return f"{left} by {made.equations:,} parity rows with a kernel of dimension {made.dimension:,}"
