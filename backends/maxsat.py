"""MaxSAT by unsatisfiable cores: RC2 of python-sat, on the model in clauses.

    minimise  sum of coefficient * literal     becomes     a soft clause for each term, of the coefficient's weight:
              c x, c > 0                                   (not x)  weighs c
              c x, c < 0                                   (x)      weighs -c, and c is paid in any case

A core is a set of soft clauses that cannot all hold. It is relaxed by a totalizer that counts how many of them are
broken, and so on until the rest holds: the cost rises to the optimum from below, while solution-improving search falls
to it from above. (Morgado, Dodaro & Marques-Silva 2014: OLL; Ignatiev, Morgado & Marques-Silva 2019: RC2.) Different
weights are taken in strata, heavy ones first. An integer in the objective is the sum of the Booleans of its order
encoding.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends import cnf
from backends.contract import Backend, Limits, Options, Outcome, Size, Status, Tell, ignore_outcome, probe_module
from backends.lowering.clauses import to_clauses
from backends.lowering.soft_clauses import soft_literals
from backends.outcomes import Stopwatch, not_asked_outcome
from models.neutral import Form, Model

if TYPE_CHECKING:
    from pysat.formula import WCNF

SoftAnswer: TypeAlias = tuple[list[int], int]  # the literals that hold, and the weights of the soft clauses that do not
ComputeFunction: TypeAlias = Callable[["WCNF", NDArray[np.int64]], SoftAnswer | None]
ORACLE = "glucose4"  # the SAT solver that finds cores


def probe() -> str | None:
    return cnf.probe() or probe_module("pysat.examples.rc2")


def compute_by_rc2(formula: WCNF, weights: NDArray[np.int64]) -> SoftAnswer | None:
    """RC2, with core exhaustion, core minimisation and detection of at-most-one rows."""
    from pysat.examples.rc2 import RC2, RC2Stratified

    engine = RC2 if len(np.unique(weights)) <= 1 else RC2Stratified
    with engine(formula, solver=ORACLE, adapt=True, exhaust=True, minz=True) as solver:
        assignment = solver.compute()
        return None if assignment is None else (assignment, int(solver.cost))


def solve(
    compute: ComputeFunction, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    """The model as hard and soft clauses, handed to a MaxSAT solver. compute: by the solver that the options choose,
    from the formula and the weights of its soft clauses; None if the hard ones cannot hold."""
    from pysat.formula import WCNF

    watch = Stopwatch()
    with watch("lower"):
        lowered = to_clauses(model, limits, options)
        literals, weights, constant = soft_literals(model, lowered.orders)
    size = Size(lowered.variables, lowered.rows + len(weights), lowered.literals + len(weights))
    if lowered.contradiction:
        return not_asked_outcome(lowered.contradiction, watch, size)
    with watch("load"):
        formula = WCNF()
        formula.extend(lowered.clause_lists())
        formula.extend([[literal] for literal in literals.tolist()], weights.tolist())
        formula.nv = max(formula.nv, lowered.variables)
    watch.seconds_left(limits)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=size, encoding=lowered.encodings))
    with watch("solve"):
        answer = compute(formula, weights)
    if answer is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, encoding=lowered.encodings)
    with watch("decode"):
        values = lowered.values(model, answer[0])
    cost = answer[1] + constant
    status, objective = (Status.SATISFIED, None) if model.objective is None else (Status.OPTIMAL, cost)
    return Outcome(status, values, objective, objective, watch.seconds, size, encoding=lowered.encodings)


BACKEND = Backend(
    name="maxsat",
    kind="sat",
    takes=frozenset(Form),
    probe=probe,
    version=cnf.version,
    solve=partial(solve, compute_by_rc2),
    solutions=partial(cnf.solutions, lambda options: ORACLE, to_clauses),  # without the objective, so a SAT solver
    incremental=partial(cnf.incremental, lambda options: ORACLE, to_clauses),
    encodes=True,
    single_threaded=True,
    engine=lambda options: "rc2",
)
