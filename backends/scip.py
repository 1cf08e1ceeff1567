"""Integer programming with SCIP, which comes inside OR-Tools, through MathOpt: the model as linear rows in one message.

    columns of the linear program --message--> MathOpt --one call per row--> SCIP --> values

SCIP recognises the rows of parities, `sum - 2 z = b`, and eliminates modulo 2: a board of Lights Out with one solution
takes it milliseconds.

Guards are rows with big numbers, as for other solvers. As indicator constraints, which SCIP has, they took 1.3 to 5
times as long (CPU seconds on job shops of 3 and 4, a ruler of 5 marks, a tour of 7 cities), and a ruler of 6 was left
unsolved.

Traps, each with a test:
- Its presolving of these parities calls feasible models infeasible: one of Slitherlink at 12 of 30 seeds. Without it,
  what has been recognised stays, and so does the speed.
- Its tolerance of a row grows with the side of the row: it takes 1156501 for 1156500 in a row with coefficients of 7.
- It looks at the clock between its own steps only. On boards that it loads in a moment it was late by 0.12 s at most,
  for which there is a margin; on 700 x 700 cells a step takes seconds, so that it is killed, with nothing to show.
- MathOpt wants the columns of a row in ascending order, and refuses any number of threads but 1.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from backends.contract import Backend, Ending, Limits, Options, Outcome, Status, Tell, ignore_outcome, probe_module
from backends.lowering.linear import LinearProgram, to_linear
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.passes.blocking import list_solutions
from backends.profiles import parse_values
from backends.tolerances import Tolerances, ask_with_care
from models.neutral import Form, Model, objective_value
from rosetta.foundation.libraries import CLASHES

LARGEST = 10**9  # what the other solvers with tolerances take at the most
# Of 16,989 random models, 50 had answers that break rows and one was denied, all of them with coefficients from
# 1,000,000 on; of models with coefficients up to 9, those with sides from 1,000,000 on.
TOLERANCES = Tolerances(
    solver="SCIP",
    step="presolving",
    plain={"presolving/maxrounds": 0},
    tight={"numerics/feastol": 1e-9},
    rounded=10**4,
    confirmed=10**5,
    coarse=10**6,
    wide=10**6,
    relative=True,
)
MARGIN = 0.1  # seconds before the limit at which SCIP is to end: it may take that long to notice
NO_PARITY_PRESOLVING = {"constraints/xor/maxprerounds": 0}


def probe() -> str | None:
    """None if SCIP can be used here, else the reason; loads all that a solve needs."""
    return probe_module("ortools.math_opt.core.python.solver") or probe_module("ortools.math_opt.callback_pb2")


def version() -> str:
    import ortools
    from ortools.linear_solver import pywraplp

    own = pywraplp.Solver.CreateSolver("SCIP").SolverVersion().split()[1]
    return f"SCIP {own} of ortools {ortools.__version__}"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    from ortools.math_opt import callback_pb2, model_parameters_pb2, parameters_pb2
    from ortools.math_opt.core.python import solver

    watch = Stopwatch()
    with watch("lower"):
        program = to_linear(model, limits)
    if program.contradiction:
        return not_asked_outcome(program.contradiction, watch, program.size)
    program.check_magnitudes(LARGEST, "SCIP")
    with watch("load"):
        message = _message(program)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))

    def run(**parameters: bool | int | float) -> Outcome:
        with watch("solve"):
            result = solver.solve(
                message,
                parameters_pb2.SOLVER_TYPE_GSCIP,
                parameters_pb2.SolverInitializerProto(),
                _parameters(parameters, limits, watch),
                model_parameters_pb2.ModelSolveParametersProto(),
                None,
                callback_pb2.CallbackRegistrationProto(),
                None,
                None,
            )
        with watch("decode"):
            return _outcome(model, program, result, watch)

    return ask_with_care(model, program, run, TOLERANCES, parse_values(options.parameters))


def _message(program: LinearProgram) -> Any:
    """The program as MathOpt takes it: columns of ids and numbers."""
    from ortools.math_opt import model_pb2

    message, table = model_pb2.ModelProto(), program.table
    message.variables.ids.extend(range(len(program.lower)))
    message.variables.lower_bounds.extend(program.lower.astype(np.float64).tolist())
    message.variables.upper_bounds.extend(program.upper.astype(np.float64).tolist())
    message.variables.integers.extend([True] * len(program.lower))
    lows, highs = program.bounds
    message.linear_constraints.ids.extend(range(len(table.lo)))
    message.linear_constraints.lower_bounds.extend(lows.tolist())
    message.linear_constraints.upper_bounds.extend(highs.tolist())
    order = np.lexsort((table.columns, table.owner))
    message.linear_constraint_matrix.row_ids.extend(table.owner[order].tolist())
    message.linear_constraint_matrix.column_ids.extend(table.columns[order].tolist())
    message.linear_constraint_matrix.coefficients.extend(table.coefs[order].astype(np.float64).tolist())
    costly = np.flatnonzero(program.cost)
    message.objective.linear_coefficients.ids.extend(costly.tolist())
    message.objective.linear_coefficients.values.extend(program.cost[costly].astype(np.float64).tolist())
    return message


def _parameters(given: dict[str, bool | int | float], limits: Limits, watch: Stopwatch) -> Any:
    """given: of SCIP's own, which MathOpt takes by their types; these come last."""
    from ortools.math_opt import parameters_pb2

    parameters = parameters_pb2.SolveParametersProto(threads=1, random_seed=limits.seed % 2**31)
    parameters.relative_gap_tolerance = parameters.absolute_gap_tolerance = 0.0
    parameters.gscip.silence_output = True
    parameters.gscip.bool_params["misc/catchctrlc"] = False
    parameters.gscip.real_params["limits/memory"] = float(limits.memory)
    for name, value in {**NO_PARITY_PRESOLVING, **given}.items():
        match value:
            case bool():
                parameters.gscip.bool_params[name] = value
            case int():
                parameters.gscip.int_params[name] = value
            case _:
                parameters.gscip.real_params[name] = value
    parameters.time_limit.FromNanoseconds(int(_seconds_for_scip(watch.seconds_left(limits)) * 1e9))
    return parameters


def _seconds_for_scip(remaining: float) -> float:
    """SCIP's own limit: it looks at the clock between its steps."""
    return remaining - min(MARGIN, 0.1 * remaining)


def _outcome(model: Model, program: LinearProgram, result: Any, watch: Stopwatch) -> Outcome:
    """What MathOpt's reasons for an end come to."""
    from ortools.math_opt import result_pb2

    reason, stats = result.termination.reason, {"nodes": float(result.solve_stats.node_count)}
    if result.solutions:
        claim = Status.OPTIMAL if reason == result_pb2.TERMINATION_REASON_OPTIMAL else Status.SATISFIED
        return _solution_outcome(model, program, result, claim, watch, stats)
    if reason == result_pb2.TERMINATION_REASON_INFEASIBLE:
        return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=program.size, stats=stats)
    limits = {
        result_pb2.LIMIT_TIME: (Ending.TIME, "time limit"),
        result_pb2.LIMIT_MEMORY: (Ending.MEMORY, "memory limit"),
    }
    ended, note = limits.get(result.termination.limit, (None, result.termination.detail))
    claim = Status.UNKNOWN if ended else Status.ERROR
    return Outcome(claim, seconds=watch.seconds, size=program.size, note=note, ended=ended, stats=stats)


def _solution_outcome(
    model: Model, program: LinearProgram, result: Any, claim: Status, watch: Stopwatch, stats: dict[str, float]
) -> Outcome:
    found = result.solutions[0].primal_solution.variable_values  # the best one comes first
    point = np.zeros(len(program.lower))
    point[np.array(found.ids, np.int64)] = found.values
    values = program.values(model, point)
    cost = objective_value(model, values)
    if cost is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=program.size, stats=stats)
    bound = result.termination.objective_bounds.dual_bound + program.constant
    return Outcome(claim, values, cost, bound, watch.seconds, program.size, stats=stats)


BACKEND = Backend(
    name="scip",
    kind="ilp",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    solve=solve,
    solutions=partial(list_solutions, solve),
    lists_anew=True,
    largest_number=LARGEST,
    proves_below=TOLERANCES.coarse,
    proves_within=TOLERANCES.wide,
    interruptible=True,
    apart_from=CLASHES["ortools"],
    single_threaded=True,
    tunable={
        "presolving/maxrounds": ("-1", "0"),
        "separating/maxrounds": ("-1", "0"),
        "misc/usesymmetry": ("7", "0"),
    },
)
