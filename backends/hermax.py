"""MaxSAT solvers of the MaxSAT Evaluations, through hermax: `hermax:uwrmaxsat` is one of them. The clauses, hard and
soft, are those of `maxsat`; so are the lists, for which no weights count."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from backends import cnf, maxsat
from backends.contract import Backend, Limits, Options, Outcome, Tell, Unsupported, ignore_outcome, probe_module
from backends.lowering.clauses import to_clauses
from models.neutral import Form, Model

if TYPE_CHECKING:
    from pysat.formula import WCNF

SOLVERS = {  # the class of each in hermax.core
    "evalmaxsat": "EvalMaxSATLatestSolver",
    "uwrmaxsat": "UWrMaxSATSolver",
    "cashwmaxsat": "CASHWMaxSATSolver",
    "wmaxcdcl": "WMaxCDCLSolver",
}
DEFAULT = next(iter(SOLVERS))


def probe() -> str | None:
    return cnf.probe() or probe_module("hermax.core")


def version() -> str:
    from importlib.metadata import version

    return f"hermax {version('hermax')}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    return maxsat.solve(partial(_compute, _solver_name(options)), model, limits, options, tell)


def _compute(name: str, formula: WCNF, weights: NDArray[np.int64]) -> maxsat.SoftAnswer | None:
    import hermax.core

    solver = getattr(hermax.core, SOLVERS[name])(formula)
    try:
        return (list(solver.get_model()), int(solver.get_cost())) if solver.solve() else None
    finally:
        solver.close()


def _solver_name(options: Options) -> str:
    """The chosen one; raises Unsupported, listing the known ones."""
    name = options.solver or DEFAULT
    if name not in SOLVERS:
        raise Unsupported(f"unknown solver 'hermax:{name}'; known: {', '.join(SOLVERS)}")
    return name


BACKEND = Backend(
    name="hermax",
    kind="sat",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    library="hermax",
    solve=solve,
    solutions=partial(cnf.solutions, lambda options: maxsat.ORACLE, to_clauses),  # without the objective
    encodes=True,
    families=True,
    single_threaded=True,
    engine=_solver_name,
    tunable={"solver": tuple(SOLVERS)},
)
