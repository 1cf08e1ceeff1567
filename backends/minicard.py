"""MiniCard: a SAT solver that takes at-most-k rows natively, without clauses for counting.

Unguarded cardinality rows are given to it as they are: `at least lo` as `at most n - lo` of the negations. Everything
else, guarded rows included, becomes clauses. It is the counterpart here of pseudo-Boolean solvers such as SAT4J.
(Liffiton & Maglalang 2012: A cardinality solver: more expressive constraints for free)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from backends import cnf
from backends.contract import Limits, Options, Outcome, Stopwatch, Tell, Unsupported, Values, ignore_outcome
from backends.loading.phases import PHASES
from backends.loading.python_sat import describe_loading
from backends.lowering.clauses import COUNTING_FORMS, to_clauses
from models.neutral import Form, Model

NATIVE = ("minicard", "gluecard3", "gluecard4")  # gluecard is Glucose with MiniCard's rows


class MinicardBackend:
    """MiniCard, or a relative of it, as in `minicard:gluecard4`."""

    name = "minicard"
    kind = "sat"
    takes = frozenset(Form) - {Form.OBJECTIVE}
    encodes = True
    families = True
    complete = True
    tunable: Mapping[str, tuple[str, ...]] = {"solver": NATIVE, "phases": PHASES}

    def probe(self) -> str | None:
        return cnf.probe()

    def version(self) -> str:
        return cnf.version()

    def loading(self) -> str:
        """How formulas get into MiniCard itself."""
        return describe_loading(self.name)

    def engine_of(self, options: Options) -> str:
        """The full name of the chosen solver."""
        name = cnf.solver_name(options.solver or self.name)
        if name not in NATIVE:
            raise Unsupported(f"minicard:{name} takes no at-most-k rows; known: {', '.join(NATIVE)}")
        return name

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
        watch, name = Stopwatch(), self.engine_of(options)
        with watch("lower"):
            lowered = to_clauses(model, limits, options, native=frozenset(COUNTING_FORMS))
        return cnf.solve(name, model, lowered, limits, watch, tell, cnf.phases_in(options))

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        watch, name = Stopwatch(), self.engine_of(options)
        lowered = to_clauses(model, limits, options, native=frozenset(COUNTING_FORMS))
        return cnf.solutions(name, model, lowered, project, limits, watch, cnf.phases_in(options))


BACKEND = MinicardBackend()
