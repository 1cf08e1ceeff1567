"""Integer programming with HiGHS, through scipy.optimize.milp: the model as linear rows in one sparse matrix.

scipy's own copy of HiGHS is used because highspy and ortools cannot be loaded in one process.

Trap: scipy passes on options that it does not know by name, with a warning; HiGHS silently ignores those that it does
not know either.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Ending, Limits, Options, Outcome, Status, Tell, ignore_outcome, probe_module
from backends.lowering.linear import LinearProgram, to_linear
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.passes.blocking import list_solutions
from backends.profiles import parse_values
from backends.tolerances import Tolerances, ask_with_care
from models.neutral import Form, Model, objective_value

LARGEST = 10**9  # beyond this its tolerances make nonsense of its answers, too
# From coefficients of 100,000 on, its presolve calls some feasible models infeasible, and loses the optimum of others:
# a test has one of each. It takes 1e-6 for whole; a test has models with larger coefficients that it denies with
# presolve and without. It also loses the optimum of a single row over three variables of 30,000, however it is asked: a
# test has that one, too.
TOLERANCES = Tolerances(
    solver="HiGHS",
    step="presolve",
    plain={"presolve": False},
    tight={"mip_feasibility_tolerance": 1e-10, "primal_feasibility_tolerance": 1e-10},  # the least that it takes
    rounded=10**4,
    confirmed=10**5,
    coarse=10**6,
    wide=10**4,
)


def version() -> str:
    import scipy

    return f"scipy {scipy.__version__}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    watch = Stopwatch()
    with watch("lower"):
        program = to_linear(model, limits)
    if program.contradiction:
        return not_asked_outcome(program.contradiction, watch, program.size)
    program.check_magnitudes(LARGEST, "HiGHS")
    if len(program.lower) == 0:  # milp refuses a problem without columns, so it gets one that is 0
        program = _with_zero_column(program)
    with watch("load"):
        shape = (len(program.table.lo), len(program.lower))
        entries = program.table.coefs.astype(np.float64)
        matrix = csr_array((entries, program.table.columns, program.starts), shape=shape)
        rows = LinearConstraint(matrix, *program.bounds) if shape[0] else ()
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))

    def run(**parameters: bool | int | float) -> Outcome:
        with watch("solve"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
            answer = milp(
                program.cost.astype(np.float64),
                integrality=np.ones(shape[1]),
                bounds=Bounds(program.lower.astype(np.float64), program.upper.astype(np.float64)),
                constraints=rows,
                options={"time_limit": watch.seconds_left(limits), "mip_rel_gap": 0.0, **parameters},
            )
        with watch("decode"):
            return _outcome(model, program, answer, watch)

    return ask_with_care(model, program, run, TOLERANCES, parse_values(options.parameters))


def _with_zero_column(program: LinearProgram) -> LinearProgram:
    """The program, which has no column and so no row either, with one."""
    zero = np.zeros(1, np.int64)
    return replace(program, lower=zero, upper=zero, cost=zero)


def _outcome(model: Model, program: LinearProgram, answer: Any, watch: Stopwatch) -> Outcome:
    """scipy's codes: 0 optimal, 1 limit, 2 infeasible (but also "model error"), 3 unbounded, 4 other."""
    stats = {"nodes": float(answer.mip_node_count or 0)}
    if answer.x is not None:
        claim = Status.OPTIMAL if answer.status == 0 else Status.SATISFIED
        bound = None if answer.mip_dual_bound is None else float(answer.mip_dual_bound) + program.constant
        return _solution_outcome(model, program, answer.x, claim, bound, watch, stats)
    infeasible = answer.status == 2 and "infeasible" in answer.message.lower()
    claim = Status.UNSATISFIABLE if infeasible else Status.UNKNOWN if answer.status == 1 else Status.ERROR
    is_late = claim is Status.UNKNOWN
    note = "" if infeasible else "time limit" if is_late else str(answer.message)
    ended = Ending.TIME if is_late else None
    return Outcome(claim, seconds=watch.seconds, size=program.size, note=note, ended=ended, stats=stats)


def _solution_outcome(
    model: Model,
    program: LinearProgram,
    point: NDArray[np.float64],
    claim: Status,
    bound: float | None,
    watch: Stopwatch,
    stats: dict[str, float],
) -> Outcome:
    values = program.values(model, point)
    cost = objective_value(model, values)
    if cost is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=program.size, stats=stats)
    return Outcome(claim, values, cost, bound, watch.seconds, program.size, stats=stats)


BACKEND = Backend(
    name="highs",
    kind="ilp",
    takes=frozenset(Form),
    probe=partial(probe_module, "scipy.optimize"),
    version=version,
    solve=solve,
    solutions=partial(list_solutions, solve),
    lists_anew=True,
    largest_number=LARGEST,
    proves_below=TOLERANCES.coarse,
    proves_within=TOLERANCES.wide,
    interruptible=True,
    tunable={
        "presolve": ("true", "false"),
        "mip_heuristic_effort": ("0.05", "0.0", "0.3"),
        "mip_heuristic_run_feasibility_jump": ("true", "false"),
        "mip_detect_symmetry": ("true", "false"),
        "mip_pscost_minreliable": ("8", "0"),
    },
)
