"""Integer programming with Gurobi, where the user has installed it: the model as linear rows in one sparse matrix.

The licence inside the package ends at 2,000 columns and 2,000 rows, and a row with two sides is two; Gurobi says so
itself, so that another licence is not held to that.
"""

from __future__ import annotations

import os
from functools import cache, partial
from typing import Any

import numpy as np

from backends.contract import (
    Backend,
    Ending,
    Limits,
    Options,
    Outcome,
    Status,
    Tell,
    Unsupported,
    ignore_outcome,
    probe_module,
)
from backends.lowering.linear import LinearProgram, to_linear
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.passes.blocking import list_solutions
from backends.profiles import parse_values
from backends.tolerances import Tolerances, ask_with_care
from models.neutral import Form, Model, objective_value

LARGEST = 10**9  # what the other solvers with tolerances take at the most
TOLERANCES = Tolerances(
    solver="Gurobi",
    step="presolve",
    plain={"Presolve": 0},
    tight={"FeasibilityTol": 1e-9, "IntFeasTol": 1e-9},  # the least that it takes
    rounded=10**4,
    confirmed=10**5,
    coarse=10**6,
    wide=10**6,
)
EXACT_GAP = {"MIPGap": 0.0, "MIPGapAbs": 0.0}
SEEDS = 2_000_000_001  # it takes less


def probe() -> str | None:
    return probe_module("gurobipy") or probe_module("scipy.sparse")


@cache
def _environment(process: int) -> Any:
    """One for each process: it takes 10 to 100 ms to make, and is not taken through a fork."""
    import gurobipy

    return gurobipy.Env(params={"OutputFlag": 0})


def version() -> str:
    import gurobipy

    return f"Gurobi {'.'.join(map(str, gurobipy.gurobi.version()))}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    import gurobipy

    watch = Stopwatch()
    with watch("lower"):
        program = to_linear(model, limits)
    if program.contradiction:
        return not_asked_outcome(program.contradiction, watch, program.size)
    program.check_magnitudes(LARGEST, "Gurobi")
    fixed = {"Threads": limits.threads, "Seed": limits.seed % SEEDS, **EXACT_GAP}
    try:
        with watch("load"):
            environment = _environment(os.getpid())
        with gurobipy.Model(env=environment) as gurobi:
            with watch("load"):
                columns = _load(gurobi, program)
            tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))

            def run(**parameters: bool | int | float) -> Outcome:
                gurobi.reset()
                for name, value in {**fixed, **parameters, "TimeLimit": watch.seconds_left(limits)}.items():
                    gurobi.setParam(name, value)
                with watch("solve"):
                    gurobi.optimize()
                with watch("decode"):
                    return _outcome(model, program, gurobi, columns, watch)

            return ask_with_care(model, program, run, TOLERANCES, parse_values(options.parameters))
    except gurobipy.GurobiError as error:  # no licence, or one that ends below the size of the model
        raise Unsupported(f"Gurobi: {error}") from None


def _load(gurobi: Any, program: LinearProgram) -> Any:
    """Put the program into the model; its columns as one variable."""
    from scipy.sparse import csr_array

    columns = gurobi.addMVar(len(program.lower), lb=program.lower, ub=program.upper, vtype="I", obj=program.cost)
    shape = (len(program.table.lo), len(program.lower))
    if all(shape):
        entries = program.table.coefs.astype(np.float64)
        matrix = csr_array((entries, program.table.columns, program.starts), shape=shape)
        lows, highs = program.bounds
        for sides, sense in ((lows, ">"), (highs, "<")):
            told = np.flatnonzero(np.isfinite(sides))
            gurobi.addMConstr(matrix[told], columns, sense, sides[told])
    return columns


def _outcome(model: Model, program: LinearProgram, gurobi: Any, columns: Any, watch: Stopwatch) -> Outcome:
    """What its codes come to."""
    from gurobipy import GRB

    stats = {"nodes": float(gurobi.NodeCount)}
    if gurobi.SolCount:
        claim = Status.OPTIMAL if gurobi.Status == GRB.OPTIMAL else Status.SATISFIED
        values = program.values(model, columns.X)
        cost = objective_value(model, values)
        if cost is None:
            return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=program.size, stats=stats)
        bound = float(gurobi.ObjBound) + program.constant
        return Outcome(claim, values, cost, bound, watch.seconds, program.size, stats=stats)
    infeasible = gurobi.Status == GRB.INFEASIBLE
    limits = {GRB.TIME_LIMIT: (Ending.TIME, "time limit"), GRB.MEM_LIMIT: (Ending.MEMORY, "memory limit")}
    ended, note = limits.get(gurobi.Status, (None, "" if infeasible else f"Gurobi ended with status {gurobi.Status}"))
    claim = Status.UNSATISFIABLE if infeasible else Status.UNKNOWN if ended else Status.ERROR
    return Outcome(claim, seconds=watch.seconds, size=program.size, note=note, ended=ended, stats=stats)


BACKEND = Backend(
    name="gurobi",
    kind="ilp",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    library="gurobipy",
    solve=solve,
    solutions=partial(list_solutions, solve),
    lists_anew=True,
    largest_number=LARGEST,
    proves_below=TOLERANCES.coarse,
    proves_within=TOLERANCES.wide,
    interruptible=True,
)
