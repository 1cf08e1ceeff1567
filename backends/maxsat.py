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

from functools import partial

from backends import cnf
from backends.contract import Backend, Limits, Options, Outcome, Size, Status, Tell, ignore_outcome, probe_module
from backends.lowering.clauses import to_clauses
from backends.lowering.soft_clauses import soft_literals
from backends.outcomes import Stopwatch, not_asked_outcome
from models.neutral import Form, Model

ORACLE = "glucose4"  # the SAT solver that finds cores


def probe() -> str | None:
    return cnf.probe() or probe_module("pysat.examples.rc2")


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    """RC2, with core exhaustion, core minimisation and detection of at-most-one rows."""
    from pysat.examples.rc2 import RC2, RC2Stratified
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
        engine = RC2 if len(set(weights.tolist())) <= 1 else RC2Stratified
        solver = engine(formula, solver=ORACLE, adapt=True, exhaust=True, minz=True)
    watch.seconds_left(limits)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=size, encoding=lowered.encodings))
    with watch("solve"):
        assignment = solver.compute()
    with watch("decode"):
        values = None if assignment is None else lowered.values(model, assignment)
    cost = int(solver.cost) + constant
    solver.delete()
    if values is None:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=size, encoding=lowered.encodings)
    status, objective = (Status.SATISFIED, None) if model.objective is None else (Status.OPTIMAL, cost)
    return Outcome(status, values, objective, objective, watch.seconds, size, encoding=lowered.encodings)


BACKEND = Backend(
    name="maxsat",
    kind="sat",
    takes=frozenset(Form),
    probe=probe,
    version=cnf.version,
    solve=solve,
    solutions=partial(cnf.solutions, lambda options: ORACLE, to_clauses),  # without the objective, so a SAT solver
    incremental=partial(cnf.incremental, lambda options: ORACLE, to_clauses),
    encodes=True,
    single_threaded=True,
    engine=lambda options: "rc2",
)
