"""HiGHS through scipy.optimize.milp: the model as linear rows in one sparse matrix.

scipy's own copy of HiGHS is used because highspy and ortools cannot be loaded in one process.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options, Outcome, Status, Stopwatch, Tell, Values, missing, silent
from backends.linear import LinearProgram, to_linear
from backends.passes.blocking import one_by_one
from models.neutral import Form, Model

# scipy's result codes: 0 optimal, 1 iteration or time limit, 2 infeasible, 3 unbounded, 4 other
CLAIMS = {0: Status.OPTIMAL, 1: Status.UNKNOWN, 2: Status.UNSATISFIABLE}


class Highs:
    """See `backends.contract.Backend`."""

    name = "highs"
    kind = "ilp"
    takes = frozenset(Form)
    encodes = False

    def engine_of(self, options: Options) -> str:
        return "highs"

    def probe(self) -> str | None:
        return missing("scipy.optimize")

    def version(self) -> str:
        import scipy

        return f"scipy {scipy.__version__}"

    def solve(self, model: Model, limits: Limits, options: Options, tell: Tell = silent) -> Outcome:
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        watch = Stopwatch()
        with watch("lower"):
            program = to_linear(model, limits)
        if program.contradiction:
            return Outcome(Status.UNSATISFIABLE, seconds=watch.seconds, size=program.size, note=program.contradiction)
        if len(program.lower) == 0:  # milp refuses a problem without columns; every row left holds
            return Outcome(Status.SATISFIED, program.values(model, np.zeros(0)), seconds=watch.seconds)
        with watch("load"):
            shape = (len(program.table.lo), len(program.lower))
            entries = program.table.coefs.astype(np.float64)
            matrix = csr_array((entries, program.table.columns, program.starts), shape=shape)
            rows = LinearConstraint(matrix, *program.bounds) if shape[0] else ()
        with watch("solve"):
            answer = milp(
                program.cost.astype(np.float64),
                integrality=np.ones(shape[1]),
                bounds=Bounds(program.lower.astype(np.float64), program.upper.astype(np.float64)),
                constraints=rows,
                options={"time_limit": watch.left(limits), "mip_rel_gap": 0.0},
            )
        with watch("decode"):
            return _outcome(model, program, answer, watch)

    def solutions(self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
        return one_by_one(self, model, project, limits, options)


def _outcome(model: Model, program: LinearProgram, answer: object, watch: Stopwatch) -> Outcome:
    status = CLAIMS.get(getattr(answer, "status", 4), Status.ERROR)
    point = getattr(answer, "x", None)
    values = None if point is None else program.values(model, point)
    stats = {"nodes": float(getattr(answer, "mip_node_count", None) or 0)}
    if values is None:
        note = "" if status is Status.UNSATISFIABLE else str(getattr(answer, "message", ""))
        return Outcome(status, seconds=watch.seconds, size=program.size, note=note, stats=stats)
    if model.objective is None:
        return Outcome(Status.SATISFIED, values, seconds=watch.seconds, size=program.size, stats=stats)
    claimed = round(float(getattr(answer, "fun", 0.0))) + program.constant
    bound = getattr(answer, "mip_dual_bound", None)
    return Outcome(
        Status.OPTIMAL if status is Status.OPTIMAL else Status.SATISFIED,
        values,
        claimed,
        None if bound is None else float(bound) + program.constant,
        watch.seconds,
        program.size,
        stats=stats,
    )


BACKEND = Highs()
