"""MiniCard: a SAT solver that takes at-most-k rows natively, without clauses for counting.

Unguarded cardinality rows are given to it as they are: `at least lo` as `at most n - lo` of the negations. Everything
else, guarded rows included, becomes clauses. It is the counterpart here of pseudo-Boolean solvers such as SAT4J.
(Liffiton & Maglalang 2012: A cardinality solver: more expressive constraints for free)
"""

from __future__ import annotations

from functools import partial

from backends import cnf
from backends.contract import Backend, Options, Unsupported
from backends.loading.phases import PHASES
from backends.loading.python_sat import describe_loading
from backends.lowering.clauses import COUNTING_FORMS, to_clauses
from models.neutral import Form

NATIVE = ("minicard", "gluecard3", "gluecard4")  # gluecard is Glucose with MiniCard's rows


def _chosen_solver(options: Options) -> str:
    """The full name of MiniCard, or of a relative, as in `minicard:gluecard4`."""
    name = cnf.solver_name(options.solver or NATIVE[0])
    if name not in NATIVE:
        raise Unsupported(f"minicard:{name} takes no at-most-k rows; known: {', '.join(NATIVE)}")
    return name


_lower = partial(to_clauses, native=frozenset(COUNTING_FORMS))
BACKEND = Backend(
    name="minicard",
    kind="sat",
    takes=frozenset(Form) - {Form.OBJECTIVE},
    probe=cnf.probe,
    version=cnf.version,
    solve=partial(cnf.solve, _chosen_solver, _lower),
    solutions=partial(cnf.solutions, _chosen_solver, _lower),
    incremental=partial(cnf.incremental, _chosen_solver, _lower),
    encodes=True,
    single_threaded=True,
    families=True,
    engine=_chosen_solver,
    tunable={"solver": NATIVE, "phases": PHASES},
    loading=partial(describe_loading, NATIVE[0]),
)
