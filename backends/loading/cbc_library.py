"""CBC 2.10.12, which comes inside OR-Tools, in this process: no program, no file.

    columns of the linear program --one message--> CBC --one message--> values

Traps, each with a test:
- Its clock counts CPU seconds, of all threads: where the processor is shared it passes the limit, and is killed with
  nothing to show. So it gets one thread.
- Its preprocessing cannot be turned off, no seed or tolerance be set. On the models on which optima are lost or denied
  by that of PuLP's CBC it is right, and was on 4,800 random ones, but for answers that break rows: with coefficients
  from 1,000,000 on, and on the one model with coefficients of 1 on which PuLP's does, too. Then it says nothing.
- `infeasible` may be said at the limit, as by PuLP's; so it is believed only well before.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from backends.contract import Ending, Limits, Outcome, Status, probe_module
from backends.lowering.linear import LinearProgram
from backends.outcomes import Stopwatch
from models.neutral import Model, objective_value

MARGIN = 0.05  # seconds before the limit at which it is to end
SPARE = 0.1  # the part of the limit that must remain for an "infeasible" to be believed
MODULES = "ortools.linear_solver.pywraplp", "ortools.linear_solver.linear_solver_pb2"


def probe() -> str | None:
    """None if this CBC can be used here, else the reason."""
    return next((reason for module in MODULES if (reason := probe_module(module)) is not None), None)


def version() -> str:
    """Such as `CBC 2.10.12 of ortools 9.15.6755`."""
    import ortools
    from ortools.linear_solver import pywraplp

    own = pywraplp.Solver.CreateSolver("CBC").SolverVersion().split()[-1]
    return f"CBC {own} of ortools {ortools.__version__}"


def load(program: LinearProgram) -> Any:
    """The solver with the program, for `run`: row by row, which takes 3 to 5 % of the time."""
    from ortools.linear_solver import linear_solver_pb2, pywraplp

    message = linear_solver_pb2.MPModelProto()
    columns = program.lower.tolist(), program.upper.tolist(), program.cost.tolist()
    for low, high, cost in zip(*columns, strict=True):
        message.variable.add(lower_bound=low, upper_bound=high, objective_coefficient=cost, is_integer=True)
    starts, sides = program.starts.tolist(), [side.tolist() for side in program.bounds]
    at, coefs = program.table.columns.tolist(), program.table.coefs.tolist()
    for row, (low, high) in enumerate(zip(*sides, strict=True)):
        terms = slice(starts[row], starts[row + 1])
        message.constraint.add(lower_bound=low, upper_bound=high, var_index=at[terms], coefficient=coefs[terms])
    solver = pywraplp.Solver.CreateSolver("CBC")
    fault = solver.LoadModelFromProto(message)
    if fault:
        raise RuntimeError(f"CBC refuses the model: {fault}")
    return solver


def run(model: Model, program: LinearProgram, solver: Any, limits: Limits, watch: Stopwatch) -> Outcome:
    """What it says of the program that the model was lowered to, once; its answer may break rows. Raises
    LimitReached."""
    from ortools.linear_solver import pywraplp

    parameters = pywraplp.MPSolverParameters()
    parameters.SetDoubleParam(parameters.RELATIVE_MIP_GAP, 0.0)
    remaining, start = watch.seconds_left(limits), time.process_time()
    allowed = remaining - min(MARGIN, 0.1 * remaining)
    solver.SetTimeLimit(max(int(allowed * 1000), 1))
    with watch("solve"):
        answer = solver.Solve(parameters)
    used = time.process_time() - start
    stats = {"nodes": float(solver.nodes())}
    is_early = used < allowed - SPARE * limits.seconds and watch.seconds_left(limits) > SPARE * limits.seconds
    if answer in (solver.OPTIMAL, solver.FEASIBLE):
        with watch("decode"):
            return _solution_outcome(model, program, solver, answer == solver.OPTIMAL, watch, stats)
    if answer == solver.INFEASIBLE and is_early:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=program.size, stats=stats)
    ended = Ending.TIME if answer in (solver.INFEASIBLE, solver.NOT_SOLVED) or not is_early else None
    note = "CBC gives up" if ended is None else "time limit"
    return Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size, note=note, ended=ended, stats=stats)


def _solution_outcome(
    model: Model, program: LinearProgram, solver: Any, is_proved: bool, watch: Stopwatch, stats: dict[str, float]
) -> Outcome:
    from ortools.linear_solver import linear_solver_pb2

    response = linear_solver_pb2.MPSolutionResponse()
    solver.FillSolutionResponseProto(response)
    point = np.array(response.variable_value, np.float64)
    values = program.values(model, point)
    cost = objective_value(model, values)
    if cost is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=program.size, stats=stats)
    if is_proved:
        return Outcome(Status.OPTIMAL, values, cost, float(cost), watch.seconds, program.size, stats=stats)
    bound = solver.Objective().BestBound() + program.constant
    return Outcome(Status.SATISFIED, values, cost, bound, watch.seconds, program.size, stats=stats)
